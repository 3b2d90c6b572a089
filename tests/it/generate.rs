//! Compares the results of `soliter generate` with plain play of every figure.

#![cfg(feature = "cli")]

use crate::common;

use std::collections::BTreeMap;
use std::process::Command;

use common::{Case, Pegs};
use serde_json::Value;
use soliter::boards::board::position::Position;
use soliter::boards::puzzle::setup::PuzzleSetup;
use soliter::boards::puzzle::{Finish, Puzzle};

/// Figures on a board of 4 by 4: pegs, empty holes, and undetermined holes.
const FIGURE: &str = ".??.\n?o??\n??o.\n.??.\n";

/// The number of jump sequences that lead to the finish.
fn solutions(case: &Case, pegs: &Pegs, known: &mut BTreeMap<Pegs, u64>) -> u64 {
    if case.accepts(pegs) {
        return 1;
    }
    if let Some(&number) = known.get(pegs) {
        return number;
    }
    let jumps = case.jumps(pegs);
    let number = jumps.iter().map(|(_, _, after)| solutions(case, after, known)).sum();
    known.insert(pegs.clone(), number);
    number
}

/// The numbers of pegs, moves, solutions, false starts and first jumps of a figure, if it can be solved.
fn plain(puzzle: &Puzzle) -> Option<[u64; 5]> {
    let case = common::case(puzzle);
    let moves = case.fewest_moves()?;
    let (first, mut known) = (case.jumps(&case.start), BTreeMap::new());
    let number = solutions(&case, &case.start, &mut known);
    let lost = first.iter().filter(|(_, _, after)| solutions(&case, after, &mut known) == 0);
    let counts = [case.start.len(), moves, lost.count(), first.len()].map(|number| number as u64);
    let [pegs, moves, lost, first] = counts;
    Some([pegs, moves, number, lost, first])
}

#[test]
fn figures_that_can_be_solved_are_those_of_plain_play() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("figure.txt"), FIGURE).expect("a figure");
    let any = common::parse("model = 'square4'\nstart = 'full'\nfinish = { pegs = 1 }");
    let board = any.board().clone();
    let read = |either: &str| board.read_position(&FIGURE.replace('?', either)).expect("a figure");
    let (least, most) = (read("."), read("o"));
    let mut solvable = 0;
    for finish in [board.hole_at(1, 1), board.hole_at(0, 2), board.hole_at(3, 3)] {
        let finish = finish.expect("a hole");
        let mut expected: BTreeMap<Vec<String>, [u64; 5]> = BTreeMap::new();
        for pegs in 0..=board.full().word() {
            let start = Position::from(pegs);
            if pegs & least.word() != least.word()
                || pegs & !most.word() != 0
                || !(3..=8).contains(&start.len())
            {
                continue;
            }
            let finish = Finish::Exactly(Position::EMPTY.with(finish));
            let puzzle =
                PuzzleSetup { start: start.clone(), finish, ..any.clone().into() }.puzzle();
            if let Some(found) = plain(&puzzle.expect("a puzzle")) {
                let names = any.names().position(&start).into_iter().map(str::to_owned);
                expected.insert(names.collect(), found);
            }
        }
        solvable += expected.len();
        let output = Command::new(env!("CARGO_BIN_EXE_soliter"))
            .args(["generate", "square4", "--figure", "figure.txt", "--pegs", "3..8"])
            .args(["--number", "5000", "--format", "json", "--finish", any.names().name(finish)])
            .current_dir(folder.path())
            .output()
            .expect("soliter runs");
        let answer: Value = serde_json::from_slice(&output.stdout).expect("an object");
        let puzzles = answer["puzzles"].as_array().expect("puzzles");
        let pegs: Vec<_> = puzzles.iter().filter_map(|one| one["pegs"].as_u64()).collect();
        assert!(pegs.is_sorted(), "those of few pegs first");
        let found = puzzles.iter().map(|one| {
            let number = |key: &str| one[key].as_u64().expect("a number");
            let solutions = one["solutions"].as_str().and_then(|text| text.parse().ok());
            let numbers = [
                number("pegs"),
                number("moves"),
                solutions.expect("digits"),
                number("false_starts"),
                number("first_jumps"),
            ];
            let names = one["start"].as_array().expect("holes").iter();
            let names = names.filter_map(|name| name.as_str().map(str::to_owned));
            (names.collect::<Vec<_>>(), numbers)
        });
        assert_eq!(found.collect::<BTreeMap<_, _>>(), expected);
        assert_eq!(puzzles.len(), expected.len(), "each once");
    }
    assert!(solvable > 50, "{solvable} figures");
}
