//! Values by looking ahead: alpha-beta, max^n, sequences of moves counted.

pub(crate) mod lookahead;
pub(crate) mod max_n;
pub mod perft;
pub(crate) mod tree;
