//! Peg solitaire: boards and positions, puzzles and records, the rules, the provers, and the check
//! that every answer passes.

pub mod answer;
pub mod board;
pub mod class;
pub mod draw;
pub mod drawing;
pub mod lattice;
pub mod line;
#[cfg(feature = "milp")]
pub mod milp;
pub mod model;
pub mod notation;
pub mod pagoda;
pub mod pddl;
pub mod position;
pub mod puzzle;
pub mod record;
pub(crate) mod regions;
pub mod rules;
pub mod search;
pub mod solve;
pub mod verify;
