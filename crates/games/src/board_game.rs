//! What every command asks of a board game: rules, a solver, and pictures to play on.

use crate::analysis::Solver;
use soliter_base::draw::picture::{Picture, Shape};

/// A game that can be shown, solved and played, also on a page.
pub trait BoardGame: Solver {
    /// The picture of a position; `last` is the move that led there, with the position before it.
    fn picture(&self, state: &Self::State, last: Option<(&Self::State, &Self::Move)>) -> Picture;

    /// The part of a position's picture that stands for a legal move, where one does. Moves that
    /// share a part are chosen from once it is touched.
    fn area(&self, _state: &Self::State, _played: &Self::Move) -> Option<Shape> {
        None
    }

    /// What a legal move would put on the board, if that is more than its [`BoardGame::area`].
    fn ghost(&self, _played: &Self::Move) -> Option<Shape> {
        None
    }

    /// A legal move in words, if its notation is not for everybody: "swap 3 and 4".
    fn words(&self, _state: &Self::State, _played: &Self::Move) -> Option<String> {
        None
    }

    /// How moves are written and made in the picture, in a line or two for who plays on the page.
    fn legend(&self) -> String;
}
