//! Tells whether the finish can still be reached from a position.
//!
//! * [`oracle`]: holds one bit for each position, and answers at once for every position that can come up
//!   while a puzzle is played. It serves boards of up to about forty holes.
//! * [`reach`]: searches from one position, on a board of any size.

pub mod oracle;
pub mod reach;
