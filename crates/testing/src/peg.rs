//! A second implementation of peg solitaire, written for readability, as the oracle of the tests. It keeps
//! positions as sets of (row, column) and has its own jump rules.

#![allow(dead_code, reason = "tests and fuzz targets each use their part")]

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use soliter::base::diagnostic::Source;
use soliter::boards::board::position::Position;
use soliter::boards::puzzle::Puzzle;
use soliter::library;
use soliter::load;

pub type Place = (i32, i32);
pub type Pegs = BTreeSet<Place>;

/// A puzzle in the terms of the oracle.
#[derive(Clone, Debug)]
pub struct Case {
    pub holes: BTreeSet<Place>,
    pub steps: Vec<Place>,
    pub start: Pegs,
    /// The pegs of the finish, or only their number. A finish that names some holes is reduced to its number of pegs.
    pub finish: Result<Pegs, usize>,
    pub reverse: bool,
}

impl Case {
    pub fn accepts(&self, pegs: &Pegs) -> bool {
        match &self.finish {
            Ok(finish) => pegs == finish,
            Err(number) => pegs.len() == *number,
        }
    }

    /// All legal jumps: from, to, and the resulting pegs.
    pub fn jumps(&self, pegs: &Pegs) -> Vec<(Place, Place, Pegs)> {
        let mut found = Vec::new();
        for &(row, column) in pegs {
            for &(down, right) in &self.steps {
                let over = (row + down, column + right);
                let to = (row + 2 * down, column + 2 * right);
                let on_board = self.holes.contains(&over) && self.holes.contains(&to);
                if on_board && pegs.contains(&over) != self.reverse && !pegs.contains(&to) {
                    let mut after = pegs.clone();
                    after.remove(&(row, column));
                    if self.reverse {
                        after.insert(over);
                    } else {
                        after.remove(&over);
                    }
                    after.insert(to);
                    found.push(((row, column), to, after));
                }
            }
        }
        found
    }

    /// The fewest moves, by a breadth-first search over (pegs, last peg) in which continuing a move is free;
    /// `None` if there is no solution.
    pub fn fewest_moves(&self) -> Option<usize> {
        let mut best: BTreeMap<(Pegs, Option<Place>), usize> = BTreeMap::new();
        let mut queue = VecDeque::from([(0, self.start.clone(), None)]);
        while let Some((moves, pegs, last)) = queue.pop_front() {
            if self.accepts(&pegs) {
                return Some(moves);
            }
            if best.get(&(pegs.clone(), last)).is_some_and(|&earlier| earlier <= moves) {
                continue;
            }
            best.insert((pegs.clone(), last), moves);
            for (from, to, after) in self.jumps(&pegs) {
                if last == Some(from) {
                    queue.push_front((moves, after, Some(to)));
                } else {
                    queue.push_back((moves + 1, after, Some(to)));
                }
            }
        }
        None
    }
}

/// The oracle's view of a puzzle.
pub fn case(puzzle: &Puzzle) -> Case {
    let place = |h| puzzle.board().place(h);
    let set = |position: Position| position.holes().map(place).collect();
    Case {
        holes: set(puzzle.board().full()),
        steps: puzzle.board().directions().steps().to_vec(),
        start: set(puzzle.start().clone()),
        finish: match puzzle.finish() {
            soliter::boards::puzzle::Finish::Exactly(finish) => Ok(set(finish.clone())),
            soliter::boards::puzzle::Finish::Pegs(pegs)
            | soliter::boards::puzzle::Finish::Holes { pegs, .. } => Err(*pegs),
        },
        reverse: puzzle.reverse(),
    }
}

/// The position after some legal jumps from the start, selected by `choices`; `None` if there are none.
pub fn played(puzzle: &Puzzle, choices: &[usize]) -> Option<Position> {
    let case = case(puzzle);
    let mut pegs = case.start.clone();
    for choice in choices {
        let jumps = case.jumps(&pegs);
        if jumps.is_empty() {
            break;
        }
        pegs.clone_from(&jumps[choice % jumps.len()].2);
    }
    let holes = pegs.iter().filter_map(|&(row, column)| puzzle.board().hole_at(row, column));
    (pegs != case.start).then(|| holes.collect())
}

/// Parses a puzzle with a built-in model.
pub fn parse(text: &str) -> Puzzle {
    match Puzzle::parse(&Source::new("test.toml", text), &library::model) {
        Ok(puzzle) => puzzle,
        Err(faults) => panic!("{faults}"),
    }
}

/// Parses a puzzle with a model given as text.
pub fn parse_on(model: &str, text: &str) -> Puzzle {
    let load = |_: &str| Ok(Source::new("model.toml", model));
    match Puzzle::parse(&Source::new("test.toml", text), &load) {
        Ok(puzzle) => puzzle,
        Err(faults) => panic!("{faults}"),
    }
}

/// The names of the built-in peg-solitaire puzzles.
pub fn peg_puzzles() -> Vec<String> {
    let is_peg = |name: &String| {
        let source = library::puzzle(name).expect("a built-in puzzle");
        load(&source, &library::model).expect("a valid puzzle").peg().is_some()
    };
    library::puzzles().into_iter().filter(is_peg).collect()
}

/// Whether a built-in puzzle is one of many of the same kind: a row of the table of a board, or a figure.
pub fn is_one_of_many(name: &str) -> bool {
    let boards = ["diamond", "figures", "hexagon", "square", "triangle2", "triangle3", "wiegleb"];
    boards.iter().any(|board| name.starts_with(board))
}

/// A built-in puzzle.
pub fn built_in(name: &str) -> Puzzle {
    let source: Arc<Source> = library::puzzle(name).unwrap_or_else(|| panic!("no puzzle {name}"));
    match Puzzle::parse(&source, &library::model) {
        Ok(puzzle) => puzzle,
        Err(faults) => panic!("{faults}"),
    }
}
