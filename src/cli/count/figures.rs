//! Writes the answer of a count: text or an object, and a plot and a table where they are wanted.

use serde_json::json;
use soliter::base::control::Stop;
use soliter::base::wording::grouped;

use crate::cli::args::CountArgs;
use crate::cli::columns;
use crate::cli::files::targets;
use crate::cli::output::exit::Exit;
use crate::cli::output::failure::{Failure, Outcome, Reason, advice};
use crate::cli::session::Session;

/// The figures of a count, for its plot and its table.
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
        targets::write(path, picture)?;
    }
    if let Some(path) = &args.csv {
        columns::write_csv(path, figures.heads, figures.rows)?;
    }
    if ![&args.svg, &args.csv].into_iter().flatten().any(|path| targets::is_stdout(path)) {
        session.answer(report, text)?;
    }
    Ok(Exit::Answered)
}

/// There is no count: a limit came first, or the folder of `--dir` cannot be used.
pub(super) fn none(
    args: &CountArgs,
    (reason, why, help): (Reason, &str, &str),
    seconds: f64,
) -> Failure {
    let message = format!("no count: {why}");
    let object = json!({
        "puzzle": args.file,
        "what": args.what,
        "value": null,
        "error": { "reason": reason, "message": message, "help": help },
        "seconds": seconds,
    });
    Failure::new(reason, message, help).with_object(object)
}

/// There is no count, since the computation stopped.
pub(super) fn stopped(args: &CountArgs, stop: Stop, seconds: f64) -> Failure {
    let why = format!("stopped: {}", stop.phrase());
    none(args, (Reason::of_stop(stop), &why, advice(stop)), seconds)
}

/// Rows with their numbers grouped for people: `1,234`.
pub(super) fn readable(rows: &[Vec<String>]) -> Vec<Vec<String>> {
    let cell = |cell: &String| cell.parse().map_or_else(|_| cell.clone(), grouped);
    rows.iter().map(|row| row.iter().map(cell).collect()).collect()
}
