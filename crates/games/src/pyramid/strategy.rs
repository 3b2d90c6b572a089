//! The simple strategy of the text: avoid losing the lowest unfinished level by mere counting.
//!
//! "This strategy does not guarantee a win", says the text. Against perfect play it gets only the
//! stone on top for bases 5 to 15. Nobody can get less: whoever finishes the level of two stones
//! leaves the top to the other player. Choosing the rightmost places, or laying before shifting,
//! gives the same for bases 5 to 8. Choosing freely, with perfect foresight, among the moves that
//! the text allows saves points for bases 5, 6 and 7.

use super::{Move, Pyramid, State};

impl Pyramid {
    /// "The player counts whether he wins or loses if both just go on building the lowest level. If
    /// he wins, he goes on building it. If he loses, he shifts a stone of this level or lays one on
    /// a higher level, if any of that is possible."
    ///
    /// The text leaves the rest open. Here a shift comes before a stone on a higher level, lower levels
    /// come before higher ones, and the leftmost place is always taken. None when the game is over.
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
