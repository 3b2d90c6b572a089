//! How a command ended.

use std::process::ExitCode;

/// How a command ended; the numbers are the exit codes, the order is that of gravity, which counts
/// where a command has several files: what could not be read before what was not finished, and that
/// before what is proved impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Solved, or the record is right.
    Answered = 0,
    /// Proved impossible, or the record is wrong.
    No = 1,
    /// A limit came first.
    Limit = 3,
    /// Bad input or usage.
    BadInput = 2,
    /// Two methods disagree: a fault of this program.
    Disagreement = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
