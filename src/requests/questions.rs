//! Certificates and counts. Both refuse puzzles with conditions on marked pegs.

use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::base::clock::Instant;
use crate::base::{control::Control, wording::hex};
use crate::boards::puzzle::Puzzle;
use crate::checker::{self, CertificateError};
use crate::load::PuzzleReference;
use crate::pages::puzzle_data;
use crate::prove::certify::{Contents, NoCertificate, Statement, certify_in, in_room};
use crate::prove::report::CountReport;
use crate::prove::solve::{Options, solve};
use crate::reports;
use crate::requests::{Context, Fault, REPORT, Reply};
use crate::search::count::{self, CountFault, What};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ToCertify {
    puzzle: PuzzleReference,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ToCount {
    puzzle: PuzzleReference,
    /// The word for `soliter count --what`.
    what: String,
}

/// The certificate of the answer, once the checker has accepted it.
pub(super) fn certify(
    ToCertify { puzzle: asked }: ToCertify,
    context: &Context,
) -> Result<Reply, Fault> {
    let puzzle = plain(&asked, context)?;
    Ok(Reply::work(move |_, control| certified(&puzzle, asked.label(), control)))
}

/// A number of solutions, positions or games.
pub(super) fn count(
    ToCount { puzzle: asked, what }: ToCount,
    context: &Context,
) -> Result<Reply, Fault> {
    let what = match &*what {
        "solutions" => What::Solutions,
        "shortest" | "minimal" => What::Shortest,
        "positions" => What::Positions,
        "games" => What::Games,
        _ => {
            let message = "\"what\" is one of solutions, shortest, positions and games";
            return Err(Fault::new("bad-what", message));
        }
    };
    let puzzle = plain(&asked, context)?;
    Ok(Reply::work(move |_, control| counted(&puzzle, asked.label(), what, control)))
}

fn plain(asked: &PuzzleReference, context: &Context) -> Result<Puzzle, Fault> {
    let puzzle = context.peg(asked)?;
    if puzzle.marked().is_empty() {
        return Ok(puzzle);
    }
    Err(Fault::new(
        "marked-pegs",
        "this request does not support marked pegs, which the puzzle uses",
    ))
}

fn certified(puzzle: &Puzzle, label: &str, control: &Control) -> Result<Value, Fault> {
    let wanted = Statement::of(puzzle).map_err(|why| no_certificate(&why))?;
    let clock = Instant::now();
    let answer = solve(puzzle, &Options::BEFORE_LAST_BOUND, control)
        .map_err(|refusal| Fault::internal(refusal.to_string()))?;
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
    let mut certificate = reports::certificate(label, &checked, Some(puzzle.title()), seconds);
    certificate["check_seconds"] = json!(clock.elapsed().as_secs_f64());
    certificate["bytes"] = json!(file.len());
    certificate["sha256"] = json!(hex(&Sha256::digest(&file)));
    certificate["sentence"] = json!(reports::proved(checked.proved));
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
        NoCertificate::NoForm | NoCertificate::NoJumps => Fault::new("no-form", why.to_string()),
        NoCertificate::NotProved => {
            Fault::limit("no certificate: a limit was reached before the answer was proved")
        }
        NoCertificate::Refused(CertificateError::Limit) => {
            Fault::limit("no certificate: a limit was reached before it was checked")
        }
        NoCertificate::Refused(_) => Fault::internal(format!("{why}; {REPORT}")),
        NoCertificate::Stopped(stop) => Fault::stopped(why.to_string(), *stop),
    }
}

fn counted(puzzle: &Puzzle, label: &str, what: What, control: &Control) -> Result<Value, Fault> {
    let clock = Instant::now();
    let found = count::count(puzzle, what, control).map_err(|fault| {
        let message = format!("no count: {fault}");
        match fault {
            CountFault::Stopped(stop) => Fault::stopped(message, stop),
            CountFault::Overflow => Fault::limit(message),
        }
    })?;
    let seconds = clock.elapsed().as_secs_f64();
    let report = CountReport::new(label, puzzle, what, &found, seconds);
    Ok(json!({ "count": report, "sentence": reports::count(what, &report) }))
}
