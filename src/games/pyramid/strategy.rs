//! The simple strategy of the text: do not lose the lowest unfinished level by mere counting.
//!
//! "This strategy does not guarantee a win", says the text. Against perfect play it gets the stone
//! on top and nothing else for bases 5 to 15. That is the least that a player can get: who finishes
//! the level of two stones leaves the top to the other. Rightmost places, or laying before shifting,
//! end the same for bases 5 to 8; free choice among the moves that the text allows, made with
//! perfect foresight, saves points for bases 5, 6 and 7.

use super::{Move, Pyramid, State};

impl Pyramid {
    /// "The player counts whether he wins or loses if both just go on building the lowest level. If
    /// he wins, he goes on building it. If he loses, he shifts a stone of this level or lays one on
    /// a higher level, if any of that is possible."
    ///
    /// The text leaves the rest open; taken is the shift before the stone on a higher level, the
    /// lower of the higher levels, and always the leftmost place. None when the game is over.
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
