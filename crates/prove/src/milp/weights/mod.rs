//! Finds weights of the holes that prove a fact about a puzzle, by linear programs.
//!
//! A pagoda function is a set of weights of the holes such that no jump raises their sum
//! under the pegs. Linear programs give floating-point weights, which are scaled to integers and checked
//! before use.

pub mod dual_bound;
pub mod first_loss;
pub mod pagoda_lp;
