//! Exhaustive searches, whose answers are exact.
//!
//! # The search space
//!
//! In peg solitaire, a *jump* takes a peg over an adjacent peg, which is removed, to an empty hole. A *move*
//! is a chain of jumps by one peg, and counts as 1 however long it is. A *line* is a sequence of moves; it is
//! a *solution* if it leads from the start to the finish. A position is a `u64`, in which bit `h` is a peg in
//! hole `h`.
//!
//! The cost of a jump depends on the peg that jumped last, so a search stores two things for each position
//! (`table::Reach`): the fewest moves to it, and the pegs that can have made the last of them. A jump by one
//! of these pegs is free, and a jump by any other peg begins a move. A path to the position with one move
//! more need not be stored, since any peg can begin a move at that price.
//!
//! Example: there are pegs in holes 1, 2 and 4 of a row of six holes. The peg in 1 jumps over 2 to 3, which
//! is one move, and hole 3 holds the last mover. Then it jumps over 4 to 5, which is still the same move.
//!
//! The images of a position under the symmetries that keep start and finish all have the same answers, so a
//! search keeps only the least image.
//!
//! # The modules
//!
//! Each folder uses only the folders above it.
//!
//! * `space`: the search space of a puzzle: positions, their images, and their successors.
//! * `bounds`: bounds that prune positions through which no solution passes.
//! * `store`: hash tables, compact tables and bit sets of positions.
//! * `levels`: positions by the number of jumps from either end, and the positions on solutions.
//! * [`count`]: counts solutions, positions and games, lists lines, and estimates how long a count would take.
//! * [`reachable`]: whether a position can still be solved.
//! * [`fewest`]: finds the fewest moves, with proof.
//! * [`disk`]: the same counts and fewest moves with levels on disk, or made by other machines.
//! * [`questions`]: answers other questions of solitaire mathematics, such as dead ends, sweeps and a random player.
//!
//! In addition, [`dfs`] is a plain depth-first search that verifies the others, and `wide` looks for a solution on
//! boards of more than 64 holes. All others refuse such boards.
//!
//! Every search checks its [`Control`] inside its loops: after blocks of a few
//! thousand positions, and before a table grows.

pub mod bounds;
pub mod count;
pub mod dfs;
pub mod disk;
pub mod fewest;
mod levels;
pub mod questions;
pub mod reachable;
pub mod space;
pub(crate) mod store;
mod wide;

use soliter_base::clock::Instant;

use soliter_base::control::{Control, Stop};
use soliter_boards::answer::{Claim, Detail, Prover, ProverResult};
use soliter_boards::{line::Line, puzzle::Puzzle};

/// The result of a search: a line with the fewest moves, or none, or a lower bound if it was stopped early.
fn finding(
    by: Prover,
    clock: Instant,
    detail: Detail,
    result: Result<Option<Line>, Stop>,
    lower_bound: usize,
) -> ProverResult {
    let claim = |line: &Line| Claim::Optimal { moves: line.moves().len() };
    let conclusion = result.map(|line| (line.as_ref().map_or(Claim::Infeasible, claim), line));
    ProverResult::new(by, clock, conclusion, lower_bound, detail)
}

/// The answer to a puzzle whose start has as many pegs as its finish: zero moves, or impossible. `None` for all
/// other puzzles.
pub fn without_jumps(puzzle: &Puzzle, clock: Instant) -> Option<ProverResult> {
    let conclusion = if puzzle.finish().accepts(puzzle.start()) && !puzzle.marked().need_a_jump() {
        (Claim::Optimal { moves: 0 }, Some(Line::default()))
    } else {
        (Claim::Infeasible, None)
    };
    let finding =
        || ProverResult::new(Prover::Search, clock, Ok(conclusion), 0, Detail::Positions(1));
    (puzzle.jumps() == 0).then(finding)
}

/// Checks the limits once every few thousand iterations of a loop; `bytes` gives the size of the tables in
/// memory.
fn look(number: usize, control: &Control, bytes: impl FnOnce() -> usize) -> Result<(), Stop> {
    if number.is_multiple_of(1 << 12) {
        control.check()?;
        control.check_memory(bytes() as u64)?;
    }
    Ok(())
}

/// The bytes of a map with entries of this type: seven of eight slots are used, and each slot has a control
/// byte.
fn map_bytes<E>(capacity: usize) -> u64 {
    (capacity * 8 / 7 * (size_of::<E>() + 1)) as u64
}

/// Shared parts of the tests of the searches.
#[cfg(test)]
mod tests {
    use soliter_base::diagnostic::Source;
    use soliter_boards::puzzle::{Finish, Puzzle, setup::PuzzleSetup};
    use soliter_boards::{board::position::Position, rules::Leap};
    use soliter_testing::built_in;

    /// The puzzle of a text without faults.
    pub(super) fn puzzle(text: &str) -> Puzzle {
        Puzzle::parse(&Source::new("test", text), &built_in::model).expect("a puzzle")
    }

    /// The puzzle from the full board to one peg.
    pub(super) fn from_full(model: &str, directions: &str) -> Puzzle {
        puzzle(&format!(
            "model = '{model}'\ndirections = '{directions}'\nstart = 'full'\nfinish = {{ pegs = 1 }}"
        ))
    }

    /// The puzzle from the board with one empty hole to one peg.
    pub(super) fn all_but(hole: &str, model: &str) -> Puzzle {
        puzzle(&format!(
            "model = '{model}'\nstart = {{ all_but = ['{hole}'] }}\nfinish = {{ pegs = 1 }}"
        ))
    }

    /// A puzzle of the library.
    pub(super) fn built_in(name: &str) -> Puzzle {
        let source = built_in::puzzle(name).expect("a built-in puzzle");
        Puzzle::parse(&source, &built_in::model).expect("a puzzle without faults")
    }

    /// The same board with other ends, played in this direction; `None` if they do not make a valid puzzle.
    pub(super) fn between(
        of: &Puzzle,
        start: Position,
        finish: Finish,
        reverse: bool,
    ) -> Option<Puzzle> {
        PuzzleSetup { start, finish, reverse, ..of.clone().into() }.puzzle().ok()
    }

    /// The position after a game in which each number chooses one of the leaps that fit, until none does.
    pub(super) fn chosen_game(leaps: &[Leap], start: u64, choices: &[usize]) -> u64 {
        let mut position = start;
        for choice in choices {
            let fitting: Vec<&Leap> = leaps.iter().filter(|leap| leap.fits(position)).collect();
            if fitting.is_empty() {
                break;
            }
            position ^= fitting[choice % fitting.len()].all;
        }
        position
    }
}
