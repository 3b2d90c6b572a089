//! How a command ended.

use std::process::ExitCode;

use soliter::base::control::Stop;
use soliter::prove::judge::Verdict;
use soliter::{boards::answer::Claim, boards::verify::Verified};

/// The outcome of a command, in ascending order of seriousness: with several files, the most serious one
/// counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Solved, or the solution is correct.
    Answered,
    /// Proved impossible, or the solution is illegal or incomplete, or the certificate is rejected.
    No,
    Limit,
    BadInput,
    /// A bug: two methods disagree, or an internal check failed.
    Disagreement,
}

impl Exit {
    pub(crate) fn of_stop(stop: Stop) -> Self {
        match stop {
            Stop::Fault(_) => Self::Disagreement,
            _ => Self::Limit,
        }
    }

    /// The exit of an answer to a puzzle. If the answer is open, the limit that stopped the methods decides.
    pub(crate) fn of_verdict(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Correct => Self::Answered,
            Verdict::Incomplete | Verdict::Illegal => Self::No,
            Verdict::Unreadable => Self::BadInput,
        }
    }

    pub(crate) fn of_answer(answer: &Verified) -> Self {
        match answer.claim() {
            Claim::Optimal { .. } => Self::Answered,
            Claim::Infeasible => Self::No,
            Claim::Feasible { .. } | Claim::Unknown { .. } => {
                let stops = answer.evidence().iter().filter_map(|one| one.stopped);
                stops.map(Self::of_stop).max().unwrap_or(Self::Limit)
            }
        }
    }

    pub(crate) fn code(self) -> u8 {
        // The discriminants of the enum give its order, so they differ from the exit codes.
        match self {
            Self::Answered => 0,
            Self::No => 1,
            Self::BadInput => 2,
            Self::Limit => 3,
            Self::Disagreement => 4,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        #[cfg(feature = "milp")]
        if soliter::highs::worker::goes_on() {
            at_once(exit.code());
        }
        Self::from(exit.code())
    }
}

/// Ends the process, whatever its threads are doing.
pub(crate) fn at_once(code: u8) -> ! {
    #[cfg(feature = "milp")]
    soliter::highs::worker::end_process(code);
    #[cfg(not(feature = "milp"))]
    std::process::exit(code.into());
}
