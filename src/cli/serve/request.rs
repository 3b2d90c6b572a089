//! Reads the body of a request, within its limits.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Bytes, to_bytes};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;

use crate::cli::serve::{connections::Connection, fault::Fault};

/// The greatest length of a request's body, and the time within which it has to arrive.
const BODY_BYTES: usize = 256 << 10;
const BODY: Duration = Duration::from_secs(10);

pub(super) type Answer = Result<Response, Fault>;

/// The JSON of a request, within its limits.
pub(super) async fn body(request: Request) -> Result<Bytes, Fault> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if kind.and_then(|kind| kind.split(';').next()).map(str::trim) != Some("application/json") {
        let message = "send application/json";
        return Err(Fault::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "bad-type", message));
    }
    let connection = request.extensions().get::<Arc<Connection>>().cloned();
    let read = tokio::time::timeout(BODY, to_bytes(request.into_body(), BODY_BYTES)).await;
    let late = |_| Fault::new(StatusCode::REQUEST_TIMEOUT, "too-slow", "the body did not arrive");
    let bytes = read.map_err(late)?.map_err(|_| {
        let message = format!("the body is broken off or longer than {BODY_BYTES} bytes");
        Fault::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message)
    })?;
    // From here on, the client waits for the server.
    if let Some(connection) = connection {
        connection.busy();
    }
    Ok(bytes)
}
