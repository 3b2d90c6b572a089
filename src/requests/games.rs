//! Games against the engine. The page sends all moves made so far: no game is stored.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::base::clock::Instant;
use crate::base::control::{Control, Stop};
use crate::base::diagnostic::TextFault;
use crate::games::engine::{Engine, verified};
use crate::games::mistakes::{Mistakes, judge};
use crate::games::rules::{Rules, Status};
use crate::games::{BoardGame, GamePuzzle, Visitor};
use crate::games::{
    opponent::Opponent, playthrough::Playthrough, record::Replay, report::SolveReport,
};
use crate::load::PuzzleReference;
use crate::pages::game_data;
use crate::requests::{Context, Fault, REPORT, Reply};

/// The maximum number of moves in a game, since all of them are replayed for each request.
const MOST_MOVES: usize = 1000;
/// The time that the engine thinks about a move; a turn may have several moves.
const THINKING: Duration = Duration::from_secs(4);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameRequest {
    puzzle: PuzzleReference,
    /// The position in which the moves begin; by default that of the puzzle.
    position: Option<String>,
    /// All moves made, including those that only end a turn.
    #[serde(default)]
    moves: Vec<String>,
    /// The visitor's number, from 1.
    side: Option<usize>,
    opponent: Option<Opponent>,
    /// The seed of random moves.
    seed: Option<u64>,
}

/// A question about a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    /// The position after the moves, and the legal moves.
    Position,
    /// The moves of the engine.
    Reply,
    /// The value of every legal move.
    Values,
    /// The mistakes.
    Analysis,
}

impl Question {
    pub(super) fn named(word: &str) -> Option<Self> {
        match word {
            "position" => Some(Self::Position),
            "reply" => Some(Self::Reply),
            "values" => Some(Self::Values),
            "analysis" => Some(Self::Analysis),
            _ => None,
        }
    }
}

struct GameQuery<'a> {
    puzzle: &'a GamePuzzle,
    about: &'a GameRequest,
    question: Question,
    control: &'a Control,
}

/// Reads and replays the game of a request; its faults are reported before anything is computed.
pub(super) fn read(
    about: GameRequest,
    question: Question,
    context: &Context,
) -> Result<Reply, Fault> {
    if about.moves.len() > MOST_MOVES {
        let message = format!("a game may have {MOST_MOVES} moves here, not {}", about.moves.len());
        return Err(Fault::new("too-many-moves", message));
    }
    let puzzle = context.game(&about.puzzle)?;
    let shown = answer(&puzzle, &about, Question::Position, &Control::default())?;
    if question == Question::Position {
        return Ok(Reply::Ready(shown));
    }
    Ok(Reply::work(move |_, control| answer(&puzzle, &about, question, control)))
}

fn answer(
    puzzle: &GamePuzzle,
    about: &GameRequest,
    question: Question,
    control: &Control,
) -> Result<Value, Fault> {
    puzzle.game.visit(GameQuery { puzzle, about, question, control })
}

impl Visitor for GameQuery<'_> {
    type Output = Result<Value, Fault>;

    fn visit<R: BoardGame>(self, rules: &R) -> Self::Output {
        let mut game = self.replay(rules)?;
        let players = rules.about().players;
        if self.about.side.is_some_and(|side| !(1..=players).contains(&side)) {
            let message = format!("players are numbered from 1 to {players}");
            return Err(Fault::new("no-such-player", message));
        }
        match self.question {
            Question::Position => Ok(json!({ "game": self.shown(&game) })),
            Question::Reply => {
                let before = game.moves().len();
                let proved = self.reply(&mut game, self.control)?;
                let reply = json!({ "moves": game.written()[before..], "proved": proved });
                Ok(json!({ "reply": reply, "game": self.shown(&game) }))
            }
            Question::Values => Ok(json!({ "values": self.values(&game, self.control)? })),
            Question::Analysis => Ok(json!({ "analysis": self.analysis(&game, self.control)? })),
        }
    }
}

impl GameQuery<'_> {
    fn replay<'r, R: Rules>(&self, rules: &'r R) -> Result<Playthrough<'r, R>, Fault> {
        let mut game = match &self.about.position {
            None => Playthrough::new(rules),
            Some(text) => {
                let start = rules.read_position(text).map_err(|misread| {
                    let TextFault { span, message, help } = misread;
                    Fault::new("bad-position", format!("at byte {}: {message}; {help}", span.start))
                })?;
                Playthrough::from(rules, start)
            }
        };
        for (number, text) in self.about.moves.iter().enumerate() {
            let wrong = |why: &str| {
                let message = format!("move {}, \"{}\": {why}", number + 1, text.escape_debug());
                Fault::new("illegal-move", message)
            };
            game.make_written(text).map_err(|why| wrong(&why.message))?;
        }
        game.end_full_turn();
        Ok(game)
    }

    fn shown<R: BoardGame>(&self, game: &Playthrough<'_, R>) -> Value {
        let mut shown = game_data::position(game);
        shown["name"] = json!(self.about.puzzle.label());
        shown["title"] = json!(self.puzzle.title);
        shown["source"] = json!(self.puzzle.source);
        shown
    }

    /// Makes the engine's moves. Returns whether all are proved to be best, if the engine is to play the best
    /// moves.
    fn reply<R: BoardGame>(
        &self,
        game: &mut Playthrough<'_, R>,
        control: &Control,
    ) -> Result<Option<bool>, Fault> {
        let opponent = self.about.opponent.unwrap_or_default();
        let mut engine = Engine::new(game.rules());
        let mut random = fastrand::Rng::with_seed(self.about.seed.unwrap_or(1));
        let mut proved = opponent.is_engine().then_some(true);
        let first = game.status();
        while let Status::ToMove(player) = game.status() {
            // If no side is given, the engine makes one turn for the player to move.
            let others = self.about.side.map_or(first == game.status(), |side| side != player + 1);
            if !others || opponent == Opponent::None || game.moves().len() >= MOST_MOVES {
                break;
            }
            let control = control.clone().within(THINKING);
            // Not `usize`, which has another width in a page: a seed gives the same moves everywhere.
            let below = |number| random.u64(0..number as u64) as usize;
            let choice = opponent.choose(&mut engine, game.state(), &control, below);
            proved = proved.map(|proved| proved && choice.proved);
            if matches!(control.check(), Err(Stop::Cancelled)) {
                return Err(Fault::new("cancelled", "the request was cancelled"));
            }
            game.make(choice.played);
        }
        Ok(proved)
    }

    fn values<R: BoardGame>(
        &self,
        game: &Playthrough<'_, R>,
        control: &Control,
    ) -> Result<SolveReport, Fault> {
        if game.status() == Status::Over {
            return Err(Fault::new("over", "the game is over"));
        }
        let begun = Instant::now();
        let (rules, state) = (game.rules(), game.state());
        let found = verified(rules, state, control)
            .map_err(|fault| Fault::internal(format!("{fault}; {REPORT}")))?;
        let seconds = begun.elapsed().as_secs_f64();
        let name = self.about.puzzle.label();
        Ok(SolveReport::new(name, self.puzzle, (rules, state), &found, seconds))
    }

    /// The proved mistakes of the visitor, or of all players if no side is given.
    fn analysis<R: BoardGame>(
        &self,
        game: &Playthrough<'_, R>,
        control: &Control,
    ) -> Result<Value, Fault> {
        let begun = Instant::now();
        let replay = Replay::of(game.clone());
        let values = judge(&replay, control)
            .map_err(|fault| Fault::internal(format!("{fault}; {REPORT}")))?;
        let mistakes = Mistakes::of(&replay, &values, self.about.side.map(|side| side - 1));
        let before = mistakes.largest.as_ref().map(|ply| {
            let start = Playthrough::from(game.rules(), game.states()[0].clone());
            self.shown(&start.with(&game.moves()[..ply.before]))
        });
        let mut told = json!(mistakes);
        told["before"] = json!(before);
        told["seconds"] = json!(begun.elapsed().as_secs_f64());
        Ok(told)
    }
}
