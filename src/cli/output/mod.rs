//! Writing whole answers, and diagnostics with carets.

pub(crate) mod exit;
pub(crate) mod faults;
pub(crate) mod paint;
pub(crate) mod patience;

use std::fmt::Write as _;
use std::io::Write;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use soliter::base::control::Stop;
use soliter::base::diagnostic::{Diagnostics, Excerpt};
use soliter::base::wording::{grouped, shown};

use crate::cli::output::exit::Exit;
use crate::cli::output::faults::{Fault, Reason};

/// The form of the objects: it grows when a key changes its meaning or goes.
const SCHEMA: u32 = 1;

/// Writes a whole answer to standard output, colour codes only where they are wanted.
pub(crate) fn answer(text: &str) -> std::io::Result<()> {
    patience::with(|| {
        let mut out = anstream::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    })
}

/// Writes the object of the file at hand, on a line of its own.
pub(crate) fn json(value: &serde_json::Value) -> std::io::Result<()> {
    object(value)
}

/// Writes a report as the object of the file at hand, on a line of its own, its keys in the order of
/// its fields.
pub(crate) fn object(report: &impl serde::Serialize) -> std::io::Result<()> {
    part(report)?;
    faults::told();
    Ok(())
}

/// Writes an object that is not the last word on the file at hand.
pub(crate) fn part(report: &impl serde::Serialize) -> std::io::Result<()> {
    bytes(line(report)?.as_bytes())
}

/// An object on a line of its own, its schema first.
pub(crate) fn line(report: &impl serde::Serialize) -> serde_json::Result<String> {
    #[derive(serde::Serialize)]
    struct Line<'a, T> {
        schema: u32,
        #[serde(flatten)]
        report: &'a T,
    }
    let mut text = serde_json::to_string(&Line { schema: SCHEMA, report })?;
    text.push('\n');
    Ok(text)
}

/// The end of a file, or of the command: writes the object of what went wrong if none has been
/// written. Gives how it ended.
pub(crate) fn end(exit: Exit) -> std::io::Result<Exit> {
    let (object, exit) = faults::end(exit);
    object.map_or(Ok(()), |object| part(&object))?;
    Ok(exit)
}

/// The end of a command that cannot write: says so, where that can be written.
pub(crate) fn stuck() {
    refuse(Reason::Limit, "a limit came before all was written", "is somebody reading it?");
    // There is nowhere left to report that this cannot be written either.
    let _ = end(Exit::Limit);
}

/// Writes bytes as they are.
pub(crate) fn bytes(bytes: &[u8]) -> std::io::Result<()> {
    patience::with(|| {
        let mut out = std::io::stdout().lock();
        out.write_all(bytes)?;
        out.flush()
    })
}

/// Writes an error without a place; other programs are told a reason by how the command ends.
pub(crate) fn error(message: &str, help: &str) {
    report(None, None, message, help);
}

/// Writes an error without a place, of one kind.
pub(crate) fn refuse(reason: Reason, message: &str, help: &str) {
    report(Some(reason), None, message, help);
}

/// What to do about a fault of this program.
pub(crate) const FAULT: &str = "this is a fault of soliter; please report it with the puzzle file";

/// Says why there is none of what was asked for, `no plan`; gives how the command ends.
pub(crate) fn stopped(none: &str, stop: Stop) -> Exit {
    let exit = Exit::of_stop(stop);
    let message = format!("{none}: stopped: {}", stop.phrase());
    refuse(Reason::of(exit), &message, advice(stop));
    exit
}

/// What to do about a computation that stopped.
pub(crate) fn advice(stop: Stop) -> &'static str {
    match stop {
        Stop::Fault(_) => FAULT,
        _ => "raise --time-limit or --memory-limit",
    }
}

/// Writes an error of a file as a whole.
pub(crate) fn refuse_file(reason: Reason, file: &str, message: &str, help: &str) {
    report(Some(reason), Some(file), message, help);
}

fn report(reason: Option<Reason>, file: Option<&str>, message: &str, help: &str) {
    let groups =
        [Group::with_title(Level::ERROR.primary_title(message)).element(Level::HELP.message(help))];
    to_stderr(&format!("{}\n", Renderer::styled().render(&groups)));
    faults::keep(|| Fault {
        reason,
        message: message.to_owned(),
        file: file.map(str::to_owned),
        line: None,
        column: None,
        help: Some(help.to_owned()),
    });
}

/// Writes a line to standard error: a warning, a note, progress.
pub(crate) fn note(line: &str) {
    to_stderr(&format!("{line}\n"));
}

/// Writes every diagnostic with file, line, caret and hint.
pub(crate) fn diagnostics(faults: &Diagnostics) {
    let mut text = String::new();
    for fault in &faults.0 {
        faults::keep(|| Fault::from(fault));
        let Excerpt { text: lines, span, line, column } = fault.excerpt();
        let whole = lines[..span.start].chars().count() + 1 == column;
        let path = shown(&fault.source.name);
        let snippet = Snippet::source(plain(&lines))
            .line_start(line)
            .annotation(AnnotationKind::Primary.span(span));
        let mut group = Group::with_title(Level::ERROR.primary_title(plain(&fault.message)));
        group = if whole {
            group.element(snippet.path(path))
        } else {
            // The column of what was cut out of a long line is not that of the line.
            group.element(Origin::path(path).line(line).char_column(column)).element(snippet)
        };
        if let Some(help) = &fault.help {
            group = group.element(Level::HELP.message(plain(help)));
        }
        let _ = writeln!(text, "{}\n", Renderer::styled().render(&[group]));
    }
    if faults.more() > 0 {
        let _ = writeln!(text, "and {} more\n", grouped(faults.more() as u128));
    }
    to_stderr(&text);
}

/// A text without the control characters that the snippets leave as they are; the sign in their place
/// has as many bytes, so that carets stay where they were.
fn plain(text: &str) -> String {
    text.replace(|c| matches!(c, '\u{80}'..='\u{9f}'), "\u{bf}")
}

fn to_stderr(text: &str) {
    // There is nowhere to report that standard error is closed.
    let _ = patience::with(|| anstream::stderr().write_all(text.as_bytes()));
}
