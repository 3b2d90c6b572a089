//! Peg solitaire: boards and positions, puzzles and records, the rules, the provers, and the check
//! that every answer passes.

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
