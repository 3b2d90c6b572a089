//! The strategy of the text, as far as it has one.

use super::turn::best_turn;
use super::{Move, Palisade, State};
use crate::base::control::Control;
use crate::games::rules::Rules;

impl Palisade {
    /// The text has no strategy beyond seeing the combination within a turn, so this is a greedy
    /// turn: most points with the fewest actions, and an action is borrowed only for a point that
    /// could not be won without it. An action that can win nothing any more is the first legal one,
    /// and so is every action once a limit has come.
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
