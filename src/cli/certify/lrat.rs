//! `soliter certify --lrat` and `soliter verify FILE.lrat`: clauses with a proof that they are unsatisfiable.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
#[cfg(feature = "sat")]
use std::time::Instant;

use serde_json::json;
use soliter::base::control::Control;
#[cfg(feature = "sat")]
use soliter::base::wording::shown;
use soliter::boards::puzzle::Puzzle;
use soliter::checker::CertificateError;
use soliter::checker::lrat::{self, About, Refuted};
#[cfg(feature = "sat")]
use soliter::prove::sat::proof::{self, NoRefutation, Refutation};

use crate::cli::certify::refused::{may_go_on, no_layers, refused};
#[cfg(feature = "sat")]
use crate::cli::certify::refused::{moves_to_refute, nothing_to_compare, unchecked};
use crate::cli::output::failure::{Failure, Outcome};
#[cfg(feature = "sat")]
use crate::cli::output::failure::{RAISE, advice};
#[cfg(feature = "sat")]
use crate::cli::output::paint::strong;
use crate::cli::output::paint::{counted, verdict};
#[cfg(feature = "sat")]
use crate::cli::{
    args::CertifyArgs, args::file_name::FileName, files::targets, files::targets::Target,
};
use crate::cli::{args::VerifyArgs, files, output::exit::Exit, output::paint, session::Session};

pub(crate) fn is_proof(path: &Path) -> bool {
    path.extension() == Some(OsStr::new("lrat"))
}

fn clauses_of(proof: &Path) -> PathBuf {
    proof.with_extension("cnf")
}

/// Refuses, before any work is done, targets to which clauses and proof cannot be written.
#[cfg(feature = "sat")]
pub(crate) fn check_targets(
    session: &Session,
    path: &Path,
    others: &[Target<'_>],
    inputs: &[&FileName],
) -> Result<(), Failure> {
    if !is_proof(path) {
        let message = format!("cannot write a proof to \"{}\"", path.display());
        let help = "name a file that ends in .lrat; the clauses go to the same name with .cnf";
        return Err(Failure::usage(message, help));
    }
    let clauses = clauses_of(path);
    let own = [
        Target { what: "a proof", path, endings: &["lrat"] },
        Target { what: "clauses", path: &clauses, endings: &["cnf"] },
    ];
    targets::check(own.into_iter().chain(others.iter().copied()), inputs, session.options.json())
}

/// Checks a refutation that has just been computed.
#[cfg(feature = "sat")]
pub(crate) fn checked(made: &Refutation, control: &Control) -> Result<Refuted, Failure> {
    let (clauses, proof) = (made.clauses.as_bytes(), made.proof.as_bytes());
    let refuted = lrat::check(clauses, proof, &|bytes| may_go_on(control, bytes));
    refuted.map_err(|why| unchecked("proof", RAISE, &why))
}

/// Writes a refutation that has passed the check.
#[cfg(feature = "sat")]
pub(crate) fn write(path: &Path, made: &Refutation) -> Result<(), Failure> {
    targets::write(&clauses_of(path), made.clauses.as_bytes())?;
    targets::write(path, made.proof.as_bytes())
}

/// Writes clauses and proof of a refutation. They are checked before they are reported as written.
#[cfg(feature = "sat")]
pub(crate) fn run(session: &Session, args: &CertifyArgs, path: &Path) -> Result<(), Failure> {
    let layers = args.output.as_deref();
    let layers = layers.map(|path| Target { what: "a certificate", path, endings: &["layers"] });
    check_targets(session, path, layers.as_slice(), &[&args.file])?;
    let puzzle = files::plain_puzzle(session, &args.file)?;
    let (made, _) = session.compute(|control| {
        let clock = Instant::now();
        let moves = moves_to_refute(args.moves, &puzzle, control)?;
        let made = refutation(&puzzle, moves, control)?;
        let seconds = clock.elapsed().as_secs_f64();
        Ok::<_, Failure>((checked(&made, control)?, made, seconds))
    });
    let (refuted, made, seconds) = made?;
    write(path, &made)?;
    let mut report = to_json(&args.file, Some(puzzle.title()), &refuted, seconds);
    report["bytes"] = json!(made.proof.len());
    report["clauses_bytes"] = json!(made.clauses.len());
    session.answer(&report, || {
        let (size, took) = (counted(made.proof.len(), "byte"), paint::seconds(seconds));
        let head = strong(phrase(&puzzle, &refuted));
        let beside = clauses_of(path);
        format!(
            "{head}\n{}, {size}, {took}\nits clauses are in {}\n",
            steps(&refuted),
            beside.display()
        )
    })?;
    Ok(())
}

#[cfg(feature = "sat")]
fn refutation(puzzle: &Puzzle, moves: usize, control: &Control) -> Result<Refutation, Failure> {
    proof::refute(puzzle, moves, control).map_err(|none| match none {
        NoRefutation::Stopped(stop) => Failure::limit(none.to_string(), advice(stop)),
        NoRefutation::Satisfied => Failure::usage(
            none.to_string(),
            "`soliter certify -o FILE.layers` proves it in another way",
        ),
    })
}

/// Checks a proof, with its clauses in the file beside it, step by step.
pub(crate) fn step_by_step(
    session: &Session,
    args: &VerifyArgs,
    control: &Control,
) -> Result<Result<Refuted, CertificateError>, Failure> {
    control.report_progress(|| "verify: step by step".to_owned());
    let (beside, limits) = (clauses_of(args.file.path()), control.clone());
    files::certificate(session, &args.file, move |proof| {
        let unreadable = |error: io::Error| {
            let name = beside.display();
            CertificateError::Unreadable(if error.kind() == io::ErrorKind::NotFound {
                format!("the file with its clauses, {name}, is missing")
            } else {
                format!("{name}: {error}")
            })
        };
        let clauses = File::open(&beside).map_err(unreadable)?;
        lrat::check(clauses, proof, &|bytes| may_go_on(&limits, bytes))
    })
}

/// Checks a proof and, if a puzzle is named, whether the clauses are those of the puzzle.
pub(crate) fn verify(session: &Session, args: &VerifyArgs) -> Outcome {
    no_layers(&args.folder)?;
    let puzzle = args.of.as_ref().map(|name| files::plain_puzzle(session, name)).transpose()?;
    let (checked, seconds) = session.compute(|control| {
        Ok::<_, Failure>(step_by_step(session, args, control)?.and_then(|refuted| {
            if let Some(puzzle) = &puzzle {
                is_of(puzzle, &refuted, control)?;
            }
            Ok(refuted)
        }))
    });
    let refuted = match checked? {
        Ok(refuted) => refuted,
        Err(refusal) => return refused(session, args, &refusal),
    };
    let of = puzzle.as_ref().map(Puzzle::title);
    let report = to_json(&args.file, of, &refuted, seconds);
    session.answer(&report, || {
        let (steps, took) = (steps(&refuted), paint::seconds(seconds));
        let (head, about) = if let Some(puzzle) = &puzzle {
            let about =
                "soliter generated the clauses again and compared them; tools/encode.py generates them independently";
            (phrase(puzzle, &refuted), about)
        } else {
            let head = match refuted.clauses {
                1 => "this clause is unsatisfiable (not compared with any puzzle)".to_owned(),
                clauses => format!(
                    "these {clauses} clauses are unsatisfiable (not compared with any puzzle)"
                ),
            };
            (head, "name the puzzle or program to compare its clauses")
        };
        let head = verdict(true, format!("correct: {head}"));
        format!("{head}\n{steps}, {took}; {about}\n")
    })?;
    Ok(Exit::Answered)
}

/// Checks that clauses are those of a puzzle with the number of moves that they state.
#[cfg(feature = "sat")]
fn is_of(puzzle: &Puzzle, refuted: &Refuted, control: &Control) -> Result<(), CertificateError> {
    let other = || {
        let title = shown(puzzle.title());
        CertificateError::Wrong(format!(
            "the clauses are not those of \"{title}\" and a number of moves"
        ))
    };
    let About::Sweep { moves } = refuted.about else { return Err(other()) };
    if moves == 0 || moves > puzzle.jumps() {
        return Err(other());
    }
    let digest = proof::digest(puzzle, moves, control);
    let digest = digest.map_err(|stop| nothing_to_compare(puzzle, "clauses", stop))?;
    if digest == refuted.sha256 { Ok(()) } else { Err(other()) }
}

#[cfg(not(feature = "sat"))]
fn is_of(_: &Puzzle, _: &Refuted, _: &Control) -> Result<(), CertificateError> {
    Err(CertificateError::Wrong(
        "this build of soliter makes no clauses to compare them with".to_owned(),
    ))
}

/// The meaning of the unsatisfiable clauses of a puzzle.
fn phrase(puzzle: &Puzzle, refuted: &Refuted) -> String {
    let title = puzzle.title();
    match refuted.about {
        About::Sweep { moves } if moves < puzzle.jumps() => {
            format!("{title}: no solution has {} or fewer", counted(moves, "move"))
        }
        _ => format!("{title}: there is no solution"),
    }
}

pub(crate) fn steps(refuted: &Refuted) -> String {
    format!(
        "{} over {}, {}",
        counted(refuted.steps, "step"),
        counted(refuted.variables, "variable"),
        counted(refuted.clauses, "clause")
    )
}

/// The object includes the meaning of the clauses only if they belong to a given puzzle or program, `of`.
pub(crate) fn to_json(
    name: &str,
    of: Option<&str>,
    refuted: &Refuted,
    seconds: f64,
) -> serde_json::Value {
    let (moves, claim) = match refuted.about {
        About::Sweep { moves } => (Some(moves), None),
        About::Program(bound) => (None, Some(bound.to_string())),
    };
    let mut object = json!({
        "certificate": name, "proved": "unsatisfiable",
        "title": of, "refuted_moves": moves.filter(|_| of.is_some()),
        "variables": refuted.variables, "clauses": refuted.clauses,
        "steps": refuted.steps, "seconds": seconds,
    });
    if let Some(claim) = claim.filter(|_| of.is_some()) {
        object["claim"] = json!(claim);
    }
    object
}
