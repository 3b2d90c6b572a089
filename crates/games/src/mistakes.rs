//! Compares a record with best play: how much each move gave away, and the largest mistake.

use serde::Serialize;

use crate::analysis::{Analysis, Opinion, WrongAnalysis};
use crate::engine::{Engine, Playable};
use crate::record::Replay;
use crate::rules::Rules;
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
    /// The value that the move gave away.
    pub loss: Option<i64>,
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
pub fn judge<R: Playable>(
    replay: &Replay<'_, R>,
    control: &Control,
) -> Result<Vec<PlyValue>, WrongAnalysis> {
    let mut engine = Engine::new(replay.game.rules());
    let steps = steps(replay);
    let mut values: Vec<PlyValue> = Vec::new();
    for (number, &(before, ply)) in steps.iter().enumerate() {
        // The first move is judged even after the deadline, with whatever is found at once; so is the end of
        // a turn whose last move was judged.
        let is_end = replay.plies[ply].before != before;
        if number > 0 && !is_end && control.check().is_err() {
            break;
        }
        control.report_progress(|| format!("values: ply {}", ply + 1));
        // A search uses all of its time. The tables for the first move also serve the later moves, so the
        // first may use half of the time.
        let parts = if number == 0 { steps.len().clamp(1, 2) } else { steps.len() - number };
        let state = &replay.game.states()[before];
        let found = R::analyse(&mut engine, state, &control.share(1.0 / parts as f64))?;
        values.push(valued(replay, (before, ply), found));
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
    let (game, rules) = (&replay.game, replay.game.rules());
    let (state, made) = (&game.states()[before], &game.moves()[before]);
    let at = found.moves.iter().find(|(played, _)| played == made);
    let mut played = at.and_then(|(_, value)| *value);
    let mut best = found.best;
    // Values ignore the history: if a repetition ends the game, the move is worth a draw.
    if before + 1 == game.moves().len() && game.is_drawn_by_repetition() {
        played = Some(0);
        let is_won = found.value > Some(0);
        best.retain(|best| !is_won || !game.would_repeat(&rules.apply(state, best)));
    }
    // A repetition may save a lost game, or be the only option in a won game.
    let loss = found.value.zip(played).map(|(of, by)| (of - by).max(0));
    PlyValue {
        ply: ply + 1,
        player: replay.plies[ply].player + 1,
        written: rules.write_move(state, made),
        value: found.value,
        at_least: found.bounds.least,
        at_most: found.bounds.most,
        played,
        loss: loss.filter(|loss| *loss == 0 || !best.is_empty()),
        found: found.opinion,
        best: best.iter().map(|best| rules.write_move(state, best)).collect(),
        before,
    }
}

/// The mistakes of one player, or of all players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mistakes {
    /// The number of moves made.
    pub moves: usize,
    /// The number of moves and ends of turns that may have given something away, but whose loss is not proved.
    pub open: usize,
    /// The first move with the largest proved loss; `None` if no loss is proved.
    pub largest: Option<PlyValue>,
    /// The numbers (from 1) of all moves with a proved loss, in order.
    pub proved: Vec<usize>,
}

impl Mistakes {
    /// The mistakes of a player (from 0), or of all players. `values` are for the first moves of the record,
    /// as returned by [`judge`].
    pub fn of<R: Rules>(
        replay: &Replay<'_, R>,
        values: &[PlyValue],
        player: Option<usize>,
    ) -> Self {
        let is_his = |other: usize| player.is_none_or(|player| player == other);
        let moves = replay.plies.iter().filter(|ply| is_his(ply.player)).count();
        let his: Vec<&PlyValue> = values.iter().filter(|one| is_his(one.player - 1)).collect();
        // Moves that were not judged, and moves and ends of turns of unknown loss.
        let is_move = |one: &&&PlyValue| one.before == replay.plies[one.ply - 1].before;
        let mut open = moves - his.iter().filter(is_move).count();
        open += his.iter().filter(|one| one.loss.is_none()).count();
        let largest = his.iter().rev().max_by_key(|one| one.loss);
        let largest = largest.filter(|one| one.loss > Some(0)).map(|one| (*one).clone());
        // Values ignore the history. If a player had a won game and no move gave anything away, but the game
        // was drawn by repetition, some move was a mistake.
        let won = his.iter().any(|one| one.value > Some(0));
        if largest.is_none() && won && replay.game.is_drawn_by_repetition() {
            open = open.max(1);
        }
        let mut proved: Vec<_> =
            his.iter().filter(|one| one.loss > Some(0)).map(|one| one.ply).collect();
        proved.dedup();
        Self { moves, open, largest, proved }
    }

    /// Whether it is proved that no move gave anything away.
    pub fn none(&self) -> bool {
        self.largest.is_none() && self.open == 0
    }
}
