//! The searches that all games share. None of them knows the rules of a game.
//!
//! - `tree`: a game as the alpha-beta search sees it; `lookahead`: that search, for positions that
//!   cannot be solved exactly; `found`: its result
//! - `max_n`: exact payoffs with more than two players
//! - [`perft`]: sequences of moves counted by their length

pub(crate) mod found;
pub(crate) mod lookahead;
pub(crate) mod max_n;
pub mod perft;
pub(crate) mod tree;
