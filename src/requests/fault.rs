//! The reasons why a request is rejected or has no answer.

use serde::Serialize;
use serde_json::{Value, json};

use crate::base::control::Stop;
use crate::base::diagnostic::{Diagnostic, Diagnostics};
use crate::load::ReferenceFault;

/// A message is cut after this number of characters, since it may quote the text of the request.
const MOST_CHARACTERS: usize = 2000;
/// The advice to report a bug of this program.
pub const REPORT: &str = "this is a bug in soliter, please report it with the puzzle";

fn clipped(text: &str) -> String {
    let end = text.char_indices().nth(MOST_CHARACTERS);
    end.map_or_else(|| text.to_owned(), |(end, _)| format!("{} ...", &text[..end]))
}

/// The faults of a text, each with its place.
pub(super) fn places(faults: &Diagnostics) -> Vec<Value> {
    let place = |fault: &Diagnostic| {
        let (line, column) = fault.source.line_column(fault.span.start);
        json!({
            "file": clipped(&fault.source.name),
            "line": line,
            "column": column,
            "message": clipped(&fault.message),
            "help": fault.help.as_deref().map(clipped),
        })
    };
    faults.0.iter().map(place).collect()
}

/// The reason why a request has no answer.
#[derive(Debug, Serialize)]
pub struct Fault {
    /// A stable word.
    pub reason: &'static str,
    /// A sentence without a full stop.
    pub message: String,
    /// Each fault of a text, with its place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Value>,
}

impl Fault {
    /// A fault with its reason, a stable word, and a message for people.
    pub fn new(reason: &'static str, message: impl Into<String>) -> Self {
        Self { reason, message: clipped(&message.into()), errors: Vec::new() }
    }

    /// A fault of this program.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new("internal", message)
    }

    /// A limit was reached before the answer.
    pub(super) fn limit(message: impl Into<String>) -> Self {
        Self::new("limit", message)
    }

    /// A computation that stopped without an answer: the board is too large for it (`board-too-large`), or a limit was
    /// reached first.
    pub(super) fn stopped(message: impl Into<String>, stop: Stop) -> Self {
        match stop {
            Stop::Size(_) => Self::new("board-too-large", message),
            Stop::Fault(_) => Self::internal(format!("{}; {REPORT}", message.into())),
            _ => Self::limit(message),
        }
    }

    /// The faults of a puzzle or of its model.
    fn of_text(faults: &Diagnostics) -> Self {
        Self { errors: places(faults), ..Self::new("bad-puzzle", faults.to_string()) }
    }
}

impl From<ReferenceFault> for Fault {
    fn from(fault: ReferenceFault) -> Self {
        let message = fault.to_string();
        match fault {
            ReferenceFault::NoSuchPuzzle(_) => Self::new("no-such-puzzle", message),
            ReferenceFault::NotOne => Self::new("bad-request", message),
            ReferenceFault::Damaged => Self::new("damaged-link", message),
            ReferenceFault::Faulty(faults) => Self::of_text(&faults),
            ReferenceFault::Game => Self::new("a-game", message),
            ReferenceFault::Open => Self::new("open-finish", message),
            ReferenceFault::NoGame => Self::new("not-a-game", message),
            ReferenceFault::TooManyJumps(_) => Self::new("board-too-large", message),
            ReferenceFault::Notation(_) => Self::new("bad-notation", message),
        }
    }
}
