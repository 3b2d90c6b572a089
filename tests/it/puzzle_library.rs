//! The completeness of the collection of built-in puzzles.

use crate::common;

use std::collections::BTreeMap;

use soliter::boards::bounds::class;
use soliter::boards::puzzle::model::Model;
use soliter::library;
use soliter::{Finish, Position, Puzzle};

/// The puzzles of peg solitaire by their model.
fn by_model() -> BTreeMap<String, Vec<Puzzle>> {
    let mut puzzles: BTreeMap<String, Vec<Puzzle>> = BTreeMap::new();
    for name in common::peg_puzzles() {
        let puzzle = common::built_in(&name);
        puzzles.entry(puzzle.model().to_owned()).or_default().push(puzzle);
    }
    puzzles
}

#[test]
fn four_hundred_puzzles_with_titles_of_their_own() {
    let puzzles = by_model();
    assert!(puzzles.values().map(Vec::len).sum::<usize>() >= 400);
    let mut titles: Vec<&str> = puzzles.values().flatten().map(Puzzle::title).collect();
    titles.sort_unstable();
    let twice: Vec<_> = titles.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

/// Every problem from one vacancy to one survivor that the position class allows, and from every vacancy to
/// any survivor, is built in, on every board and up to symmetry.
#[test]
fn every_problem_of_one_vacancy_ships() {
    let built_in = by_model();
    for name in library::models() {
        let source = library::model(&name).expect("a model");
        let Ok(Model { board, .. }) = Model::parse(&source) else { continue };
        let puzzles: Vec<&Puzzle> =
            built_in[&name].iter().filter(|puzzle| *puzzle.board() == board).collect();
        let ships = |start: &Position, finish: &Finish| {
            board.symmetries().iter().any(|symmetry| {
                let image = |pegs: &Position| -> Position {
                    pegs.holes().map(|hole| symmetry[hole as usize]).collect()
                };
                let finish = match finish {
                    Finish::Exactly(pegs) => Finish::Exactly(image(pegs)),
                    finish @ (Finish::Pegs(_) | Finish::Holes { .. }) => finish.clone(),
                };
                let is_this = |puzzle: &&&Puzzle| {
                    *puzzle.start() == image(start) && *puzzle.finish() == finish
                };
                puzzles.iter().find(is_this).is_some_and(|puzzle| !puzzle.reverse())
            })
        };
        let markings = class::markings(&board);
        for vacancy in board.all_holes() {
            let start = board.full().without(vacancy);
            assert!(ships(&start, &Finish::Pegs(1)), "{name}: {vacancy} to any");
            for survivor in board.all_holes() {
                let end = Position::EMPTY.with(survivor);
                let is_same = |m: &Position| class::is_odd(m, &start) == class::is_odd(m, &end);
                if markings.iter().all(is_same) {
                    assert!(
                        ships(&start, &Finish::Exactly(end.clone())),
                        "{name}: {vacancy} to {survivor}"
                    );
                }
            }
        }
    }
}
