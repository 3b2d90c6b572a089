//! What a game has to have to be played, solved and shown by every command.

use crate::games::analysis::Solver;
use crate::games::picture::Pictured;

/// A game with all its parts: rules, solver, pictures, and a word on how to play it.
pub trait BoardGame: Solver + Pictured {
    /// How moves are written and made in the picture, in a line or two for who plays on the page.
    fn legend(&self) -> String;
}
