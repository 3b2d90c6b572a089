//! The single entry point for reading a puzzle's text, whatever its kind.

use std::sync::Arc;

use serde::Deserialize;

use crate::base::diagnostic::{Diagnostics, Source};
use crate::boards::puzzle::open::{AnyPuzzle, OpenPuzzle};
use crate::boards::puzzle::{Finish, Puzzle};
use crate::games::{self, GamePuzzle};
use crate::library::{self, LoadFault, LoadModel};
use crate::link::{self, OWN_BOARD};
use crate::{boards::import, boards::notation::Scheme};

/// A puzzle of any kind.
#[derive(Clone, Debug)]
pub enum Loaded {
    /// Peg solitaire.
    Peg(Puzzle),
    /// Peg solitaire whose finish leaves the number of pegs open.
    Open(OpenPuzzle),
    /// One of the board games.
    Game(GamePuzzle),
}

/// Reads a puzzle, or the file of another program ([`import`]). `load_model` finds the model of a puzzle, which
/// determines the kind of the puzzle; [`crate::library::model`] finds the built-in models. The error has all
/// faults of the puzzle and of its model.
pub fn load(source: &Arc<Source>, load_model: LoadModel<'_>) -> Result<Loaded, Diagnostics> {
    load_with(source, load_model, None)
}

/// Like [`load()`], for questions about the start alone: a file of peg solitaire may omit its finish, which is then
/// the one given here.
pub fn load_with(
    source: &Arc<Source>,
    load_model: LoadModel<'_>,
    finish: Option<Finish>,
) -> Result<Loaded, Diagnostics> {
    if let Some(imported) = import::puzzle(source) {
        return imported.map(Loaded::from);
    }
    // A model that is not found is a fault, which the reader of peg solitaire reports with its place.
    if let Ok(Some(model)) = games::model_of(source, load_model) {
        return GamePuzzle::parse(source, &model).map(Loaded::Game);
    }
    AnyPuzzle::parse_with(source, load_model, finish).map(Loaded::from)
}

impl From<AnyPuzzle> for Loaded {
    fn from(puzzle: AnyPuzzle) -> Self {
        match puzzle {
            AnyPuzzle::Fixed(puzzle) => Self::Peg(puzzle),
            AnyPuzzle::Open(puzzle) => Self::Open(puzzle),
        }
    }
}

impl Loaded {
    /// The title of the puzzle.
    pub fn title(&self) -> &str {
        match self {
            Self::Peg(puzzle) => puzzle.title(),
            Self::Open(puzzle) => puzzle.puzzle().title(),
            Self::Game(puzzle) => &puzzle.title,
        }
    }

    /// The puzzle, if it is peg solitaire with a fixed number of pegs at the finish.
    pub fn peg(self) -> Option<Puzzle> {
        if let Self::Peg(puzzle) = self { Some(puzzle) } else { None }
    }

    /// The puzzle, if it belongs to a board game.
    pub fn game(self) -> Option<GamePuzzle> {
        if let Self::Game(puzzle) = self { Some(puzzle) } else { None }
    }
}

/// A puzzle as given in a request. No file is opened.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleReference {
    name: Option<String>,
    text: Option<String>,
    /// A model file, to which the text refers as `board.toml`.
    model: Option<String>,
    /// The link form of a drawn puzzle, instead of its text.
    link: Option<String>,
    notation: Option<String>,
}

/// The maximum number of jumps of a board in a request, since answers list them all: a drawing of 200 by 200 holes has
/// 158,400.
const MOST_JUMPS: usize = 200_000;

/// The reason why a reference gives no puzzle.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ReferenceFault {
    /// No built-in puzzle has this name.
    #[error("no built-in puzzle is called \"{0}\"")]
    NoSuchPuzzle(String),
    /// The reference has no name, text or link, or several of them.
    #[error("give the name, the text or the link of a puzzle")]
    NotOne,
    /// The link cannot be decoded.
    #[error("the link is damaged: a part of it is missing, or it was changed")]
    Damaged,
    /// The text or its model has errors.
    #[error("{0}")]
    Faulty(Diagnostics),
    /// It is a game, but the request needs peg solitaire.
    #[error("this is a board game, not peg solitaire")]
    Game,
    /// The finish leaves the number of pegs open.
    #[error("the finish leaves the number of pegs open; here it must be fixed")]
    Open,
    /// It is peg solitaire, but the request needs a game.
    #[error("this is not a game: its model names none of {}", games::KINDS.join(", "))]
    NoGame,
    /// The board has more jumps than an answer may list.
    #[error("the board has {0} jumps; here at most {MOST_JUMPS} are possible")]
    TooManyJumps(usize),
    /// The notation does not exist, or the board does not have it.
    #[error("{0}")]
    Notation(String),
}

impl PuzzleReference {
    /// Whether the reference is the name of a puzzle rather than a text.
    pub fn is_by_name(&self) -> bool {
        self.name.is_some() && self.text.is_none() && self.link.is_none()
    }

    /// A puzzle by its name.
    pub fn by_name(name: String) -> Self {
        Self { name: Some(name), text: None, model: None, link: None, notation: None }
    }

    /// The name of the puzzle in responses.
    pub fn label(&self) -> &str {
        self.name.as_deref().unwrap_or("drawn")
    }

    /// The text of the puzzle.
    pub fn source(&self) -> Result<Arc<Source>, ReferenceFault> {
        match (&self.name, &self.text, &self.link) {
            (Some(name), None, None) => {
                library::puzzle(name).ok_or_else(|| ReferenceFault::NoSuchPuzzle(name.clone()))
            }
            (None, Some(text), None) => Ok(Source::new("puzzle.toml", text.clone())),
            _ => Err(ReferenceFault::NotOne),
        }
    }

    fn model(&self, name: &str) -> Result<Arc<Source>, LoadFault> {
        match &self.model {
            Some(model) if name == OWN_BOARD => Ok(Source::new(OWN_BOARD, model.clone())),
            _ => library::model(name),
        }
    }

    fn load(&self) -> Result<Loaded, ReferenceFault> {
        if let (Some(link), None, None, None) = (&self.link, &self.name, &self.text, &self.model) {
            return link::decode(link).map(Loaded::Peg).ok_or(ReferenceFault::Damaged);
        }
        load(&self.source()?, &|name| self.model(name)).map_err(ReferenceFault::Faulty)
    }

    /// The game.
    pub fn game(&self) -> Result<GamePuzzle, ReferenceFault> {
        self.load()?.game().ok_or(ReferenceFault::NoGame)
    }

    /// The puzzle of peg solitaire, in the requested notation.
    pub fn peg(&self) -> Result<Puzzle, ReferenceFault> {
        match self.load()? {
            Loaded::Peg(puzzle) => self.in_notation(puzzle),
            Loaded::Open(_) => Err(ReferenceFault::Open),
            Loaded::Game(_) => Err(ReferenceFault::Game),
        }
    }

    /// A puzzle in the requested notation.
    pub fn in_notation(&self, puzzle: Puzzle) -> Result<Puzzle, ReferenceFault> {
        let jumps = puzzle.board().jumps().len();
        if jumps > MOST_JUMPS {
            return Err(ReferenceFault::TooManyJumps(jumps));
        }
        let Some(notation) = &self.notation else { return Ok(puzzle) };
        let bad = |error: &dyn std::error::Error| ReferenceFault::Notation(error.to_string());
        let scheme: Scheme = notation.parse().map_err(|error| bad(&error))?;
        puzzle.with_scheme(scheme).map_err(|error| bad(&error))
    }
}
