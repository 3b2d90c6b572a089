//! Peg solitaire: boards, puzzles, rules, and the checks that every answer has to pass.
//!
//! A peg jumps in a straight line over a neighbouring peg into an empty hole, and the peg that it leapt over
//! is removed from the board. Consecutive jumps of one peg are one move. A puzzle gives a start and a finish;
//! the question is how few moves lead from one to the other, or why none do.
//!
//! A [`puzzle`] is read from text or built in code; solutions are read by the crate `soliter-text`. The crates
//! `soliter-search` and `soliter-prove` have the provers. [`verify`] checks their claims by the evidence ([`answer`]), and
//! every answer passes through it.

pub mod answer;
pub mod board;
pub mod bounds;
pub mod draw;
pub mod import;
pub mod line;
pub mod notation;
pub mod pddl;
pub mod problems;
pub mod puzzle;
pub mod refutation;
pub mod rules;
pub mod session;
pub mod share;
pub mod verify;
