//! The output of every count: text or a JSON object, and a plot and a table if they were requested.

use serde::Serialize;
use serde_json::{Value, json};
use soliter::base::{control::Control, wording::grouped};
use soliter::draw::plot::Bar;
use soliter::{boards::puzzle::Puzzle, search::count::CountFault};

use crate::cli::args::{CountArgs, What};
use crate::cli::files::targets::{self, is_stdout};
use crate::cli::output::failure::{Failure, Outcome, Reason, advice};
use crate::cli::output::{exit::Exit, paint, paint::strong};
use crate::cli::{args::file_name::FileName, columns, session::Session};

#[derive(Default)]
pub(super) struct Figures {
    pub(super) sentence: String,
    /// The addition to the sentence with `--quiet`.
    pub(super) brief: String,
    /// A drawing or a table; empty if the sentence is complete by itself.
    pub(super) body: String,
    /// The text before the seconds.
    pub(super) foot: String,
    pub(super) plot: Option<String>,
    /// The table of the CSV file: headings, and rows of plain numbers.
    pub(super) heads: Vec<&'static str>,
    pub(super) rows: Vec<Vec<String>>,
}

/// The keys of the JSON object between those of the puzzle and the seconds, and the figures.
pub(super) type Found = (Value, Figures);

pub(super) fn run(
    session: &Session,
    args: &CountArgs,
    puzzle: &Puzzle,
    count: impl FnOnce(&Control) -> Result<Found, CountFault>,
) -> Outcome {
    #[derive(Serialize)]
    struct CountedReport<'a> {
        puzzle: &'a FileName,
        title: &'a str,
        what: What,
        #[serde(flatten)]
        keys: Value,
        seconds: f64,
    }
    let (found, seconds) = session.compute(count);
    let (keys, figures) = found.map_err(|fault| {
        let (reason, help) = match fault {
            CountFault::Stopped(stop) => (Reason::of_stop(stop), advice(stop)),
            CountFault::Overflow => (Reason::Limit, ""),
        };
        none(args, (reason, &fault.to_string(), help), seconds)
    })?;
    let (title, what) = (puzzle.title(), args.what);
    let report = CountedReport { puzzle: &args.file, title, what, keys, seconds };
    answer(session, args, title, &figures, &report, seconds)
}

/// Writes the plot and the table if they were requested, and the answer.
pub(super) fn answer(
    session: &Session,
    args: &CountArgs,
    title: &str,
    figures: &Figures,
    report: &impl Serialize,
    seconds: f64,
) -> Outcome {
    if let (Some(path), Some(plot)) = (&args.svg, &figures.plot) {
        targets::write(path, plot)?;
    }
    if let Some(path) = &args.csv {
        columns::write_csv(path, &figures.heads, &figures.rows)?;
    }
    if ![&args.svg, &args.csv].into_iter().flatten().any(|path| is_stdout(path)) {
        session.answer(report, || {
            let Figures { sentence, brief, body, foot, .. } = figures;
            let head = strong(format!("{title}: {sentence}"));
            if session.options.quiet {
                return format!("{head}{brief}\n");
            }
            if body.is_empty() {
                return format!("{head}\n");
            }
            format!("{head}\n\n{body}\n{foot}{}\n", paint::seconds(seconds))
        })?;
    }
    Ok(Exit::Answered)
}

/// Reports that there is no count: a limit was reached, or the folder of `--dir` cannot be used.
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

pub(super) fn bar(label: usize, value: f64, dead: f64) -> Bar {
    Bar { label: label.to_string(), value, dead }
}

/// Rows with digit grouping for people: `1,234`.
pub(super) fn readable(rows: &[Vec<String>]) -> Vec<Vec<String>> {
    let cell = |cell: &String| cell.parse().map_or_else(|_| cell.clone(), grouped);
    rows.iter().map(|row| row.iter().map(cell).collect()).collect()
}
