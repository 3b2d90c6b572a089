//! The interface of a board game to the commands: rules, a solver, and pictures to play on.

use crate::analysis::Solver;
use soliter_base::draw::picture::{Picture, Shape};

/// A game that can be drawn, solved and played, in the terminal and in the browser.
pub trait BoardGame: Solver {
    /// The picture of a position; `last` is the last move, with the position before it.
    fn picture(&self, state: &Self::State, last: Option<(&Self::State, &Self::Move)>) -> Picture;

    /// The part of the picture that represents a legal move, if there is one. If several moves share a part,
    /// the player selects the part and then chooses one of these moves.
    fn area(&self, _state: &Self::State, _played: &Self::Move) -> Option<Shape> {
        None
    }

    /// A second part of the picture that represents a legal move, if there is one, such as the other column of a swap.
    fn second_area(&self, _state: &Self::State, _played: &Self::Move) -> Option<Shape> {
        None
    }

    /// A preview of a legal move on the board, if it differs from its [`BoardGame::area`].
    fn ghost(&self, _played: &Self::Move) -> Option<Shape> {
        None
    }

    /// A legal move in words, if its notation is hard to read: "swap 3 and 4".
    fn words(&self, _state: &Self::State, _played: &Self::Move) -> Option<String> {
        None
    }

    /// Instructions for the browser page: how to write moves and make them in the picture, in one or two lines.
    fn legend(&self) -> String;
}
