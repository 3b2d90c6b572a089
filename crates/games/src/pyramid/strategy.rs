//! What the solver and the player know about the Pyramid, and the simple strategy of its source: avoid losing
//! the lowest unfinished level, by counting.
//!
//! The source says: "This strategy does not guarantee a win". Against best play, it scores only the top stone
//! for bases 5 to 15. No player can score less, since the player who finishes the level of two stones leaves
//! the top to the opponent.

use super::{Move, Place, Pyramid, State};
use crate::strategy::{Outlook, Strategy, UNIT};
use soliter_base::control::Control;

impl Strategy for Pyramid {
    /// The path along the tops of the columns: for each column a zero, and before it a one for each stone by
    /// which it is higher than it must be. The stones determine the points still to be won, and who wins them
    /// does not depend on the names of the players.
    type Key = u64;

    fn key(&self, state: &State) -> u64 {
        let mut path = 0u64;
        let mut least = 1;
        for height in &state.heights[..self.parameters.base] {
            let more = height - least;
            path = (path << (more + 1)) | ((1 << more) - 1);
            least = height - 1;
        }
        path
    }

    fn range(&self, state: &State) -> i64 {
        let base = self.parameters.base as i64;
        base * (base - 1) / 2 - state.scores.iter().copied().map(i64::from).sum::<i64>()
    }

    /// The number of positions of a pyramid on the highest finished level, a Catalan number.
    fn size(&self, state: &State) -> f64 {
        let base = self.lowest_unfinished(state).map_or(0, |level| self.size(level) + 1);
        (1..=base).fold(1.0, |count, n| count * (4.0 - 6.0 / (n as f64 + 1.0)))
    }

    /// Who lays the last stone of the lowest unfinished level, if both players keep building it, is ahead.
    fn outlook(&self, state: &State, player: usize) -> Outlook {
        let Some(level) = self.lowest_unfinished(state) else { return Outlook::default() };
        let missing = self.places(level).filter(|place| !state.has(*place)).count();
        let sign = if usize::from(state.player) == player { 1 } else { -1 };
        let wins = if missing % 2 == 1 { sign } else { -sign };
        Outlook { estimate: wins * UNIT / 4 * self.size(level) as i32, ..Outlook::default() }
    }

    fn text_move(&self, state: &State, _control: &Control) -> Move {
        // There is a move unless the game is over.
        self.simple_strategy(state).unwrap_or(Move::Lay(Place::new(self.parameters.base, 1)))
    }
}

impl Pyramid {
    /// "The player counts whether he wins or loses if both just go on building the lowest level. If he wins,
    /// he goes on building it. If he loses, he shifts a stone of this level or lays one on a higher level, if
    /// any of that is possible."
    ///
    /// The source leaves the rest open. This implementation prefers a shift to laying a stone on a higher
    /// level, lower levels to higher ones, and the leftmost place. `None` if the game is over.
    fn simple_strategy(&self, state: &State) -> Option<Move> {
        let lowest = self.lowest_unfinished(state)?;
        let missing: Vec<_> = self.places(lowest).filter(|&place| !state.has(place)).collect();
        let build = missing.first().map(|&place| Move::Lay(place));
        let wins_by_counting = missing.len() % 2 == 1;
        if wins_by_counting {
            return build;
        }
        let shifts = self.places(lowest).map(Move::Shift);
        let higher = (lowest + 1..=self.parameters.base).flat_map(|level| self.places(level));
        let mut evasions = shifts.chain(higher.map(Move::Lay));
        evasions.find(|&played| self.fault(state, played).is_none()).or(build)
    }
}
