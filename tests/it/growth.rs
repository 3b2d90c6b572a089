//! The work of every reader grows linearly with the length of its text, not quadratically.
//!
//! A text of one shape is read in two lengths, and the processor time of the thread is compared. Only the ratio
//! counts, so neither the speed of the machine nor other processes decide.

#![cfg(target_os = "linux")]

#[cfg(feature = "milp")]
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use soliter::base::collection::Collection;
use soliter::base::diagnostic::Source;
use soliter::boards::puzzle::model::Model;
use soliter::games::BoardGame;
use soliter::games::{GamePuzzle, Visitor};
use soliter::requests::Context;
use soliter::{Board, Directions, Lattice, checker, library, load, requests};

/// The lengths, a factor of [`TIMES`] apart.
const SHORT: usize = 1 << 11;
const TIMES: usize = 16;
/// A text as long as [`TIMES`] short ones takes as long as reading those, if the work is linear, and 16 times as long if
/// it is quadratic. Noise, and tables that outgrow a cache, stay below this.
const MOST: u32 = 5;
/// Shorter times than this are not compared.
const LITTLE: Duration = Duration::from_millis(30);
/// The number of measurements; the shortest counts.
const TRIES: usize = 3;

/// The processor time of this thread, which the system counts in steps of some milliseconds.
fn spent() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("a statistic");
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse().ok());
    Duration::from_nanos(nanoseconds.expect("a number"))
}

/// The time for reading a text `times` times: the shortest of `tries` measurements.
fn time(read: &dyn Fn(&str), text: &str, times: usize, tries: usize) -> Duration {
    let one = || {
        let before = spent();
        (0..times).for_each(|_| read(text));
        spent().saturating_sub(before)
    };
    (0..tries).map(|_| one()).min().unwrap_or_default()
}

/// The reason why a reader is too slow for texts of a shape.
fn grows_too_fast(read: &dyn Fn(&str), shape: &dyn Fn(usize) -> String) -> Option<String> {
    let (short, long) = (shape(SHORT), shape(SHORT * TIMES));
    let slow = |before: Duration, after: Duration| after > LITTLE && after > MOST * before;
    let (mut before, mut after) = (time(read, &short, TIMES, 1), time(read, &long, 1, 1));
    if slow(before, after) && after < Duration::from_secs(5) {
        (before, after) = (time(read, &short, TIMES, TRIES), time(read, &long, 1, TRIES));
    }
    let (few, many) = (short.len(), long.len());
    slow(before, after).then(|| format!("{before:?} for {TIMES} times {few}, {after:?} for {many}"))
}

fn repeated(one: &str, length: usize) -> String {
    one.repeat(length / one.len())
}

/// Numbered pieces, until the text is long enough.
fn numbered(length: usize, one: impl Fn(usize) -> String) -> String {
    let mut text = String::with_capacity(length + 100);
    for number in 0..length {
        text += &one(number);
        if text.len() >= length {
            break;
        }
    }
    text
}

type Shape = (&'static str, Box<dyn Fn(usize) -> String>);

fn shapes() -> Vec<Shape> {
    const REPEATED: [&str; 34] = [
        " ", "\n", "x", "é", "●", "(", "[", "{", "()", "[]", "\"", "'", "7", "12 ", "1-2 ", "-",
        ",", "#", "# x\n", "zzz\n", "o", "o.", "o. \n", "a = 1\n", "[a]\n", "a.", "=", "\t", "\r",
        "c2 ", "c2 c3\n", "'full',", "0 ", "a 0 1\n",
    ];
    let mut all: Vec<Shape> = REPEATED
        .into_iter()
        .map(|one| -> Shape { (one, Box::new(move |length| repeated(one, length))) })
        .collect();
    let rows = |row: usize| move |length: usize| repeated(&("o".repeat(row) + "\n"), length);
    all.push(("rows of 100", Box::new(rows(100))));
    all.push(("rows of 2000", Box::new(rows(2000))));
    all.push(("keys", Box::new(|length| numbered(length, |n| format!("k{n} = {n}\n")))));
    all.push(("tables", Box::new(|length| numbered(length, |n| format!("[k{n}]\n")))));
    all.push(("words", Box::new(|length| numbered(length, |n| format!("w{n} ")))));
    all.push((
        "entries",
        Box::new(|length| numbered(length, |n| format!("[[puzzle]]\nname = \"p{n}\"\n"))),
    ));
    all.push((
        "diagonal",
        Box::new(|length| numbered(length.min(1 << 15), |n| " ".repeat(n) + "o\n")),
    ));
    all
}

/// A text of a shape within quotation marks of TOML.
fn quoted(text: &str) -> String {
    format!("'''\n{}\n'''", text.replace('\'', "\""))
}

fn puzzle(text: &str) {
    let source = Source::new("puzzle.toml", text);
    let _ = load(&source, &library::model);
}

fn collection(text: &str) {
    if let Some(Ok(all)) = Collection::parse(&Source::new("all.toml", text)) {
        for name in all.names() {
            drop(all.entry(name));
        }
    }
}

type Reader = (&'static str, Box<dyn Fn(&str)>);

/// Reads a puzzle in which a quoted text replaces `TEXT`.
fn in_puzzle(file: &'static str) -> Box<dyn Fn(&str)> {
    Box::new(move |text| puzzle(&file.replace("TEXT", &quoted(text))))
}

/// Boards, positions and puzzles.
fn puzzles() -> Vec<Reader> {
    let english = library::model("english").expect("a model");
    let english = Model::parse(&english).expect("a board").board;
    vec![
        ("a puzzle", Box::new(puzzle)),
        ("a model", Box::new(|text| drop(Model::parse(&Source::new("model.toml", text))))),
        (
            "a square drawing",
            Box::new(|text| {
                drop(Board::from_drawing(text, Lattice::Square, Directions::Orthogonal));
            }),
        ),
        (
            "a triangular drawing",
            Box::new(|text| {
                drop(Board::from_drawing(text, Lattice::Triangular, Directions::Lines));
            }),
        ),
        (
            "a position",
            Box::new(move |text| {
                drop(english.read_position(text));
                drop(english.meanings(text));
            }),
        ),
        (
            "a board in a puzzle",
            in_puzzle("model = { board = TEXT }\nstart = 'full'\nfinish = { pegs = 1 }"),
        ),
        ("a start in a puzzle", in_puzzle("model = 'english'\nstart = TEXT\nfinish = ['44']")),
        (
            "a solution in a puzzle",
            in_puzzle(
                "model = 'english'\nstart = ['43', '44']\nfinish = ['45']\n[known]\nsolution = TEXT",
            ),
        ),
        ("an edge", in_puzzle("model = { edges = [TEXT] }\nstart = 'full'\nfinish = { pegs = 1 }")),
        (
            "graph6 in a puzzle",
            in_puzzle("model = { graph6 = TEXT }\nstart = 'full'\nfinish = { pegs = 1 }"),
        ),
        ("PDDL", Box::new(|text| puzzle(&format!("(define (problem p) (:objects {text}")))),
        ("a problem of Debian's", Box::new(|text| puzzle(&format!("1 1 0 0\n3 3\n{text}")))),
        (
            "a game id",
            Box::new(|text| {
                puzzle(&format!(
                    "model = 'english'\nstart = {}",
                    quoted(&("7x7cross:".to_owned() + text))
                ));
            }),
        ),
    ]
}

/// Graphs and certificates.
fn others() -> Vec<Reader> {
    vec![
        (
            "a line of graphs",
            Box::new(|text| drop(soliter::graphs::read_line(&text.replace('\n', " ")))),
        ),
        ("layers", Box::new(|text| drop(checker::check(text.as_bytes(), &|_| true)))),
        (
            "the head of layers",
            Box::new(|text| {
                drop(checker::check(format!("soliter layers 2\n{text}").as_bytes(), &|_| true));
            }),
        ),
        (
            "clauses",
            Box::new(|text| drop(checker::lrat::check(text.as_bytes(), &b""[..], &|_| true))),
        ),
        (
            "a proof",
            Box::new(|text| {
                let clauses = &b"p cnf 2 2\n1 0\n-1 0\n"[..];
                drop(checker::lrat::check(clauses, text.as_bytes(), &|_| true));
            }),
        ),
        ("a collection", Box::new(collection)),
        ("a bound", Box::new(|text| drop(checker::bounds::check(text.as_bytes(), &|_| true)))),
    ]
}

fn readers() -> Vec<Reader> {
    let mut all = puzzles();
    all.extend(others());
    for path in requests::WITH_BODY {
        all.push((
            path,
            Box::new(move |text| {
                drop(requests::read(path, text.as_bytes(), &Context::default()));
            }),
        ));
    }
    all.push((
        "a puzzle in a request",
        Box::new(|text| {
            let body = json!({ "puzzle": { "text": text } }).to_string();
            drop(requests::read("api/read", body.as_bytes(), &Context::default()));
        }),
    ));
    for name in ["pyramid/plain-counting", "corridor/4x4-border", "palisade/13425"] {
        let game = game(name);
        all.push((name, Box::new(move |text| game.game.visit(Record(text)))));
    }
    #[cfg(feature = "milp")]
    all.extend(programs());
    all
}

fn game(name: &str) -> GamePuzzle {
    let source = library::puzzle(name).expect("a puzzle");
    load(&source, &library::model).ok().and_then(soliter::Loaded::game).expect("a game")
}

struct Record<'a>(&'a str);

impl Visitor for Record<'_> {
    type Output = ();

    fn visit<R: BoardGame>(self, rules: &R) {
        drop(soliter::games::record::replay(rules, self.0));
    }
}

#[cfg(feature = "milp")]
fn programs() -> Vec<Reader> {
    use soliter::np::resolve::names::Model;
    use soliter::np::{input, syntax::data::Data};

    fn program(text: &str) {
        drop(Model::parse(&Source::new("program.np", text)));
    }
    let solitaire = library::program("solitaire").expect("a program");
    let solitaire = Model::parse(&solitaire).expect("a model");
    vec![
        ("a program", Box::new(program)),
        ("a clause", Box::new(|text| program(&format!("Project P\nModule M\nCon C As {text}")))),
        ("a field", Box::new(|text| program(&format!("Project P\nModule M\nConst A = {text}")))),
        ("a value", Box::new(|text| drop(Data::parse(&Source::new("--set", text))))),
        (
            "data",
            Box::new(move |text| drop(input::read(&solitaire, &Source::new("data.toml", text)))),
        ),
    ]
}

#[test]
fn no_reader_is_quadratic() {
    let shapes = shapes();
    let mut slow = Vec::new();
    for (reader, read) in readers() {
        for (shape, text) in &shapes {
            if let Some(why) = grows_too_fast(&*read, text) {
                slow.push(format!("{reader}, {shape:?}: {why}"));
            }
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

/// Texts that can be read, with as many holes, jumps, facts and names as their length allows.
#[test]
fn long_valid_texts_are_not_quadratic() {
    let full = "start = 'full'\nfinish = { pegs = 1 }\n";
    let drawn = move |row: String, more: &str, length: usize| {
        let rows = (row.clone() + "\n").repeat((length / row.len()).max(3));
        format!("model = {{ board = '''\n{rows}'''{more} }}\n{full}")
    };
    let listed = move |key: &str, items: String| format!("model = {{ {key} = [{items}] }}\n{full}");
    // Graphs take longer than other texts of their length.
    let edges = move |length: usize, one: &dyn Fn(usize) -> String| {
        listed("edges", numbered(length / 4, |n| format!("'{}', ", one(n))))
    };
    let cases: Vec<Shape> = vec![
        ("a square", Box::new(move |length| drawn("o".repeat(200), "", length.min(40_000)))),
        (
            "a torus",
            Box::new(move |length| drawn("o".repeat(200), ", wrap = 'torus'", length.min(40_000))),
        ),
        ("other signs", Box::new(move |length| drawn("#.".repeat(100), "", length))),
        ("words", Box::new(move |length| drawn("1 0 ".repeat(50), "", length))),
        ("a path", Box::new(move |length| edges(length, &|n| format!("{n}-{}", n + 1)))),
        ("pairs", Box::new(move |length| edges(length, &|n| format!("{}-{}", 2 * n, 2 * n + 1)))),
        ("one edge", Box::new(move |length| edges(length, &|_| "1-2".to_owned()))),
        (
            "triangles",
            Box::new(move |length| {
                edges(length, &|n| format!("{}-{}", 3 * (n / 3) + n % 3, 3 * (n / 3) + (n + 1) % 3))
            }),
        ),
        (
            "jumps",
            Box::new(move |length| {
                // Placing up to 1,024 holes takes time quadratic in their number. The long text has more.
                listed("jumps", numbered(length, |n| format!("'{n}-{}-{}', ", n + 1, n + 2)))
            }),
        ),
        (
            "names",
            Box::new(|length| {
                let names = numbered(length, |n| format!("'{}', ", 11 + n % 50));
                format!("model = 'english'\nstart = [{names}]\nfinish = ['44']")
            }),
        ),
        (
            "facts",
            Box::new(|length| {
                let facts = numbered(length, |n| format!("(in-line p{n} p{} p{})", n + 1, n + 2));
                let objects = numbered(length / 3, |n| format!("p{n} "));
                format!("(define (problem p) (:objects {objects}) (:init {facts}) (:goal (and)))")
            }),
        ),
        ("problems", Box::new(|length| "1 1 0 0\n1 3\n1 1 0\n1\n".repeat(length / 20))),
    ];
    let mut slow = Vec::new();
    for (name, text) in &cases {
        let pictured = |text: &str| {
            puzzle(text);
            let body = json!({ "puzzle": { "text": text } }).to_string();
            drop(requests::read("api/read", body.as_bytes(), &Context::default()));
        };
        for (what, read) in [("", &puzzle as &dyn Fn(&str)), (", with a picture", &pictured)] {
            if let Some(why) = grows_too_fast(read, text) {
                slow.push(format!("{name}{what}: {why}"));
            }
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

#[cfg(feature = "milp")]
#[test]
fn long_valid_programs_are_not_quadratic() {
    use soliter::np::resolve::names::Model;
    let parsed = |text: &str| drop(Model::parse(&Arc::clone(&Source::new("program.np", text))));
    let cases: Vec<Shape> = vec![
        (
            "classes",
            Box::new(|length| numbered(length, |n| format!("Class C{n}\nVar V As {{0..1}}\n"))),
        ),
        ("variables", Box::new(|length| numbered(length, |n| format!("Var V{n} As {{0..1}}\n")))),
        ("one name", Box::new(|length| "Var V As {0..1}\n".repeat(length / 16))),
        (
            "constraints",
            Box::new(|length| {
                "Var V As {0..1}\n".to_owned()
                    + &numbered(length, |n| format!("Con C{n} As V = 1\n"))
            }),
        ),
        (
            "a sum",
            Box::new(|length| {
                format!("Var V As {{0..1}}\nCon C As {}V > 0\n", "V + ".repeat(length / 4))
            }),
        ),
        (
            "brackets",
            Box::new(|length| {
                let depth = length / 2;
                format!("Con C As {}1{} = 1\n", "(".repeat(depth), ")".repeat(depth))
            }),
        ),
        (
            "unknown names",
            Box::new(|length| numbered(length, |n| format!("Con C{n} As W{n} = 1\n"))),
        ),
    ];
    let mut slow = Vec::new();
    for (name, text) in &cases {
        let whole = |length| format!("Project P\nModule M\n{}", text(length));
        if let Some(why) = grows_too_fast(&parsed, &whole) {
            slow.push(format!("{name}: {why}"));
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}
