//! Compares the JSON output with docs/soliter.schema.json, which describes every key.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Stdio};

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{Value, json};

const LOCATION: &str = "https://soliter.invalid/schema.json";
const LATIN: &str = "gardner/latin-cross";
/// Objects that only bugs, or a server, produce.
const NOT_MADE_HERE: [&str; 2] = ["disagreement", "serve"];
/// Jumps of the central game after which weights prove it lost.
const LOST: &str = "46-44, 43-45, 41-43, 24-44, 54-34, 74-54";
/// Keys that depend on the machine, or that require long games or many faults.
const NOT_PRINTED_HERE: [&str; 5] =
    ["check-game ended_by", "error more", "perft note", "run left_out", "run stopped"];
/// A puzzle whose only game is its solution.
const ONE_JUMP: &str =
    "title = 'One jump'\nmodel = 'english'\nstart = ['31', '32']\nfinish = ['33']";
/// A program that prints a line and violates a soft clause.
const SOFT: &str = "Project Wishes
Module M
Var X As {0..9}
Con C As
  Soft(X = 9 : 2)
  Soft(X < 5 : 4)
  Print(\"X is \", X)
Con Show As Store(X)
Con Goal As Minimize(X)
";
/// A program that allows no value of X.
const IMPOSSIBLE: &str = "Project P\nModule Main\nVar X As {1..9}\nCon C As X < 4\nCon D As X > 5\n\
                          Con Goal As Minimize(X)";

fn schema() -> Value {
    let text = include_str!("../../docs/soliter.schema.json");
    serde_json::from_str(text).expect("the schema is JSON")
}

struct Checker(Schemas, Compiler);

impl Checker {
    fn new() -> Self {
        let mut compiler = Compiler::new();
        compiler.add_resource(LOCATION, schema()).expect("a location");
        Self(Schemas::new(), compiler)
    }

    fn part(&mut self, place: &str) -> SchemaIndex {
        let location = format!("{LOCATION}#{place}");
        self.1.compile(&location, &mut self.0).unwrap_or_else(|fault| panic!("{place}: {fault:#}"))
    }

    fn check(&mut self, object: &Value, place: &str) -> Result<(), String> {
        let part = self.part(place);
        self.0.validate(object, part).map_err(|fault| format!("{place}: {fault:#}\n{object}"))
    }
}

/// The objects that a command prints.
fn objects(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_soliter"));
    command.args(arguments).args(["--format", "json"]).current_dir(folder).stdin(Stdio::null());
    let output = command.output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let objects: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert!(!objects.is_empty(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    objects
}

type Case = (&'static str, Vec<&'static str>);

/// Commands, each with the part of the schema that describes its output.
fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = vec![
        ("solve", vec!["solve", LATIN, "french/44-to-44", "impossible/greek-cross"]),
        ("solve", vec!["solve", "gardner/central-game", "--time-limit", "0"]),
        ("solve", vec!["solve", LATIN, "--method", "dfs", "--solutions", "2"]),
        (
            "solve",
            vec!["solve", "french/44-to-44", "triangle15-any-survivor", "--method", "search"],
        ),
        ("solve-game", vec!["solve", "pyramid/base-5", "palisade/1234", "pyramid/three-players"]),
        ("solve-game", vec!["solve", "quoridor/5x5-three-walls", "--time-limit", "1"]),
        ("solve", vec!["solve", "holes.toml", "fewest.toml", "most.toml", "nowhere.toml"]),
        ("solve", vec!["solve", "fewest.toml", "--time-limit", "0"]),
        ("check", vec!["check", "holes.toml", "--moves", "1-3-5"]),
        ("check", vec!["check", "fewest.toml", "--moves", "1-3"]),
        ("check", vec!["check", "fewest.toml", "--moves", "1-3", "--time-limit", "0"]),
        ("show", vec!["show", "holes.toml"]),
        ("show", vec!["show", "fewest.toml"]),
        ("show", vec!["show", "most.toml"]),
        ("check", vec!["check", "most.toml", "--moves", "1-3"]),
        ("check", vec!["check", LATIN]),
        ("check", vec!["check", LATIN, "--moves", "45-25, 99"]),
        ("check", vec!["check", LATIN, "--moves", "1 203 202 201\n1 203 202 201"]),
        ("check-game", vec!["check", "pyramid/base-5", "game.txt", "--analyse"]),
        ("check-game", vec!["check", "pyramid/base-5", "--moves", "5.5"]),
        ("check-game", vec!["check", "pyramid/base-5", "--moves", "five"]),
        ("check-game", vec!["check", "quoridor/5x5-three-walls", "--moves", "c4 c2"]),
        ("perft", vec!["count", "pyramid/base-5", "--what", "perft", "--divide"]),
        ("perft", vec!["count", "pyramid/base-5", "--what", "perft", "--time-limit", "0"]),
        ("perft", vec!["count", LATIN, "--what", "perft"]),
        ("uncounted", vec!["count", "gardner/central-game", "--time-limit", "0"]),
        ("show", vec!["show", LATIN]),
        ("show", vec!["show", "triangle15-any-survivor"]),
        ("show-solution", vec!["show", LATIN, "--solution", "line.txt"]),
        ("show-solution", vec!["show", LATIN, "--solution", "wrong.txt"]),
        ("show-board", vec!["show", "english"]),
        ("show-board", vec!["show", "star.toml"]),
        ("show-text", vec!["show", "quoridor"]),
        ("show-game", vec!["show", "pyramid/base-5"]),
        ("ply", vec!["show", "pyramid/base-5", "--solution", "game.txt"]),
        ("list", vec!["list"]),
        ("rules", vec!["rules", "english"]),
        ("export", vec!["export", LATIN, "--to", "pddl", "-o", "latin.pddl"]),
        ("certificate", vec!["certify", LATIN, "-o", "latin.layers"]),
        ("certificate", vec!["verify", "latin.layers"]),
        ("certificate", vec!["verify", "none.layers"]),
        ("certificate", vec!["certify", "graphs/petersen", "-o", "petersen.layers"]),
        ("certificate", vec!["verify", "petersen.layers"]),
        ("error", vec!["solve", "nothing", "faulty.toml"]),
        ("error", vec!["solve"]),
        ("error", vec!["check", LATIN, "none"]),
        ("error", vec!["verify", "none"]),
    ];
    for what in ["solutions", "shortest", "positions", "games"] {
        cases.push(("count", vec!["count", LATIN, "--what", what]));
    }
    if cfg!(feature = "milp") {
        cases.extend([
            ("solve", vec!["solve", LATIN, "--method", "milp"]),
            ("show-text", vec!["show", "solitaire"]),
            ("bound", vec!["certify", LATIN, "--bound", "latin.bound"]),
            ("bound", vec!["verify", "latin.bound"]),
            ("bound", vec!["verify", "latin.bound", LATIN]),
            ("run", vec!["run", "solitaire", "--data", LATIN]),
            ("run", vec!["run", "eight-queens"]),
            ("run", vec!["run", "send-more-money"]),
            ("explain", vec!["run", "eight-queens", "--explain"]),
            ("error", vec!["run", "solitaire"]),
        ]);
    }
    if cfg!(feature = "sat") {
        cases.extend([
            ("solve", vec!["solve", LATIN, "--method", "sat"]),
            ("refutation", vec!["certify", LATIN, "--lrat", "latin.lrat"]),
            ("refutation", vec!["verify", "latin.lrat"]),
        ]);
    }
    if cfg!(all(feature = "milp", feature = "sat")) {
        cases.extend([
            ("run", vec!["run", "river-crossing", "--certify", "crossing.lrat"]),
            ("refutation", vec!["verify", "crossing.lrat", "river-crossing"]),
            ("certificate", vec!["verify", "crossing.lrat", "eight-queens"]),
        ]);
    }
    cases
}

/// The same for questions other than the fewest moves.
fn questions() -> Vec<Case> {
    let mut cases: Vec<Case> = vec![
        ("error", vec!["survey", "nothing"]),
        ("error", vec!["generate", "triangle15", "--finish", "99"]),
        ("error", vec!["survey", "graphs", "nothing"]),
        ("survey-graph", vec!["survey", "graphs", "graphs.txt", "--witness", "--evidence"]),
        ("survey-graphs", vec!["survey", "graphs", "graphs.txt", "-o", "graphs.csv"]),
        ("count", vec!["count", LATIN, "--what", "games", "--dir", "levels"]),
        ("survey", vec!["survey", "triangle15", "--start", "11", "--count", "--last-sweep"]),
        ("survey", vec!["survey", "triangle15", "--finish", "any", "--time-limit", "0"]),
        ("site", vec!["site", "pages", "--puzzles", "impossible/row7"]),
        ("army", vec!["army", "square4", "--rows", "2"]),
        ("army", vec!["army", "square6", "--rows", "5"]),
        ("army", vec!["army", "square6", "--rows", "3", "--time-limit", "0"]),
        ("solve", vec!["solve", "gardner/greek-cross", "--survivor", "24"]),
        ("solve", vec!["solve", LATIN, "--survivor", "46", "--last-captured", "45"]),
        ("solve", vec!["solve", LATIN, "--survivor", "35"]),
        ("solve", vec!["solve", "marked/latin-cross-last-captured"]),
        ("show", vec!["show", "marked/latin-cross-last-captured"]),
        ("solve", vec!["solve", "gardner/greek-cross", "--watch", "42"]),
        ("longest-last-sweep", vec!["solve", LATIN, "--last-sweep"]),
        ("longest-last-sweep", vec!["solve", "impossible/greek-cross", "--last-sweep"]),
        (
            "generate",
            vec!["generate", "triangle15", "--finish", "53", "--pegs", "3..6", "--number", "2"],
        ),
        (
            "generate",
            vec![
                "generate",
                "triangle15",
                "--finish",
                "53",
                "--pegs",
                "3..6",
                "--by",
                "false-starts",
            ],
        ),
        ("generate", vec!["generate", "triangle15", "--finish", "53", "--time-limit", "0"]),
        ("count", vec!["count", LATIN, "--what", "positions", "--won"]),
        ("count", vec!["count", "started.toml", "--what", "games"]),
        ("count-vacancies", vec!["count", "triangle10", "--what", "games"]),
        ("dead-ends", vec!["count", LATIN, "--what", "lost"]),
        ("dead-ends", vec!["count", "one-jump.toml", "--what", "lost"]),
        ("dead-ends", vec!["count", LATIN, "--what", "dead-ends"]),
        ("dead-ends", vec!["count", "one-jump.toml", "--what", "dead-ends"]),
    ];
    for what in ["sweeps", "distinct"] {
        cases.push((what, vec!["count", LATIN, "--what", what]));
        cases.push((what, vec!["count", "impossible/greek-cross", "--what", what]));
    }
    for more in [&["--depth", "2"][..], &["--backward"]] {
        let by_moves = ["count", LATIN, "--what", "positions", "--by", "moves"];
        cases.push(("count-moves", [&by_moves, more].concat()));
    }
    if cfg!(feature = "milp") {
        cases.extend([
            ("run", vec!["run", "eight-queens", "--all", "2"]),
            ("run", vec!["run", "eight-queens", "--method", "sat"]),
            ("run", vec!["run", "impossible.np"]),
            ("run", vec!["run", "impossible.np", "--no-recheck"]),
            ("run", vec!["run", "soft.np"]),
            ("check", vec!["check", "gardner/central-game", "--moves", LOST]),
        ]);
    }
    cases
}

#[test]
fn every_object_is_as_the_schema_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("a file");
    };
    write("line.txt", "45-25, 43-45");
    write("wrong.txt", "45-25, 45-25");
    write("game.txt", "2.1 2.2");
    for (name, finish) in [
        ("holes", "'??..o?'"),
        ("nowhere", "'..??.o'"),
        ("fewest", "{ pegs = 'fewest' }"),
        ("most", "{ pegs = 'most' }"),
    ] {
        let text = format!(
            "model = {{ lattice = 'square', directions = 'orthogonal', board = 'oooooo' }}\n\
             notation = 'number'\nstart = ['1', '2', '4']\nfinish = {finish}\n"
        );
        write(&format!("{name}.toml"), &text);
    }
    write("faulty.toml", "model = 'english'\nstart = 1\nfinish = 2\n");
    write("none.layers", "nothing");
    write("star.toml", "kind = 'peg-solitaire'\nedges = ['a-b', 'a-c', 'a-d']\n");
    write("graphs.txt", "0-1 1-2 2-3\n0-1 0-2 0-3 0-4\nCz\n");
    write("one-jump.toml", ONE_JUMP);
    write("never.toml", &ONE_JUMP.replace("33", "36"));
    write("started.toml", "model = 'english'\nstart = ['31', '32']\n");
    write("impossible.np", IMPOSSIBLE);
    write("soft.np", SOFT);
    let cases = [cases(), questions()].concat();
    let mut checker = Checker::new();
    let mut printed: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (part, arguments) in &cases {
        for object in objects(folder.path(), arguments) {
            let keys = object.as_object().into_iter().flat_map(|object| object.keys().cloned());
            printed.entry(part).or_default().extend(keys);
            let place = format!("/$defs/{part}");
            for place in [place.as_str(), ""] {
                let checked = checker.check(&object, place);
                assert_eq!(checked, Ok(()), "{arguments:?}");
            }
            let mut wrong = object.clone();
            wrong["unheard-of"] = json!(1);
            assert!(checker.check(&wrong, &place).is_err(), "a strange key of {part}");
        }
    }
    let met: BTreeSet<&str> = cases.iter().map(|(part, _)| *part).chain(NOT_MADE_HERE).collect();
    let forms = schema()["anyOf"].as_array().cloned().expect("the forms");
    for form in forms {
        let name =
            form["$ref"].as_str().and_then(|place| place.rsplit('/').next()).expect("a form");
        let (milp, sat) = (["bound", "run", "explain"], ["refutation"]);
        let not_built = !cfg!(feature = "milp") && milp.contains(&name)
            || !cfg!(feature = "sat") && sat.contains(&name);
        assert!(not_built || met.contains(name), "no case of {name}");
    }
    if cfg!(all(feature = "milp", feature = "sat")) {
        let schema = schema();
        let keys = printed.iter().flat_map(|(part, printed)| {
            let all = schema["$defs"][part]["properties"].as_object().expect("keys").keys();
            all.filter(|key| !printed.contains(*key)).map(move |key| format!("{part} {key}"))
        });
        assert_eq!(keys.collect::<Vec<_>>(), NOT_PRINTED_HERE, "keys that no case prints");
    }
}

#[test]
fn a_folder_of_no_use_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("a file");
    };
    write("file", "");
    let rows = "oooooooo\n".repeat(8);
    let model = format!(
        "kind = 'peg-solitaire'\ntitle = 'Chess board'\nlattice = 'square'\nnames = 'column-row'\n\
         directions = 'orthogonal'\nboard = \"\"\"\n{rows}\"\"\"\n"
    );
    write("chess.toml", &model);
    write(
        "large.toml",
        "title = 'Large'\nmodel = 'chess.toml'\nstart = ['11', '12']\nfinish = ['13']",
    );
    std::fs::create_dir(folder.path().join("torn")).expect("a folder");
    write("torn/levels.json", "torn");
    let mut checker = Checker::new();
    for (puzzle, place, reason) in [
        (LATIN, ".", "usage"),
        (LATIN, "torn", "unreadable"),
        (LATIN, "file/levels", "unwritable"),
        ("large.toml", "levels", "unfit"),
    ] {
        let count = ["count", puzzle, "--what", "positions", "--dir", place];
        let [object] = &objects(folder.path(), &count)[..] else { panic!("one object") };
        assert_eq!(checker.check(object, "/$defs/uncounted"), Ok(()), "{reason}");
        assert_eq!(object["error"]["reason"], reason, "{object}");
    }
}

#[test]
fn solutions_by_holes_are_the_solutions() {
    let folder = tempfile::tempdir().expect("a folder");
    let [solved] = &objects(folder.path(), &["solve", LATIN, "--solutions", "2"])[..] else {
        panic!("one object")
    };
    let text = |line: &Value| -> String {
        let moves = line.as_array().expect("moves").iter();
        let chain = |one: &Value| -> String {
            let holes = one.as_array().expect("holes").iter().filter_map(Value::as_str);
            holes.collect::<Vec<_>>().join("-")
        };
        moves.map(chain).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(solved["solution"], text(&solved["solution_holes"]));
    let (lines, by_holes) = (&solved["solutions"], &solved["solutions_holes"]);
    let by_holes = by_holes.as_array().expect("lines");
    assert!(!by_holes.is_empty());
    let lines_of: Vec<Value> = by_holes.iter().map(|line| text(line).into()).collect();
    assert_eq!(lines, &Value::from(lines_of));
}

#[test]
fn every_form_and_key_has_a_description() {
    let schema = schema();
    let mut missing = Vec::new();
    for (name, form) in schema["$defs"].as_object().expect("the forms") {
        let keys = form["properties"].as_object().into_iter().flatten();
        let parts = keys.map(|(key, value)| (format!("{name} {key}"), value));
        for (part, value) in parts.chain([(name.clone(), form)]) {
            if value["description"].as_str().is_none_or(str::is_empty) {
                missing.push(part);
            }
        }
    }
    assert!(missing.is_empty(), "no description of {missing:?}");
}
