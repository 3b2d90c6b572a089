//! Peg solitaire: exact answers to puzzles, and verdicts on solutions that people wrote down.
//!
//! What a puzzle is:
//!
//! * [`board`], [`notation`], [`mod@line`], [`rules`]: holes and jumps, their names, lines of play, and
//!   what is legal.
//! * [`puzzle`]: boards with a start and a finish, read from text or built in code. [`problems`] lists
//!   those of a board that begin with few empty holes and end with one peg.
//! * [`record`]: reads lines of play in the notations that people use.
//!
//! How it is answered:
//!
//! * [`bounds`], [`search`], [`milp`], [`sat`]: the provers. Each gives a claim with its evidence
//!   ([`answer`]).
//! * [`solve`]: which provers are asked, in which order. [`verify`] checks all that they say: nothing
//!   else makes an answer.
//!
//! What is done with it:
//!
//! * [`judge`]: whether a record is right. [`session`]: a puzzle being played.
//! * [`certify`], [`pddl`]: answers and puzzles for other programs. [`report`], [`draw`]: for programs
//!   and people.

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
