//! Position classes, which generalise the rule of three: sets of holes whose parity of pegs never changes.
//!
//! A *marking* is a set of holes such that every jump touches an even number of them. A jump flips the holes
//! that it touches, so the parity of the pegs on marked holes is the same in all positions of a game. The
//! English board has four independent markings (Reiss, 1857).

use rustc_hash::FxHashMap;

use crate::board::Board;
use crate::board::position::{Hole, Position};
use crate::puzzle::{Finish, Puzzle};

/// A finish that allows several positions is not tested if the board has more independent markings than this.
const MAX_MARKINGS: usize = 12;

/// Nor if the test would take more steps than this, about a tenth of a second: holes, pegs, and parities multiplied.
const MOST_STEPS: usize = 100_000_000;

/// The markings of larger boards are not computed, since that takes time with the third power of the number of holes.
const MOST_HOLES: usize = 4096;

/// A basis of all markings of a board: the null space over GF(2) of its jumps.
pub fn markings(board: &Board) -> Vec<Position> {
    basis(board).into_iter().map(|(_, marking)| marking).collect()
}

/// Holes whose state follows from the other holes within a class: each is in exactly one marking of a basis.
pub fn dependent_holes(board: &Board) -> Position {
    basis(board).into_iter().map(|(hole, _)| hole).collect()
}

/// The markings of a basis, each with a hole that is in no other marking; none for a board of more than [`MOST_HOLES`].
fn basis(board: &Board) -> Vec<(Hole, Position)> {
    if board.holes() > MOST_HOLES {
        return Vec::new();
    }
    // The reduced row echelon form of the jumps; each row has a pivot hole.
    let mut rows: Vec<(Hole, Position)> = Vec::new();
    let mut row_of: FxHashMap<Hole, usize> = FxHashMap::default();
    for jump in board.jumps() {
        // A row has no pivot but its own, so that taking rows away brings no other pivot.
        let of = |hole| row_of.get(&hole).map(|&row: &usize| &rows[row].1);
        let others = [jump.from, jump.over, jump.to].into_iter().filter_map(of);
        let row = others.fold(jump.holes(), |row, other| row.symmetric_difference(other));
        let Some(pivot) = row.holes().next() else { continue };
        for (_, other) in &mut rows {
            if other.has(pivot) {
                *other = other.symmetric_difference(&row);
            }
        }
        row_of.insert(pivot, rows.len());
        rows.push((pivot, row));
    }
    let free = board.all_holes().filter(|hole| !row_of.contains_key(hole));
    free.map(|h| {
        let bound = rows.iter().filter(|(_, row)| row.has(h)).map(|(pivot, _)| *pivot);
        (h, bound.chain([h]).collect())
    })
    .collect()
}

/// Whether the number of pegs on the marked holes is odd.
pub fn is_odd(marking: &Position, pegs: &Position) -> bool {
    marking.intersection(pegs).len() & 1 == 1
}

/// Whether a marking proves that two positions are in different classes.
pub fn separates(marking: &Position, one: &Position, other: &Position) -> bool {
    is_odd(marking, one) != is_odd(marking, other)
}

/// Markings that refute a puzzle, if its finish is in another class than its start. For a finish given by its
/// pegs, this is one marking; for a finish that allows several positions, as few as refute it together.
pub fn refute(puzzle: &Puzzle) -> Option<Vec<Position>> {
    let basis = markings(&puzzle.board);
    match &puzzle.finish {
        Finish::Exactly(finish) => {
            let found = basis.into_iter().find(|marking| separates(marking, &puzzle.start, finish));
            found.map(|marking| vec![marking])
        }
        Finish::Pegs(_) | Finish::Holes { .. } => {
            refutes(puzzle, &basis).then(|| needed(puzzle, basis))
        }
    }
}

/// Markings that refute a puzzle, without those that are not needed, so that people have fewer drawings to check.
fn needed(puzzle: &Puzzle, mut markings: Vec<Position>) -> Vec<Position> {
    for index in (0..markings.len()).rev() {
        let marking = markings.remove(index);
        if !refutes(puzzle, &markings) {
            markings.insert(index, marking);
        }
    }
    markings
}

/// Whether the markings prove that no finish can be reached from the start. The given markings are themselves
/// checked.
pub fn refutes(puzzle: &Puzzle, markings: &[Position]) -> bool {
    let board = &puzzle.board;
    let is_exact = matches!(puzzle.finish, Finish::Exactly(_));
    if !is_exact && !is_quick(board, markings.len(), puzzle.finish.pegs()) {
        return false;
    }
    let holes_exist = markings.iter().all(|m| m.is_within(&board.full()));
    let even = |m: &Position| board.jumps().iter().all(|j| !is_odd(m, &j.holes()));
    if markings.is_empty() || !holes_exist || !markings.iter().all(even) {
        return false;
    }
    match &puzzle.finish {
        Finish::Exactly(finish) => markings.iter().any(|m| separates(m, &puzzle.start, finish)),
        finish @ (Finish::Pegs(_) | Finish::Holes { .. }) => {
            !class_has(board, markings, &puzzle.start, finish)
        }
    }
}

/// Whether [`class_has`] is quick.
fn is_quick(board: &Board, markings: usize, pegs: usize) -> bool {
    let steps = board.holes().saturating_mul(pegs);
    markings <= MAX_MARKINGS && steps.saturating_mul(1 << markings) <= MOST_STEPS
}

/// Whether some position that the finish accepts has the same parities as `start`.
fn class_has(board: &Board, markings: &[Position], start: &Position, finish: &Finish) -> bool {
    let [pegs_at, empty_at] = finish.named(board);
    let pegs = finish.pegs() - pegs_at.len();
    let parities = |set: &Position| {
        markings.iter().enumerate().fold(0, |code, (i, m)| code | usize::from(is_odd(m, set)) << i)
    };
    // reached[n][c]: whether the given pegs and some n of the open holes examined so far can have the parities c.
    let codes = 1 << markings.len();
    let mut reached = vec![vec![false; codes]; pegs + 1];
    reached[0][parities(&pegs_at)] = true;
    let is_open = |hole: &Hole| !pegs_at.has(*hole) && !empty_at.has(*hole);
    for hole in board.all_holes().filter(is_open) {
        let own = parities(&Position::EMPTY.with(hole));
        for n in (0..pegs).rev() {
            for code in 0..codes {
                if reached[n][code] {
                    reached[n + 1][code ^ own] = true;
                }
            }
        }
    }
    reached[pegs][parities(start)]
}
