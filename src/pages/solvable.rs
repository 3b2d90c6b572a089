//! The positions of a puzzle from which the finish can still be reached, so that the browser needs no search.

use serde_json::Value;

use crate::base::control::{Control, Stop};
use crate::boards::puzzle::Puzzle;
use crate::search::reachable::alive::Alive;

/// The maximum number of characters of a text.
const LONGEST: usize = 8000;
/// The search for these positions takes at most this much memory, which also bounds its time: puzzles for which it takes
/// more have too many such positions.
const MEMORY: u64 = 2 << 20;
/// The number of answers in each character of a text, the first in the lowest bit.
const BITS: usize = 6;
const ALPHABET: &[u8; 1 << BITS] =
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The text of the key `solvable` of a puzzle's data, which `solvable.js` reads: for each position in the order of
/// `search::reachable::alive::Alive::answers`, a bit that says whether the finish can be reached from there. `None` for
/// puzzles with marked pegs, and if the text or the search would be too long. The error is [`Stop::Cancelled`] or
/// [`Stop::Time`], from `control`.
pub fn data(puzzle: &Puzzle, control: &Control) -> Result<Option<Value>, Stop> {
    Ok(alive(puzzle, control)?.and_then(|alive| text(puzzle, &alive)))
}

/// `None` for puzzles with marked pegs, and if there are too many such positions.
fn alive(puzzle: &Puzzle, control: &Control) -> Result<Option<Alive>, Stop> {
    match Alive::new(puzzle, &control.clone().small(MEMORY)) {
        Ok(alive) => Ok(Some(alive)),
        Err(stop @ (Stop::Cancelled | Stop::Time)) => Err(stop),
        Err(_) => Ok(None),
    }
}

fn text(puzzle: &Puzzle, alive: &Alive) -> Option<Value> {
    let answers = alive.answers(puzzle, LONGEST * BITS)?;
    let sign = |bits: &[bool]| {
        let number = bits.iter().rev().fold(0, |number, &bit| 2 * number + usize::from(bit));
        char::from(ALPHABET[number])
    };
    Some(answers.chunks(BITS).map(sign).collect::<String>().into())
}
