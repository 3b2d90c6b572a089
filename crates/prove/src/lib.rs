//! Every method on one puzzle.
//!
//! [`solve`] runs the search, depth-first search and, where they are built, integer programs ([`milp`]) and
//! clauses ([`sat`]). [`judge`] says of a solution that somebody wrote whether it is right, and [`certify`] writes what
//! others can check.

pub mod certify;
pub mod judge;
#[cfg(feature = "milp")]
pub mod milp;
pub mod open;
#[cfg(feature = "sat")]
pub mod sat;
pub mod solve;
