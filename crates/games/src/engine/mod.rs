//! The searches shared by all games. None of them knows the rules of a game.

pub(crate) mod lookahead;
pub(crate) mod max_n;
pub mod perft;
pub(crate) mod tree;
