//! Who plays the other side, and which move they make.

use crate::base::control::Control;
use crate::games::analysis::{Solver, verified};

/// Who plays the other sides of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opponent {
    /// Best play, as far as the time allows.
    #[default]
    Perfect,
    /// The strategy that the game's source describes.
    Text,
    /// Any legal move.
    Random,
    /// Nobody: a person plays all sides.
    None,
}

/// A move that an opponent makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move.
    pub played: M,
    /// It is proved that no move is better.
    pub is_proved: bool,
}

impl Opponent {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Perfect, Self::Text, Self::Random, Self::None];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Perfect => "perfect",
            Self::Text => "text",
            Self::Random => "random",
            Self::None => "none",
        }
    }

    /// The move in a position that has a legal one; for [`Opponent::None`] that of best play.
    /// `below` gives a random number below the one that it is given.
    pub fn choose<R: Solver>(
        self,
        rules: &R,
        state: &R::State,
        control: &Control,
        below: impl FnOnce(usize) -> usize,
    ) -> Choice<R::Move> {
        match self {
            Self::Random => {
                let mut legal = Vec::new();
                rules.moves(state, &mut legal);
                let number = below(legal.len());
                Choice { played: legal.swap_remove(number), is_proved: false }
            }
            Self::Text => Choice { played: rules.strategy_move(state, control), is_proved: false },
            Self::Perfect | Self::None => {
                let found = verified(rules, state, control).ok();
                let is_proved = found.as_ref().is_some_and(|found| found.value.is_some());
                let best = found.and_then(|found| found.best.into_iter().next());
                let played = best.unwrap_or_else(|| rules.strategy_move(state, control));
                Choice { played, is_proved }
            }
        }
    }
}
