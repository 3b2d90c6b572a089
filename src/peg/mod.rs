//! Peg solitaire: exact answers to puzzles, and verdicts on solutions that people wrote down.
//!
//! A peg jumps in a straight line over a neighbouring peg into an empty hole, and the peg that it leapt
//! over is taken off the board. Consecutive jumps of one peg are one move. A puzzle gives a start and a
//! finish; the question is how few moves lead from one to the other, or why none do.
//!
//! A [`puzzle`] is read from text or built in code, and a [`record`] is a line of play that somebody wrote
//! down. [`solve`] asks the provers in [`search`], [`milp`] and [`sat`]. [`verify`] checks their claims by
//! the evidence ([`answer`]), and is the only way to an answer.

pub mod answer;
pub mod board;
pub mod bounds;
pub mod certify;
pub mod draw;
pub mod import;
pub mod judge;
pub mod line;
#[cfg(feature = "milp")]
pub mod milp;
pub mod notation;
pub mod pddl;
pub mod problems;
pub mod puzzle;
pub mod record;
pub mod report;
pub mod rules;
#[cfg(feature = "sat")]
pub mod sat;
pub mod search;
pub mod session;
pub mod solve;
pub mod verify;
