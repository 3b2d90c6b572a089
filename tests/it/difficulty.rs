//! The difficulty of the built-in puzzles, measured again and compared with `src/pages/difficulty.txt`.
//!
//! `cargo test --release --test it difficulty:: -- --include-ignored` measures all puzzles. With `DIFFICULTY=overwrite` it
//! writes the file.

use std::fmt::Write as _;

use soliter::base::control::Control;
use soliter::pages::difficulty::{Difficulty, GAMES};
use soliter::pages::solvable::winning_first_jumps;
use soliter::peg::board::position::Position;
use soliter::peg::puzzle::Puzzle;
use soliter::peg::rules;
use soliter::peg::search::reachable::oracle::Oracle;
use soliter::peg::verify::replay;

use crate::common;

/// Random games won from the start, with a fixed seed.
fn games_won(puzzle: &Puzzle) -> u32 {
    let leaps = rules::leaps(puzzle.board(), puzzle.reverse());
    let mut random = fastrand::Rng::with_seed(1);
    let (mut won, mut fitting, mut jumps) = (0, Vec::new(), Vec::new());
    for _ in 0..GAMES {
        let mut position = puzzle.start().0;
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
        let is_end = jumps.len() == puzzle.jumps() && puzzle.finish().accepts(Position(position));
        // Marked pegs are followed by the replay alone.
        won += u32::from(is_end && replay(puzzle, jumps.iter().copied()).solves(puzzle));
    }
    won
}

fn measure(puzzle: &Puzzle) -> Difficulty {
    let first = winning_first_jumps(puzzle, &Control::default()).expect("no limit of time");
    Difficulty { winning_first_jumps: first, games_won: games_won(puzzle) }
}

#[test]
fn every_puzzle_is_graded_as_it_was_measured() {
    let names = common::peg_puzzles();
    for name in &names {
        assert!(Difficulty::of(name).is_some(), "{name} is not in difficulty.txt");
    }
    for name in
        ["gardner/latin-cross", "leibniz/latin-cross", "triangle15/11-to-11", "french/44-to-44"]
    {
        let puzzle = common::built_in(name);
        let told = Difficulty::of(name).expect("a line");
        assert_eq!(told, measure(&puzzle), "{name}");
        // The number of first jumps, by the oracle.
        let oracle = Oracle::new(&puzzle, &Control::default()).expect("no limit is met");
        let wins =
            rules::legal(&puzzle, puzzle.start()).filter(|&(_, after)| oracle.can_finish(after));
        let most = wins.count();
        let first = told.winning_first_jumps.expect("a number");
        assert!(first <= most && (first > 0) == (most > 0), "{name}: {first} of {most}");
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
        let told = Difficulty::of(&name).expect("a line");
        grades[usize::from(told.grade(puzzle.jumps())) - 1] += 1;
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
        let Difficulty { winning_first_jumps: first, games_won } =
            measure(&common::built_in(&name));
        let first = first.map_or("-".to_owned(), |first| first.to_string());
        let _ = writeln!(text, "{name} {first} {games_won}");
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/pages/difficulty.txt");
    if std::env::var_os("DIFFICULTY").is_some_and(|value| value == "overwrite") {
        std::fs::write(path, &text).expect("a file");
    }
    assert_eq!(text, std::fs::read_to_string(path).expect("a file"));
}
