//! Games against the engine. The page sends the moves made so far; the server keeps no game.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::{Value, json};
use soliter::base::control::{Control, Stop};
use soliter::games::analysis::{Analysis, Solver, verify};
use soliter::games::picture::{Pictured, status};
use soliter::games::record::write_from;
use soliter::games::rules::{Rules, Status};
use soliter::games::{GamePuzzle, Visitor};
use soliter::pages::game_data;

use crate::cli::args::Opponent;
use crate::cli::games::choose;
use crate::cli::serve::fault::Fault;
use crate::cli::serve::puzzle::PuzzleReference;
use crate::cli::serve::routes::{Answer, body};
use crate::cli::serve::shared::Shared;

/// A game has no more moves than this here: all of them are replayed for each request.
const MOST_MOVES: usize = 1000;
/// The engine thinks this long about a move; a turn may have several.
const THINKING: Duration = Duration::from_secs(4);

/// A game in progress, as a page sends it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AboutGame {
    puzzle: PuzzleReference,
    /// The position that the moves start from; the puzzle's where it is missing.
    position: Option<String>,
    /// All moves made, also those that only end a turn.
    #[serde(default)]
    moves: Vec<String>,
    /// The visitor's number, from 1.
    side: Option<usize>,
    /// Who plays the other sides.
    opponent: Option<Opponent>,
    /// Where random moves come from.
    seed: Option<u64>,
}

/// What is asked of it.
#[derive(Clone, Copy)]
enum Question<'a> {
    Position,
    Reply(&'a Control),
    Values(&'a Control),
}

struct Asking<'a> {
    puzzle: &'a GamePuzzle,
    about: &'a AboutGame,
    question: Question<'a>,
}

/// The moves of a game, replayed.
struct Table<'a, R: Rules> {
    rules: &'a R,
    /// The start, and the position after each move.
    states: Vec<R::State>,
    moves: Vec<R::Move>,
}

/// The position after the moves, with the legal ones.
pub(super) async fn position(State(shared): State<Arc<Shared>>, request: Request) -> Answer {
    let (_, shown) = read(&shared, request).await?;
    Ok(Json(shown).into_response())
}

/// The engine's moves up to the visitor's turn.
pub(super) async fn reply(State(shared): State<Arc<Shared>>, request: Request) -> Answer {
    let ((puzzle, about), _) = read(&shared, request).await?;
    shared.jobs.run(move |control| answer(&puzzle, &about, Question::Reply(control))).await
}

/// The value of every move.
pub(super) async fn values(State(shared): State<Arc<Shared>>, request: Request) -> Answer {
    let ((puzzle, about), _) = read(&shared, request).await?;
    shared.jobs.run(move |control| answer(&puzzle, &about, Question::Values(control))).await
}

type Game = (Arc<GamePuzzle>, AboutGame);

/// Reads and replays the game of a request; what is wrong with it is told before anything is
/// computed.
async fn read(shared: &Arc<Shared>, request: Request) -> Result<(Game, Value), Fault> {
    let about: AboutGame = body(request).await?;
    if about.moves.len() > MOST_MOVES {
        let message = format!("a game may have {MOST_MOVES} moves here, not {}", about.moves.len());
        return Err(Fault::bad("too-many-moves", message));
    }
    let puzzle = shared.jobs.game(&about.puzzle)?;
    let work = move || {
        let asking = Asking { puzzle: &puzzle, about: &about, question: Question::Position };
        let shown = puzzle.game.visit(asking)?;
        Ok(((puzzle, about), shown))
    };
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(internal("the game was lost")))
}

fn answer(puzzle: &GamePuzzle, about: &AboutGame, question: Question<'_>) -> Value {
    let found = puzzle.game.visit(Asking { puzzle, about, question });
    found.unwrap_or_else(|fault| fault.json())
}

fn internal(what: &str) -> Fault {
    let message = format!("{what}; this is a fault of soliter, please report it with the puzzle");
    Fault::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
}

impl Visitor for Asking<'_> {
    type Output = Result<Value, Fault>;

    fn visit<R: Solver + Pictured>(self, rules: &R) -> Self::Output {
        let mut table = Table::replay(rules, self.about)?;
        if self.about.side.is_some_and(|side| !(1..=rules.players()).contains(&side)) {
            let message = format!("players are numbered from 1 to {}", rules.players());
            return Err(Fault::bad("no-such-player", message));
        }
        match self.question {
            Question::Position => Ok(json!({ "game": self.shown(&table) })),
            Question::Reply(control) => {
                let before = table.moves.len();
                let proved = table.engine(self.about, control)?;
                let written = table.written();
                let reply = json!({ "moves": written[before..], "proved": proved });
                Ok(json!({ "reply": reply, "game": self.shown(&table) }))
            }
            Question::Values(control) => Ok(json!({ "values": table.values(control)? })),
        }
    }
}

impl Asking<'_> {
    fn shown<R: Solver + Pictured>(&self, table: &Table<'_, R>) -> Value {
        let rules = table.rules;
        let now = table.status();
        let last = table.moves.len().checked_sub(1);
        let last = last.map(|last| (&table.states[last], &table.moves[last]));
        let mut shown = game_data::position(rules, table.state(), last, now == Status::Over);
        shown["name"] = json!(self.about.puzzle.label());
        shown["kind"] = json!(rules.name());
        shown["title"] = json!(self.puzzle.title);
        shown["source"] = json!(self.puzzle.source);
        shown["players"] = json!(rules.players());
        shown["player"] = match now {
            Status::ToMove(player) => json!(player + 1),
            Status::Over => Value::Null,
        };
        shown["status"] = json!(status(rules, table.state(), table.is_repeated()));
        shown["record"] = json!(write_from(rules, &table.states[0], &table.moves));
        shown
    }
}

impl<'a, R: Solver> Table<'a, R> {
    fn replay(rules: &'a R, about: &AboutGame) -> Result<Self, Fault> {
        let start = match &about.position {
            None => rules.initial().clone(),
            Some(text) => rules.read_position(text).map_err(|misread| {
                let message = format!(
                    "at byte {}: {}; {}",
                    misread.span.start, misread.message, misread.help
                );
                Fault::bad("bad-position", message)
            })?,
        };
        let mut table = Self { rules, states: vec![start], moves: Vec::new() };
        for (number, text) in about.moves.iter().enumerate() {
            let wrong = |why: &str| {
                let message = format!("move {}, \"{}\": {why}", number + 1, text.escape_debug());
                Fault::bad("illegal-move", message)
            };
            if table.status() == Status::Over {
                return Err(wrong("the game is over"));
            }
            let played = rules.read_move(table.state(), text).map_err(|why| wrong(&why.message))?;
            table.make(played);
        }
        Ok(table)
    }

    fn state(&self) -> &R::State {
        &self.states[self.moves.len()]
    }

    fn make(&mut self, played: R::Move) {
        let next = self.rules.apply(self.state(), &played);
        self.states.push(next);
        self.moves.push(played);
    }

    /// Whether the position stood so often that the game is a draw.
    fn is_repeated(&self) -> bool {
        let same = || self.states.iter().filter(|state| *state == self.state()).count();
        self.rules.repetition().is_some_and(|limit| same() >= limit)
    }

    fn status(&self) -> Status {
        self.rules.status(self.state()).unless(self.is_repeated())
    }

    fn written(&self) -> Vec<String> {
        let write = |(state, played)| self.rules.write_move(state, played);
        self.states.iter().zip(&self.moves).map(write).collect()
    }

    /// Makes the engine's moves; says whether all of them are proved to be best, where they are
    /// meant to be.
    fn engine(&mut self, about: &AboutGame, control: &Control) -> Result<Option<bool>, Fault> {
        let opponent = about.opponent.unwrap_or_default();
        let mut random = fastrand::Rng::with_seed(about.seed.unwrap_or(1));
        let mut proved = (opponent == Opponent::Perfect).then_some(true);
        let first = self.status();
        while let Status::ToMove(player) = self.status() {
            // Without a side given, the player to move has one turn.
            let others = about.side.map_or(first == Status::ToMove(player), |s| s != player + 1);
            if !others || opponent == Opponent::None || self.moves.len() >= MOST_MOVES {
                break;
            }
            let analyse = |rules: &R, state: &R::State| {
                let found = rules.analyse(state, &control.clone().within(THINKING));
                verify(rules, state, &found).is_ok().then_some(found)
            };
            let (played, is_proved) =
                choose(self.rules, self.state(), opponent, &mut random, analyse);
            proved = proved.map(|proved| proved && is_proved);
            if matches!(control.check(), Err(Stop::Cancelled)) {
                return Err(Fault::bad("cancelled", "the request was cancelled"));
            }
            self.make(played);
        }
        Ok(proved)
    }

    fn values(&self, control: &Control) -> Result<Value, Fault> {
        if self.status() == Status::Over {
            return Err(Fault::bad("over", "the game is over"));
        }
        let begun = std::time::Instant::now();
        let found = self.rules.analyse(self.state(), control);
        verify(self.rules, self.state(), &found).map_err(|fault| internal(&fault.to_string()))?;
        let write = |played: &R::Move| self.rules.write_move(self.state(), played);
        let Analysis { value, moves, best, stopped, states, .. } = &found;
        let moves = moves.iter().map(|(m, value)| json!({ "move": write(m), "value": value }));
        Ok(json!({
            "value": value,
            "best": best.iter().map(write).collect::<Vec<_>>(),
            "moves": moves.collect::<Vec<_>>(),
            "states": states,
            "stopped": stopped.map(Stop::phrase),
            "seconds": begun.elapsed().as_secs_f64(),
        }))
    }
}
