//! The simple strategy of the source: avoid losing the lowest unfinished level, by counting.
//!
//! The source says: "This strategy does not guarantee a win". Against best play, it scores only the top stone
//! for bases 5 to 15. No player can score less, since the player who finishes the level of two stones leaves
//! the top to the opponent. Choosing the rightmost places, or laying before shifting, gives the same result
//! for bases 5 to 8. Choosing with perfect foresight among the moves that the source allows gains points for
//! bases 5, 6 and 7.

use super::{Move, Pyramid, State};

impl Pyramid {
    /// "The player counts whether he wins or loses if both just go on building the lowest level. If he wins,
    /// he goes on building it. If he loses, he shifts a stone of this level or lays one on a higher level, if
    /// any of that is possible."
    ///
    /// The source leaves the rest open. This implementation prefers a shift to laying a stone on a higher
    /// level, lower levels to higher ones, and the leftmost place. `None` if the game is over.
    pub(super) fn simple_strategy(&self, state: &State) -> Option<Move> {
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
