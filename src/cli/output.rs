//! Writing whole answers, and diagnostics with carets.

use std::fmt::Write as _;
use std::io::Write;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use soliter::base::diagnostic::{Diagnostics, Excerpt};
use soliter::base::wording::{grouped, shown};

/// Writes a whole answer to standard output, colour codes only where they are wanted.
pub(crate) fn answer(text: &str) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Writes one JSON object on a line of its own.
pub(crate) fn json(value: &serde_json::Value) -> std::io::Result<()> {
    bytes(format!("{value}\n").as_bytes())
}

/// Writes a report as one JSON object on a line of its own, its keys in the order of its fields.
pub(crate) fn object(report: &impl serde::Serialize) -> std::io::Result<()> {
    bytes(format!("{}\n", serde_json::to_string(report)?).as_bytes())
}

/// Writes bytes as they are.
pub(crate) fn bytes(bytes: &[u8]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// Writes an error without a place.
pub(crate) fn error(message: &str, help: &str) {
    let groups =
        [Group::with_title(Level::ERROR.primary_title(message)).element(Level::HELP.message(help))];
    to_stderr(&format!("{}\n", Renderer::styled().render(&groups)));
}

/// Writes every diagnostic with file, line, caret and hint.
pub(crate) fn diagnostics(faults: &Diagnostics) {
    let mut text = String::new();
    for fault in &faults.0 {
        let Excerpt { text: lines, span, line, column } = fault.excerpt();
        let origin = Origin::path(shown(&fault.source.name)).line(line).char_column(column);
        let snippet =
            Snippet::source(lines).line_start(line).annotation(AnnotationKind::Primary.span(span));
        let mut group = Group::with_title(Level::ERROR.primary_title(fault.message.as_str()))
            .element(origin)
            .element(snippet);
        if let Some(help) = &fault.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        let _ = writeln!(text, "{}\n", Renderer::styled().render(&[group]));
    }
    if faults.more() > 0 {
        let _ = writeln!(text, "and {} more\n", grouped(faults.more() as u128));
    }
    to_stderr(&text);
}

fn to_stderr(text: &str) {
    // There is nowhere to report that standard error is closed.
    let _ = anstream::stderr().write_all(text.as_bytes());
}
