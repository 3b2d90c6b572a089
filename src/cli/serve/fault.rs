//! A refused request: its status, and the reason as JSON.

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Value, json};
use soliter::base::diagnostic::{Diagnostic, Diagnostics};
use soliter::load::ReferenceFault;

use crate::cli::output;

/// The most characters of a message, which may quote the text of the request.
const MOST_CHARACTERS: usize = 2000;
pub(crate) const REPORT: &str = "this is a bug in soliter, please report it with the puzzle";

fn clipped(text: &str) -> String {
    let end = text.char_indices().nth(MOST_CHARACTERS);
    end.map_or_else(|| text.to_owned(), |(end, _)| format!("{} ...", &text[..end]))
}

#[derive(Debug, Serialize)]
pub(crate) struct Fault {
    #[serde(skip)]
    status: StatusCode,
    /// A stable word.
    reason: &'static str,
    message: String,
    /// Each fault of a text, with its place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Value>,
}

impl Fault {
    pub(crate) fn new(
        status: StatusCode,
        reason: &'static str,
        message: impl Into<String>,
    ) -> Self {
        Self { status, reason, message: clipped(&message.into()), errors: Vec::new() }
    }

    pub(crate) fn bad(reason: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, reason, message)
    }

    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// The faults of a puzzle or of its model.
    pub(crate) fn of_text(faults: &Diagnostics) -> Self {
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
        let mut refused = Self::bad("bad-puzzle", faults.to_string());
        refused.errors = faults.0.iter().map(place).collect();
        refused
    }

    pub(crate) fn json(&self) -> Value {
        json!({ "error": self })
    }
}

impl From<ReferenceFault> for Fault {
    fn from(fault: ReferenceFault) -> Self {
        let message = fault.to_string();
        match fault {
            ReferenceFault::NoSuchPuzzle(_) => {
                Self::new(StatusCode::NOT_FOUND, "no-such-puzzle", message)
            }
            ReferenceFault::NotOne => Self::bad("bad-request", message),
            ReferenceFault::Faulty(faults) => Self::of_text(&faults),
            ReferenceFault::Game => Self::bad("a-game", message + "; use api/game"),
            ReferenceFault::Open => Self::bad("open-finish", message),
            ReferenceFault::NoGame => Self::bad("not-a-game", message),
            ReferenceFault::NoPage => Self::bad("no-page", message),
            ReferenceFault::Notation(_) => Self::bad("bad-notation", message),
        }
    }
}

/// An object as sent to the client, in the same form as on standard output.
pub(crate) fn object(value: &Value) -> Response {
    match output::line(value) {
        Ok(text) => ([(CONTENT_TYPE, "application/json")], text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let mut response = (self.status, object(&self.json())).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert("retry-after", axum::http::HeaderValue::from_static("2"));
        }
        response
    }
}
