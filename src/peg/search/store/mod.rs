//! The data structures in which searches keep positions.
//!
//! Searches visit millions of positions, so each structure trades generality for memory: a hash table with a
//! value for each position, a table of about five bytes for each, or one bit for each.
//!
//! * [`table`]: hash tables of values by position, and `Reach`, which holds the fewest moves to a position with
//!   the pegs that can have made the last of them.
//! * [`layout`], [`compact`], [`fresh`]: the tables of the search by moves, with about five bytes per position.
//!   The positions of a level of moves are collected in a `fresh` table, and then merged into a `compact` one.
//! * [`bitmap`]: sets of positions, with one bit for each position of a class.
//! * [`mod@prefetch`]: brings memory into the cache before it is needed.

pub(crate) mod bitmap;
pub(crate) mod compact;
pub(crate) mod fresh;
pub(crate) mod layout;
#[allow(unsafe_code, reason = "a prefetch instruction; see the top of the file")]
pub(crate) mod prefetch;
pub(crate) mod table;
