//! How a command ended.

use std::process::ExitCode;

/// How a command ended, in the order of gravity, which counts where a command has several files: what
/// could not be read comes before what was not finished, and that before what is proved impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Solved, or the record is right.
    Answered,
    /// Proved impossible, or the record is wrong.
    No,
    /// A limit came first.
    Limit,
    /// Bad input or usage.
    BadInput,
    /// Two methods disagree: a fault of this program.
    Disagreement,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        // The order of an enum is that of its numbers: these are not the exit codes.
        Self::from(match exit {
            Exit::Answered => 0,
            Exit::No => 1,
            Exit::BadInput => 2,
            Exit::Limit => 3,
            Exit::Disagreement => 4,
        })
    }
}
