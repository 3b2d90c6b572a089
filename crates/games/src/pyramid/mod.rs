//! The Pyramid of Cheops: two players build a pyramid of stones level by level. The player who lays the last
//! stone of a level scores as many points as the level has stones.
//!
//! The base of `n` stones is level 1 and is complete from the start. Level `k` has the places 1 to `n - k +
//! 1`; place `i` rests on the places `i` and `i + 1` of the level below.

mod left_parts;
mod lookahead;
mod memo;
mod notation;
mod outline;
mod parameters;
mod picture;
mod right_parts;
mod rules;
mod solver;
mod strategy;
mod sweep;

use crate::settings::Settings;
use parameters::{LAYS, OBJECTIVES, SHIFTS};
pub use parameters::{Lay, MAX_BASE, MAX_PLAYERS, Objective, Parameters, Shift};
pub use rules::{Move, Place, Pyramid, State};

impl Pyramid {
    /// Reads the parameters and the puzzle's position; errors are recorded in `settings`.
    pub(crate) fn read(settings: &mut Settings<'_>) -> Option<Self> {
        settings.known_keys(&["base", "players", "shift", "lay", "objective"]);
        let default = Parameters::default();
        let parameters = Parameters {
            base: settings.number("base", 2..=MAX_BASE).unwrap_or(default.base),
            players: settings.number("players", 2..=MAX_PLAYERS).unwrap_or(default.players),
            shift: settings.choice("shift", &SHIFTS).unwrap_or(default.shift),
            lay: settings.choice("lay", &LAYS).unwrap_or(default.lay),
            objective: settings.choice("objective", &OBJECTIVES).unwrap_or(default.objective),
        };
        if settings.has_faults() {
            // Otherwise, the position would be checked against default parameters.
            return None;
        }
        let mut game = Self::new(parameters);
        settings.start(&mut game);
        Some(game)
    }
}
