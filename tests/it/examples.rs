//! Runs the programs of `examples/`.

#![allow(dead_code, reason = "each example has a main beside what is run here")]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[path = "../../examples/board.rs"]
mod board;
#[path = "../../examples/check.rs"]
mod check;
#[path = "../../examples/count.rs"]
mod count;
#[path = "../../examples/nim.rs"]
mod nim;
#[path = "../../examples/solve.rs"]
mod solve;
#[path = "../../examples/symmetry.rs"]
mod symmetry;

#[test]
fn solving_with_progress_and_cancel() {
    let said = solve::run(Arc::default()).expect("an answer");
    assert!(said.starts_with("9 moves, proved: "), "{said}");
    let said = solve::run(Arc::new(AtomicBool::new(true))).expect("an answer");
    assert!(!said.contains("proved") && said != "impossible", "{said}");
}

#[test]
fn a_board_built_in_code() {
    assert_eq!(
        board::run().expect("an answer"),
        "A loaf: 14 jumps in 9 moves\nnot a puzzle: \"start\" has no peg; \"finish\" has 99 pegs, \
         the board 16 holes"
    );
}

#[test]
fn a_record_checked() {
    assert_eq!(
        check::run().expect("a judgement"),
        "correct, 5 moves\nillegal: jump 4, 25-35: 25 and 35 are neighbours; a jump lands two holes away\n\
         lost after jump 3"
    );
}

#[test]
fn counting() {
    assert_eq!(
        count::run().expect("numbers"),
        "2 solutions, 2 of them shortest, 24 positions, 21 games"
    );
}

#[test]
fn jumps_up_to_symmetry() {
    assert_eq!(symmetry::run().expect("jumps"), "46-44 and 3 like it");
}

#[test]
fn a_game_of_ones_own() {
    nim::main();
}

#[test]
fn every_example_is_short() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    let files: Vec<_> = std::fs::read_dir(folder).expect("examples").flatten().collect();
    assert_eq!(files.len(), 6);
    for file in files {
        let text = std::fs::read_to_string(file.path()).expect("an example");
        // An example with its own game contains the rules in addition to the calls.
        let most = if file.file_name() == "nim.rs" { 150 } else { 40 };
        assert!(text.lines().count() <= most, "{:?}", file.path());
    }
}
