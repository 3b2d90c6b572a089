//! The positions of a puzzle from which the finish can still be reached, for the browser to know them without a search.

use serde_json::Value;

use crate::base::control::{Control, Stop};
use crate::peg::puzzle::Puzzle;
use crate::peg::search::reachable::alive::{alive, alive_after_first};

/// A text has at most so many characters.
const LONGEST: usize = 8000;
/// The search for these positions takes at most this much memory, which also bounds its time: puzzles for which it takes
/// more have too many such positions.
const MEMORY: u64 = 8 << 20;
/// Each character of a text stands for so many answers, the first in the lowest bit.
const BITS: usize = 6;
const ALPHABET: &[u8; 1 << BITS] =
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The text of the key `solvable` of a puzzle's data, which `solvable.js` reads: for each position in the order of
/// `search::reachable::alive`, a bit that says whether the finish can be reached from there. `None` for puzzles with marked pegs, and
/// where the text or the search would be too long. The error is [`Stop::Cancelled`] or [`Stop::Time`], of `control`.
pub fn data(puzzle: &Puzzle, control: &Control) -> Result<Option<Value>, Stop> {
    let limited = control.clone().small(MEMORY);
    let alive = match alive(puzzle, LONGEST * BITS, &limited) {
        Ok(Some(alive)) => alive,
        Err(stop @ (Stop::Cancelled | Stop::Time)) => return Err(stop),
        Ok(None) | Err(_) => return Ok(None),
    };
    let sign = |bits: &[bool]| {
        let number = bits.iter().rev().fold(0, |number, &bit| 2 * number + usize::from(bit));
        char::from(ALPHABET[number])
    };
    Ok(Some(alive.chunks(BITS).map(sign).collect::<String>().into()))
}

/// How many first jumps keep the finish within reach, those that are mirror images or turns of each other counted once;
/// `None` where the search would be too long.
pub fn winning_first_jumps(puzzle: &Puzzle, control: &Control) -> Option<usize> {
    let limited = control.clone().small(MEMORY);
    alive_after_first(puzzle, &limited).ok()
}
