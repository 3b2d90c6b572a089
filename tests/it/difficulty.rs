//! Remeasures the difficulty of the built-in puzzles and compares it with `src/pages/difficulty.txt`.
//!
//! `cargo test --release --test it difficulty:: -- --include-ignored` measures all puzzles. With `DIFFICULTY=overwrite` it
//! writes the file.

use std::fmt::Write as _;

use soliter::boards::board::position::Position;
use soliter::boards::puzzle::Puzzle;
use soliter::boards::rules;
use soliter::boards::verify::replay;
use soliter::pages::difficulty::{self, GAMES};

use crate::common;

/// The number of random games won from the start, with a fixed seed.
fn games_won(puzzle: &Puzzle) -> u32 {
    let leaps = rules::leaps(puzzle.board(), puzzle.reverse());
    let mut random = fastrand::Rng::with_seed(1);
    let (mut won, mut fitting, mut jumps) = (0, Vec::new(), Vec::new());
    for _ in 0..GAMES {
        let mut position = puzzle.start().word();
        jumps.clear();
        while jumps.len() < puzzle.jumps() {
            fitting.clear();
            fitting.extend(leaps.iter().filter(|leap| leap.fits(position)));
            if fitting.is_empty() {
                break;
            }
            let leap: rules::Leap = fitting[random.usize(0..fitting.len())];
            jumps.push(leap.hop());
            position ^= leap.all;
        }
        let is_end =
            jumps.len() == puzzle.jumps() && puzzle.finish().accepts(&Position::from(position));
        // Only the replay keeps track of marked pegs.
        won += u32::from(is_end && replay(puzzle, jumps.iter().copied()).solves(puzzle));
    }
    won
}

#[test]
fn every_puzzle_is_graded_as_it_was_measured() {
    for name in common::peg_puzzles() {
        assert!(difficulty::games_won(&name).is_some(), "{name} is not in difficulty.txt");
    }
    for name in ["gardner/latin-cross", "leibniz/latin-cross", "triangle15/11-to-11"] {
        let measured = games_won(&common::built_in(name));
        assert_eq!(difficulty::games_won(name), Some(measured), "{name}");
    }
}

#[test]
fn no_grade_is_empty_and_none_has_most_of_the_puzzles() {
    let mut grades = [0; 5];
    for name in common::peg_puzzles() {
        let puzzle = common::built_in(&name);
        if puzzle.known().impossible {
            continue;
        }
        let won = difficulty::games_won(&name).expect("a line");
        grades[usize::from(difficulty::grade(won, puzzle.jumps())) - 1] += 1;
    }
    let all: usize = grades.iter().sum();
    for grade in grades {
        assert!((all / 10..=all / 3).contains(&grade), "{grades:?}");
    }
}

#[test]
#[ignore = "measures every puzzle, which takes minutes"]
fn all_puzzles_are_measured() {
    let mut text = String::new();
    for name in common::peg_puzzles() {
        let _ = writeln!(text, "{name} {}", games_won(&common::built_in(&name)));
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/pages/difficulty.txt");
    if std::env::var_os("DIFFICULTY").is_some_and(|value| value == "overwrite") {
        std::fs::write(path, &text).expect("a file");
    }
    assert_eq!(text, std::fs::read_to_string(path).expect("a file"));
}
