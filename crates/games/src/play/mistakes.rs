//! Says what is proved of the mistakes in a record: the largest one, or that there is none.

use serde::Serialize;

use crate::play::{judge::PlyValue, record::Replay};
use crate::rules::Rules;

/// The mistakes of one player, or of all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mistakes {
    /// Moves that were made.
    pub moves: usize,
    /// Moves and ends of turns that may have given something away: what they gave is not proved.
    pub open: usize,
    /// The move that is proved to have given away most, the first of several; none where no move is
    /// proved to have given away anything.
    pub largest: Option<PlyValue>,
}

impl Mistakes {
    /// The mistakes of a player, numbered from 0, or of all. `values` are those of the first moves of
    /// the record, as [`judge`](crate::play::judge::judge) finds them.
    pub fn of<R: Rules>(
        replay: &Replay<'_, R>,
        values: &[PlyValue],
        player: Option<usize>,
    ) -> Self {
        let is_his = |other: usize| player.is_none_or(|player| player == other);
        let moves = replay.plies.iter().filter(|ply| is_his(ply.player)).count();
        let his: Vec<&PlyValue> = values.iter().filter(|one| is_his(one.player - 1)).collect();
        // Moves that are not judged, and moves and ends of turns whose loss is not known.
        let is_move = |one: &&&PlyValue| one.before == replay.plies[one.ply - 1].before;
        let mut open = moves - his.iter().filter(is_move).count();
        open += his.iter().filter(|one| one.loss.is_none()).count();
        let largest = his.iter().rev().max_by_key(|one| one.loss);
        let largest = largest.filter(|one| one.loss > Some(0)).map(|one| (*one).clone());
        // Values do not look back. Who had a won game, gave nothing away by them, and still let it be
        // drawn by repetition went wrong somewhere.
        let won = his.iter().any(|one| one.value > Some(0));
        if largest.is_none() && won && replay.game.is_drawn_by_repetition() {
            open = open.max(1);
        }
        Self { moves, open, largest }
    }

    /// Whether it is proved that no move gave anything away.
    pub fn none(&self) -> bool {
        self.largest.is_none() && self.open == 0
    }
}
