//! Peg solitaire: boards and positions, puzzles and records, the rules, the provers, and the check
//! that every answer passes.

pub mod answer;
pub mod board;
pub mod certify;
pub mod claim;
pub mod class;
#[cfg(any(feature = "milp", feature = "sat"))]
pub(crate) mod cycles;
pub mod draw;
pub mod drawing;
#[cfg(any(feature = "milp", feature = "sat"))]
pub(crate) mod ends;
pub mod evidence;
pub mod figures;
pub mod judge;
pub mod lattice;
pub mod line;
pub mod marks;
#[cfg(feature = "milp")]
pub mod milp;
pub mod model;
pub mod notation;
pub mod pagoda;
pub mod pddl;
pub mod position;
pub mod problems;
pub mod puzzle;
mod puzzle_file;
pub mod record;
pub(crate) mod regions;
pub mod report;
pub mod rules;
#[cfg(feature = "sat")]
pub mod sat;
pub mod search;
pub mod session;
pub mod setup;
pub mod solve;
pub mod verify;
