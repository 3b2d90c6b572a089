//! Weights with which the browser can explain why a position is lost: pagoda functions of a puzzle.

use crate::base::control::{Control, Stop};
use crate::boards::puzzle::{Finish, Puzzle};
use crate::search::bounds::random_games::choose_counts_of;
use crate::search::space::{MoveTables, ordinary};

/// The maximum number of functions on a page, since people look at them.
const MOST: usize = 3;

/// The value of the key `pagodas` of a puzzle's data, which `reasons.js` reads: up to three lists of weights, one for
/// each hole, such that no jump of the puzzle's game raises the sum over the pegs. A position that weighs less than the
/// finish is lost. The lists are those that show the most positions of random games to be lost; there are none if the
/// finish is a number of pegs.
pub fn data(puzzle: &Puzzle, control: &Control) -> Result<Vec<Vec<i64>>, Stop> {
    let (Finish::Exactly(_), Some(game)) = (puzzle.finish(), ordinary(puzzle)) else {
        return Ok(Vec::new());
    };
    let Finish::Exactly(finish) = game.finish() else { return Ok(Vec::new()) };
    // The reverse game goes backwards, and the backward counts have the opposite sign, so none of its jumps raises
    // them.
    let counts = choose_counts_of(&MoveTables::new(&game)?, finish, !puzzle.reverse(), control)?;
    let weights: Vec<i64> = counts.weights(puzzle.board().holes()).collect();
    Ok(weights.chunks(puzzle.board().holes()).take(MOST).map(<[i64]>::to_vec).collect())
}
