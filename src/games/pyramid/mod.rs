//! The Pyramid of Cheops: two players build a pyramid of stones level by level; who lays the last
//! stone of a level gets as many points as the level has stones.
//!
//! The base of `n` stones is level 1 and lies there from the start. Level `k` has the places
//! 1 to `n - k + 1`; place `i` rests on the places `i` and `i + 1` of the level below.

mod left_parts;
mod memo;
mod notation;
mod outline;
mod picture;
mod right_parts;
mod rules;
mod solver;
mod strategy;
mod sweep;

use crate::games::settings::Settings;
pub use rules::{Fault, Move, Place, Pyramid, State};

/// Stones of the largest base: its outline fits into 64 bits, a level into 32.
pub const MAX_BASE: usize = 32;
/// Players that may take turns.
pub const MAX_PLAYERS: usize = 8;

/// Which way a stone of an unfinished level may be shifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shift {
    /// From left to right, by one place.
    Right,
    /// Not at all: stones are only laid.
    None,
}

/// What a player plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// As many points more than the other as possible.
    Difference,
    /// More points than the other, no matter how many.
    Result,
}

/// The parameters, as in `models/pyramid.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// Stones of the base, 2 to [`MAX_BASE`].
    pub base: usize,
    /// Players, 2 to [`MAX_PLAYERS`]; with more than two there are no exact values.
    pub players: usize,
    /// The second kind of move.
    pub shift: Shift,
    /// What values are about.
    pub objective: Objective,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { base: 5, players: 2, shift: Shift::Right, objective: Objective::Difference }
    }
}

const SHIFTS: [(&str, Shift); 2] = [("right", Shift::Right), ("none", Shift::None)];
const OBJECTIVES: [(&str, Objective); 2] =
    [("difference", Objective::Difference), ("result", Objective::Result)];

impl Pyramid {
    /// Reads the parameters and the position of a puzzle; faults stay in `settings`.
    pub(crate) fn read(settings: &mut Settings<'_>) -> Option<Self> {
        settings.known_keys(&["base", "players", "shift", "objective"]);
        let default = Parameters::default();
        let parameters = Parameters {
            base: settings.number("base", 2..=MAX_BASE).unwrap_or(default.base),
            players: settings.number("players", 2..=MAX_PLAYERS).unwrap_or(default.players),
            shift: settings.choice("shift", &SHIFTS).unwrap_or(default.shift),
            objective: settings.choice("objective", &OBJECTIVES).unwrap_or(default.objective),
        };
        if settings.has_faults() {
            // A position would be held against parameters that nobody wrote.
            return None;
        }
        let mut game = Self::new(parameters);
        settings.start(&mut game);
        Some(game)
    }
}

/// The word of a value among those that the model file knows.
fn word<T: PartialEq>(known: &[(&'static str, T)], value: &T) -> &'static str {
    known.iter().find(|(_, other)| other == value).map_or("", |(word, _)| word)
}
