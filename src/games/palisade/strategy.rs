//! The greedy turn, which stands for the strategy of the text.

use super::turn::best_turn;
use super::{Move, Palisade, State};
use crate::base::control::Control;
use crate::games::rules::Rules;

impl Palisade {
    /// The text's only advice is to see the combination within a turn. So this turn wins the most
    /// points with the fewest actions, and borrows an action only for a point that it could not win
    /// otherwise. When nothing more can be won, or a limit has come, it ends the turn, or makes the
    /// first legal action if it may not.
    pub(super) fn greedy(&self, state: &State, control: &Control) -> Move {
        let most = |actions| {
            best_turn(&state.columns, self.readings.pair, actions, control).unwrap_or_default()
        };
        let left = self.readings.usual(state.owes()).saturating_sub(state.made);
        let may_borrow = self.readings.lengths(state.owes()).any(|length| length.borrowed);
        let mut turn = most(left);
        if may_borrow && state.made < 4 {
            let borrowed = most(left + 1);
            if borrowed.points > turn.points {
                turn = borrowed;
            }
        }
        let legal = self.moves(state);
        if let Some(action) = turn.actions.first() {
            return Move::Action(*action);
        }
        if legal.contains(&Move::End) {
            Move::End
        } else {
            legal.first().copied().unwrap_or(Move::End)
        }
    }
}
