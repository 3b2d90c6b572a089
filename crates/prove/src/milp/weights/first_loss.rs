//! The first position of a game that weights prove lost.

use crate::milp::weights::pagoda_lp;
use soliter_base::control::Control;
use soliter_boards::puzzle::{Finish, Puzzle};
use soliter_boards::{board::position::Position, bounds::pagoda::weight};

/// The first position of a game that weights refute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstLoss {
    /// The number of jumps before the position; 0 is the start.
    pub jump: usize,
    /// The weight of each hole.
    pub weights: Vec<i64>,
    /// The weight of the position.
    pub position: i64,
    /// The weight of the finish, which is larger.
    pub finish: i64,
}

/// The first position of a legal game that weights refute, if any. Found by bisection, since no later
/// position weighs more. `None` for the reverse game and for a finish given by its number of pegs.
pub fn first_loss(puzzle: &Puzzle, positions: &[Position], control: &Control) -> Option<FirstLoss> {
    let (Finish::Exactly(finish), false) = (puzzle.finish(), puzzle.reverse()) else {
        return None;
    };
    let weights = |jump: usize| {
        let rest = puzzle.starting_at(positions[jump].clone());
        pagoda_lp::weights(&rest, control)
    };
    let (mut low, mut high) = (0, positions.len().checked_sub(1)?);
    let mut found = (high, weights(high)?);
    while low < high {
        let middle = usize::midpoint(low, high);
        match weights(middle) {
            Some(weights) => (high, found) = (middle, (middle, weights)),
            None => low = middle + 1,
        }
    }
    let (jump, weights) = found;
    let (position, finish) = (weight(&weights, &positions[jump]), weight(&weights, finish));
    Some(FirstLoss { jump, weights, position, finish })
}
