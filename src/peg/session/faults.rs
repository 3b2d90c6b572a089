//! The reasons why a jump or a text was not played.

use crate::base::diagnostic::TextFault;
use crate::peg::rules::JumpFault;

/// A jump that the rules do not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{jump}: {why}")]
pub struct IllegalJump {
    /// The jump as it is written: `45-25`.
    pub jump: String,
    /// The rule that it breaks.
    pub fault: JumpFault,
    /// The rule in a sentence, with the names of the holes.
    pub why: String,
}

/// The reason why a text was not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayFault {
    /// The text has no jump.
    #[error("there is no jump in this")]
    Empty,
    /// The text is not a record in any notation; this is its first fault.
    #[error(transparent)]
    Unreadable(TextFault),
    /// One of the jumps is illegal.
    #[error(transparent)]
    Illegal(#[from] IllegalJump),
}
