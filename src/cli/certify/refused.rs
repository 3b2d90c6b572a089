//! What certificates and proofs have in common: refusals, limits while they are checked, and the number of moves that
//! is refuted.

use serde_json::json;
#[cfg(any(feature = "milp", feature = "sat"))]
use soliter::base::control::Control;
use soliter::checker::Refusal;
pub(crate) use soliter::peg::certify::may_go_on;
#[cfg(any(feature = "milp", feature = "sat"))]
use soliter::peg::{answer::Claim, puzzle::Puzzle, solve::settle};

use crate::cli::args::{LayerFolder, VerifyArgs};
use crate::cli::output::failure::{Failure, Outcome, RAISE};
use crate::cli::output::paint::{shown, verdict};
use crate::cli::{output::exit::Exit, session::Session};

pub(crate) const FAULT: &str = "this is a bug in soliter; please report it";

/// The proof of an answer was made, and not found to be right.
pub(crate) fn unchecked(noun: &str, help: &str, why: &Refusal) -> Failure {
    if *why == Refusal::Limit {
        return Failure::limit(format!("a limit was reached before the {noun} was checked"), help);
    }
    Failure::disagreement(format!("the {noun} was made but rejected: {why}"), FAULT)
}

/// Says why a file proves nothing, unless a limit came first.
pub(crate) fn refused(session: &Session, args: &VerifyArgs, refusal: &Refusal) -> Outcome {
    if *refusal == Refusal::Limit {
        return Err(Failure::limit(refusal.to_string(), RAISE));
    }
    refused_as(session, args, &shown(&refusal.to_string()))
}

pub(crate) fn refused_as(session: &Session, args: &VerifyArgs, why: &str) -> Outcome {
    let error = json!({ "reason": "rejected", "message": why });
    let report = json!({ "certificate": args.file, "proved": null, "error": error });
    session.answer(&report, || format!("{}\n", verdict(false, format!("rejected: {why}"))))?;
    Ok(Exit::No)
}

/// Refuses a folder for layers where there are none.
pub(crate) fn no_layers(room: &LayerFolder) -> Result<(), Failure> {
    if room.dir.is_none() {
        return Ok(());
    }
    let message = "--dir stores layers, and this certificate has none";
    Err(Failure::usage(message, "drop --dir"))
}

/// A move less than the fewest, or as many as a solution has jumps.
#[cfg(any(feature = "milp", feature = "sat"))]
pub(crate) fn to_refute(puzzle: &Puzzle, control: &Control) -> Result<usize, Failure> {
    let answer = settle(puzzle, control)
        .map_err(|refusal| Failure::disagreement(refusal.to_string(), FAULT))?;
    match answer.claim() {
        Claim::Infeasible => Ok(puzzle.jumps()),
        Claim::Optimal { moves: 1 } => {
            let message = "no solution has fewer than one move, so there is nothing to refute";
            Err(Failure::usage(message, "choose a puzzle with more moves"))
        }
        Claim::Optimal { moves } => Ok(moves - 1),
        Claim::Feasible { .. } | Claim::Unknown { .. } => {
            let message = "the answer is not proved, so there is nothing to certify";
            Err(Failure::limit(message, RAISE))
        }
    }
}
