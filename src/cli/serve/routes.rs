//! The routes of peg solitaire and of the pages.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::ACCEPT;
use axum::response::{Html, IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Router, middleware};
use serde::Deserialize;
use serde_json::{Value, json};
use soliter::base::control::{Control, Stop};
use soliter::load::PuzzleReference;
use soliter::pages::html::Place;
use soliter::pages::shelf::{Shelf, known};
use soliter::pages::{game_rules, html, linked, puzzle_data, reasons};
use soliter::peg::judge::{CheckReport, fewest_moves, judge};
use soliter::peg::puzzle::Puzzle;
use soliter::peg::session::{Attempt, Hint};
use soliter::peg::solve::settle;
use soliter::peg::{answer::Claim, line::Hop, report::SolveReport};

use crate::cli::serve::fault::{Fault, object};
use crate::cli::serve::request::{Answer, body};
use crate::cli::serve::{fixed::fixed, games, guard::guard, job::Shared, questions};
use crate::cli::{check, play::words, shelf};

pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/", fixed(HTML, || linked::home(Place::Server)))
        .route("/home.js", fixed(SCRIPT, || linked::HOME_SCRIPT.clone()))
        .route("/list.js", fixed(SCRIPT, || SHIPPED.1.clone()))
        .route("/page.css", fixed("text/css; charset=utf-8", || html::style().to_owned()))
        .route("/play", fixed(HTML, linked::play))
        .route("/play.js", fixed(SCRIPT, || linked::PLAY_SCRIPT.clone()))
        .route("/games", fixed(HTML, linked::games))
        .route("/games.js", fixed(SCRIPT, || linked::GAMES_SCRIPT.clone()))
        .route("/draw", fixed(HTML, linked::draw))
        .route("/draw.js", fixed(SCRIPT, || linked::DRAW_SCRIPT.clone()))
        .route("/rules", fixed(HTML, || game_rules::page(Place::Server)))
        .route("/help", fixed(HTML, || linked::help(Place::Server)))
        .route("/api/game/position", post(games::position))
        .route("/api/game/reply", post(games::reply))
        .route("/api/game/values", post(games::values))
        .route("/api/game/analysis", post(games::analysis))
        .route("/api/status", get(status))
        .route("/api/list", get(list))
        .route("/api/puzzle/{*name}", get(built_in))
        .route("/api/read", post(read))
        .route("/api/solve", post(answer))
        .route("/api/hint", post(hint))
        .route("/api/check", post(judged))
        .route("/api/certify", post(questions::certify))
        .route("/api/count", post(questions::count))
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

/// Built-in entries do not change while the server runs, so they are read once: the list, and the script of the home
/// page.
static SHIPPED: LazyLock<(Value, String)> = LazyLock::new(|| {
    let (puzzles, games) = shelf::everything();
    let (boards, mut shown) = (shelf::boards(), Shelf::default());
    for (name, puzzle) in &puzzles {
        shown.put(name, puzzle, shelf::board_title(&boards, puzzle), None);
    }
    let mut told = shown.into_json();
    let script = shelf::script(told.clone(), None);
    let named = |name: &str, title: &str| json!({ "name": name, "title": title });
    told["games"] = games.iter().map(|(name, game)| named(name, &game.title)).collect();
    told["models"] = boards.iter().map(|(name, title)| named(name, title)).collect();
    (told, script)
});

/// Built-in puzzles, games and models, and the data for small pictures of the puzzles.
async fn list(State(shared): State<Arc<Shared>>) -> Answer {
    Ok(object(shared.jobs.read(|| Ok(&SHIPPED.0)).await?))
}

/// A built-in puzzle: its file, and the data that the page shows.
async fn built_in(State(shared): State<Arc<Shared>>, Path(name): Path<String>) -> Answer {
    let reference = PuzzleReference::built_in(name);
    let work = move || {
        let text = &reference.source()?.text;
        let puzzle = reference.peg()?;
        let mut data = puzzle_data::data(&puzzle, &[], None);
        data["claim"] = json!(known(&puzzle, None).map(puzzle_data::claim));
        Ok(json!({ "text": text, "data": data }))
    };
    Ok(object(&shared.jobs.read(work).await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct About {
    puzzle: PuzzleReference,
}

async fn read(State(shared): State<Arc<Shared>>, request: Request) -> Answer {
    let About { puzzle } = body(request).await?;
    let work = move || Ok(json!({ "data": puzzle_data::data(&puzzle.peg()?, &[], None) }));
    Ok(object(&shared.jobs.read(work).await?))
}

/// The fewest moves, or the reason why there is no solution.
async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Answer {
    let About { puzzle: asked } = body(request).await?;
    let (puzzle, asked) = shared.jobs.read(move || Ok((asked.peg()?, asked))).await?;
    let work = move |control: &Control| {
        let answer =
            settle(&puzzle, control).map_err(|refusal| Fault::internal(refusal.to_string()))?;
        let lines: Vec<_> = answer.line().cloned().into_iter().collect();
        let mut data = puzzle_data::data(&puzzle, &lines, Some(&answer));
        if asked.is_built_in() {
            // The page already shows the known answer, and a limit must not weaken it.
            data["claim"] = json!(known(&puzzle, Some(answer.claim())).map(puzzle_data::claim));
        }
        Ok(json!({ "answer": SolveReport::new(asked.label(), &puzzle, &answer), "data": data }))
    };
    shared.jobs.run(work).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AboutGame {
    puzzle: PuzzleReference,
    /// The jumps made, by the numbers of their holes.
    jumps: Vec<Hop>,
    /// Whether to include weights that explain why positions are lost.
    #[serde(default)]
    reasons: bool,
}

/// The time limit for finding the weights of a hint.
const REASONS: Duration = Duration::from_secs(1);

/// A jump that keeps the finish within reach.
async fn hint(State(shared): State<Arc<Shared>>, request: Request) -> Answer {
    let AboutGame { puzzle, jumps, reasons } = body(request).await?;
    let game = shared.jobs.read(move || attempt(puzzle.peg()?, &jumps)).await?;
    let jobs = Arc::clone(&shared);
    let work = move |control: &Control| {
        let mut told = advice(&jobs, &game, control)?;
        if reasons {
            // A hint is useful without them too.
            let found = reasons::data(game.puzzle(), &control.clone().within(REASONS));
            told["hint"]["pagodas"] = json!(found.unwrap_or_default());
        }
        Ok(told)
    };
    shared.jobs.run(work).await
}

fn attempt(puzzle: Puzzle, jumps: &[Hop]) -> Result<Attempt, Fault> {
    let holes = puzzle.board().holes();
    if jumps.iter().flat_map(|hop| hop.holes()).any(|hole| usize::from(hole) >= holes) {
        let message = format!("holes are numbered from 0 to {}", holes - 1);
        return Err(Fault::bad("no-such-hole", message));
    }
    let mut game = Attempt::new(puzzle);
    game.make(jumps).map_err(|fault| Fault::bad("illegal-jump", fault.to_string()))?;
    Ok(game)
}

fn advice(shared: &Shared, game: &Attempt, control: &Control) -> Result<Value, Fault> {
    let told = |hint: &Hint, winning: &[Hop]| {
        let text = words::hint(hint, game.puzzle().names());
        let hint =
            json!({ "jump": hint.best, "text": text, "winning": winning, "back": hint.back });
        json!({ "hint": hint })
    };
    if game.is_refuted() {
        return Ok(told(&Hint::NEVER, &[]));
    }
    match shared.jobs.oracle(game.puzzle(), control) {
        Ok(oracle) => {
            let good = game.legal().filter(|(_, after)| oracle.can_finish(after));
            let winning: Vec<_> = good.map(|(jump, _)| game.puzzle().board().hop(jump)).collect();
            Ok(told(&game.hint(&oracle), &winning))
        }
        // There are too many positions to store them all: finding one line is enough.
        Err(Stop::Memory) => by_solving(game, control),
        Err(stop) => Err(no_hint(stop)),
    }
}

fn no_hint(stop: Stop) -> Fault {
    let message = format!("no hint: {}", stop.phrase());
    Fault::new(StatusCode::SERVICE_UNAVAILABLE, "limit", message)
}

fn by_solving(game: &Attempt, control: &Control) -> Result<Value, Fault> {
    let told = |jump: Option<Hop>, text: &str| json!({ "hint": { "jump": jump, "text": text } });
    let none = told(None, "no jump leads to the finish from here");
    let Some(puzzle) = game.rest().map_err(no_hint)? else { return Ok(none) };
    let answer =
        settle(&puzzle, control).map_err(|refusal| Fault::internal(refusal.to_string()))?;
    Ok(match answer.line().and_then(|line| line.jumps().next()) {
        Some(jump) => told(Some(jump), "this jump leads to the finish"),
        None if answer.claim() == Claim::Infeasible => none,
        None => told(None, "no hint was found within the limits"),
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AboutSolution {
    puzzle: PuzzleReference,
    #[serde(alias = "record")]
    solution: String,
}

/// The judgement of a solution, with its legal part for the page.
async fn judged(State(shared): State<Arc<Shared>>, request: Request) -> Answer {
    let AboutSolution { puzzle: asked, solution } = body(request).await?;
    let (puzzle, asked) = shared.jobs.read(move || Ok((asked.peg()?, asked))).await?;
    let work = move |control: &Control| {
        let judgement = judge(&puzzle, &solution);
        let right = judgement.finish_reached;
        let fewest = right.then(|| fewest_moves(&puzzle, control));
        let lost = check::lost(&judgement, &puzzle, control);
        let data = puzzle_data::data(&puzzle, &[judgement.line()], None);
        let report = CheckReport::new(asked.label(), &puzzle, &judgement, lost, fewest);
        Ok(json!({ "check": report, "data": data }))
    };
    shared.jobs.run(work).await
}
