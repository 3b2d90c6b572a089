//! Certificates derived from valid ones by random changes: numbers at the limits of their types, the head of
//! one puzzle with the layers of another, positions left out with a recomputed digest, invented weights and
//! regions. None may be accepted with a claim that is stronger than the truth, which a plain search
//! determines.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;
use std::sync::{Mutex, OnceLock, PoisonError};

use sha2::{Digest, Sha256};
use soliter::Puzzle;
use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::boards::bounds::pagoda::DualBound;
use soliter::checker::{Certified, CheckContext, HoleSet, Proved, StatedBoard, check};
use soliter::prove::certify::{Contents, certify, certify_dual_bound};
use soliter::prove::solve::{Method, solve};

/// Boards with directions, starts and finishes.
const PUZZLES: [(&str, &str, &str, &str); 12] = [
    ("oooo", "orthogonal", "'1', '2'", "'3'"),
    ("ooooo", "orthogonal", "'1', '2', '4'", "{ pegs = 1 }"),
    ("ooo\nooo", "orthogonal", "'1', '2', '5'", "{ pegs = 1 }"),
    ("ooo\nooo\nooo", "all", "'1', '2', '5', '9'", "{ pegs = 1 }"),
    ("ooo\nooo\nooo", "orthogonal", "'1', '2', '4', '5', '8'", "{ pegs = 2 }"),
    ("oooo\noooo", "all", "'1', '2', '6', '7'", "'3', '8'"),
    ("ooooo\n ooo", "orthogonal", "'1', '2', '4', '7'", "{ pegs = 1 }"),
    ("oooo\noooo\noooo", "all", "'1', '2', '3', '6', '7', '11'", "{ pegs = 1 }"),
    ("oooo\noooo\noooo", "orthogonal", "'2', '3', '5', '6', '10', '11'", "{ pegs = 2 }"),
    ("oooo\noooo\noooo\noooo", "orthogonal", "'1', '2', '5', '6', '7', '11'", "{ pegs = 1 }"),
    ("oooo\noooo\noooo\noooo", "all", "'1', '2', '6', '11', '12', '14', '15'", "{ pegs = 1 }"),
    ("oooooo", "orthogonal", "'1', '2', '4', '5'", "'6'"),
];

/// Boards that list their jumps, with starts and finishes.
const LISTED: [(&str, &str, &str); 6] = [
    ("edges = ['1-2', '2-3', '3-4', '4-1', '1-3']", "'2', '3', '4'", "{ pegs = 1 }"),
    (
        "edges = ['1-2', '2-3', '3-4', '4-5', '5-1', '6-1', '6-2', '6-3']",
        "'1', '2', '4', '5'",
        "'3'",
    ),
    ("edges = ['1-2', '1-3', '1-4', '1-5', '2-6']", "'1', '2', '3', '6'", "{ pegs = 2 }"),
    (
        "edges = ['1-2', '2-3', '3-4', '4-1', '5-6', '6-7', '7-8', '8-5', '1-5', '2-6', '3-7', '4-8']",
        "'2', '3', '4', '6', '7'",
        "{ pegs = 1 }",
    ),
    ("jumps = ['1-2-3', '3-4-5', '5-2-1', '1-4-3', '5-6-7']", "'1', '2', '4', '6'", "{ pegs = 1 }"),
    ("lines = ['1-2-3-4', '2-5-6', '4-6-1']", "'1', '2', '5', '4'", "'3'"),
];

/// Boards of more than 64 holes with a start, a finish that is refuted by a marking or by weights, and the hole of the only
/// weight. The last two are solved in one move, which weights prove to be the minimum.
const WIDE: [(&str, &str, &str, Option<usize>); 6] = [
    ("6x11", "'1', '2', '14'", "'3'", None),
    ("path", "'1', '2', '4'", "'6'", None),
    ("6x11", "'1', '2', '13'", "'66'", Some(65)),
    ("two", "'1', '2', '3'", "'68'", Some(67)),
    ("path", "'66', '67'", "'68'", Some(67)),
    ("6x11", "'64', '65'", "'66'", Some(65)),
];

/// The most pegs at the start of a puzzle on more than 64 holes that brute force judges.
const MOST_WIDE_PEGS: u32 = 5;

/// The keys of a model for a board of [`WIDE`].
fn wide(name: &str) -> String {
    let path = |holes: std::ops::Range<usize>| {
        holes.map(|hole| format!("'{hole}-{}'", hole + 1)).collect::<Vec<_>>().join(", ")
    };
    match name {
        "6x11" => format!(
            "board = '''\n{}\n'''\nlattice = 'square'\nnames = 'number'",
            ["ooooooooooo"; 6].join("\n")
        ),
        "path" => format!("edges = [{}]", path(1..70)),
        _ => format!("edges = [{}, {}]", path(1..40), path(41..70)),
    }
}

fn puzzle(board: &str, start: &str, finish: &str) -> Puzzle {
    let model = format!("kind = 'peg-solitaire'\ntitle = 'mutated'\n{board}\n");
    let text = format!("model = 'mutated'\nstart = [{start}]\nfinish = {finish}\n");
    let [source, model] = [text, model]
        .map(|text| Source::from_bytes("mutated", text.into_bytes()).expect("a source"));
    Puzzle::parse(&source, &|_| Ok(model.clone()))
        .unwrap_or_else(|faults| panic!("{board}: {faults}"))
}

/// The certificates of [`WIDE`].
fn wide_bases() -> Vec<Parts> {
    let made = |(name, start, finish, weight): (&str, &str, &str, Option<usize>)| {
        let puzzle = puzzle(&wide(name), start, &format!("[{finish}]"));
        let control = Control::default();
        let Some(hole) = weight else {
            let answer = solve(&puzzle, &Method::Auto.into(), &control).expect("an answer");
            return certify(&puzzle, &answer, Contents::default(), &control);
        };
        let mut weights = vec![0; puzzle.board().holes()];
        weights[hole] = 1;
        let ends = (puzzle.start(), puzzle.finish());
        let bound = DualBound::new(puzzle.board(), ends, weights, Vec::new(), Vec::new());
        let bound = bound.expect("jumps in a circle raise nothing");
        let answer = solve(&puzzle, &Method::Dfs.into(), &control).expect("an answer");
        let room = CheckContext::in_memory(&|_| true);
        certify_dual_bound(&puzzle, &bound, answer.line(), &room).map(|(file, _)| file)
    };
    let file = |base: (&str, &str, &str, Option<usize>)| {
        Parts::of(&made(base).unwrap_or_else(|why| panic!("{base:?}: {why}")))
    };
    WIDE.into_iter().map(file).collect()
}

/// A certificate split into its parts: the lines of its head without the last, its layers, and the text after
/// them.
#[derive(Clone)]
struct Parts {
    head: Vec<String>,
    layers: Option<Vec<Vec<u64>>>,
    end: Vec<u8>,
}

impl Parts {
    fn of(file: &[u8]) -> Self {
        let at = |end: &[u8; 6]| file.windows(6).position(|window| window == end);
        let cut = at(b"\nends\n").or_else(|| at(b"\ndata\n")).expect("an end");
        let text = String::from_utf8(file[..cut].to_vec()).expect("text");
        let head: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut parts = Self { head, layers: None, end: b"ends\n".to_vec() };
        if file[cut..].starts_with(b"\ndata") {
            let counts = ["F", "B"].map(|key| parts.numbers(key)).concat();
            let mut bytes = file[cut + 6..].iter();
            let layer = |count: &usize| {
                let (mut last, mut layer) = (0, Vec::new());
                for _ in 0..*count {
                    let (mut delta, mut shift) = (0, 0);
                    for byte in bytes.by_ref() {
                        delta |= u64::from(byte & 127) << shift;
                        shift += 7;
                        if *byte < 128 {
                            break;
                        }
                    }
                    last += delta;
                    layer.push(last);
                }
                layer
            };
            parts.layers = Some(counts.iter().map(layer).collect());
            parts.end = b"data\n".to_vec();
        }
        parts
    }

    fn line(&mut self, key: &str) -> Option<&mut String> {
        self.head.iter_mut().find(|line| line.split(' ').next() == Some(key))
    }

    fn numbers(&self, key: &str) -> Vec<usize> {
        let line = self.head.iter().find(|line| line.split(' ').next() == Some(key));
        let words = line.iter().flat_map(|line| line.split(' ').skip(1));
        words.filter_map(|word| word.parse().ok()).collect()
    }

    fn set(&mut self, key: &str, value: &str) {
        self.head.retain(|line| line.split(' ').next() != Some(key));
        self.head.push(format!("{key}{}{value}", if value.is_empty() { "" } else { " " }));
    }

    fn drop(&mut self, keys: &[&str]) {
        self.head.retain(|line| !keys.contains(&line.split(' ').next().unwrap_or_default()));
    }

    /// Recomputes counts and digest from the layers.
    fn mend(&mut self) {
        let Some(layers) = &self.layers else { return };
        let forward = self.numbers("F").len().min(layers.len());
        let counts = |some: &[Vec<u64>]| {
            some.iter().map(|layer| layer.len().to_string()).collect::<Vec<_>>().join(" ")
        };
        let (f, b) = (counts(&layers[..forward]), counts(&layers[forward..]));
        let digest = Sha256::digest(encoded(layers)).iter().fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        });
        self.set("F", &f);
        self.drop(&["B"]);
        if !b.is_empty() {
            self.set("B", &b);
        }
        self.set("sha256", &digest);
    }

    fn file(&self) -> Vec<u8> {
        let mut file = (self.head.join("\n") + "\n").into_bytes();
        file.extend(&self.end);
        if self.end.starts_with(b"data") {
            file.extend(encoded(self.layers.as_deref().unwrap_or_default()));
        }
        file
    }
}

fn encoded(layers: &[Vec<u64>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for layer in layers {
        let mut last = 0_u64;
        for &position in layer {
            let mut delta = position.wrapping_sub(last);
            while delta > 127 {
                bytes.push(delta as u8 | 128);
                delta >>= 7;
            }
            bytes.push(delta as u8);
            last = position;
        }
    }
    bytes
}

/// Valid certificates.
fn bases() -> &'static [Parts] {
    static BASES: OnceLock<Vec<Parts>> = OnceLock::new();
    BASES.get_or_init(|| {
        let mut bases = Vec::new();
        let drawn = PUZZLES.iter().map(|(board, directions, start, finish)| {
            let drawing = format!("board = '''\n{board}\n'''\nlattice = 'square'\n");
            (format!("{drawing}directions = '{directions}'\nnames = 'number'"), start, finish)
        });
        let listed =
            LISTED.iter().map(|(board, start, finish)| ((*board).to_owned(), start, finish));
        for (board, start, finish) in drawn.chain(listed) {
            let finish =
                if finish.starts_with('{') { (*finish).to_owned() } else { format!("[{finish}]") };
            let puzzle = puzzle(&board, start, &finish);
            let control = Control::default();
            let answer = solve(&puzzle, &Method::Search.into(), &control).expect("an answer");
            for (layers, line) in [(true, true), (true, false), (false, true), (false, false)] {
                let file = certify(&puzzle, &answer, Contents { layers, line }, &control);
                bases.push(Parts::of(&file.expect("a certificate")));
            }
        }
        bases.extend(wide_bases());
        bases
    })
}

/// The head of a certificate of each puzzle, without claim and proof.
pub(super) fn heads() -> Vec<Vec<String>> {
    let is_statement = |line: &&String| {
        let keys = [
            "soliter",
            "board",
            "directions",
            "holes",
            "jumps",
            "start",
            "finish",
            "pegs",
            "symmetries",
        ];
        keys.contains(&line.split(' ').next().unwrap_or_default())
    };
    let of = |parts: &Parts| parts.head.iter().filter(is_statement).cloned().collect();
    // Each puzzle on a board with layers has four certificates.
    bases().iter().step_by(4).take(PUZZLES.len() + LISTED.len()).map(of).collect()
}

/// Numbers and choices from bytes; zeros when they are used up.
pub(super) struct Choices<'a>(pub(super) &'a [u8]);

impl Choices<'_> {
    pub(super) fn below(&mut self, bound: usize) -> usize {
        let (&byte, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        usize::from(byte) % bound.max(1)
    }

    pub(super) fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// A set of holes. On boards of more than 64 holes it has at most [`MOST_WIDE_PEGS`], so that brute force can judge it.
    fn set(&mut self, holes: usize) -> u128 {
        if holes > 64 {
            return (0..MOST_WIDE_PEGS).fold(0, |set, _| set | 1 << self.below(holes.min(128)));
        }
        let bits = (0..8).fold(0_u64, |bits, _| bits << 8 | self.below(256) as u64);
        u128::from(bits & (u64::MAX >> (64 - holes.clamp(1, 64))))
    }

    fn list(&mut self, number: usize, words: &[&str]) -> String {
        (0..number).map(|_| self.of(words)).collect::<Vec<_>>().join(" ")
    }
}

const NUMBERS: [&str; 30] = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "127",
    "128",
    "255",
    "256",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "-4294967295",
    "-4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999",
    "+5",
    "007",
    "0x1f",
    "-0",
    "1e3",
    "",
    "ffffffffffffffff",
    "a",
];
const SMALL: [&str; 9] = ["0", "0", "0", "1", "1", "2", "-1", "-2", "3"];
const STRANGE: [&str; 10] =
    [" ", "\t", "\r", "\u{b}", "\u{c}", "\u{2028}", "\0", "\u{85}", "\n", "é"];

/// A file derived from a valid one by one to three edits that `data` chooses.
pub fn mutated(data: &[u8]) -> Vec<u8> {
    let mut choices = Choices(data);
    let bases = bases();
    let mut parts = bases[choices.below(bases.len())].clone();
    for _ in 0..=choices.below(3) {
        edit(&mut parts, &bases[choices.below(bases.len())], &mut choices);
    }
    let mut file = parts.file();
    match choices.below(24) {
        0 => file.truncate(file.len().saturating_sub(1 + choices.below(40))),
        1 => file.push(choices.below(256) as u8),
        2 => file.extend_from_within(file.len() / 2..),
        3 => {
            let at = choices.below(file.len().min(256));
            file[at] ^= 1 << choices.below(8);
        }
        _ => {}
    }
    file
}

#[allow(clippy::too_many_lines, reason = "a list of edits")]
fn edit(parts: &mut Parts, other: &Parts, choices: &mut Choices<'_>) {
    let drawing = parts.head.iter().find_map(|line| line.strip_prefix("board "));
    let drawn = drawing.map_or(1, |board| board.bytes().filter(|mark| *mark == b'o').count());
    let holes = parts.numbers("holes").first().map_or(drawn, |holes| (*holes).clamp(1, 127));
    let place = choices.below(parts.head.len());
    let jumps = u128::from_str_radix(
        parts.line("start").map_or("0", |line| line.split(' ').next_back().unwrap_or("0")),
        16,
    )
    .map_or(1, u128::count_ones) as usize;
    match choices.below(24) {
        // A word of a line becomes another number, or a number changed by one.
        0 | 1 => {
            let mut words: Vec<String> = parts.head[place].split(' ').map(str::to_owned).collect();
            let at = choices.below(words.len().saturating_sub(1)) + 1;
            if let Some(word) = words.get_mut(at) {
                let near =
                    word.parse::<i64>().ok().and_then(|n| n.checked_add(choices.of(&[-1, 1])));
                let far = choices.of(&NUMBERS).to_owned();
                *word =
                    if choices.below(2) == 0 { far } else { near.map_or(far, |n| n.to_string()) };
            }
            parts.head[place] = words.join(" ");
        }
        2 | 3 => {
            let claim = choices.below(jumps + 2).to_string();
            parts.set("moves-at-least", &claim);
        }
        // A line of another puzzle, or all except its proof.
        4 => {
            let line = other.head[choices.below(other.head.len())].clone();
            let key = line.split(' ').next().unwrap_or_default().to_owned();
            parts.drop(&[&key]);
            parts.head.push(line);
        }
        5 => {
            let proof = [
                "F",
                "B",
                "sha256",
                "regions",
                "weights",
                "potentials",
                "duals",
                "marking",
                "pagodas-F",
                "pagodas-B",
            ];
            let is_proof =
                |line: &&String| proof.contains(&line.split(' ').next().unwrap_or_default());
            parts.drop(&proof);
            parts.head.extend(other.head.iter().filter(is_proof).cloned());
            (parts.layers, parts.end) = (other.layers.clone(), other.end.clone());
        }
        // A position is removed from or added to the layers, the last layer is removed, or they are
        // reordered.
        6 | 7 => {
            if let Some(layers) = parts.layers.as_mut().filter(|layers| !layers.is_empty()) {
                let layer = choices.below(layers.len());
                let length = layers.get(layer).map_or(0, Vec::len);
                let at = choices.below(length);
                match choices.below(5) {
                    0 if at < length => drop(layers[layer].remove(at)),
                    1 => layers[layer].push(choices.set(holes) as u64),
                    2 => drop(layers.pop()),
                    3 => layers.swap(layer, 0),
                    _ => layers.push(Vec::new()),
                }
            }
            if choices.below(4) > 0 {
                parts.mend();
            }
        }
        8 => {
            let regions: Vec<String> =
                (0..choices.below(4)).map(|_| format!("{:x}", choices.set(holes))).collect();
            parts.set("regions", &regions.join(" "));
        }
        // Another proof of the claim.
        9..=11 => {
            parts.drop(&["F", "B", "sha256", "marking", "weights", "potentials", "duals", "line"]);
            (parts.layers, parts.end) = (None, b"ends\n".to_vec());
            if choices.below(2) == 0 {
                parts.drop(&["regions"]);
            }
            let regions = parts.head.iter().find(|line| line.starts_with("regions"));
            let regions = regions.map_or(0, |line| line.split(' ').count() - 1);
            if choices.below(3) == 0 {
                parts.drop(&["regions"]);
                let marks = choices.list(holes, &["0", "1"]);
                parts.set("marking", &marks);
            } else {
                let weights = choices.list(holes, &SMALL);
                let potentials = choices.list(holes, &["0", "0", "0", "1", "2"]);
                let duals = choices.list(regions, &["0", "1", "2"]);
                parts.set("weights", &weights);
                parts.set("potentials", &potentials);
                parts.set("duals", &duals);
            }
        }
        12 => {
            let set = choices.set(holes);
            parts.set(choices.of(&["start", "finish"]), &format!("{set:x}"));
        }
        13 => drop(parts.head.remove(place)),
        14 => parts.head.push(parts.head[place].clone()),
        15 => parts.head.push("extra 1".to_owned()),
        16 => {
            let mark = choices.of(&STRANGE);
            let line = &mut parts.head[place];
            let at = (0..=line.len()).filter(|&at| line.is_char_boundary(at)).collect::<Vec<_>>();
            line.insert_str(choices.of(&at), mark);
        }
        17 => {
            let number = choices.below(10).to_string();
            parts.set(choices.of(&["symmetries", "pegs"]), &number);
        }
        18 => {
            // A line of fewer moves.
            if let Some(line) = parts.line("line") {
                *line = line.rsplit_once(' ').map_or(String::new(), |(less, _)| less.to_owned());
            }
        }
        // Pagoda functions, most of them valid, which do not change the digest.
        19 | 20 => {
            let weights: Vec<String> = (0..=choices.below(3))
                .flat_map(|_| pagoda(parts, holes, choices))
                .map(|weight| weight.to_string())
                .collect();
            parts.set(choices.of(&["pagodas-F", "pagodas-B"]), &weights.join(" "));
        }
        // A listed jump is added or removed, or one with holes that do not exist.
        21 | 22 => {
            let mut jumps = listed(parts);
            if choices.below(2) == 0 && !jumps.is_empty() {
                jumps.remove(choices.below(jumps.len()));
            } else {
                let hole = |choices: &mut Choices<'_>| choices.below(holes + 1);
                jumps.push([hole(choices), hole(choices), hole(choices)]);
            }
            if choices.below(4) > 0 {
                jumps.sort_unstable();
                jumps.dedup();
            }
            if parts.line("jumps").is_some() || choices.below(8) == 0 {
                let words: Vec<String> =
                    jumps.iter().map(|[a, b, c]| format!("{a}-{b}-{c}")).collect();
                parts.set("jumps", &words.join(" "));
            }
        }
        _ => {
            if let Some(directions) = parts.line("directions") {
                let words = ["orthogonal", "lines", "all", "skew"];
                *directions = format!("directions {}", choices.of(&words));
            }
        }
    }
    if parts.head.is_empty() {
        parts.head.push("soliter layers 2".to_owned());
    }
}

/// Weights that no jump raises after a sufficient reduction.
fn pagoda(parts: &mut Parts, holes: usize, choices: &mut Choices<'_>) -> Vec<i64> {
    let mut word = |key| {
        parts.line(key).and_then(|line| line.split(' ').nth(1)).unwrap_or_default().to_owned()
    };
    let (board, directions) = (word("board"), word("directions"));
    let mut jumps = drawn_jumps(&board, &directions);
    jumps.extend(listed(parts));
    // A changed board has other jumps.
    jumps.retain(|jump| jump.iter().all(|hole| *hole < holes));
    let mut weights: Vec<i64> =
        (0..holes).map(|_| choices.of(&[0, 0, 1, 1, 2, 3, -1, 255])).collect();
    for _ in 0..choices.of(&[0, 30, 30, 30]) {
        for &[from, over, to] in &jumps {
            if let (Some(a), Some(b)) = (weights.get(from), weights.get(over)) {
                let most = a + b;
                weights[to] = weights[to].min(most).max(-255);
            }
        }
    }
    weights
}

/// The jumps that a head lists.
fn listed(parts: &Parts) -> Vec<[usize; 3]> {
    let line = parts.head.iter().find(|line| line.starts_with("jumps "));
    let words = line.iter().flat_map(|line| line.split(' ').skip(1));
    let three = |word: &str| {
        let numbers: Option<Vec<usize>> =
            word.split('-').map(|number| number.parse().ok()).collect();
        <[usize; 3]>::try_from(numbers?).ok()
    };
    words.filter_map(three).collect()
}

/// From, over, to of the jumps on a board.
fn jumps(board: &StatedBoard) -> Vec<[usize; 3]> {
    match board {
        StatedBoard::Drawn { drawing, directions } => drawn_jumps(drawing, directions),
        StatedBoard::Listed { jumps, .. } => jumps.clone(),
    }
}

/// The jumps of a drawing.
fn drawn_jumps(board: &str, directions: &str) -> Vec<[usize; 3]> {
    let mut holes = Vec::new();
    for (row, marks) in board.split('/').enumerate() {
        let marks = marks.bytes().enumerate().filter(|(_, mark)| *mark == b'o');
        holes.extend(marks.map(|(column, _)| (row as i32, column as i32)));
    }
    let mut ways = vec![(0, 1), (1, 0), (0, -1), (-1, 0)];
    ways.extend(match directions {
        "lines" | "skew" => vec![(1, 1), (-1, -1)],
        "all" => vec![(1, 1), (-1, -1), (1, -1), (-1, 1)],
        _ => Vec::new(),
    });
    let hole = |row, column| holes.iter().position(|&place| place == (row, column));
    let mut jumps = Vec::new();
    for (from, &(row, column)) in holes.iter().enumerate() {
        for (down, right) in &ways {
            let over = hole(row + down, column + right);
            let to = hole(row + 2 * down, column + 2 * right);
            if let (Some(over), Some(to)) = (over, to) {
                jumps.push([from, over, to]);
            }
        }
    }
    jumps
}

/// A set of holes as bits. The mutations name no hole from 128 on.
fn bits(set: &HoleSet) -> u128 {
    set.holes().fold(0, |bits, hole| bits | 1 << hole)
}

/// The fewest moves of the puzzle in a certificate from a start; `None` if there is no solution.
pub(super) fn fewest(certified: &Certified, start: u128) -> Option<usize> {
    type Key = (String, u128, Option<u128>, u32);
    static KNOWN: Mutex<BTreeMap<Key, Option<usize>>> = Mutex::new(BTreeMap::new());
    let Certified { board, finish, pegs, .. } = certified;
    let finish = finish.as_ref().map(bits);
    let key = (format!("{board:?}"), start, finish, *pegs);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    *known.entry(key).or_insert_with(|| search(&jumps(board), start, (finish, *pegs)))
}

/// Breadth-first search over positions with the hole of the peg that moved last: continuing its move is free.
fn search(
    jumps: &[[usize; 3]],
    start: u128,
    (finish, wanted): (Option<u128>, u32),
) -> Option<usize> {
    let is_end = |pegs: u128| match finish {
        Some(finish) => pegs == finish,
        None => pegs.count_ones() == wanted,
    };
    let mut queue = VecDeque::from([(start, None, 0)]);
    let mut seen = BTreeSet::new();
    while let Some((pegs, last, moves)) = queue.pop_front() {
        if is_end(pegs) {
            return Some(moves);
        }
        if !seen.insert((pegs, last)) {
            continue;
        }
        for &[from, over, to] in jumps {
            if pegs >> from & 1 == 1 && pegs >> over & 1 == 1 && pegs >> to & 1 == 0 {
                let after = pegs ^ (1 << from | 1 << over | 1 << to);
                if last == Some(from) {
                    queue.push_front((after, Some(to), moves));
                } else {
                    queue.push_back((after, Some(to), moves + 1));
                }
            }
        }
    }
    None
}

/// Whether a file is accepted.
///
/// # Panics
/// Panics if the file is accepted and claims more than is true.
pub fn judged(file: &[u8]) -> bool {
    let Ok(certified) = check(file, &|bytes| bytes < 1 << 28) else { return false };
    // A mutation that sets many pegs on a wide board is beyond brute force; most set few.
    let holes = match &certified.board {
        StatedBoard::Drawn { drawing, .. } => drawing.bytes().filter(|mark| *mark == b'o').count(),
        StatedBoard::Listed { holes, .. } => *holes,
    };
    if holes > 64 && certified.start.len() > MOST_WIDE_PEGS as usize {
        return true;
    }
    let truth = fewest(&certified, bits(&certified.start));
    let right = match certified.proved {
        Proved::MovesAtLeast(moves) => truth.is_none_or(|fewest| moves <= fewest),
        Proved::ExactMoves(moves) => truth == Some(moves),
        Proved::Impossible => truth.is_none(),
    };
    assert!(right, "{certified:?}, in truth {truth:?}:\n{}", String::from_utf8_lossy(file));
    true
}

/// Generates a file and judges it.
pub fn run(data: &[u8]) {
    judged(&mutated(data));
}
