//! Whether a position can still be solved.
//!
//! * [`oracle`]: answers for every position of a game, at once, from a bit for each; for boards of up to about
//!   forty holes.
//! * [`reach`]: answers for one position by a search, on a board of any size.

pub mod oracle;
pub mod reach;
