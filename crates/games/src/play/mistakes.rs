//! Summarises the proved mistakes in a record: the largest one, or that there is none.

use serde::Serialize;

use crate::play::{judge::PlyValue, record::Replay};
use crate::rules::Rules;

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
    /// as returned by [`judge`](crate::play::judge::judge).
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
