//! The puzzle a request is about.

use std::sync::Arc;

use axum::http::StatusCode;
use serde::Deserialize;
use soliter::base::diagnostic::Source;
use soliter::games::GamePuzzle;
use soliter::library::{self, LoadFault};
use soliter::load::{Loaded, load};
use soliter::peg::notation::Scheme;
use soliter::peg::puzzle::Puzzle;

use crate::cli::serve::fault::Fault;

/// A shipped puzzle by name, or the text of one, perhaps with a board of its own.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleReference {
    /// A shipped puzzle.
    name: Option<String>,
    /// A puzzle file.
    text: Option<String>,
    /// A model file, which the text names as `board.toml`.
    model: Option<String>,
    /// How holes are called.
    notation: Option<String>,
}

/// The name under which a text may use the model that comes with it.
const OWN_MODEL: &str = "board.toml";

impl PuzzleReference {
    /// A shipped puzzle.
    pub(crate) fn shipped(name: String) -> Self {
        Self { name: Some(name), text: None, model: None, notation: None }
    }

    /// What the puzzle is called in answers.
    pub(crate) fn label(&self) -> &str {
        self.name.as_deref().unwrap_or("drawn")
    }

    /// The text of the puzzle.
    pub(crate) fn source(&self) -> Result<Arc<Source>, Fault> {
        match (&self.name, &self.text) {
            (Some(name), None) => library::puzzle(name).ok_or_else(|| {
                let message = format!("no puzzle \"{name}\" ships with soliter");
                Fault::new(StatusCode::NOT_FOUND, "no-such-puzzle", message)
            }),
            (None, Some(text)) => Ok(Source::new("puzzle.toml", text.clone())),
            _ => Err(Fault::bad("bad-request", "give either the name or the text of a puzzle")),
        }
    }

    fn model(&self, name: &str) -> Result<Arc<Source>, LoadFault> {
        match &self.model {
            Some(model) if name == OWN_MODEL => Ok(Source::new(OWN_MODEL, model.clone())),
            _ => library::model(name),
        }
    }

    fn load(&self) -> Result<Loaded, Fault> {
        load(&self.source()?, &|name| self.model(name)).map_err(|faults| Fault::of_text(&faults))
    }

    /// Reads a game; no file is opened.
    pub(crate) fn read_game(&self) -> Result<GamePuzzle, Fault> {
        let not_a_game = || {
            let kinds = soliter::games::KINDS.join(", ");
            let message = format!("this is not a game: its model names none of {kinds}");
            Fault::bad("not-a-game", message)
        };
        self.load()?.game().ok_or_else(not_a_game)
    }

    /// Reads the puzzle; no file is opened.
    pub(crate) fn read(&self) -> Result<Puzzle, Fault> {
        let a_game = || Fault::bad("a-game", "this is a game; ask under api/game");
        let puzzle = self.load()?.peg().ok_or_else(a_game)?;
        let Some(notation) = &self.notation else { return Ok(puzzle) };
        let bad = |error: &dyn std::error::Error| Fault::bad("bad-notation", error.to_string());
        let scheme: Scheme = notation.parse().map_err(|error| bad(&error))?;
        puzzle.with_scheme(scheme).map_err(|error| bad(&error))
    }
}
