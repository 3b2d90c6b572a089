//! Chooses moves when the program plays a side.

use crate::analysis::{Analysis, Opinion};
use crate::engine::{Engine, Playable};
use crate::strategy::{Bounds, ROOT};
use soliter_base::control::Control;

/// The player of the other sides of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opponent {
    /// Best play: proved if the time allows, and otherwise the best move that a search finds.
    #[default]
    Perfect,
    /// Searches two turns ahead.
    Normal,
    /// Searches one turn ahead, and sometimes plays a random move.
    Easy,
    /// The strategy that the game's source describes.
    Text,
    /// Any legal move.
    Random,
    /// No opponent: the user plays all sides.
    None,
}

/// [`Opponent::Easy`] plays one in this number of moves at random.
const EASY_CHANCE: usize = 3;

/// A move that an opponent makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move.
    pub played: M,
    /// The proved bounds on the value for the player who makes the move.
    pub bounds: Bounds,
    /// Whether it is proved that no other move is better.
    pub proved: bool,
    /// The result of a search of the position, if nothing is proved.
    pub opinion: Option<Opinion>,
}

impl<M> Choice<M> {
    fn unproved(played: M) -> Self {
        Self { played, bounds: Bounds::default(), proved: false, opinion: None }
    }
}

impl Opponent {
    /// All opponents.
    pub const ALL: [Self; 6] =
        [Self::Perfect, Self::Normal, Self::Easy, Self::Text, Self::Random, Self::None];

    /// The name on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Perfect => "perfect",
            Self::Normal => "normal",
            Self::Easy => "easy",
            Self::Text => "text",
            Self::Random => "random",
            Self::None => "none",
        }
    }

    /// Whether its moves are meant to be optimal, so that the user must be warned of any move that is not proved.
    pub fn is_engine(self) -> bool {
        self == Self::Perfect
    }

    /// Chooses a legal move; [`Opponent::None`] gets the best. `below` returns a random number below its argument.
    pub fn choose<R: Playable>(
        self,
        engine: &mut Engine<'_, R>,
        state: &R::State,
        control: &Control,
        mut below: impl FnMut(usize) -> usize,
    ) -> Choice<R::Move> {
        let rules = engine.rules();
        let mut legal = rules.moves(state);
        if self == Self::Random || self == Self::Easy && below(EASY_CHANCE) == 0 {
            let number = below(legal.len());
            return Choice::unproved(legal.swap_remove(number));
        }
        match self {
            Self::Text => Choice::unproved(rules.text_move(state, control)),
            Self::Easy => Choice::unproved(R::ahead(engine, state, &legal, 1, control)),
            Self::Normal => Choice::unproved(R::ahead(engine, state, &legal, 2, control)),
            Self::Perfect | Self::Random | Self::None => {
                let Ok(found) = R::analyse(engine, state, control) else {
                    return Choice::unproved(rules.text_move(state, control));
                };
                let proved = found.value.is_some();
                let Analysis { mut best, line, bounds, opinion, .. } = found;
                // The best line makes progress, whereas another best move might only move back and forth.
                let first = line.into_iter().next().filter(|first| best.contains(first));
                let played = match (first, best.len()) {
                    (Some(first), _) => first,
                    (None, 0) => rules.text_move(state, control),
                    (None, 1) => best.swap_remove(0),
                    (None, _) => R::ahead(engine, state, &best, ROOT, control),
                };
                Choice { played, bounds, proved, opinion }
            }
        }
    }
}
