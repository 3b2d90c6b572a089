//! Certificates of boards of more than 64 holes: both checkers accept them, and reject every change that makes them false.

use std::process::Command;

use soliter::base::control::Control;
use soliter::boards::board::Board;
use soliter::boards::board::listed::jumps_of_edges;
use soliter::boards::board::position::{Hole, Position};
#[cfg(feature = "milp")]
use soliter::boards::bounds::class;
use soliter::boards::bounds::pagoda::DualBound;
use soliter::boards::puzzle::setup::PuzzleSetup;
use soliter::boards::puzzle::{Finish, Puzzle};
use soliter::checker::{CheckContext, Proved, check};
use soliter::prove::certify::{Contents, Statement, certify, certify_dual_bound};
use soliter::prove::solve::{Method, solve};
use soliter::{Directions, Lattice};

use crate::common::python;

fn drawn(rows: usize, columns: usize) -> Board {
    let drawing = vec!["o".repeat(columns); rows].join("\n");
    Board::from_drawing(&drawing, Lattice::Square, Directions::Orthogonal).expect("a board")
}

fn path(holes: usize) -> Board {
    let names = (0..holes).map(|hole| hole.to_string()).collect();
    let edges: Vec<(Hole, Hole)> = (1..holes as Hole).map(|hole| (hole - 1, hole)).collect();
    Board::listed(names, jumps_of_edges(holes, &edges), Vec::new()).expect("a board")
}

fn puzzle(board: Board, start: Position, finish: Position) -> Puzzle {
    PuzzleSetup::new(board, start, Finish::Exactly(finish)).puzzle().expect("a puzzle")
}

fn one(hole: Hole) -> Position {
    Position::EMPTY.with(hole)
}

/// The verdicts of the checker in Python; `None` without Python.
fn python(files: &[String]) -> Option<Vec<Result<String, String>>> {
    let folder = tempfile::tempdir().expect("a folder");
    let paths: Vec<_> =
        (0..files.len()).map(|n| folder.path().join(format!("{n}.layers"))).collect();
    paths.iter().zip(files).for_each(|(path, text)| std::fs::write(path, text).expect("written"));
    python::verdicts("check_layers.py", &paths)
}

fn are_rejected(files: &[String]) {
    for text in files {
        assert!(check(text.as_bytes(), &|_| true).is_err(), "{text}");
    }
    for (said, text) in python(files).into_iter().flatten().zip(files) {
        assert!(said.is_err(), "{said:?}\n{text}");
    }
}

fn line<'a>(text: &'a str, key: &str) -> &'a str {
    let begins = |line: &&str| line.split(' ').next() == Some(key);
    text.lines().find(begins).unwrap_or_else(|| panic!("no {key}"))
}

/// The text with another word in one place of a line.
fn with_word(text: &str, key: &str, place: usize, word: &str) -> String {
    let old = line(text, key);
    let mut words: Vec<&str> = old.split(' ').collect();
    words[place + 1] = word;
    text.replace(old, &words.join(" "))
}

/// Puzzles that a marking or a pagoda function refutes: a square, a path, a thousand holes.
fn refuted() -> Vec<(Puzzle, &'static str)> {
    let square = drawn(10, 10);
    let class = puzzle(square.clone(), square.full().without(0), one(1));
    let listed = path(100);
    let class_of_path = puzzle(listed.clone(), listed.full().without(0), one(0));
    let large = drawn(25, 40);
    let large = puzzle(large.clone(), large.full().without(0), one(1));
    #[cfg(feature = "milp")]
    let weights = {
        // Conway's army without one peg, such that the classes allow a peg in the fifth row.
        let board = drawn(11, 6);
        let army: Position = (30..66).collect();
        let markings = class::markings(&board);
        let parities =
            |set: &Position| markings.iter().map(|m| class::is_odd(m, set)).collect::<Vec<_>>();
        let pairs = (30..66).flat_map(|peg| (0..6).map(move |goal| (peg, goal)));
        let fits = |(peg, goal): &(Hole, Hole)| {
            parities(&army.clone().without(*peg)) == parities(&one(*goal))
        };
        let (peg, goal) = pairs.into_iter().find(fits).expect("a peg and a goal");
        let start = army.without(peg);
        vec![(puzzle(board, start, one(goal)), "weights")]
    };
    #[cfg(not(feature = "milp"))]
    let weights = Vec::new();
    let markings = [(class, "marking"), (class_of_path, "marking"), (large, "marking")];
    markings.into_iter().chain(weights).collect()
}

#[test]
fn both_checkers_accept_refutations_and_reject_false_ones() {
    let mut right = Vec::new();
    for (puzzle, kind) in refuted() {
        let control = Control::default();
        let answer = solve(&puzzle, &Method::Auto.into(), &control).expect("an answer");
        let file = certify(&puzzle, &answer, Contents::default(), &control);
        let text = String::from_utf8(file.expect("a certificate")).expect("text");
        let certified = check(text.as_bytes(), &|_| true).expect("accepted");
        assert_eq!(certified.proved, Proved::Impossible);
        let statement = Statement::of(&puzzle).expect("a statement");
        assert_eq!(statement.difference(&certified), None);
        let mut wrong = Vec::new();
        for (place, word) in line(&text, kind).split(' ').skip(1).enumerate().step_by(7) {
            let other = match (kind, word) {
                ("marking", "0") => "1".to_owned(),
                ("marking", _) => "0".to_owned(),
                // A weight that the jumps over this hole raise.
                _ => (word.parse::<i64>().expect("a number") - 100_000_000).to_string(),
            };
            wrong.push(with_word(&text, kind, place, &other));
        }
        let more = (certified.start.len() - certified.pegs as usize + 2).to_string();
        for (key, word) in [
            ("moves-at-least", more.as_str()),
            ("finish", "0"),
            ("start", "1"),
            ("start", line(&text, "finish").split(' ').nth(1).expect("a word")),
            ("symmetries", "7"),
            ("pegs", "2"),
        ] {
            wrong.push(with_word(&text, key, 0, word));
        }
        // A hole beyond the board, and one number fewer.
        let start = line(&text, "start");
        wrong.push(text.replace(start, &start.replace("start ", "start 1")));
        let numbers = line(&text, kind);
        let less = numbers.rsplit_once(' ').expect("words").0;
        wrong.push(text.replace(numbers, less));
        wrong.push(text.replace(numbers, "F 1"));
        are_rejected(&wrong);
        right.push(text);
    }
    assert!(python(&right).into_iter().flatten().all(|said| said.is_ok()));
}

/// One more listed jump that breaks the marking, jumps in another order, a jump twice, and a hole that does not exist.
#[test]
fn listed_jumps_of_wide_boards_are_checked() {
    let board = path(100);
    let puzzle = puzzle(board.clone(), board.full().without(0), one(0));
    let control = Control::default();
    let answer = solve(&puzzle, &Method::Auto.into(), &control).expect("an answer");
    let file = certify(&puzzle, &answer, Contents::default(), &control).expect("a certificate");
    let text = String::from_utf8(file).expect("text");
    let jumps = line(&text, "jumps");
    let wrong: Vec<String> = [
        jumps.replace("0-1-2 1-2-3", "0-1-2 0-1-3 1-2-3"),
        jumps.replace("0-1-2 1-2-3", "1-2-3 0-1-2"),
        jumps.replace("0-1-2 1-2-3", "0-1-2 0-1-2 1-2-3"),
        format!("{jumps} 99-98-100"),
        jumps.replace("0-1-2", "0-1-1"),
    ]
    .iter()
    .map(|other| text.replace(jumps, other))
    .collect();
    assert!(wrong.iter().all(|wrong| *wrong != text));
    are_rejected(&wrong);
    are_rejected(&[
        text.replace("holes 100", "holes 65536"),
        text.replace("holes 100", "holes 64"),
    ]);
}

/// Weights prove the lower bound of one move, which the solution in the file reaches.
#[test]
fn a_solution_with_its_lower_bound() {
    for board in [path(70), drawn(6, 12)] {
        let pegs = if board.is_drawn() { [69, 70] } else { [67, 68] };
        let goal = pegs[1] + 1;
        let puzzle = puzzle(board.clone(), pegs.into_iter().collect(), one(goal));
        let mut weights = vec![0; board.holes()];
        weights[usize::from(goal)] = 1;
        let ends = (puzzle.start(), puzzle.finish());
        let bound =
            DualBound::new(&board, ends, weights, Vec::new(), Vec::new()).expect("no circle");
        let answer = solve(&puzzle, &Method::Dfs.into(), &Control::default()).expect("an answer");
        let solution = answer.line().expect("a solution");
        let room = CheckContext::in_memory(&|_| true);
        let (file, certified) =
            certify_dual_bound(&puzzle, &bound, Some(solution), &room).expect("a file");
        assert_eq!(certified.proved, Proved::ExactMoves(1));
        let text = String::from_utf8(file).expect("text");
        assert!(python(std::slice::from_ref(&text)).into_iter().flatten().all(|said| said.is_ok()));
        let moves = line(&text, "line");
        let chain: Vec<&str> = moves.split(' ').nth(1).expect("a move").split('-').collect();
        let mut backwards = chain.clone();
        backwards.reverse();
        are_rejected(&[
            with_word(&text, "line", 0, &backwards.join("-")),
            with_word(&text, "line", 0, chain[0]),
            text.replace(moves, &format!("{moves} {}", chain.join("-"))),
            with_word(&text, "moves-at-least", 0, "2"),
        ]);
    }
}

/// The commands, and a certificate of another puzzle.
#[test]
fn the_program_certifies_and_verifies_wide_boards() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_soliter"))
            .current_dir(folder.path())
            .args(arguments)
            .output()
            .expect("soliter runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr);
        (output.status.code(), text)
    };
    for (name, hole) in [("first", 1), ("second", 3)] {
        let edges: Vec<String> = (1..100).map(|n| format!("'{n}-{}'", n + 1)).collect();
        let text = format!(
            "title = '{name}'\nmodel = {{ kind = 'peg-solitaire', edges = [{}] }}\n\
             start = {{ all_but = ['{hole}'] }}\nfinish = ['{hole}']\n",
            edges.join(", ")
        );
        std::fs::write(folder.path().join(format!("{name}.toml")), text).expect("a file");
    }
    let (code, solved) = run(&["solve", "first.toml"]);
    assert_eq!(code, Some(1), "{solved}");
    assert!(solved.contains("evidence: the marked holes, which you can check by hand"), "{solved}");
    let (code, made) = run(&["certify", "first.toml", "-o", "first.layers"]);
    assert!(code == Some(0) && made.contains("there is no solution"), "{made}");
    let (code, verified) = run(&["verify", "first.layers", "first.toml"]);
    assert!(
        code == Some(0) && verified.contains("correct: first: there is no solution"),
        "{verified}"
    );
    assert!(verified.contains("100 holes, numbered from 0, and 196 jumps"), "{verified}");
    let (code, other) = run(&["verify", "first.layers", "second.toml"]);
    assert!(code == Some(1) && other.contains("for another start, not for"), "{other}");
}
