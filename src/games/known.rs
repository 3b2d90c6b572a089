//! What a puzzle file says of its own answer.

/// What the author of a puzzle knows of its answer. For tests; no answer depends on it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct KnownValue {
    /// The value for the player to move.
    pub value: Option<i64>,
    /// All best moves.
    pub best: Vec<String>,
    /// Sequences of 1, 2, 3 .. moves.
    pub perft: Vec<i64>,
}
