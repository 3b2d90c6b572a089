//! Applies every method to one puzzle.
//!
//! [`solve`] runs the search, depth-first search and, if compiled in, integer programs ([`milp`]) and SAT
//! (`sat`). [`judge`] checks written solutions, and [`certify`] writes certificates that third parties can
//! check.

pub mod certify;
pub mod judge;
pub mod milp;
pub mod open;
pub mod reach;
pub mod report;
#[cfg(feature = "sat")]
pub mod sat;
pub mod solve;
