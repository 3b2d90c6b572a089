//! The strategy of the source: advance if the player's own path is the shorter one, and otherwise lengthen
//! the opponent's path.

use std::cmp::Reverse;

use crate::corridor::rules::Corridor;
use crate::corridor::rules::board::{Squares, squares_of};
use crate::corridor::rules::state::{Move, State};

/// Greater than the length of any path.
pub(crate) const NO_PATH: u32 = 1000;

impl Corridor {
    /// The number of steps of a player's shortest path, ignoring pawns; [`NO_PATH`] if the pawn is caught.
    pub(crate) fn path(&self, state: &State, player: usize) -> u32 {
        let open = self.open(state);
        let from = self.pawn_or_home(state, player);
        self.board.distance(from, self.board.goal(player), &open).unwrap_or(NO_PATH)
    }

    /// The square of a pawn; before its placement, all squares on which it may be placed.
    pub(crate) fn pawn_or_home(&self, state: &State, player: usize) -> Squares {
        match state.pawn(player) {
            0 => self.board.home(player),
            square => square,
        }
    }

    /// "If your shortest path is shorter than the opponent's, advance; if longer, lengthen his."
    ///
    /// If the paths are equal, the player to move is ahead and advances. Among several sticks, chooses the
    /// one that lengthens the opponent's path most, and then the player's own path least. Among several
    /// opponents, considers the one with the shortest path.
    pub(crate) fn simple_strategy(&self, state: &State) -> Move {
        let mover = state.mover();
        let legal = self.legal(state);
        let own = self.path(state, mover);
        let others = (0..self.players).filter(|player| *player != mover);
        let (his, rival) =
            others.map(|player| (self.path(state, player), player)).min().unwrap_or((own, mover));
        let lengthens = |played: &Move| {
            let after = self.after(state, *played);
            (self.path(&after, rival).saturating_sub(his), own.abs_diff(self.path(&after, mover)))
        };
        if own > his && !self.unplaced(state) {
            let sticks = legal.iter().filter(|played| matches!(played, Move::Stick(_)));
            let sticks = sticks.map(|played| (lengthens(played), *played));
            let longer = sticks.filter(|((gain, _), _)| *gain > 0);
            let best = longer.min_by_key(|((gain, loss), _)| (Reverse(*gain), *loss));
            if let Some((_, best)) = best {
                return best;
            }
        }
        self.advance(state).or_else(|| legal.first().copied()).unwrap_or(Move::Pass)
    }

    /// The pawn move that leaves the shortest path. A pawn is placed as near the middle as possible.
    fn advance(&self, state: &State) -> Option<Move> {
        let mover = state.mover();
        let moves = squares_of(self.pawn_moves(state, &self.open(state)));
        if state.pawn(mover) == 0 {
            let middle = usize::from(self.start[mover]);
            return moves.min_by_key(|s| s.abs_diff(middle)).map(|s| Move::Pawn(s as u8));
        }
        let moves = moves.map(|square| Move::Pawn(square as u8));
        moves.min_by_key(|played| self.path(&self.after(state, *played), mover))
    }
}
