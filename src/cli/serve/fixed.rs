//! Responses that never change while the server runs: pages, scripts, styles, the list of puzzles, and the engine.

use std::io::Write as _;
use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodRouter, get};
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};
use soliter::base::wording::hex;

use crate::cli::serve::job::Shared;
use crate::cli::serve::request::Answer;

/// Browsers keep a copy, and revalidate it every time, since a newer server may listen on the same address.
pub(crate) const ASK_EACH_TIME: &str = "no-cache";
/// Browsers keep a copy, and never revalidate it, since the address has the digest of the text.
pub(crate) const FOR_GOOD: &str = "max-age=31536000, immutable";

struct Fixed {
    plain: Bytes,
    gzip: Bytes,
    /// The start of the text's SHA-256, in quotation marks.
    tag: String,
    kind: &'static str,
    caching: &'static str,
}

impl Fixed {
    fn new(text: String, kind: &'static str, caching: &'static str) -> Self {
        let tag = format!("\"{}\"", &hex(&Sha256::digest(text.as_bytes()))[..32]);
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        // Writing to memory does not fail; if it did, the text would be sent uncompressed.
        let gzip = gzip.write_all(text.as_bytes()).and_then(|()| gzip.finish()).unwrap_or_default();
        Self { plain: text.into(), gzip: gzip.into(), tag, kind, caching }
    }

    fn answer(&self, headers: &HeaderMap) -> Response {
        let lists = |name, word: &str| {
            let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
            values.flat_map(|value| value.split(',')).any(|one| one.trim() == word)
        };
        let common = [(ETAG, &*self.tag), (CACHE_CONTROL, self.caching), (VARY, "accept-encoding")];
        if lists(IF_NONE_MATCH, &self.tag) {
            return (StatusCode::NOT_MODIFIED, common).into_response();
        }
        let kind = [(CONTENT_TYPE, self.kind)];
        if lists(ACCEPT_ENCODING, "gzip") && !self.gzip.is_empty() {
            return (common, kind, [(CONTENT_ENCODING, "gzip")], self.gzip.clone()).into_response();
        }
        (common, kind, self.plain.clone()).into_response()
    }
}

/// The route of a text, which is computed at the first request.
pub(crate) fn fixed(
    kind: &'static str,
    caching: &'static str,
    make: impl Fn() -> String + Send + Sync + 'static,
) -> MethodRouter<Arc<Shared>> {
    let made = Arc::new((OnceLock::<Fixed>::new(), make));
    get(move |State(shared): State<Arc<Shared>>, headers: HeaderMap| {
        let made = Arc::clone(&made);
        async move {
            if let Some(text) = made.0.get() {
                return Ok(text.answer(&headers));
            }
            let work = move || {
                let fixed = made.0.get_or_init(|| Fixed::new(made.1(), kind, caching));
                Ok(fixed.answer(&headers))
            };
            let answer: Answer = shared.jobs.read(work).await;
            answer
        }
    })
}
