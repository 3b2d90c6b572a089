//! The board games other than peg solitaire: Corridor with Quoridor, Palisade, and the Pyramid of Cheops.
//! [`Game`] lists them; all other code is shared by all games.

pub mod analysis;
pub mod board_game;
pub mod corridor;
pub mod engine;
mod kept;
pub mod lessons;
pub mod palisade;
pub mod picture;
pub mod play;
pub mod pyramid;
pub mod report;
pub mod rules;
pub(crate) mod settings;
pub mod solitaire;
pub mod strip;
pub(crate) mod text;

use std::sync::Arc;

use crate::{board_game::BoardGame, corridor::Corridor, palisade::Palisade, pyramid::Pyramid};
pub use settings::KnownValue;
use settings::{MODEL, PUZZLE, Settings};
use soliter_base::diagnostic::{Diagnostics, Source};
use soliter_base::loading::{LoadFault, LoadModel};
use soliter_base::toml_fields::{Faults, find};

/// A game with its parameters.
#[derive(Clone, Debug)]
pub enum Game {
    /// Corridor, including Quoridor.
    Corridor(Corridor),
    /// Columns of stones that are swapped, split and sown.
    Palisade(Palisade),
    /// The Pyramid of Cheops.
    Pyramid(Pyramid),
}

/// The kinds of model files for games.
pub const KINDS: &[&str] = &["corridor", "quoridor", "palisade", "pyramid"];

impl Game {
    /// Calls the visitor with the game's rules.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        match self {
            Self::Corridor(rules) => visitor.visit(rules),
            Self::Palisade(rules) => visitor.visit(rules),
            Self::Pyramid(rules) => visitor.visit(rules),
        }
    }
}

/// An operation on any game.
pub trait Visitor {
    /// The result.
    type Output;

    /// Performs the operation with the rules of the game.
    fn visit<R: BoardGame>(self, rules: &R) -> Self::Output;
}

/// A game with a position, and their origin.
#[derive(Clone, Debug)]
pub struct GamePuzzle {
    /// The title.
    pub title: String,
    /// The model, as named in the file.
    pub model: String,
    /// The source of the puzzle.
    pub source: Option<String>,
    /// The game, with the puzzle's position.
    pub game: Game,
    /// The known answer.
    pub known: KnownValue,
}

/// The model file of a puzzle, if it belongs to a board game and not to peg solitaire.
pub fn model_of(
    source: &Arc<Source>,
    load: LoadModel<'_>,
) -> Result<Option<Arc<Source>>, LoadFault> {
    let (table, _) = Faults::parse(source);
    let Some(name) = find(&table, "model").and_then(|value| value.get_ref().as_str()) else {
        return Ok(None);
    };
    let model = load(name)?;
    let (table, _) = Faults::parse(&model);
    let kind = find(&table, "kind").and_then(|value| value.get_ref().as_str());
    Ok(kind.is_some_and(|kind| KINDS.contains(&kind)).then_some(model))
}

impl GamePuzzle {
    /// Reads a puzzle file with its model file, or lists all errors in both.
    pub fn parse(source: &Arc<Source>, model: &Arc<Source>) -> Result<Self, Diagnostics> {
        let mut settings = Settings::parse(model, source);
        let kind = settings.text(MODEL, "kind").unwrap_or_default();
        let game = match &*kind {
            "corridor" | "quoridor" => Corridor::read(&mut settings).map(Game::Corridor),
            "palisade" => Palisade::read(&mut settings).map(Game::Palisade),
            "pyramid" => Pyramid::read(&mut settings).map(Game::Pyramid),
            _ => None,
        };
        let title = settings.text(PUZZLE, "title").unwrap_or_else(|| "untitled".to_owned());
        let model = settings.text(PUZZLE, "model").unwrap_or_default();
        let origin = settings.text(PUZZLE, "source");
        let known = settings.known();
        match (settings.faults(), game) {
            (None, Some(game)) => Ok(Self { title, model, source: origin, game, known }),
            (faults, _) => Err(faults.unwrap_or_else(|| Vec::new().into())),
        }
    }
}
