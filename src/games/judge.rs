//! A record held against best play: what each of its moves gave away.

use serde::Serialize;

use crate::base::control::Control;
use crate::games::analysis::{Solver, WrongAnalysis, verified};
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
    /// The value of the move that was made, if it is proved.
    pub played: Option<i64>,
    /// How much the move gave away.
    pub loss: Option<i64>,
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
        let found = verified(rules, state, control)?;
        let played = found.moves.iter().find(|(played, _)| *played == ply.played);
        let played = played.and_then(|(_, value)| *value);
        values.push(PlyValue {
            ply: number + 1,
            player: ply.player + 1,
            written: rules.write_move(state, &ply.played),
            value: found.value,
            played,
            loss: found.value.zip(played).map(|(value, played)| value - played),
            best: found.best.iter().map(|best| rules.write_move(state, best)).collect(),
        });
    }
    Ok(values)
}
