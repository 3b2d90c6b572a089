//! The board games other than peg solitaire: Corridor with Quoridor, Palisade, and the Pyramid of Cheops.
//! Each is a model, in its own folder: positions, moves, points, notation and pictures. Solvers, player,
//! records and counts are shared, also with games of other crates: see [`rules::Rules`].

pub mod analysis;
pub mod corridor;
pub mod engine;
pub mod lessons;
pub mod mistakes;
pub mod opponent;
pub mod palisade;
pub mod perft;
mod player;
pub mod playthrough;
pub mod pyramid;
pub mod record;
pub mod report;
pub mod rules;
pub(crate) mod settings;
pub mod solitaire;
pub mod solver;
pub mod strategy;
pub mod strip;
pub(crate) mod text;
mod turns;
pub mod view;

use std::sync::Arc;

use crate::{corridor::Corridor, engine::Playable, palisade::Palisade, pyramid::Pyramid};
pub use settings::KnownValue;
use settings::{MODEL, PUZZLE, Settings};
pub use soliter_base::control;
use soliter_base::diagnostic::{Diagnostics, Source};
use soliter_base::loading::{LoadFault, LoadModel};
use soliter_base::toml_fields::{Faults, find};
use view::View;

/// A built-in game: it can be solved and played, and drawn.
pub trait BoardGame: Playable + View {}

/// Registers the built-in games: the type, which has a function `read`, and the kinds of its model files.
macro_rules! games {
    ($($game:ident: $($kind:literal)|+;)+) => {
        /// A game with its parameters.
        #[derive(Clone, Debug)]
        pub enum Game {
            $(#[allow(missing_docs, reason = "the type says it")] $game($game)),+
        }

        /// The kinds of model files for games.
        pub const KINDS: &[&str] = &[$($($kind),+),+];

        $(playable!($game); impl BoardGame for $game {})+

        impl Game {
            /// Calls the visitor with the game's rules.
            pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
                match self {
                    $(Self::$game(rules) => visitor.visit(rules)),+
                }
            }

            /// Reads the parameters and the position of a kind of game; errors are recorded in `settings`.
            fn read(kind: &str, settings: &mut Settings<'_>) -> Option<Self> {
                match kind {
                    $($($kind)|+ => $game::read(settings).map(Self::$game),)+
                    _ => None,
                }
            }
        }
    };
}

games! {
    Corridor: "corridor" | "quoridor";
    Palisade: "palisade";
    Pyramid: "pyramid";
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
        let game = Game::read(&kind, &mut settings);
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
