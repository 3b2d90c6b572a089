//! `soliter certify --lrat` and `soliter verify FILE.lrat`: clauses and a proof that they contradict each
//! other, in two files beside each other.

use std::ffi::OsStr;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::json;
use soliter::base::control::Control;
use soliter::base::wording::shown;
use soliter::checker::Refusal;
use soliter::checker::lrat::{self, Refuted};
#[cfg(feature = "sat")]
use soliter::peg::answer::Claim;
use soliter::peg::puzzle::Puzzle;
#[cfg(feature = "sat")]
use soliter::peg::sat::proof::{self, NoRefutation, Refutation};
#[cfg(feature = "sat")]
use soliter::peg::solve::{Method, solve};

#[cfg(feature = "sat")]
use crate::cli::args::CertifyArgs;
use crate::cli::args::VerifyArgs;
#[cfg(feature = "sat")]
use crate::cli::certify::refused::LIMIT;
use crate::cli::certify::refused::{may_go_on, refused};
#[cfg(feature = "sat")]
use crate::cli::files::targets;
#[cfg(feature = "sat")]
use crate::cli::files::targets::Target;
use crate::cli::output::exit::Exit;
#[cfg(feature = "sat")]
use crate::cli::output::faults::Reason;
use crate::cli::output::paint;
#[cfg(feature = "sat")]
use crate::cli::output::paint::strong;
use crate::cli::output::paint::{counted, verdict};
use crate::cli::session::Session;
use crate::cli::{files, output};

/// Whether a file is a proof by its name.
pub(crate) fn is_proof(path: &Path) -> bool {
    path.extension() == Some(OsStr::new("lrat"))
}

/// Where the clauses of a proof are: beside it, with an ending of their own.
fn clauses_of(proof: &Path) -> PathBuf {
    proof.with_extension("cnf")
}

/// Why nothing was made: a message, what to do, and the exit code.
#[cfg(feature = "sat")]
type Failure = (String, &'static str, Exit);

#[cfg(feature = "sat")]
const FAULT: &str = "this is a fault of soliter; please report it";

/// Writes clauses and proof of a refutation. They are checked before it says so.
#[cfg(feature = "sat")]
pub(crate) fn run(session: &Session, args: &CertifyArgs, path: &Path) -> std::io::Result<Exit> {
    if !is_proof(path) {
        let message = format!("cannot write a proof to \"{}\"", path.display());
        let help = "name a file that ends in .lrat; the clauses go to the same name with .cnf";
        output::refuse(Reason::Usage, &message, help);
        return Ok(Exit::BadInput);
    }
    let clauses_path = clauses_of(path);
    let mut places = vec![
        Target { what: "a proof", path, endings: &["lrat"] },
        Target { what: "clauses", path: &clauses_path, endings: &["cnf"] },
    ];
    let layers = args.output.as_deref();
    places.extend(layers.map(|path| Target { what: "a certificate", path, endings: &["layers"] }));
    if targets::check(&places, &[&args.file], session.options.json()).is_err() {
        return Ok(Exit::BadInput);
    }
    let Ok(puzzle) = files::plain_puzzle(session, &args.file) else { return Ok(Exit::BadInput) };
    let (control, bar) = session.control();
    let clock = Instant::now();
    let made = refutation(&puzzle, &control).and_then(|made| {
        let seconds = clock.elapsed().as_secs_f64();
        Ok((checked(&made, &control)?, made, seconds))
    });
    bar.finish_and_clear();
    let (refuted, Refutation { clauses, proof, .. }, seconds) = match made {
        Ok(made) => made,
        Err((message, help, exit)) => {
            output::error(&message, help);
            return Ok(exit);
        }
    };
    let clauses_written = targets::write(&clauses_path, clauses.as_bytes());
    if clauses_written.and_then(|()| targets::write(path, proof.as_bytes())).is_err() {
        return Ok(Exit::BadInput);
    }
    if session.options.json() {
        let mut object = to_json(&args.file, Some(&puzzle), &refuted, seconds);
        object["bytes"] = json!(proof.len());
        object["clauses_bytes"] = json!(clauses.len());
        if layers.is_some() {
            output::part(&object)?;
        } else {
            output::json(&object)?;
        }
    } else {
        let (size, took) = (counted(proof.len(), "byte"), paint::seconds(seconds));
        let head = strong(phrase(&puzzle, &refuted));
        output::answer(&format!("{head}\n{}, {size}, {took}\n", steps(&refuted)))?;
    }
    Ok(Exit::Answered)
}

/// Refutes a move less than the fewest, or as many as a solution has jumps.
#[cfg(feature = "sat")]
fn refutation(puzzle: &Puzzle, control: &Control) -> Result<Refutation, Failure> {
    let answer = solve(puzzle, Method::Search, control)
        .map_err(|refusal| (refusal.to_string(), FAULT, Exit::Disagreement))?;
    let moves = match answer.claim() {
        Claim::Infeasible => puzzle.jumps(),
        Claim::Optimal { moves: 1 } => {
            let message = "one move is the least there can be: there is nothing to refute";
            return Err((message.to_owned(), "choose a puzzle of more moves", Exit::BadInput));
        }
        Claim::Optimal { moves } => moves - 1,
        Claim::Feasible { .. } | Claim::Unknown { .. } => {
            let message = "the answer is not proved, so there is nothing to certify";
            return Err((message.to_owned(), LIMIT, Exit::Limit));
        }
    };
    proof::refute(puzzle, moves, control).map_err(|none| {
        let (help, exit) = match none {
            NoRefutation::Stopped(_) => (LIMIT, Exit::Limit),
            NoRefutation::Satisfied => {
                ("`soliter certify -o FILE.layers` proves it in another way", Exit::BadInput)
            }
        };
        (none.to_string(), help, exit)
    })
}

#[cfg(feature = "sat")]
fn checked(made: &Refutation, control: &Control) -> Result<Refuted, Failure> {
    let (clauses, proof) = (made.clauses.as_bytes(), made.proof.as_bytes());
    lrat::check(clauses, proof, &|bytes| may_go_on(control, bytes)).map_err(|refusal| match refusal
    {
        Refusal::Limit => {
            ("a limit came before the proof was checked".to_owned(), LIMIT, Exit::Limit)
        }
        why => (format!("the proof was made but is refused: {why}"), FAULT, Exit::Disagreement),
    })
}

/// Checks a proof with the clauses beside it, and where a puzzle is named, that they are its clauses.
pub(crate) fn verify(session: &Session, args: &VerifyArgs) -> std::io::Result<Exit> {
    let puzzle = args.puzzle.as_ref().map(|name| files::plain_puzzle(session, name)).transpose();
    let Ok(puzzle) = puzzle else { return Ok(Exit::BadInput) };
    let beside = clauses_of(args.file.path());
    let (control, bar) = session.control();
    control.say(|| "verify: step by step".to_owned());
    let clock = Instant::now();
    let limits = control.clone();
    let checked = files::certificate(session, &args.file, move |proof| {
        let unreadable = |error| Refusal::Unreadable(format!("{}: {error}", beside.display()));
        let clauses = File::open(&beside).map_err(unreadable)?;
        lrat::check(clauses, proof, &|bytes| may_go_on(&limits, bytes))
    });
    let Ok(checked) = checked else { return Ok(Exit::BadInput) };
    let checked = checked.and_then(|refuted| {
        if let Some(puzzle) = &puzzle {
            is_of(puzzle, &refuted, &control)?;
        }
        Ok(refuted)
    });
    let seconds = clock.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let refuted = match checked {
        Ok(refuted) => refuted,
        Err(refusal) => return refused(session, args, &refusal),
    };
    if session.options.json() {
        output::json(&to_json(&args.file, puzzle.as_ref(), &refuted, seconds))?;
        return Ok(Exit::Answered);
    }
    let (steps, took) = (steps(&refuted), paint::seconds(seconds));
    let (head, about) = match &puzzle {
        Some(puzzle) => (
            phrase(puzzle, &refuted),
            "the clauses were made again by soliter; tools/encode.py makes them without it",
        ),
        None => (
            format!(
                "these {} contradict each other; what they mean was not checked",
                counted(refuted.clauses, "clause")
            ),
            "name the puzzle too to have its clauses made again and compared",
        ),
    };
    let head = verdict(true, format!("right: {head}"));
    output::answer(&format!("{head}\n{steps}, {took}; {about}\n"))?;
    Ok(Exit::Answered)
}

/// That clauses are those of a puzzle and of as many moves as they say.
#[cfg(feature = "sat")]
fn is_of(puzzle: &Puzzle, refuted: &Refuted, control: &Control) -> Result<(), Refusal> {
    let other = || {
        let title = shown(puzzle.title());
        Refusal::Wrong(format!("the clauses are not those of \"{title}\" and a number of moves"))
    };
    if refuted.moves == 0 || refuted.moves > puzzle.jumps() {
        return Err(other());
    }
    let digest = proof::digest(puzzle, refuted.moves, control).map_err(|_| Refusal::Limit)?;
    if digest == refuted.sha256 { Ok(()) } else { Err(other()) }
}

#[cfg(not(feature = "sat"))]
fn is_of(_: &Puzzle, _: &Refuted, _: &Control) -> Result<(), Refusal> {
    Err(Refusal::Wrong("this build of soliter makes no clauses to compare them with".to_owned()))
}

/// What the clauses of a puzzle say that contradict each other.
fn phrase(puzzle: &Puzzle, refuted: &Refuted) -> String {
    let title = shown(puzzle.title());
    if refuted.moves >= puzzle.jumps() {
        return format!("{title}: there is no solution");
    }
    format!("{title}: no solution has {} or fewer", counted(refuted.moves, "move"))
}

fn steps(refuted: &Refuted) -> String {
    format!(
        "{} over {}, {}",
        counted(refuted.steps, "step"),
        counted(refuted.variables, "variable"),
        counted(refuted.clauses, "clause")
    )
}

/// What clauses mean is said of those of a puzzle only.
fn to_json(
    name: &str,
    puzzle: Option<&Puzzle>,
    refuted: &Refuted,
    seconds: f64,
) -> serde_json::Value {
    json!({
        "certificate": name, "proved": "clauses-contradict",
        "title": puzzle.map(Puzzle::title), "refuted_moves": puzzle.map(|_| refuted.moves),
        "variables": refuted.variables, "clauses": refuted.clauses,
        "steps": refuted.steps, "seconds": seconds,
    })
}
