//! What a bad request is told, as JSON.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use soliter::base::diagnostic::Diagnostics;

/// A refused request.
#[derive(Debug)]
pub(crate) struct Fault {
    status: StatusCode,
    /// A stable word.
    reason: &'static str,
    message: String,
    /// Each fault of a text, with its place.
    places: Vec<Value>,
}

impl Fault {
    pub(crate) fn new(
        status: StatusCode,
        reason: &'static str,
        message: impl Into<String>,
    ) -> Self {
        Self { status, reason, message: message.into(), places: Vec::new() }
    }

    pub(crate) fn bad(reason: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, reason, message)
    }

    /// The faults of a puzzle or of its model.
    pub(crate) fn of_text(faults: &Diagnostics) -> Self {
        let place = |fault: &soliter::base::diagnostic::Diagnostic| {
            let (line, column) = fault.source.line_column(fault.span.start);
            json!({
                "file": fault.source.name,
                "line": line,
                "column": column,
                "message": fault.message,
                "help": fault.help,
            })
        };
        let mut refused = Self::bad("bad-puzzle", faults.to_string());
        refused.places = faults.0.iter().map(place).collect();
        refused
    }

    /// The fault as it is sent.
    pub(crate) fn json(&self) -> Value {
        let mut error = json!({ "reason": self.reason, "message": self.message });
        if !self.places.is_empty() {
            error["faults"] = self.places.iter().cloned().collect();
        }
        json!({ "error": error })
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.json())).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert("retry-after", axum::http::HeaderValue::from_static("2"));
        }
        response
    }
}
