//! Shared by certificates and proofs: rejections, limits during a check, and the number of moves that is refuted.

#[cfg(feature = "sat")]
use std::num::NonZeroUsize;

use serde_json::json;
#[cfg(any(feature = "milp", feature = "sat"))]
use soliter::base::control::{Control, Stop};
use soliter::checker::CertificateError;
pub(crate) use soliter::prove::certify::may_go_on;
#[cfg(any(feature = "milp", feature = "sat"))]
use soliter::prove::solve::{Options, solve};
#[cfg(any(feature = "milp", feature = "sat"))]
use soliter::{boards::answer::Claim, boards::puzzle::Puzzle};

use crate::cli::args::{LayerFolder, VerifyArgs};
use crate::cli::output::failure::{Failure, Outcome, RAISE};
#[cfg(feature = "sat")]
use crate::cli::output::paint::counted;
use crate::cli::output::paint::{shown, verdict};
use crate::cli::{output::exit::Exit, session::Session};

/// The advice for boards on which no search finds the minimum.
pub(crate) const WIDE: &str = "on boards of more than 64 holes, `--layers none` certifies a lower bound by weights, and \
                               `--bound` one by the relaxation";

pub(crate) const FAULT: &str = "this is a bug in soliter; please report it";

/// The failure if the proof of an answer was computed but did not pass the check.
pub(crate) fn unchecked(noun: &str, help: &str, why: &CertificateError) -> Failure {
    if *why == CertificateError::Limit {
        return Failure::limit(format!("a limit was reached before the {noun} was checked"), help);
    }
    Failure::disagreement(format!("the {noun} was made but rejected: {why}"), FAULT)
}

/// The refusal if a puzzle does not yield the clauses or the program of a proof. Unless a limit was reached, no limit
/// helps: a peg of the board may land where it has captured, for example.
#[cfg(any(feature = "milp", feature = "sat"))]
pub(crate) fn nothing_to_compare(puzzle: &Puzzle, noun: &str, stop: Stop) -> CertificateError {
    match stop {
        Stop::Time | Stop::Memory | Stop::Cancelled => CertificateError::Limit,
        stop => {
            let title = shown(puzzle.title());
            CertificateError::Wrong(format!(
                "\"{title}\" has no {noun} to compare with: {}",
                stop.phrase()
            ))
        }
    }
}

/// Reports why a file proves nothing, or that a limit was reached first.
pub(crate) fn refused(session: &Session, args: &VerifyArgs, refusal: &CertificateError) -> Outcome {
    if *refusal == CertificateError::Limit {
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

/// Refuses a folder for layers if the certificate has none.
pub(crate) fn no_layers(room: &LayerFolder) -> Result<(), Failure> {
    if room.dir.is_none() {
        return Ok(());
    }
    let message = "--dir stores layers, and this certificate has none";
    Err(Failure::usage(message, "drop --dir"))
}

/// The number of moves to refute: the one the user gave, or one less than the minimum, which a search finds.
#[cfg(feature = "sat")]
pub(crate) fn moves_to_refute(
    given: Option<NonZeroUsize>,
    puzzle: &Puzzle,
    control: &Control,
) -> Result<usize, Failure> {
    let Some(moves) = given else { return to_refute(puzzle, control) };
    if moves.get() > puzzle.jumps() {
        let message = format!("a solution has {}", counted(puzzle.jumps(), "jump"));
        return Err(Failure::usage(message, "give --moves no more than that"));
    }
    Ok(moves.get())
}

/// One less than the fewest moves, or the number of jumps of a solution where there is none.
#[cfg(any(feature = "milp", feature = "sat"))]
pub(crate) fn to_refute(puzzle: &Puzzle, control: &Control) -> Result<usize, Failure> {
    let answer = solve(puzzle, &Options::FIRST_PROOF, control)
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
            if puzzle.board().fits_u64().is_err() {
                return Err(Failure::unfit(message, WIDE));
            }
            Err(Failure::limit(message, RAISE))
        }
    }
}
