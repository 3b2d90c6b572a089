//! Compares the answers to questions other than the fewest moves with plain play on small boards and with
//! published results.

mod army;
use crate::common;
mod levels;
mod solutions;
mod tables;

use soliter::boards::board::position::Position;
use soliter::boards::puzzle::setup::PuzzleSetup;
use soliter::boards::puzzle::{Finish, Puzzle};

/// A small puzzle whose finish is reached by random jumps.
pub(crate) fn small(
    board: usize,
    start: u64,
    choices: &[usize],
    pegs_only: bool,
) -> Option<Puzzle> {
    let (model, directions, mask) = [
        ("square4", "orthogonal", 0xffff),
        ("square4", "all", 0x0ff0),
        ("triangle15", "lines", 0x7fff),
    ][board];
    let text = format!(
        "model = '{model}'\ndirections = '{directions}'\nstart = 'full'\nfinish = {{ pegs = 1 }}"
    );
    let puzzle = common::parse(&text);
    let pegs: Vec<u16> =
        Position::from(start & mask & puzzle.board().full().word()).holes().take(8).collect();
    let puzzle =
        PuzzleSetup { start: pegs.into_iter().collect(), ..puzzle.into() }.puzzle().ok()?;
    let reached = common::played(&puzzle, choices)?;
    let finish = if pegs_only { Finish::Pegs(reached.len()) } else { Finish::Exactly(reached) };
    PuzzleSetup { finish, ..puzzle.into() }.puzzle().ok()
}
