//! `soliter certify --bound` and `soliter verify FILE.bound`: an integer program, and multipliers of its rows
//! that prove a claim about it.

use std::ffi::OsStr;
use std::path::Path;
#[cfg(feature = "milp")]
use std::time::Instant;

use serde_json::json;
use soliter::base::control::Control;
use soliter::base::wording::grouped;
#[cfg(feature = "milp")]
use soliter::base::wording::shown;
use soliter::boards::puzzle::Puzzle;
use soliter::checker::CertificateError;
use soliter::checker::bounds::{self, Bounded, Claim};
#[cfg(feature = "milp")]
use soliter::highs::bound::NoProof;
#[cfg(feature = "milp")]
use soliter::prove::milp::bounds::{Formulation, Meaning, certify, meaning};

use crate::cli::args::VerifyArgs;
#[cfg(feature = "milp")]
use crate::cli::args::{BoundProgram, CertifyArgs};
use crate::cli::certify::refused::{may_go_on, no_layers, refused};
#[cfg(feature = "milp")]
use crate::cli::certify::refused::{nothing_to_compare, to_refute, unchecked};
#[cfg(feature = "milp")]
use crate::cli::files::{targets, targets::Target};
use crate::cli::output::failure::{Failure, Outcome};
#[cfg(feature = "milp")]
use crate::cli::output::failure::{RAISE, advice};
#[cfg(feature = "milp")]
use crate::cli::output::paint::strong;
use crate::cli::output::paint::{counted, verdict};
use crate::cli::{files, output::exit::Exit, output::paint, session::Session};

pub(crate) fn is_bound(path: &Path) -> bool {
    path.extension() == Some(OsStr::new("bound"))
}

/// The consequence for a puzzle.
struct Fact {
    phrase: String,
    /// No solution has fewer moves; `None` if there is no solution.
    moves_at_least: Option<usize>,
}

/// Writes a bound. It is checked before it is reported as written.
#[cfg(feature = "milp")]
pub(crate) fn run(session: &Session, args: &CertifyArgs, path: &Path) -> Result<(), Failure> {
    if !is_bound(path) {
        let message = format!("cannot write a bound to \"{}\"", path.display());
        return Err(Failure::usage(message, "name a file that ends in .bound"));
    }
    let mut places = vec![Target { what: "a bound", path, endings: &["bound"] }];
    let layers = args.output.as_deref();
    places.extend(layers.map(|path| Target { what: "a certificate", path, endings: &["layers"] }));
    targets::check(places, &[&args.file], session.options.json())?;
    let puzzle = files::plain_puzzle(session, &args.file)?;
    let (made, _) = session.compute(|control| {
        let clock = Instant::now();
        let text = make(&puzzle, args.formulation.unwrap_or_default(), control)?;
        let seconds = clock.elapsed().as_secs_f64();
        let bounded = bounds::check(text.as_bytes(), &|bytes| may_go_on(control, bytes));
        let bounded = bounded.and_then(|bounded| {
            let fact = fact_of(&puzzle, &bounded, control)?;
            Ok((bounded, fact))
        });
        let (bounded, fact) = bounded.map_err(|why| unchecked("bound", RAISE, &why))?;
        Ok::<_, Failure>((text, bounded, fact, seconds))
    });
    let (text, bounded, fact, seconds) = made?;
    targets::write(path, text.as_bytes())?;
    let mut report = to_json(&args.file, Some((&puzzle, &fact)), &bounded, seconds);
    report["bytes"] = json!(text.len());
    session.answer(&report, || {
        let (size, took) = (counted(text.len(), "byte"), paint::seconds(seconds));
        format!("{}\n{}, {size}, {took}\n", strong(&fact.phrase), leaves(&bounded))
    })?;
    Ok(())
}

/// A bound of the relaxation, or a proof that the by-move formulation has no solution with M - 1 moves, where M is the
/// minimum (for an impossible puzzle, with the number of jumps of a solution in place of M - 1).
#[cfg(feature = "milp")]
fn make(puzzle: &Puzzle, program: BoundProgram, control: &Control) -> Result<String, Failure> {
    let formulation = match program {
        BoundProgram::Relaxation => Formulation::Relaxation,
        BoundProgram::ByMove => Formulation::ByMove(to_refute(puzzle, control)?),
    };
    certify(puzzle, formulation, control).map_err(|none| match none {
        NoProof::Stopped(stop) => Failure::limit(none.to_string(), advice(stop)),
        NoProof::False => {
            let message = "the program has a solution, which it should not";
            Failure::usage(message, "`soliter certify -o FILE.layers` proves it in another way")
        }
    })
}

/// Checks a bound and, if a puzzle is named, whether its program is one of that puzzle.
pub(crate) fn verify(session: &Session, args: &VerifyArgs) -> Outcome {
    no_layers(&args.folder)?;
    let puzzle = args.of.as_ref().map(|name| files::plain_puzzle(session, name)).transpose()?;
    let (checked, seconds) = session.compute(|control| {
        control.report_progress(|| "verify: leaf by leaf".to_owned());
        let limits = control.clone();
        let checked = files::certificate(session, &args.file, move |file| {
            bounds::check(file, &|bytes| may_go_on(&limits, bytes))
        });
        Ok::<_, Failure>(checked?.and_then(|bounded| {
            let fact = puzzle.as_ref().map(|puzzle| fact_of(puzzle, &bounded, control));
            Ok((bounded, fact.transpose()?))
        }))
    });
    let (bounded, fact) = match checked? {
        Ok(checked) => checked,
        Err(refusal) => return refused(session, args, &refusal),
    };
    let report = to_json(&args.file, puzzle.as_ref().zip(fact.as_ref()), &bounded, seconds);
    session.answer(&report, || {
        let (leaves, took) = (leaves(&bounded), paint::seconds(seconds));
        let (head, about) = match fact {
            Some(fact) => (fact.phrase, "soliter generated the program again and compared it"),
            None => (
                format!("{} (not compared with any puzzle)", phrase(bounded.claim)),
                "`soliter verify FILE PUZZLE` compares it with a puzzle's program",
            ),
        };
        let head = verdict(true, format!("correct: {head}"));
        format!("{head}\n{leaves}, {took}; {about}\n")
    })?;
    Ok(Exit::Answered)
}

/// The consequence of a bound for a puzzle.
#[cfg(feature = "milp")]
fn fact_of(
    puzzle: &Puzzle,
    bounded: &Bounded,
    control: &Control,
) -> Result<Fact, CertificateError> {
    let title = puzzle.title();
    let other = || {
        CertificateError::Wrong(format!(
            "this bound does not limit the moves of \"{}\"",
            shown(title)
        ))
    };
    let meaning = meaning(puzzle, bounded, control);
    let meaning = meaning.map_err(|stop| nothing_to_compare(puzzle, "program", stop))?;
    match meaning.ok_or_else(other)? {
        Meaning::Impossible => {
            Ok(Fact { phrase: format!("{title}: there is no solution"), moves_at_least: None })
        }
        Meaning::MovesAtLeast(moves) => {
            let phrase = format!("{title}: no solution has fewer than {}", counted(moves, "move"));
            Ok(Fact { phrase, moves_at_least: Some(moves) })
        }
    }
}

#[cfg(not(feature = "milp"))]
fn fact_of(_: &Puzzle, _: &Bounded, _: &Control) -> Result<Fact, CertificateError> {
    Err(CertificateError::Wrong(
        "this build of soliter makes no programs to compare it with".to_owned(),
    ))
}

fn bound_text(claim: Claim) -> Option<String> {
    match claim {
        Claim::Infeasible => None,
        Claim::AtLeast(bound, 1) => Some(bound.to_string()),
        Claim::AtLeast(bound, divisor) => Some(format!("{bound}/{divisor}")),
    }
}

fn phrase(claim: Claim) -> String {
    match bound_text(claim) {
        None => "no values fit this program".to_owned(),
        Some(bound) => format!("the objective of this program is at least {bound}"),
    }
}

fn leaves(bounded: &Bounded) -> String {
    let leaves = match bounded.leaves {
        1 => "1 leaf".to_owned(),
        leaves => format!("{} leaves", grouped(leaves as u128)),
    };
    let (columns, rows) = (counted(bounded.columns, "column"), counted(bounded.rows, "row"));
    format!("{leaves} over {columns}, {rows}")
}

/// The object includes the meaning of the program only if it belongs to a given puzzle.
fn to_json(
    name: &str,
    of: Option<(&Puzzle, &Fact)>,
    bounded: &Bounded,
    seconds: f64,
) -> serde_json::Value {
    let bound = bound_text(bounded.claim);
    json!({
        "certificate": name,
        "proved": if bound.is_none() { "program-infeasible" } else { "objective-at-least" },
        "bound": bound, "title": of.map(|(puzzle, _)| puzzle.title()),
        "moves_at_least": of.and_then(|(_, fact)| fact.moves_at_least),
        "impossible": of.map(|(_, fact)| fact.moves_at_least.is_none()),
        "columns": bounded.columns, "rows": bounded.rows, "leaves": bounded.leaves,
        "seconds": seconds,
    })
}
