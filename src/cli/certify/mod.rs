//! `soliter certify` and `soliter verify`: answers that others can check, and the check.
//!
//! - `verify`: what a certificate by layers proves
//! - `lrat`: clauses, and a proof that they contradict each other

mod lrat;
mod verify;

use std::time::Instant;

use serde_json::json;
use soliter::base::control::{Control, Stop};
use soliter::checker::{self, Refusal};
#[cfg(feature = "milp")]
use soliter::peg::certify::certify_tolls;
use soliter::peg::certify::{Contents, NoCertificate, certify};
#[cfg(feature = "milp")]
use soliter::peg::milp::weights::tolls;
use soliter::peg::puzzle::Puzzle;
use soliter::peg::solve::{Method, solve};

use crate::cli::args::{CertifyArgs, LayerContents, VerifyArgs};
pub(crate) use crate::cli::certify::verify::verify;
use crate::cli::files;
use crate::cli::files::targets;
use crate::cli::files::targets::{Target, is_stdout};
use crate::cli::output::exit::Exit;
use crate::cli::output::failure::{Failure, Outcome, RAISE};
use crate::cli::output::paint;
use crate::cli::output::paint::{counted, shown, strong, verdict};
use crate::cli::session::Session;

/// What to do where this program is wrong.
const FAULT: &str = "this is a fault of soliter; please report it";

/// Writes the certificate of a puzzle's answer, and has it checked before it says so.
pub(crate) fn run(session: &Session, args: &CertifyArgs) -> Outcome {
    #[cfg(feature = "sat")]
    if let Some(proof) = &args.lrat {
        lrat::run(session, args, proof)?;
    }
    let Some(path) = &args.output else { return Ok(Exit::Answered) };
    let target = Target { what: "a certificate", path, endings: &["layers"] };
    targets::check(&[target], &[&args.file], session.options.json())?;
    let puzzle = files::plain_puzzle(session, &args.file)?;
    let (made, _) = session.compute(|control| {
        let clock = Instant::now();
        let file = make(&puzzle, args, control)?;
        let seconds = clock.elapsed().as_secs_f64();
        let clock = Instant::now();
        let certified = checker::check(&*file, &|bytes| may_go_on(control, bytes));
        let check_seconds = clock.elapsed().as_secs_f64();
        let certified = certified.map_err(|why| unchecked("certificate", "raise --time-limit", &why))?;
        Ok::<_, Failure>((file, seconds, certified, check_seconds))
    });
    let (file, seconds, certified, check_seconds) = made?;
    targets::write(path, &file)?;
    if is_stdout(path) {
        return Ok(Exit::Answered);
    }
    let mut report = verify::to_json(&args.file, &certified, Some(puzzle.title()), seconds);
    report["bytes"] = json!(file.len());
    report["check_seconds"] = json!(check_seconds);
    session.answer(&report, || {
        let size = counted(file.len(), "byte");
        format!(
            "{}\n{} up to symmetry, {size}, {}\n",
            strong(format!("{}: {}", puzzle.title(), verify::phrase(certified.proved))),
            counted(certified.positions, "position"),
            paint::seconds(seconds)
        )
    })?;
    Ok(Exit::Answered)
}

fn make(puzzle: &Puzzle, args: &CertifyArgs, control: &Control) -> Result<Vec<u8>, Failure> {
    let layers = match args.layers {
        #[cfg(feature = "milp")]
        LayerContents::None => {
            let tolls = tolls::tolls(puzzle, control);
            control.check().map_err(|stop| none(&NoCertificate::Stopped(stop)))?;
            let message = "no weights bound the moves of this puzzle";
            let tolls = tolls.ok_or(Failure::usage(message, "leave --layers none out"))?;
            return certify_tolls(puzzle, &tolls).map_err(|why| none(&why));
        }
        LayerContents::Digests => false,
        LayerContents::Full => true,
    };
    let answer = solve(puzzle, Method::Search, control)
        .map_err(|refusal| Failure::disagreement(refusal.to_string(), FAULT))?;
    let contents = Contents { layers, line: args.line };
    certify(puzzle, &answer, contents, control).map_err(|why| none(&why))
}

fn none(why: &NoCertificate) -> Failure {
    let message = why.to_string();
    match why {
        NoCertificate::NoForm => Failure::usage(message, "give the finish as a list of holes"),
        NoCertificate::Stopped(Stop::Fault(_)) => Failure::disagreement(message, FAULT),
        _ => Failure::limit(message, RAISE),
    }
}

/// The proof of an answer was made, and not found to be right.
fn unchecked(noun: &str, help: &str, why: &Refusal) -> Failure {
    if *why == Refusal::Limit {
        return Failure::limit(format!("a limit came before the {noun} was checked"), help);
    }
    Failure::disagreement(format!("the {noun} was made but is refused: {why}"), FAULT)
}

/// Says why a file proves nothing, unless a limit came first.
fn refused(session: &Session, args: &VerifyArgs, refusal: &Refusal) -> Outcome {
    if *refusal == Refusal::Limit {
        return Err(Failure::limit(refusal.to_string(), RAISE));
    }
    refused_as(session, args, &shown(&refusal.to_string()))
}

/// Says why a file does not prove what is asked for.
fn refused_as(session: &Session, args: &VerifyArgs, why: &str) -> Outcome {
    let error = json!({ "reason": "refused", "message": why });
    let report = json!({ "certificate": args.file.as_str(), "proved": null, "error": error });
    session.answer(&report, || format!("{}\n", verdict(false, format!("refused: {why}"))))?;
    Ok(Exit::No)
}

/// Whether a check may go on with tables of so many bytes.
fn may_go_on(control: &Control, bytes: u64) -> bool {
    control.check().and_then(|()| control.check_memory(bytes)).is_ok()
}
