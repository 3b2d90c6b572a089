//! The routes of the pages and of their requests.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, Request, State};
use axum::http::header::ACCEPT;
use axum::http::{Method, StatusCode};
use axum::response::{Html, IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Router, middleware};
use serde_json::json;
use soliter::pages::html::Place;
use soliter::pages::{game_rules, html, linked, shelf};
use soliter::requests::{Reply, WITH_BODY};

use crate::cli::serve::fault::{Fault, object};
use crate::cli::serve::request::{Answer, body};
use crate::cli::serve::{fixed::fixed, guard::guard, job::Shared};

pub(crate) fn router(shared: Arc<Shared>) -> Router {
    let requests = WITH_BODY
        .iter()
        .fold(Router::new(), |router, path| router.route(&format!("/{path}"), post(answer)));
    requests
        .route("/", fixed(HTML, || linked::home(Place::Server)))
        .route("/home.js", fixed(SCRIPT, || linked::home_script(Place::Server)))
        .route("/list.js", fixed(SCRIPT, list_script))
        .route("/page.css", fixed("text/css; charset=utf-8", || html::style().to_owned()))
        .route("/play", fixed(HTML, || linked::play(Place::Server)))
        .route("/play.js", fixed(SCRIPT, || linked::play_script(Place::Server)))
        .route("/games", fixed(HTML, || linked::games(Place::Server)))
        .route("/games.js", fixed(SCRIPT, || linked::games_script(Place::Server)))
        .route("/draw", fixed(HTML, || linked::draw(Place::Server)))
        .route("/draw.js", fixed(SCRIPT, || linked::draw_script(Place::Server)))
        .route("/rules", fixed(HTML, || game_rules::page(Place::Server)))
        .route("/help", fixed(HTML, || linked::help(Place::Server)))
        .route("/api/status", get(status))
        .route("/api/list", get(answer))
        .route("/api/puzzle/{*name}", get(built_in))
        .method_not_allowed_fallback(async || {
            let message = "this method is not allowed here";
            Fault::new(StatusCode::METHOD_NOT_ALLOWED, "bad-method", message)
        })
        .fallback(nothing_here)
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The response to an unknown address: a page for people, an object for programs.
async fn nothing_here(request: Request) -> Response {
    let accepted = request.headers().get_all(ACCEPT).iter();
    let mut accepted = accepted.filter_map(|value| value.to_str().ok());
    if accepted.any(|kinds| kinds.contains("text/html")) {
        return (StatusCode::NOT_FOUND, Html(linked::nothing_here())).into_response();
    }
    Fault::new(StatusCode::NOT_FOUND, "no-such-page", "there is nothing here").into_response()
}

async fn status(State(shared): State<Arc<Shared>>) -> Response {
    object(&json!({
        "computing": shared.jobs.running(),
        "connections": shared.connections.count(),
    }))
}

/// The script of the home page.
fn list_script() -> String {
    shelf::script(shelf::built_in().clone(), None)
}

/// A request of the pages: an object, or lines of progress and an object.
async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Answer {
    let path = request.uri().path().trim_start_matches('/').to_owned();
    let body = if request.method() == Method::GET { Bytes::new() } else { body(request).await? };
    match shared.jobs.request(path, body).await? {
        Reply::Ready(told) => Ok(object(&told)),
        Reply::Work(work) => shared.jobs.run(work).await,
    }
}

/// A built-in puzzle, whose name may have escapes in the address.
async fn built_in(State(shared): State<Arc<Shared>>, Path(name): Path<String>) -> Answer {
    match shared.jobs.request(format!("api/puzzle/{name}"), Bytes::new()).await? {
        Reply::Ready(told) => Ok(object(&told)),
        Reply::Work(work) => shared.jobs.run(work).await,
    }
}
