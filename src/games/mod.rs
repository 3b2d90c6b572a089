//! The board games beside peg solitaire, each a model of [`crate::games::rules::Rules`].

pub mod analysis;
pub mod corridor;
pub mod palisade;
pub mod picture;
pub mod pyramid;
pub mod record;
pub mod rules;
pub(crate) mod settings;
pub mod solitaire;
pub mod strip;

use std::sync::Arc;

use crate::base::diagnostic::{Diagnostics, Source};
use crate::base::toml_fields::{Faults, find};
use crate::games::picture::Pictured;
use crate::library::{LoadFault, LoadModel};
use analysis::Solver;
use corridor::Corridor;
use palisade::Palisade;
use pyramid::Pyramid;
use settings::Settings;

/// A game with its parameters.
#[derive(Clone, Debug)]
pub enum Game {
    /// Corridor, and Quoridor with it.
    Corridor(Corridor),
    /// Columns of stones, swapped, split and sown.
    Palisade(Palisade),
    /// The Pyramid of Cheops.
    Pyramid(Pyramid),
}

/// What is done with a game whichever it is.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<R: Solver + Pictured>(self, rules: &R) -> Self::Output;
}

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

/// What the author of a puzzle knows of its answer. For tests; no answer depends on it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Known {
    /// The value for the player to move.
    pub value: Option<i64>,
    /// All best moves.
    pub best: Vec<String>,
    /// Sequences of 1, 2, 3 .. moves.
    pub perft: Vec<i64>,
}

/// A game, a position, and where it is from.
#[derive(Clone, Debug)]
pub struct GamePuzzle {
    /// Name for people.
    pub title: String,
    /// The model as the file names it.
    pub model: String,
    /// Where the puzzle is from.
    pub source: Option<String>,
    /// The game, with the puzzle's position.
    pub game: Game,
    /// What is known of the answer.
    pub known: Known,
}

/// The model of a puzzle, if it is a game's and not a board's: the game's name and the model file.
///
/// # Errors
/// No model was found under the name that the puzzle gives.
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

/// The games that there are.
pub const KINDS: [&str; 4] = ["corridor", "palisade", "pyramid", "quoridor"];

impl GamePuzzle {
    /// Reads a puzzle file with its model file.
    ///
    /// # Errors
    /// All faults of both.
    pub fn parse(source: &Arc<Source>, model: &Arc<Source>) -> Result<Self, Diagnostics> {
        let mut settings = Settings::parse(model, source);
        let kind = settings.model_text("kind").unwrap_or_default();
        let game = match kind.as_str() {
            "corridor" | "quoridor" => Some(Game::Corridor(Corridor::read(&mut settings))),
            "palisade" => Palisade::read(&mut settings).map(Game::Palisade),
            "pyramid" => Pyramid::read(&mut settings).map(Game::Pyramid),
            _ => None,
        };
        let title = settings.puzzle_text("title").unwrap_or_else(|| "untitled".to_owned());
        let model = settings.puzzle_text("model").unwrap_or_default();
        let origin = settings.puzzle_text("source");
        let known = settings.known();
        match (settings.faults(), game) {
            (None, Some(game)) => Ok(Self { title, model, source: origin, game, known }),
            (faults, _) => Err(faults.unwrap_or(Diagnostics(Vec::new()))),
        }
    }
}
