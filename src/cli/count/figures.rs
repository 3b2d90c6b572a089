//! How the answer of a count is told.

use serde_json::json;
use soliter::base::control::Stop;
use soliter::base::wording::grouped;

use crate::cli::args::CountArgs;
use crate::cli::files::targets::is_stdout;
use crate::cli::output::exit::Exit;
use crate::cli::output::failure::{Failure, Outcome, Reason, advice};
use crate::cli::session::Session;
use crate::cli::{columns, pictures};

/// What came of a count, beside its text and its JSON.
pub(super) struct Figures<'a> {
    /// The plot, where there is one.
    pub(super) picture: Option<String>,
    /// The table: heads, and rows of plain numbers.
    pub(super) heads: &'a [&'a str],
    pub(super) rows: &'a [Vec<String>],
}

/// Writes the plot and the table where they are wanted, and the answer.
pub(super) fn answer(
    session: &Session,
    args: &CountArgs,
    figures: &Figures<'_>,
    report: &impl serde::Serialize,
    text: impl FnOnce() -> String,
) -> Outcome {
    if let (Some(path), Some(picture)) = (&args.svg, &figures.picture) {
        pictures::write(path, picture)?;
    }
    if let Some(path) = &args.csv {
        columns::write_csv(path, figures.heads, figures.rows)?;
    }
    if ![&args.svg, &args.csv].into_iter().flatten().any(|path| is_stdout(path)) {
        session.answer(report, text)?;
    }
    Ok(Exit::Answered)
}

/// There is no count: a limit came first, or its folder is of no use.
pub(super) fn none(
    args: &CountArgs,
    (reason, why, help): (Reason, &str, &str),
    seconds: f64,
) -> Failure {
    let message = format!("no count: {why}");
    let object = json!({
        "puzzle": args.file,
        "what": args.what.word(),
        "value": null,
        "error": { "reason": reason, "message": message, "help": help },
        "seconds": seconds,
    });
    Failure::new(reason, message, help).with_object(object)
}

/// The same for a limit that any computation may run into.
pub(super) fn stopped(args: &CountArgs, stop: Stop, seconds: f64) -> Failure {
    let why = format!("stopped: {}", stop.phrase());
    none(args, (Reason::of_stop(stop), &why, advice(stop)), seconds)
}

/// Rows of whole numbers for people.
pub(super) fn readable(rows: &[Vec<String>]) -> Vec<Vec<String>> {
    let cell = |cell: &String| cell.parse().map_or_else(|_| cell.clone(), grouped);
    rows.iter().map(|row| row.iter().map(cell).collect()).collect()
}
