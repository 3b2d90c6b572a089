//! The answer in a line, and the failure if the answer was refused.

use serde_json::json;
use soliter::boards::verify::VerificationError;
use soliter::{boards::answer::Claim, boards::puzzle::Puzzle, prove::report::SolveReport};

use crate::cli::output::failure::{Failure, NOT_OF_PUZZLE, Reason};
use crate::cli::output::paint::counted;

/// The failure if two methods disagree, or a line is wrong.
pub(super) fn refused(name: &str, puzzle: &Puzzle, refusal: &VerificationError) -> Failure {
    let claims = match refusal {
        VerificationError::Disagreement(a, b) => vec![a.report(puzzle), b.report(puzzle)],
        _ => Vec::new(),
    };
    let object = json!({
        "puzzle": name,
        "status": "unknown",
        "error": { "reason": Reason::Disagreement, "message": refusal.to_string() },
        "evidence": claims,
    });
    Failure::disagreement(format!("{name}: {refusal}"), NOT_OF_PUZZLE).with_object(object)
}

/// The moves of a line, and what is proved about them.
pub(super) fn summary(report: &SolveReport) -> String {
    let (jumps, why) = (report.jumps.unwrap_or(0), report.stops());
    let line = report.solution.as_deref().unwrap_or_default();
    match report.claim {
        Claim::Optimal { moves: 0 } => "0 moves: the start is a finish".to_owned(),
        Claim::Optimal { moves } => {
            let (moves, jumps) = (counted(moves, "move"), counted(jumps, "jump"));
            format!("{moves} ({jumps}), the fewest possible: {line}")
        }
        Claim::Feasible { moves, lower_bound } => {
            let (moves, jumps) = (counted(moves, "move"), counted(jumps, "jump"));
            format!("{moves} ({jumps}) found, at least {lower_bound} needed ({why}): {line}")
        }
        Claim::Infeasible => "impossible".to_owned(),
        Claim::Unknown { lower_bound } => {
            let bound = counted(lower_bound, "move");
            format!("unknown: no solution found, none has fewer than {bound} ({why})")
        }
    }
}
