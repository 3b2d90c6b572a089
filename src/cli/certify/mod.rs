//! `soliter certify` and `soliter verify`.

mod lrat;
mod refused;
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
use soliter::peg::verify::Refusal as Disagreement;

use crate::cli::args::{CertifyArgs, LayerContents};
use crate::cli::certify::refused::may_go_on;
pub(crate) use crate::cli::certify::verify::verify;
use crate::cli::files::targets;
use crate::cli::files::targets::{Target, is_stdout};
use crate::cli::output::exit::Exit;
use crate::cli::output::paint;
use crate::cli::output::paint::{counted, strong};
use crate::cli::session::Session;
use crate::cli::{files, output};

/// Writes the certificate of a puzzle's answer, and has it checked before it says so.
pub(crate) fn run(session: &Session, args: &CertifyArgs) -> std::io::Result<Exit> {
    #[cfg(feature = "sat")]
    if let Some(proof) = &args.lrat {
        let exit = lrat::run(session, args, proof)?;
        if exit != Exit::Answered || args.output.is_none() {
            return Ok(exit);
        }
    }
    let Some(path) = &args.output else { return Ok(Exit::BadInput) };
    let target = Target { what: "a certificate", path, endings: &["layers"] };
    if targets::check(&[target], &[&args.file], session.options.json()).is_err() {
        return Ok(Exit::BadInput);
    }
    let Ok(puzzle) = files::plain_puzzle(session, &args.file) else { return Ok(Exit::BadInput) };
    let (control, bar) = session.control();
    let clock = Instant::now();
    let made = make(&puzzle, args, &control);
    let seconds = clock.elapsed().as_secs_f64();
    let file = match made {
        Ok(file) => file,
        Err(none) => {
            bar.finish_and_clear();
            let (help, exit) = none.advice();
            output::error(&none.to_string(), help);
            return Ok(exit);
        }
    };
    let clock = Instant::now();
    let checked = checker::check(&*file, &|bytes| may_go_on(&control, bytes));
    let check_seconds = clock.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let certified = match checked {
        Ok(certified) => certified,
        Err(Refusal::Limit) => {
            output::error("a limit came before the certificate was checked", "raise --time-limit");
            return Ok(Exit::Limit);
        }
        Err(why) => {
            let message = format!("the certificate was made but is refused: {why}");
            output::error(&message, FAULT);
            return Ok(Exit::Disagreement);
        }
    };
    if targets::write(path, &file).is_err() {
        return Ok(Exit::BadInput);
    }
    if is_stdout(path) {
        // The certificate is the output.
    } else if session.options.json() {
        let title = Some(puzzle.title());
        let mut object = verify::to_json(&args.file, &certified, title, seconds);
        object["bytes"] = json!(file.len());
        object["check_seconds"] = json!(check_seconds);
        output::json(&object)?;
    } else {
        let size = counted(file.len(), "byte");
        output::answer(&format!(
            "{}\n{} up to symmetry, {size}, {}\n",
            strong(format!("{}: {}", puzzle.title(), verify::phrase(certified.proved))),
            counted(certified.positions, "position"),
            paint::seconds(seconds)
        ))?;
    }
    Ok(Exit::Answered)
}

/// Why nothing was made.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    None(#[from] NoCertificate),
    #[error("no weights bound the moves of this puzzle")]
    #[cfg(feature = "milp")]
    NoWeights,
    #[error(transparent)]
    Disagreement(#[from] Disagreement),
}

impl Failure {
    /// What to do about it, and the exit code.
    fn advice(&self) -> (&'static str, Exit) {
        match self {
            Self::None(NoCertificate::NoForm) => {
                ("give the finish as a list of holes", Exit::BadInput)
            }
            #[cfg(feature = "milp")]
            Self::NoWeights => ("leave --layers none out", Exit::BadInput),
            Self::Disagreement(_) | Self::None(NoCertificate::Stopped(Stop::Fault(_))) => {
                (FAULT, Exit::Disagreement)
            }
            _ => ("raise --time-limit or --memory-limit", Exit::Limit),
        }
    }
}

const FAULT: &str = "this is a fault of soliter; please report it";

fn make(puzzle: &Puzzle, args: &CertifyArgs, control: &Control) -> Result<Vec<u8>, Failure> {
    let layers = match args.layers {
        #[cfg(feature = "milp")]
        LayerContents::None => {
            let tolls = tolls::tolls(puzzle, control);
            control.check().map_err(NoCertificate::Stopped)?;
            let tolls = tolls.ok_or(Failure::NoWeights)?;
            return Ok(certify_tolls(puzzle, &tolls)?);
        }
        LayerContents::Digests => false,
        LayerContents::Full => true,
    };
    let answer = solve(puzzle, Method::Search, control)?;
    Ok(certify(puzzle, &answer, Contents { layers, line: args.line }, control)?)
}
