//! The positions from which a backward search starts.

use crate::base::control::{Control, Stop};
use crate::peg::puzzle::{Finish, Puzzle};
use crate::peg::{board::position::Position, bounds::class};

/// The most positions from which a backward search starts, if the finish is given by its number of pegs ...
const MAX_FINISHES: usize = 2_000_000;
/// ... where the memory limit has to provide this many bytes for each of them.
const BYTES_A_FINISH: u64 = 128;

/// Why a question that needs a backward search is refused if there are too many finishes.
pub(crate) const TOO_MANY: Stop = Stop::Size("the finish allows too many positions");

/// The positions in which a line may end; `None` if there are too many to start a backward search from.
pub(crate) fn finishes(puzzle: &Puzzle, control: &Control) -> Option<Vec<u64>> {
    let (board, start) = (&puzzle.board, puzzle.start);
    let pegs = match puzzle.finish {
        Finish::Exactly(finish) => return Some(vec![finish.0]),
        Finish::Pegs(pegs) => pegs,
    };
    let holes = board.holes();
    let most = (control.memory_limit() / BYTES_A_FINISH).min(MAX_FINISHES as u64) as usize;
    let mut count = 1usize;
    for i in 0..pegs.min(holes - pegs) {
        count = count * (holes - i) / (i + 1);
        if count > most {
            return None;
        }
    }
    let markings = class::markings(board);
    let mut list = Vec::new();
    // Each step goes to the next larger number with as many bits (Gosper's hack).
    let mut position = Position::full(pegs).0;
    loop {
        if !markings.iter().any(|&m| class::separates(m, start, Position(position))) {
            list.push(position);
        }
        let low = position & position.wrapping_neg();
        let Some(ripple) = position.checked_add(low) else { break };
        position = ripple | (((position ^ ripple) >> 2) / low);
        if position > board.full().0 {
            break;
        }
    }
    Some(list)
}
