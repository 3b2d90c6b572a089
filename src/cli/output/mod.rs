//! The output of the program, and how it ends.

pub(crate) mod exit;
pub(crate) mod failure;
pub(crate) mod paint;
pub(crate) mod patience;
pub(crate) mod report;

use std::io;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

/// The version of the JSON objects. It increases when a key changes its meaning or is removed.
const SCHEMA: u32 = 1;

/// Writes a complete answer to standard output, with colour codes only if they are enabled.
pub(crate) fn answer(text: &str) -> io::Result<()> {
    put(anstream::stdout(), text.as_bytes())
}

/// Writes a report as a JSON object on one line, with its keys in the order of its fields.
pub(crate) fn object(report: &impl Serialize) -> io::Result<()> {
    bytes(line(report)?.as_bytes())
}

/// The line for a report.
pub(crate) fn line(report: &impl Serialize) -> serde_json::Result<String> {
    #[derive(Serialize)]
    struct Line<'a, T> {
        schema: u32,
        #[serde(flatten)]
        report: &'a T,
    }
    let mut text = serde_json::to_string(&Line { schema: SCHEMA, report })?;
    text.push('\n');
    Ok(text)
}

pub(crate) fn bytes(bytes: &[u8]) -> io::Result<()> {
    put(io::stdout(), bytes)
}

/// Set once the reader of standard output has closed it.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether the reader of standard output has closed it.
pub(crate) fn is_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

/// Writes to standard output. If its reader closes it, nothing more is written. This is not a failure: the
/// exit code is the answer, and must not depend on how much of the text was read.
fn put(mut out: impl Write, bytes: &[u8]) -> io::Result<()> {
    if is_closed() {
        return Ok(());
    }
    let written = patience::with(|| {
        out.write_all(bytes)?;
        out.flush()
    });
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            CLOSED.store(true, Ordering::Relaxed);
            Ok(())
        }
        written => written,
    }
}

/// Writes a line to standard error: a warning, a note, progress.
pub(crate) fn note(line: &str) {
    to_stderr(&format!("{line}\n"));
}

fn to_stderr(text: &str) {
    // There is nowhere to report that standard error is closed.
    let _ = patience::with(|| anstream::stderr().write_all(text.as_bytes()));
}
