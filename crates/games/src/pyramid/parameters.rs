//! The parameters of the Pyramid of Cheops, and their names in model files.

/// The maximum number of stones of the base: an outline fits into 64 bits, and a level into 32.
pub const MAX_BASE: usize = 32;
/// The maximum number of players.
pub const MAX_PLAYERS: usize = 8;

/// How a stone of an unfinished level may be shifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shift {
    /// From left to right, by one place.
    Right,
    /// Not at all: stones can only be laid.
    None,
}

/// On which levels stones may be laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lay {
    /// On any unfinished level.
    Any,
    /// On the lowest unfinished level.
    Lowest,
}

/// A player's objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// To maximise the lead in points.
    Difference,
    /// To score more points than the other player, by any margin.
    Result,
}

/// The parameters, as in `models/pyramid.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The number of stones of the base, 2 to [`MAX_BASE`].
    pub base: usize,
    /// The number of players, 2 to [`MAX_PLAYERS`]. With more than two, only small bases have exact payoffs.
    pub players: usize,
    /// How stones may be shifted.
    pub shift: Shift,
    /// Where stones may be laid.
    pub lay: Lay,
    /// The players' objective, which determines the unit of values.
    pub objective: Objective,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            base: 5,
            players: 2,
            shift: Shift::Right,
            lay: Lay::Any,
            objective: Objective::Difference,
        }
    }
}

pub(super) const SHIFTS: [(&str, Shift); 2] = [("right", Shift::Right), ("none", Shift::None)];
pub(super) const LAYS: [(&str, Lay); 2] = [("any", Lay::Any), ("lowest", Lay::Lowest)];
pub(super) const OBJECTIVES: [(&str, Objective); 2] =
    [("difference", Objective::Difference), ("result", Objective::Result)];
