//! The parts that symmetrical positions are made of.

use crate::peg::board::position::{Hole, Position};
use crate::peg::board::{Board, Symmetry};

/// Which symmetries a figure has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// All that the board has and that keep the finish.
    Whole,
    /// Left and right are the same.
    Mirror,
}

/// The smallest figures of a look: sets of holes that are filled together. Every figure is a union of
/// some. None if the board has no such look with this finish.
pub fn parts(board: &Board, finish: Position, look: Look) -> Vec<Position> {
    let row = |hole: Hole| board.place(hole).0;
    let keeps_rows =
        |symmetry: &Symmetry| (0..).zip(symmetry).all(|(from, &to)| row(from) == row(to));
    let kept: Vec<&Symmetry> = board
        .symmetries()
        .iter()
        .filter(|symmetry| finish.image(symmetry) == finish)
        .filter(|symmetry| look == Look::Whole || keeps_rows(symmetry))
        .collect();
    if kept.len() < 2 {
        return Vec::new();
    }
    let mut parts: Vec<Position> = Vec::new();
    for hole in board.full().holes() {
        if !parts.iter().any(|part| part.has(hole)) {
            parts.push(kept.iter().map(|symmetry| symmetry[usize::from(hole)]).collect());
        }
    }
    parts
}
