//! The Pyramid's knowledge for the solver and the player, and the simple strategy of its source: avoid losing
//! the lowest unfinished level, by counting.
//!
//! The source says: "This strategy does not guarantee a win". Against best play, it scores only the top stone
//! for bases 5 to 15. No player can score less, since the player who finishes the level of two stones leaves
//! the top to the opponent.

use super::table::{self, Table};
use super::{Lay, Move, Place, Pyramid, State};
use crate::strategy::{Outlook, Strategy, Tabulated, UNIT};
use soliter_base::control::{Control, Stop};

impl Strategy for Pyramid {
    /// The number of the stones' places in `table`. The stones determine the points still to be won, and who
    /// wins them does not depend on the names of the players.
    type Key = u64;

    fn key(&self, state: &State) -> u64 {
        table::number(state, self.parameters.base, 0)
    }

    fn range(&self, state: &State) -> i64 {
        let base = self.parameters.base as i64;
        base * (base - 1) / 2 - state.scores.iter().copied().map(i64::from).sum::<i64>()
    }

    fn size(&self, state: &State) -> f64 {
        let base = self.unfinished_base(state);
        (table::count(base) - table::number(state, base, self.parameters.base - base)) as f64
    }

    fn tabulate(
        &self,
        state: &State,
        most: u64,
        control: &Control,
    ) -> Result<Option<Tabulated<State>>, Stop> {
        if self.parameters.lay == Lay::Lowest {
            return Ok(None);
        }
        let table = Table::new(self, state, most, control)?;
        let game = self.clone();
        Ok(table.map(|table| Tabulated {
            size: table.size(),
            value: Box::new(move |state| table.value(&game, state)),
        }))
    }

    /// The player who lays the last stone of the lowest unfinished level, if both players keep building it, is ahead.
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
