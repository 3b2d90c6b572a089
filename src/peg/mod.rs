//! Peg solitaire: exact answers to puzzles, and verdicts on solutions that people wrote down.
//!
//! A peg jumps in a straight line over a neighbouring peg into an empty hole, and the peg that it leapt
//! over is taken off the board. Consecutive jumps of one peg are one move. A puzzle gives a start and a
//! finish; the question is how few moves lead from one to the other, or why none do.
//!
//! These modules describe a puzzle:
//!
//! * [`board`], [`notation`], [`mod@line`], [`rules`]: holes and jumps, their names, lines of play, legal
//!   jumps.
//! * [`puzzle`]: boards with a start and a finish, read from text or built in code. [`problems`] lists the
//!   problems of a board that begin with a few empty holes and end with one peg.
//! * [`record`]: reads lines of play in the notations that people use.
//!
//! These modules find the answer:
//!
//! * [`bounds`], [`search`], [`milp`], [`sat`]: the provers, whose claims have evidence ([`answer`]).
//! * [`solve`]: asks the provers in order. [`verify`]: checks them, and is the only way to an answer.
//!
//! These modules use the answer:
//!
//! * [`judge`]: decides whether a record is right. [`session`]: a puzzle while it is being played.
//! * [`certify`], [`pddl`]: write answers and puzzles for other programs. [`report`]: results as data.
//!   [`draw`]: pictures.

pub mod answer;
pub mod board;
pub mod bounds;
pub mod certify;
pub mod draw;
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
