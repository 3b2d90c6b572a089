//! `tools/encode.py` makes the clauses of the program from a puzzle's text, on every kind of board, or refuses it.
#![cfg(feature = "sat")]

use std::path::Path;
use std::process::Command;

use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::boards::puzzle::open::AnyPuzzle;
use soliter::library;
use soliter::prove::sat::proof;

const PUZZLES: usize = 1000;

/// The digest of the clauses of a puzzle and a number of moves; `None` if the program has none.
fn digest(folder: &Path, number: &str, moves: usize) -> Option<String> {
    let text = std::fs::read_to_string(folder.join(format!("{number}.toml"))).expect("a puzzle");
    let load = |model: &str| match std::fs::read_to_string(folder.join(model)) {
        Ok(text) => Ok(Source::new(model, text)),
        Err(_) => library::model(model),
    };
    let read = AnyPuzzle::parse(&Source::new("random.toml", text), &load);
    let Ok(AnyPuzzle::Fixed(puzzle)) = read else { return None };
    let fits = puzzle.marked().is_empty() && (1..=puzzle.jumps()).contains(&moves);
    if fits { proof::digest(&puzzle, moves, &Control::default()).ok() } else { None }
}

#[test]
#[ignore = "needs Python with numpy: ./setup.sh --with-python, then -- --ignored python_"]
fn python_random_puzzles_have_the_same_clauses_or_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tools/encode_random.py");
    let mut encode = Command::new("python3");
    let encode = encode.arg(script).arg(folder.path()).arg(PUZZLES.to_string());
    let output = encode.output().expect("python3 runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout).expect("text");
    let (mut same, mut refused_here) = (0, 0);
    for line in said.lines() {
        let words: Vec<&str> = line.splitn(3, ' ').collect();
        let moves = words[1].parse().expect("a number of moves");
        let wanted = digest(folder.path(), words[0], moves);
        if words[2].starts_with("refused ") {
            refused_here += usize::from(wanted.is_some());
        } else {
            assert_eq!(Some(words[2]), wanted.as_deref(), "puzzle {line}");
            same += 1;
        }
    }
    assert_eq!(said.lines().count(), PUZZLES);
    // The other puzzles have no clauses: there is a wrong key or name, or no jump to make.
    assert!(
        same > 250 && refused_here < 70,
        "{same} the same, {refused_here} refused by the tool only"
    );
}

/// Puzzles with a number of moves, and the message about each. To encode them, the tool would have to guess, or the
/// clauses would be unsatisfiable although there is a solution.
const REFUSED: [(&str, &str, &str); 6] = [
    (
        "start = ['0', '1', '3']\nfinish = ['1']\n[model]\nholes = ['0', '1', '2', '3']\njumps = ['0-1-2', '2-3-1']\n",
        "1",
        "could land in a hole that it has jumped over",
    ),
    (
        "start = '●●o'\nfinish = 'oo●'\n[model]\nboard = 'ooo'\n",
        "1",
        "it is ambiguous whether 'o' or '●' is a peg",
    ),
    // Each slot has a jump, and there are only two jumps.
    (
        "start = ['1', '2', '4']\nfinish = ['1']\n[model]\nboard = 'oooo'\nnames = 'number'\n",
        "3",
        "a solution has 2 jumps",
    ),
    (
        "start = ['a', 'b']\nfinish = ['A']\n[model]\nlines = ['a-b-c']\n",
        "1",
        "no hole is called \"A\"",
    ),
    (
        "start = ['1', '2']\nfinish = ['3']\n[model]\nboard = 'ooo'\nnames = 'number'\nwrap = 'cylinder'\n",
        "1",
        "unknown wrap",
    ),
    (
        "start = ['1', '2']\nfinish = ['3']\nrule = 'long'\n[model]\nboard = 'ooo'\nnames = 'number'\n",
        "1",
        "unknown key \"rule\"",
    ),
];

#[test]
#[ignore = "needs Python with numpy: ./setup.sh --with-python, then -- --ignored python_"]
fn python_refuses_what_is_not_certain() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("puzzle.toml");
    for (text, moves, reason) in REFUSED {
        std::fs::write(&path, text).expect("a file");
        let mut encode = Command::new("python3");
        let encode = encode.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tools/encode.py"));
        let output = encode.arg(&path).arg(moves).output().expect("python3 runs");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text}{told}");
        assert!(output.stdout.is_empty() && told.contains(reason), "{text}{told}");
    }
}
