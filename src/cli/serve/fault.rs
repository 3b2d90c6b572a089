//! A refused request: its status, and the reason as JSON.

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use soliter::requests::{self, refused};

use crate::cli::output;

#[derive(Debug)]
pub(crate) struct Fault {
    status: StatusCode,
    why: requests::Fault,
}

impl Fault {
    pub(crate) fn new(
        status: StatusCode,
        reason: &'static str,
        message: impl Into<String>,
    ) -> Self {
        Self { status, why: requests::Fault::new(reason, message) }
    }

    pub(crate) fn bad(reason: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, reason, message)
    }

    pub(crate) fn internal(message: impl Into<String>) -> Self {
        requests::Fault::internal(message).into()
    }

    pub(crate) fn json(&self) -> Value {
        refused(&self.why)
    }
}

impl From<requests::Fault> for Fault {
    fn from(why: requests::Fault) -> Self {
        let status = match why.reason {
            "no-such-page" | "no-such-puzzle" => StatusCode::NOT_FOUND,
            "limit" => StatusCode::SERVICE_UNAVAILABLE,
            "internal" => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::BAD_REQUEST,
        };
        Self { status, why }
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
