//! The searches that all games share. None of them knows the rules of a game.
//!
//! - `tree`: a game as the alpha-beta search sees it, and what that finds; `lookahead`: the search, for
//!   positions that cannot be solved exactly
//! - `max_n`: exact payoffs with more than two players
//! - [`perft`]: sequences of moves counted by their length

pub(crate) mod lookahead;
pub(crate) mod max_n;
pub mod perft;
pub(crate) mod tree;
