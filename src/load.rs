//! The one reader of a puzzle's text, whichever kind of puzzle it is.

use std::sync::Arc;

use crate::base::diagnostic::{Diagnostics, Source};
use crate::games::{self, GamePuzzle};
use crate::library::LoadModel;
use crate::peg::puzzle::Puzzle;

/// A puzzle of one kind or the other.
#[derive(Clone, Debug)]
pub enum Loaded {
    /// Peg solitaire.
    Peg(Puzzle),
    /// One of the board games.
    Game(GamePuzzle),
}

/// Reads a puzzle; `load_model` finds its model, which says what it is a puzzle of. The models that
/// ship are found by [`crate::library::model`].
///
/// # Errors
/// All faults of the puzzle and of its model.
pub fn load(source: &Arc<Source>, load_model: LoadModel<'_>) -> Result<Loaded, Diagnostics> {
    // A model that is not found is a fault that the reader of peg solitaire reports with its place.
    if let Ok(Some(model)) = games::model_of(source, load_model) {
        return GamePuzzle::parse(source, &model).map(Loaded::Game);
    }
    Puzzle::parse(source, load_model).map(Loaded::Peg)
}

impl Loaded {
    /// Name for people.
    pub fn title(&self) -> &str {
        match self {
            Self::Peg(puzzle) => puzzle.title(),
            Self::Game(puzzle) => &puzzle.title,
        }
    }

    /// The puzzle, if it is peg solitaire.
    pub fn peg(self) -> Option<Puzzle> {
        match self {
            Self::Peg(puzzle) => Some(puzzle),
            Self::Game(_) => None,
        }
    }

    /// The puzzle, if it is a board game's.
    pub fn game(self) -> Option<GamePuzzle> {
        match self {
            Self::Peg(_) => None,
            Self::Game(puzzle) => Some(puzzle),
        }
    }
}
