//! The parameters of the Pyramid of Cheops and their words in model files.

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
    /// Players, 2 to [`MAX_PLAYERS`]; with more than two there are exact payoffs of small bases only.
    pub players: usize,
    /// The second kind of move.
    pub shift: Shift,
    /// The first kind of move.
    pub lay: Lay,
    /// What values are about.
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

/// The word of a value among those that the model file knows.
pub(super) fn word<T: PartialEq>(known: &[(&'static str, T)], value: &T) -> &'static str {
    known.iter().find(|(_, other)| other == value).map_or("", |(word, _)| word)
}
