//! The results of the commands for games as JSON objects; the keys are the fields, in order.

use serde::{Serialize, Serializer};

use crate::GamePuzzle;
use crate::analysis::{Analysis, Opinion};
use crate::mistakes::PlyValue;
use crate::rules::{Rules, Status, result, scores};
use crate::{playthrough::Playthrough, record::Replay};
use soliter_base::wording::short;

/// Titles with their texts; an object in JSON.
type Texts = Vec<(&'static str, String)>;

fn as_object<S: Serializer>(texts: &Texts, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(texts.iter().map(|(title, text)| (title, text)))
}

/// A legal move with its value for the player who makes it, if proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveValue {
    /// The move.
    #[serde(rename = "move")]
    pub written: String,
    /// Its value.
    pub value: Option<i64>,
}

/// The solution of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolveReport {
    puzzle: String,
    /// The title of the puzzle.
    pub title: String,
    /// The name of the model.
    pub model: String,
    /// `solved` or `unknown`.
    pub status: &'static str,
    /// The value for the player to move.
    pub value: Option<i64>,
    /// The proved lower bound; with more than two players, it holds whatever the others do.
    pub at_least: Option<i64>,
    /// The proved upper bound.
    pub at_most: Option<i64>,
    /// The points of all players at the end of best play, if the game has points.
    pub points: Option<Vec<i64>>,
    /// All best moves; if the value is unknown, the best move found.
    pub best: Vec<String>,
    /// Whether the best moves are proved to be best; otherwise a search found them.
    pub proved: bool,
    /// If the value is unknown: the result of a search. None of it is proved.
    pub found: Option<Opinion>,
    /// How the game ended, if it is over; nothing else is then computed.
    pub result: Option<String>,
    /// Every legal move.
    pub moves: Vec<MoveValue>,
    /// Best play, as moves separated by spaces.
    pub best_play: String,
    position: String,
    /// Parameters and rule variants.
    #[serde(serialize_with = "as_object")]
    pub rule_variants: Texts,
    /// The number of positions examined.
    pub states: u64,
    /// The limit that stopped the analysis early.
    pub stopped: Option<String>,
    /// The wall-clock time in seconds.
    pub seconds: f64,
}

impl SolveReport {
    /// The report of an analysis; `name` is the puzzle's name on the command line.
    pub fn new<R: Rules>(
        name: &str,
        puzzle: &GamePuzzle,
        (rules, state): (&R, &R::State),
        found: &Analysis<R::Move>,
        seconds: f64,
    ) -> Self {
        let write = |played: &R::Move| rules.write_move(state, played);
        let line = Playthrough::from(rules, state.clone()).with(&found.line);
        let last = line.state();
        let over = rules.status(last) == Status::Over;
        let about = rules.about();
        let value = |(played, value): &(R::Move, Option<i64>)| MoveValue {
            written: write(played),
            value: *value,
        };
        Self {
            puzzle: name.to_owned(),
            title: puzzle.title.clone(),
            model: puzzle.model.clone(),
            status: if found.value.is_some() { "solved" } else { "unknown" },
            value: found.value,
            at_least: found.bounds.least,
            at_most: found.bounds.most,
            points: (found.value.is_some() && over && !about.is_race).then(|| scores(rules, last)),
            best: found.best.iter().map(write).collect(),
            proved: found.value.is_some(),
            found: found.opinion.clone(),
            result: (rules.status(state) == Status::Over).then(|| result(rules, state)),
            moves: found.moves.iter().map(value).collect(),
            best_play: line.written().join(" "),
            position: rules.write_position(state),
            rule_variants: about.readings,
            states: found.states,
            stopped: found.stopped.map(|stop| stop.phrase().to_owned()),
            seconds,
        }
    }
}

/// The error in a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlyFault {
    /// The number of the ply, from 1.
    pub index: usize,
    text: String,
    reason: &'static str,
    /// The rule, in a sentence.
    pub message: String,
}

/// The verdict on a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckReport {
    puzzle: String,
    title: String,
    model: String,
    /// `correct` if every move is legal, `illegal`, or `unreadable`.
    pub verdict: &'static str,
    /// Whether every move is legal; `None` if the record is unreadable.
    pub legal: Option<bool>,
    /// Whether the game is over after the moves.
    pub finish_reached: bool,
    /// The number of legal written moves.
    pub plies: usize,
    /// How the game ended; `1/2` also for a draw by repetition.
    pub result: Option<String>,
    /// Whether the record counts rows from the other side of the board; omitted if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub turned: bool,
    /// `repetition`, if repetition ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_by: Option<&'static str>,
    scores: Vec<i64>,
    #[serde(rename = "final")]
    position: String,
    /// The first error.
    pub error: Option<PlyFault>,
    /// The values of the moves, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis: Option<Vec<PlyValue>>,
}

impl CheckReport {
    /// The report on a record whose text is `written`.
    pub fn new<R: Rules>(
        name: &str,
        puzzle: &GamePuzzle,
        replay: &Replay<'_, R>,
        written: &str,
        analysis: Option<Vec<PlyValue>>,
    ) -> Self {
        let (rules, last) = (replay.game.rules(), replay.last());
        let over = replay.game.status() == Status::Over;
        let error = replay.fault.as_ref().map(|fault| PlyFault {
            index: fault.index,
            text: short(written.get(fault.span.clone()).unwrap_or("")).into_owned(),
            reason: fault.illegal.reason,
            message: fault.illegal.message.clone(),
        });
        Self {
            puzzle: name.to_owned(),
            title: puzzle.title.clone(),
            model: puzzle.model.clone(),
            verdict: match &replay.fault {
                None => "correct",
                Some(fault) if fault.is_of_text() => "unreadable",
                Some(_) => "illegal",
            },
            legal: replay
                .fault
                .as_ref()
                .is_none_or(|fault| !fault.is_of_text())
                .then_some(error.is_none()),
            finish_reached: over,
            plies: replay.plies.len(),
            result: over.then(|| replay.game.result()),
            turned: replay.turned,
            ended_by: replay.game.is_drawn_by_repetition().then_some("repetition"),
            scores: scores(rules, last),
            position: rules.write_position(last),
            error,
            analysis,
        }
    }
}

/// A puzzle to show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShowReport {
    puzzle: String,
    title: String,
    model: String,
    source: Option<String>,
    position: String,
    scores: Vec<i64>,
    legal: Vec<String>,
}

impl ShowReport {
    /// The report on the position of a puzzle.
    pub fn new<R: Rules>(name: &str, puzzle: &GamePuzzle, rules: &R) -> Self {
        let state = rules.initial();
        let legal = rules.moves(state);
        Self {
            puzzle: name.to_owned(),
            title: puzzle.title.clone(),
            model: puzzle.model.clone(),
            source: puzzle.source.clone(),
            position: rules.write_position(state),
            scores: scores(rules, state),
            legal: legal.iter().map(|played| rules.write_move(state, played)).collect(),
        }
    }
}

/// A written move of a record to show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlyReport {
    /// The number of the move, from 1.
    pub ply: usize,
    /// The player's number, from 1.
    pub player: usize,
    /// The move.
    #[serde(rename = "move")]
    pub written: String,
    /// The position after the move.
    position: String,
}

impl PlyReport {
    /// The report on a written move of a record; `number` counts from 0.
    pub fn new<R: Rules>(replay: &Replay<'_, R>, number: usize) -> Self {
        let rules = replay.game.rules();
        Self {
            ply: number + 1,
            player: replay.plies[number].player + 1,
            written: rules.write_move(replay.before(number), &replay.plies[number].played),
            position: rules.write_position(replay.after(number)),
        }
    }
}
