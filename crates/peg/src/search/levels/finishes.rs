//! The positions from which a backward search starts.

use crate::puzzle::{Finish, Puzzle};
use crate::{board::position::Position, bounds::class};
use soliter_base::control::{Control, Stop};

/// The most positions from which a backward search starts, if the finish is given by its number of pegs ...
const MAX_FINISHES: usize = 2_000_000;
/// ... where the memory limit has to provide this many bytes for each of them.
const BYTES_A_FINISH: u64 = 128;

/// A search for the fewest moves goes back from at most this many finishes. From more of them it would hardly get
/// anywhere.
pub(crate) const FINISHES: usize = 20_000;

/// Why a question that needs a backward search is refused if there are too many finishes.
pub(crate) const TOO_MANY: Stop = Stop::Size("the finish allows too many positions");

/// The positions in which a line may end; `None` if there are too many to start a backward search from.
pub(crate) fn finishes(puzzle: &Puzzle, control: &Control) -> Option<Vec<u64>> {
    let most = (control.memory_limit() / BYTES_A_FINISH).min(MAX_FINISHES as u64) as usize;
    at_most(most, puzzle)
}

/// The positions in which a line may end; `None` if the board has more than `most` with this number of pegs.
pub(crate) fn at_most(most: usize, puzzle: &Puzzle) -> Option<Vec<u64>> {
    let (board, start) = (&puzzle.board, puzzle.start);
    let pegs = match puzzle.finish {
        Finish::Exactly(finish) => return Some(vec![finish.0]),
        Finish::Pegs(pegs) => pegs,
    };
    let holes = board.holes();
    let mut count = 1usize;
    for i in 0..pegs.min(holes - pegs) {
        count = count * (holes - i) / (i + 1);
        if count > most {
            return None;
        }
    }
    // Each step goes to the next larger number with as many bits (Gosper's hack).
    let next = |&position: &u64| {
        let low = position & position.wrapping_neg();
        let ripple = position.checked_add(low)?;
        Some(ripple | (((position ^ ripple) >> 2) / low)).filter(|&next| next <= board.full().0)
    };
    let all = std::iter::successors(Some(Position::full(pegs).0), next);
    let markings = class::markings(board);
    let separates = |m: &Position, end: u64| class::separates(*m, start, Position(end));
    Some(all.filter(|&end| !markings.iter().any(|m| separates(m, end))).collect())
}
