//! The orbits of holes from which symmetrical positions are composed.

use crate::board::position::{Hole, Position};
use crate::board::{Board, Symmetry};

/// The symmetries that a figure has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// The figure has all symmetries of the board that keep the finish.
    Whole,
    /// The left half of the figure mirrors the right half.
    Mirror,
}

/// The smallest figures with these symmetries: sets of holes that are filled together. Every figure is a
/// union of some of them. The list is empty if the board has no such symmetry that keeps the finish.
pub fn parts(board: &Board, finish: &Position, look: Look) -> Vec<Position> {
    let row = |hole: Hole| board.place(hole).0;
    let keeps_rows =
        |symmetry: &Symmetry| (0..).zip(symmetry).all(|(from, &to)| row(from) == row(to));
    let kept: Vec<&Symmetry> = board
        .symmetries()
        .iter()
        .filter(|symmetry| finish.image(symmetry) == *finish)
        .filter(|symmetry| look == Look::Whole || keeps_rows(symmetry))
        .collect();
    if kept.len() < 2 {
        return Vec::new();
    }
    let mut parts: Vec<Position> = Vec::new();
    for hole in board.all_holes() {
        if !parts.iter().any(|part| part.has(hole)) {
            parts.push(kept.iter().map(|symmetry| symmetry[usize::from(hole)]).collect());
        }
    }
    parts
}
