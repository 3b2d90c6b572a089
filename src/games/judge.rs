//! A record held against best play: what each of its moves gave away.

use serde::Serialize;

use crate::base::control::Control;
use crate::games::analysis::{Opinion, Solver, WrongAnalysis, verified};
use crate::games::record::Replay;

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
    /// What else is proved of it: not less, and not more.
    pub at_least: Option<i64>,
    /// See `at_least`.
    pub at_most: Option<i64>,
    /// The value of the move that was made, if it is proved.
    pub played: Option<i64>,
    /// How much the move gave away.
    pub loss: Option<i64>,
    /// Where the value is not proved: whether `at_least` is still proved after the move.
    pub keeps: Option<bool>,
    /// Where the value is not proved: what a search thinks of the position.
    pub found: Option<Opinion>,
    /// All moves that keep the value; where it is not proved, the best move found.
    pub best: Vec<String>,
}

/// The values of a record's moves, as far as the limits allow; a judgement that was cancelled or took
/// all its time is shorter than the record.
///
/// # Errors
/// An analysis contradicts the rules: a fault of this program.
pub fn judge<R: Solver>(
    replay: &Replay<'_, R>,
    control: &Control,
) -> Result<Vec<PlyValue>, WrongAnalysis> {
    let rules = replay.game.rules();
    let mut values = Vec::new();
    for (number, ply) in replay.plies.iter().enumerate() {
        // The first move is judged by what is found at once, if need be.
        if number > 0 && control.check().is_err() {
            break;
        }
        control.say(|| format!("values: ply {}", number + 1));
        let state = replay.before(number);
        let found = verified(rules, state, &share(control, number, replay.plies.len()))?;
        let played = found.moves.iter().find(|(played, _)| *played == ply.played);
        let played = played.and_then(|(_, value)| *value);
        values.push(PlyValue {
            ply: number + 1,
            player: ply.player + 1,
            written: rules.write_move(state, &ply.played),
            value: found.value,
            at_least: found.bounds.least,
            at_most: found.bounds.most,
            played,
            loss: found.value.zip(played).map(|(value, played)| value - played),
            keeps: (!found.keeping.is_empty()).then(|| found.keeping.contains(&ply.played)),
            found: found.opinion,
            best: found.best.iter().map(|best| rules.write_move(state, best)).collect(),
        });
    }
    Ok(values)
}

/// The part of the time that a move gets, since a search takes all that it is given. Tables serve the
/// later moves too, so the first of several may take half.
fn share(control: &Control, number: usize, moves: usize) -> Control {
    let parts = if number == 0 { moves.min(2) } else { moves - number };
    control.share(1.0 / parts as f64)
}
