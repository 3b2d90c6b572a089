//! Pagoda functions, also called resource counts: weights of the holes that no jump can raise.

use crate::peg::board::Jump;
use crate::peg::position::{Hole, Position};
use crate::peg::puzzle::{Finish, Puzzle};

/// The weight of a position.
pub fn weight(weights: &[i64], pegs: Position) -> i64 {
    pegs.holes().filter_map(|h| weights.get(usize::from(h))).sum()
}

/// Whether weights of the holes prove that the finish cannot be reached: no jump raises the weight
/// of a position, and the finish weighs more than the start (in the building game, which is the
/// ordinary one backwards, less).
pub fn weights_refute(puzzle: &Puzzle, weights: &[i64]) -> bool {
    let Finish::Exactly(finish) = puzzle.finish else { return false };
    let of = |h: Hole| weights.get(usize::from(h)).copied().unwrap_or(0);
    let falls = |jump: &Jump| of(jump.from) + of(jump.over) >= of(jump.to);
    let (start, finish) = (weight(weights, puzzle.start), weight(weights, finish));
    weights.len() == puzzle.board.holes()
        && weights.iter().all(|w| w.abs() <= 1 << 20)
        && puzzle.board.jumps().iter().all(falls)
        && if puzzle.building { start > finish } else { finish > start }
}
