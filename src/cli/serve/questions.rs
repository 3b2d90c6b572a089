//! The routes of certificates and counts. Both refuse puzzles with conditions on marked pegs.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use clap::ValueEnum;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use soliter::base::{control::Control, control::Stop, wording::hex};
use soliter::checker::{self, Refusal};
use soliter::load::PuzzleReference;
use soliter::pages::puzzle_data;
use soliter::peg::certify::{Contents, NoCertificate, Statement, certify_in};
use soliter::peg::report::CountReport;
use soliter::peg::search::count::{self, CountFault};
use soliter::peg::{puzzle::Puzzle, solve::settle};

use crate::cli::args::What;
use crate::cli::certify::{in_room, phrase, to_json};
use crate::cli::count::jump_levels::sentence;
use crate::cli::serve::fault::{Fault, REPORT};
use crate::cli::serve::job::Shared;
use crate::cli::serve::request::{Answer, body};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToCertify {
    puzzle: PuzzleReference,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToCount {
    puzzle: PuzzleReference,
    /// The word for `soliter count --what`.
    what: String,
}

/// The certificate of the answer, once the checker has accepted it.
pub(super) async fn certify(State(shared): State<Arc<Shared>>, request: Request) -> Answer {
    let ToCertify { puzzle: asked } = body(request).await?;
    let (puzzle, asked) = shared.jobs.read(move || Ok((plain(&asked)?, asked))).await?;
    shared.jobs.run(move |control| certified(&puzzle, asked.label(), control)).await
}

/// A number of solutions, positions or games.
pub(super) async fn count(State(shared): State<Arc<Shared>>, request: Request) -> Answer {
    let ToCount { puzzle: asked, what } = body(request).await?;
    let what = What::from_str(&what, false).ok();
    let what = what.and_then(|what| Some((what, what.solitaire()?))).ok_or_else(|| {
        let message = "\"what\" is one of solutions, shortest, positions and games";
        Fault::bad("bad-what", message)
    })?;
    let (puzzle, asked) = shared.jobs.read(move || Ok((plain(&asked)?, asked))).await?;
    shared.jobs.run(move |control| counted(&puzzle, asked.label(), what, control)).await
}

fn plain(asked: &PuzzleReference) -> Result<Puzzle, Fault> {
    let puzzle = asked.peg()?;
    if puzzle.marked().is_empty() {
        return Ok(puzzle);
    }
    Err(Fault::bad(
        "marked-pegs",
        "this request does not support marked pegs, which the puzzle uses",
    ))
}

fn certified(puzzle: &Puzzle, label: &str, control: &Control) -> Result<Value, Fault> {
    let wanted = Statement::of(puzzle).map_err(|why| no_certificate(&why))?;
    let clock = Instant::now();
    let answer = settle(puzzle, control).map_err(|refusal| Fault::internal(refusal.to_string()))?;
    let seconds = clock.elapsed().as_secs_f64();
    let clock = Instant::now();
    let contents = Contents { layers: false, line: true };
    let file = in_room(control, None, "certify", |room| {
        certify_in(room, puzzle, &answer, contents, control)
    });
    let (file, _) = file.map_err(|why| no_certificate(&why))?;
    // The check reads the bytes that will be sent, not the data from which they were made.
    let checked = in_room(control, None, "verify", |room| checker::check_in(room, &file[..]));
    let checked = checked.map_err(|refusal| no_certificate(&NoCertificate::Refused(refusal)))?;
    if let Some(other) = wanted.difference(&checked) {
        return Err(Fault::internal(format!("the certificate is for {other}; {REPORT}")));
    }
    let mut certificate = to_json(label, &checked, Some(puzzle.title()), seconds);
    certificate["check_seconds"] = json!(clock.elapsed().as_secs_f64());
    certificate["bytes"] = json!(file.len());
    certificate["sha256"] = json!(hex(&Sha256::digest(&file)));
    certificate["sentence"] = json!(phrase(checked.proved));
    let file = String::from_utf8(file).map_err(|_| Fault::internal(REPORT))?;
    let lines: Vec<_> = answer.line().cloned().into_iter().collect();
    Ok(json!({
        "certificate": certificate,
        "file": file,
        "data": puzzle_data::data(puzzle, &lines, Some(&answer)),
    }))
}

fn no_certificate(why: &NoCertificate) -> Fault {
    match why {
        NoCertificate::NoForm => Fault::bad("no-form", why.to_string()),
        NoCertificate::NotProved => {
            limit("no certificate: a limit was reached before the answer was proved")
        }
        NoCertificate::Refused(Refusal::Limit) => {
            limit("no certificate: a limit was reached before it was checked")
        }
        NoCertificate::Stopped(Stop::Fault(_)) | NoCertificate::Refused(_) => {
            Fault::internal(format!("{why}; {REPORT}"))
        }
        NoCertificate::Stopped(_) => limit(why.to_string()),
    }
}

fn limit(message: impl Into<String>) -> Fault {
    Fault::new(StatusCode::SERVICE_UNAVAILABLE, "limit", message)
}

fn counted(
    puzzle: &Puzzle,
    label: &str,
    (what, of): (What, count::What),
    control: &Control,
) -> Result<Value, Fault> {
    let clock = Instant::now();
    let found = count::count(puzzle, of, control).map_err(|fault| {
        let message = format!("no count: {fault}");
        match fault {
            CountFault::Stopped(Stop::Fault(_)) => Fault::internal(format!("{message}; {REPORT}")),
            _ => limit(message),
        }
    })?;
    let seconds = clock.elapsed().as_secs_f64();
    let report = CountReport::new(label, puzzle, of, &found, seconds);
    Ok(json!({ "count": report, "sentence": sentence(what, &report) }))
}
