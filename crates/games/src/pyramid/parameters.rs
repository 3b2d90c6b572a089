//! The parameters of the Pyramid of Cheops, and their words in model files.

/// The stones of the largest base: its outline fits into 64 bits, and a level into 32.
pub const MAX_BASE: usize = 32;
/// The most players that may take turns.
pub const MAX_PLAYERS: usize = 8;

/// Which way a stone of an unfinished level may be shifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shift {
    /// From left to right, by one place.
    Right,
    /// Not at all: stones are only laid.
    None,
}

/// On which levels stones may be laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lay {
    /// On any that is not finished.
    Any,
    /// On the lowest that is not finished.
    Lowest,
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
    /// Players, 2 to [`MAX_PLAYERS`]. With more than two, only small bases have exact payoffs.
    pub players: usize,
    /// How stones may be shifted.
    pub shift: Shift,
    /// Where stones may be laid.
    pub lay: Lay,
    /// What a player plays for, which is what values are about.
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
