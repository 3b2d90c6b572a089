//! The routes of the pages and of their requests.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::ACCEPT;
use axum::response::{Html, IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Router, middleware};
use serde_json::json;
use soliter::pages::files::{LIST, files};
use soliter::pages::html::Place;
use soliter::pages::{linked, shelf};
use soliter::requests::{Context, Reply, WITH_BODY};

use crate::cli::files::engine::EngineScript;
use crate::cli::output;
use crate::cli::serve::fault::{Fault, object};
use crate::cli::serve::fixed::{ASK_EACH_TIME, FOR_GOOD, fixed};
use crate::cli::serve::request::{Answer, body};
use crate::cli::serve::{guard::guard, job::Shared};

pub(crate) fn router(shared: Arc<Shared>, engine: Option<EngineScript>) -> Router {
    let requests = WITH_BODY
        .iter()
        .fold(Router::new(), |router, path| router.route(&format!("/{path}"), post(answer)));
    page_files(requests, engine.map(Arc::new), &shared.jobs.context())
        .route("/api/status", get(status))
        .route("/api/puzzle/{*name}", get(by_name))
        .method_not_allowed_fallback(async || {
            let message = "this method is not allowed here";
            Fault::new(StatusCode::METHOD_NOT_ALLOWED, "bad-method", message)
        })
        .fallback(nothing_here)
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

/// Adds the pages and their parts.
fn page_files(
    mut router: Router<Arc<Shared>>,
    engine: Option<Arc<EngineScript>>,
    context: &Arc<Context>,
) -> Router<Arc<Shared>> {
    fn place(engine: Option<&EngineScript>) -> Place<'_> {
        Place::Server(engine.map(|engine| &*engine.name))
    }
    let address = |path: &str| format!("/{}", path.trim_start_matches("./"));
    for file in files(place(engine.as_deref())) {
        let own = engine.clone();
        let make = move || (file.make)(place(own.as_deref()));
        router = router.route(&address(&file.path), fixed(kind(&file.path), ASK_EACH_TIME, make));
    }
    if let Some(engine) = engine {
        let path = address(&engine.name);
        router = router.route(&path, fixed(SCRIPT, FOR_GOOD, move || engine.text.clone()));
    }
    // The script of the home page.
    let list_script = {
        let context = Arc::clone(context);
        move || shelf::script(context.list().clone(), None)
    };
    // The same for programs.
    let context = Arc::clone(context);
    let list = move || output::line(context.list()).unwrap_or_default();
    router
        .route(&address(LIST), fixed(SCRIPT, ASK_EACH_TIME, list_script))
        .route("/api/list", fixed("application/json", ASK_EACH_TIME, list))
}

/// The type of a file, by its name.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("js") => SCRIPT,
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/html; charset=utf-8",
    }
}

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

/// A request of the pages: an object, or lines of progress and an object.
async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Answer {
    let path = request.uri().path().trim_start_matches('/').to_owned();
    let body = body(request).await?;
    reply(&shared, path, body).await
}

/// A puzzle, whose name may have escapes in the address.
async fn by_name(State(shared): State<Arc<Shared>>, Path(name): Path<String>) -> Answer {
    reply(&shared, format!("api/puzzle/{name}"), Bytes::new()).await
}

async fn reply(shared: &Shared, path: String, body: Bytes) -> Answer {
    match shared.jobs.request(path, body).await? {
        Reply::Ready(response) => Ok(object(&response)),
        Reply::Work(work) => shared.jobs.run(work).await,
    }
}
