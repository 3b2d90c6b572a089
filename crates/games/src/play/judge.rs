//! Compares a record with best play, to find how much each move gave away.

use serde::Serialize;

use crate::analysis::{Analysis, Opinion, Solver, WrongAnalysis, verified};
use crate::play::record::Replay;
use crate::rules::{Rules, Status};
use soliter_base::control::Control;

/// A written move with the value of the position before it, for the player who made it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlyValue {
    /// The number of the move, from 1.
    pub ply: usize,
    /// The player's number, from 1.
    pub player: usize,
    /// The move.
    #[serde(rename = "move")]
    pub written: String,
    /// The value under best play, if it is proved.
    pub value: Option<i64>,
    /// The proved lower bound of the value.
    pub at_least: Option<i64>,
    /// The proved upper bound.
    pub at_most: Option<i64>,
    /// The value of the move made, if it is proved.
    pub played: Option<i64>,
    /// With two players, if `played` is not proved: the value that a search of the position after the move
    /// expects for the player who made it, in thousandths of the unit of values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played_found: Option<i64>,
    /// With more than two players: the points that each player still wins from the position, if proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payoffs: Option<Vec<i64>>,
    /// The payoffs after the move made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played_payoffs: Option<Vec<i64>>,
    /// The value that the move gave away.
    pub loss: Option<i64>,
    /// If the value is not proved: whether `at_least` is still proved after the move.
    pub keeps: Option<bool>,
    /// If the value is not proved: the result of a search of the position.
    pub found: Option<Opinion>,
    /// All moves that keep the value; if the value is not proved, the best move found.
    pub best: Vec<String>,
    /// The number of moves made before it in the game, including those that only end a turn.
    #[serde(skip)]
    pub before: usize,
}

/// The moves to judge: all written moves, and the ends of turns that might have continued. Each is given by
/// its index among all moves of the game, and the index of its ply.
fn steps<R: Rules>(replay: &Replay<'_, R>) -> Vec<(usize, usize)> {
    let (rules, states) = (replay.game.rules(), replay.game.states());
    let mut steps = Vec::new();
    for (number, ply) in replay.plies.iter().enumerate() {
        steps.push((ply.before, number));
        let next = replay.plies.get(number + 1).map_or(states.len() - 1, |next| next.before);
        let end = ply.before + 1;
        if next > end && rules.moves(&states[end]).len() > 1 {
            steps.push((end, number));
        }
    }
    steps
}

/// The values of a record's moves, or of the first ones if cancelled or out of time. The end of a turn
/// follows the last move of the turn if it gave something away, or may have.
pub fn judge<R: Solver>(
    replay: &Replay<'_, R>,
    control: &Control,
) -> Result<Vec<PlyValue>, WrongAnalysis> {
    let (rules, states) = (replay.game.rules(), replay.game.states());
    let steps = steps(replay);
    let mut values: Vec<PlyValue> = Vec::new();
    for number in 0..=steps.len() {
        let step = steps.get(number);
        // The first move is judged even after the deadline, with whatever is found at once; so is the end of
        // a turn whose last move was judged.
        let is_end = step.is_some_and(|&(before, ply)| replay.plies[ply].before != before);
        if number > 0 && !is_end && control.check().is_err() {
            break;
        }
        let last = values.last_mut();
        let open = last.filter(|last| last.played.is_none() && rules.players() == 2);
        if step.is_none() && open.is_none() {
            break;
        }
        let state = step.map_or(replay.last(), |&(before, _)| &states[before]);
        control.report_progress(|| {
            format!("values: ply {}", step.map_or(replay.plies.len(), |s| s.1 + 1))
        });
        // A search uses all of its time. The tables for the first move also serve the later moves, so the
        // first may use half of the time.
        let parts = if number == 0 { steps.len().clamp(1, 2) } else { steps.len() + 1 - number };
        let found = verified(rules, state, &control.share(1.0 / parts as f64))?;
        if let Some(open) = open {
            open.played_found = found_of(rules, &states[open.before], state, &found);
        }
        if let Some(&step) = step {
            values.push(valued(replay, step, found));
        }
    }
    values.retain(|one| replay.plies[one.ply - 1].before == one.before || one.loss != Some(0));
    Ok(values)
}

/// A move with the analysis of the position before it.
fn valued<R: Rules>(
    replay: &Replay<'_, R>,
    (before, ply): (usize, usize),
    found: Analysis<R::Move>,
) -> PlyValue {
    let (game, rules, player) = (&replay.game, replay.game.rules(), replay.plies[ply].player);
    let (state, made) = (&game.states()[before], &game.moves()[before]);
    let at = found.moves.iter().position(|(played, _)| played == made);
    let mut played = at.and_then(|at| found.moves[at].1);
    let mut played_payoffs = at.and_then(|at| found.move_payoffs.get(at).cloned());
    let mut best = found.best;
    // Values ignore the history: if a repetition ends the game, the move is worth a draw.
    if before + 1 == game.moves().len() && game.is_drawn_by_repetition() {
        played = Some(0);
        played_payoffs = played_payoffs.map(|payoffs| vec![0; payoffs.len()]);
        let is_won = found.value > Some(0);
        best.retain(|best| !is_won || !game.would_repeat(&rules.apply(state, best)));
    }
    let own = |payoffs: &Vec<i64>| payoffs.get(player).copied();
    let of = found.value.or_else(|| own(&found.payoffs));
    let by = played.or_else(|| played_payoffs.as_ref().and_then(own));
    // A repetition may save a lost game, or be the only option in a won game.
    let loss = of.zip(by).map(|(of, by)| (of - by).max(0));
    PlyValue {
        ply: ply + 1,
        player: player + 1,
        written: rules.write_move(state, made),
        value: found.value,
        at_least: found.bounds.least,
        at_most: found.bounds.most,
        played,
        played_found: None,
        payoffs: Some(found.payoffs).filter(|payoffs| !payoffs.is_empty()),
        played_payoffs,
        loss: loss.filter(|loss| *loss == 0 || !best.is_empty()),
        keeps: (!found.keeping.is_empty()).then(|| found.keeping.contains(made)),
        found: found.opinion,
        best: best.iter().map(|best| rules.write_move(state, best)).collect(),
        before,
    }
}

/// The value of a move for its player, from the search of the position after it.
fn found_of<R: Rules>(
    rules: &R,
    before: &R::State,
    after: &R::State,
    found: &Analysis<R::Move>,
) -> Option<i64> {
    let Status::ToMove(player) = rules.status(before) else { return None };
    let value = || found.value.map(|value| 1000 * value);
    let rest = match rules.status(after) {
        Status::Over => 0,
        Status::ToMove(next) => {
            let score =
                found.opinion.as_ref().map(|opinion| opinion.score.into()).or_else(value)?;
            if next == player { score } else { -score }
        }
    };
    Some(1000 * rules.gain(before, after, player) + rest)
}
