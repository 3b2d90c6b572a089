//! The positions from which a backward search starts.

use soliter_base::control::{Control, Stop};
use soliter_boards::board::position::{Hole, Position};
use soliter_boards::board::word;
use soliter_boards::bounds::class;
use soliter_boards::puzzle::{Finish, Puzzle};

/// The maximum number of positions from which a backward search starts if the finish is given by its number of pegs ...
const MAX_FINISHES: usize = 2_000_000;
/// ... where the memory limit has to provide this many bytes for each of them.
const BYTES_A_FINISH: u64 = 128;

/// A search for the fewest moves goes back from at most this many finishes. With more, it would make hardly any
/// progress.
pub(crate) const FINISHES: usize = 20_000;

/// The reason why a question that needs a backward search is refused if there are too many finishes.
pub(crate) const TOO_MANY: Stop = Stop::Size("the finish allows too many positions");

/// The positions in which a line may end; `None` if there are too many to start a backward search from.
pub(crate) fn finishes(puzzle: &Puzzle, control: &Control) -> Option<Vec<u64>> {
    at_most(most(control), puzzle)
}

/// All positions that the finish accepts, whether or not the start leads to them; `None` if there are too many.
pub(crate) fn accepted(puzzle: &Puzzle, control: &Control) -> Option<Vec<u64>> {
    accepted_at_most(most(control), puzzle)
}

fn most(control: &Control) -> usize {
    (control.memory_limit() / BYTES_A_FINISH).min(MAX_FINISHES as u64) as usize
}

/// The positions in which a line may end; `None` if the board has more than `most` that the finish accepts.
pub(crate) fn at_most(most: usize, puzzle: &Puzzle) -> Option<Vec<u64>> {
    let mut ends = accepted_at_most(most, puzzle)?;
    if puzzle.finish().position().is_none() {
        let markings = class::markings(puzzle.board());
        let separates =
            |m: &Position, end: u64| class::separates(m, puzzle.start(), &Position::from(end));
        ends.retain(|&end| !markings.iter().any(|m| separates(m, end)));
    }
    Some(ends)
}

fn accepted_at_most(most: usize, puzzle: &Puzzle) -> Option<Vec<u64>> {
    let board = puzzle.board();
    if let Finish::Exactly(finish) = puzzle.finish() {
        return Some(vec![finish.word()]);
    }
    // The other pegs are in some of the holes that the finish leaves open.
    let [pegs_at, empty_at] = puzzle.finish().named(board);
    let open: Vec<Hole> =
        board.all_holes().filter(|&hole| !pegs_at.has(hole) && !empty_at.has(hole)).collect();
    let (holes, pegs) = (open.len(), puzzle.finish().pegs() - pegs_at.len());
    let mut count = 1usize;
    for i in 0..pegs.min(holes - pegs) {
        count = count * (holes - i) / (i + 1);
        if count > most {
            return None;
        }
    }
    let chosen = |numbers: u64| {
        let some = word::holes(numbers).map(|number| open[usize::from(number)]);
        pegs_at.word() | some.collect::<Position>().word()
    };
    let last = Position::full(holes).word();
    // Each step goes to the next larger number with as many bits (Gosper's hack).
    let next = |&position: &u64| {
        let low = position & position.wrapping_neg();
        let ripple = position.checked_add(low)?;
        Some(ripple | (((position ^ ripple) >> 2) / low)).filter(|&next| next <= last)
    };
    let first = Position::full(pegs).word();
    // There may be no peg to choose.
    let all = std::iter::successors(
        Some(first),
        |position| if pegs == 0 { None } else { next(position) },
    );
    Some(all.map(chosen).collect())
}
