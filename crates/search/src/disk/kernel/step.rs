//! How a level is built from others, as a small value that is sent to the process that builds it.

use serde::{Deserialize, Serialize};

use crate::bounds::counts::{Counts, Sum};
use soliter_boards::board::Board;

/// How the positions of a level lead to those of the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Way {
    /// By every jump.
    Jumps,
    /// By the jumps of pegs that did not make the last move.
    Begin,
    /// By the jumps of pegs that made the last move.
    Continue,
    /// By every position that one more move leads to or through.
    Land,
    /// From each position to its complement.
    Complement,
}

/// The data stored with each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Payload {
    Nothing,
    /// The number of jump sequences that lead to it, below 2^64.
    Count,
    /// The number of jump sequences that lead to it, below 2^128.
    WideCount,
    /// The pegs that can have made the last move.
    Movers,
}

/// The move to which a level belongs in a search for the fewest moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Moves {
    /// The number of moves made, including the present one.
    pub(crate) made: u32,
    /// The largest number of moves in the lines that the search looks for.
    pub(crate) limit: Option<u32>,
}

/// The construction of one level.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    /// The name of the level.
    pub(crate) name: String,
    /// The levels from which it is built.
    pub(crate) from: Vec<(String, Way)>,
    pub(crate) payload: Payload,
    /// Whether jumps are made (`true`) or undone.
    pub(crate) forward: bool,
    /// The resource counts that prune: the values of the holes, and the least sum.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) pruning: Vec<Sum>,
    /// The move, if Merson regions prune the level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) moves: Option<Moves>,
    /// If this is not empty, a position is kept only if one of these levels contains it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) within: Vec<String>,
    /// A position is not kept if one of these levels contains it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) without: Vec<String>,
    /// The levels of the other side, which this one may meet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) meeting: Vec<String>,
    /// Whether every position that is kept counts as a meeting.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) ends: bool,
    /// The number of jumps made, if the positions are to be counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) jumps: Option<usize>,
    /// The levels that are no longer needed when this one is complete.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) done_with: Vec<String>,
}

impl Step {
    /// A step with this name and payload, and with default values otherwise.
    pub(crate) fn new(name: &str, payload: Payload) -> Self {
        Self {
            name: name.to_owned(),
            from: Vec::new(),
            payload,
            forward: true,
            pruning: Vec::new(),
            moves: None,
            within: Vec::new(),
            without: Vec::new(),
            meeting: Vec::new(),
            ends: false,
            jumps: None,
            done_with: Vec::new(),
        }
    }

    /// The resource counts that prune the level.
    pub(crate) fn counts(&self, board: &Board) -> Counts {
        if self.pruning.is_empty() { Counts::none() } else { Counts::of(board, &self.pruning) }
    }
}
