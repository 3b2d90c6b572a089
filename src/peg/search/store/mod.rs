//! Where searches keep positions.
//!
//! * [`table`]: hash tables of values by position, and the fewest moves to a position with the pegs that can
//!   have made the last of them.
//! * [`layout`], [`compact`], [`fresh`]: the tables of the search by moves, five bytes a position on most
//!   boards. A level of moves is collected in a `fresh` table and then merged into a `compact` one.
//! * [`bitmap`]: sets of positions, a bit for each position of a class.
//! * [`mod@prefetch`]: asks for memory before it is needed.

pub(crate) mod bitmap;
pub(crate) mod compact;
pub(crate) mod fresh;
pub(crate) mod layout;
#[allow(unsafe_code, reason = "a prefetch instruction; see the top of the file")]
pub(crate) mod prefetch;
pub(crate) mod table;
