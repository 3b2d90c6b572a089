//! Compares a record with best play: what each of its moves gave away.

use serde::Serialize;

use crate::base::control::Control;
use crate::games::analysis::{Analysis, Opinion, Solver, WrongAnalysis, verified};
use crate::games::play::record::Replay;
use crate::games::rules::{Rules, Status};

/// A written move with the value of the position before it, for the player who made it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlyValue {
    /// Its number, from 1.
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
    /// The value of the move that was made, if it is proved.
    pub played: Option<i64>,
    /// With two players, if `played` is not proved: what a search of the position after the move
    /// expects for the player who made it, in thousandths of the unit of values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played_found: Option<i64>,
    /// With more than two players: what each still wins from the position, if that is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payoffs: Option<Vec<i64>>,
    /// The payoffs after the move that was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played_payoffs: Option<Vec<i64>>,
    /// How much the move gave away.
    pub loss: Option<i64>,
    /// Where the value is not proved: whether `at_least` is still proved after the move.
    pub keeps: Option<bool>,
    /// Where the value is not proved: what a search thinks of the position.
    pub found: Option<Opinion>,
    /// All moves that keep the value; where it is not proved, the best move found.
    pub best: Vec<String>,
}

/// The values of a record's moves, or of its first ones if it is cancelled or out of time.
pub fn judge<R: Solver>(
    replay: &Replay<'_, R>,
    control: &Control,
) -> Result<Vec<PlyValue>, WrongAnalysis> {
    let rules = replay.game.rules();
    let moves = replay.plies.len();
    let mut values: Vec<PlyValue> = Vec::new();
    for number in 0..=moves {
        // The first move is judged even if the time is over: by what is found at once.
        if number > 0 && control.check().is_err() {
            break;
        }
        let last = values.last_mut();
        let open = last.filter(|last| last.played.is_none() && rules.players() == 2);
        if number == moves && open.is_none() {
            break;
        }
        control.say(|| format!("values: ply {}", number + 1));
        let state = if number < moves { replay.before(number) } else { replay.last() };
        // A search takes all the time that it is given. The tables of the first move serve the later
        // ones too, so it may take half of it.
        let parts = if number == 0 { moves.clamp(1, 2) } else { moves + 1 - number };
        let found = verified(rules, state, &control.share(1.0 / parts as f64))?;
        if let Some(open) = open {
            open.played_found = found_of(rules, replay.before(number - 1), state, &found);
        }
        if let Some(ply) = replay.plies.get(number) {
            let at = found.moves.iter().position(|(played, _)| *played == ply.played);
            let played = at.and_then(|at| found.moves[at].1);
            let played_payoffs = at.and_then(|at| found.move_payoffs.get(at).cloned());
            let own = |payoffs: &Vec<i64>| payoffs.get(ply.player).copied();
            let of = found.value.or_else(|| own(&found.payoffs));
            let by = played.or_else(|| played_payoffs.as_ref().and_then(own));
            values.push(PlyValue {
                ply: number + 1,
                player: ply.player + 1,
                written: rules.write_move(state, &ply.played),
                value: found.value,
                at_least: found.bounds.least,
                at_most: found.bounds.most,
                played,
                played_found: None,
                payoffs: Some(found.payoffs).filter(|payoffs| !payoffs.is_empty()),
                played_payoffs,
                loss: of.zip(by).map(|(of, by)| of - by),
                keeps: (!found.keeping.is_empty()).then(|| found.keeping.contains(&ply.played)),
                found: found.opinion,
                best: found.best.iter().map(|best| rules.write_move(state, best)).collect(),
            });
        }
    }
    Ok(values)
}

/// What the search of the position after a move tells of the move, for who made it.
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
