//! What can be asked.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use serde::Deserialize;
use serde_json::{Value, json};
use soliter::base::control::{Control, Stop};
use soliter::base::diagnostic::Source;
use soliter::games::GamePuzzle;
use soliter::library;
use soliter::pages::html;
use soliter::pages::puzzle_data::{self, Known};
use soliter::peg::answer::Claim;
use soliter::peg::model::Model;
use soliter::peg::position::Hole;
use soliter::peg::puzzle::Puzzle;
use soliter::peg::solve::{Method, solve};

use crate::cli::play::game::{Game, Hint};
use crate::cli::serve::Shared;
use crate::cli::serve::fault::Fault;
use crate::cli::serve::games;
use crate::cli::serve::guard::guard;
use crate::cli::serve::puzzle::Asked;
use crate::cli::serve::request::{Answer, body};
use crate::cli::{check, solve as solving};

/// All routes.
pub(crate) fn router(shared: Arc<Shared>) -> Router {
    let script = |text: &'static str| {
        let kind = [(CONTENT_TYPE, "text/javascript; charset=utf-8")];
        get(async move || (kind, text))
    };
    let style = [(CONTENT_TYPE, "text/css; charset=utf-8")];
    Router::new()
        .route("/", get(async || Html(html::served())))
        .route("/page.css", get(async move || (style, html::SERVED_STYLE)))
        .route("/page.js", script(html::SERVED_SCRIPT))
        .route("/games", get(async || Html(html::served_games())))
        .route("/games.js", script(html::GAMES_SCRIPT))
        .route("/api/game/position", post(games::position))
        .route("/api/game/reply", post(games::reply))
        .route("/api/game/values", post(games::values))
        .route("/api/status", get(status))
        .route("/api/list", get(list))
        .route("/api/puzzle/{*name}", get(shipped))
        .route("/api/read", post(read))
        .route("/api/solve", post(answer))
        .route("/api/hint", post(hint))
        .route("/api/check", post(judge))
        .method_not_allowed_fallback(async || {
            Fault::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "bad-method",
                "this is not asked in that way",
            )
        })
        .fallback(async || {
            Fault::new(StatusCode::NOT_FOUND, "no-such-page", "there is nothing here")
        })
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

async fn status(State(shared): State<Arc<Shared>>) -> Json<Value> {
    Json(json!({
        "computing": shared.jobs.running(),
        "connections": shared.connections.load(Ordering::Relaxed),
    }))
}

/// Puzzles, games and models that ship, with their titles.
async fn list() -> Json<Value> {
    let puzzles = library::puzzles().into_iter().filter_map(|name| {
        let puzzle = Puzzle::parse(&library::puzzle(&name)?, &library::model).ok()?;
        Some(json!({ "name": name, "title": puzzle.title }))
    });
    let models = library::models().into_iter().filter_map(|name| {
        let model = Model::parse(&library::model(&name).ok()?).ok()?;
        Some(json!({ "name": name, "title": model.title }))
    });
    let games = library::puzzles().into_iter().filter_map(|name| {
        let source = library::puzzle(&name)?;
        let model = soliter::games::model_of(&source, &library::model).ok()??;
        let puzzle = GamePuzzle::parse(&source, &model).ok()?;
        Some(json!({ "name": name, "title": puzzle.title }))
    });
    Json(json!({
        "puzzles": puzzles.collect::<Vec<_>>(),
        "games": games.collect::<Vec<_>>(),
        "models": models.collect::<Vec<_>>(),
    }))
}

/// A shipped puzzle: its file, and what the page shows.
async fn shipped(Path(name): Path<String>) -> Answer {
    let source = library::puzzle(&name).ok_or_else(|| {
        let message = format!("no puzzle \"{name}\" ships with soliter");
        Fault::new(StatusCode::NOT_FOUND, "no-such-puzzle", message)
    })?;
    let puzzle =
        Puzzle::parse(&source, &library::model).map_err(|faults| Fault::of_text(&faults))?;
    let data = puzzle_data::data(&puzzle, &[], Known::default());
    Ok(Json(json!({ "text": source.text, "data": data })).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct About {
    puzzle: Asked,
}

/// What the page shows of a puzzle.
async fn read(request: Request) -> Answer {
    let About { puzzle } = body(request).await?;
    let data = puzzle_data::data(&puzzle.read()?, &[], Known::default());
    Ok(Json(json!({ "data": data })).into_response())
}

/// The fewest moves, or why there are none.
async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Answer {
    let About { puzzle: asked } = body(request).await?;
    let puzzle = asked.read()?;
    shared.jobs.run(move |control| solved(asked.label(), &puzzle, control)).await
}

fn solved(label: &str, puzzle: &Puzzle, control: &Control) -> Value {
    match solve(puzzle, Method::Search, control) {
        Ok(answer) => {
            let lines: Vec<_> = answer.line().cloned().into_iter().collect();
            let known = Known { claim: Some(answer.claim()), evidence: answer.evidence() };
            json!({
                "answer": solving::to_json(label, puzzle, &answer),
                "data": puzzle_data::data(puzzle, &lines, known),
            })
        }
        Err(refusal) => {
            Fault::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", refusal.to_string()).json()
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AboutGame {
    puzzle: Asked,
    /// Start and landing hole of each jump made, as numbers.
    jumps: Vec<(Hole, Hole)>,
}

/// A jump that keeps the finish within reach.
async fn hint(State(shared): State<Arc<Shared>>, request: Request) -> Answer {
    let AboutGame { puzzle, jumps } = body(request).await?;
    let puzzle = puzzle.read()?;
    let holes = puzzle.board.holes();
    if jumps.iter().any(|&(from, to)| usize::from(from.max(to)) >= holes) {
        return Err(Fault::bad(
            "no-such-hole",
            format!("holes are numbered from 0 to {}", holes - 1),
        ));
    }
    let mut game = Game::new(puzzle);
    game.make(&jumps).map_err(|why| Fault::bad("illegal-jump", why))?;
    let jobs = Arc::clone(&shared);
    shared.jobs.run(move |control| advice(&jobs, &game, control)).await
}

fn advice(shared: &Shared, game: &Game, control: &Control) -> Value {
    let told = |hint: &Hint| {
        let text = hint.text(&game.puzzle().names);
        json!({ "hint": { "jump": hint.best, "text": text } })
    };
    if game.is_refuted() {
        return told(&Hint::NEVER);
    }
    match shared.jobs.oracle(game.puzzle(), control) {
        Ok(oracle) => told(&game.hint(&oracle)),
        // Too many positions to know them all: one line will do.
        Err(Stop::Memory) => by_solving(game, control),
        Err(stop) => {
            let message = format!("no hint: {}", stop.phrase());
            Fault::new(StatusCode::SERVICE_UNAVAILABLE, "limit", message).json()
        }
    }
}

fn by_solving(game: &Game, control: &Control) -> Value {
    let told =
        |jump: Option<(Hole, Hole)>, text: &str| json!({ "hint": { "jump": jump, "text": text } });
    let Some(puzzle) = game.rest() else {
        return told(None, "no jump leads to the finish from here");
    };
    match solve(&puzzle, Method::Search, control) {
        Ok(answer) => match answer.line().and_then(|line| line.jumps().next()) {
            Some(jump) => told(Some(jump), "this jump leads to the finish"),
            None if answer.claim() == Claim::Infeasible => {
                told(None, "no jump leads to the finish from here")
            }
            None => told(None, "no hint was found within the limits"),
        },
        Err(refusal) => {
            Fault::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", refusal.to_string()).json()
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AboutRecord {
    puzzle: Asked,
    record: String,
}

/// A record, judged, with its legal part for the page.
async fn judge(State(shared): State<Arc<Shared>>, request: Request) -> Answer {
    let AboutRecord { puzzle, record } = body(request).await?;
    let puzzle = puzzle.read()?;
    shared
        .jobs
        .run(move |control| {
            let source = Source::new("record", record);
            let read = soliter::peg::record::read(&source.text, &puzzle.names);
            let (line, _) = check::legal_line(&puzzle, &read);
            json!({
                "check": check::judged(&puzzle, &source, control),
                "data": puzzle_data::data(&puzzle, &[line], Known::default()),
            })
        })
        .await
}
