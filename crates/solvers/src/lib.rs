//! The solvers that others wrote, and what is asked of their claims.
//!
//! * [`highs`] (feature `milp`): programs of columns and rows, solved by `HiGHS` or written as files.
//! * [`sat`] (feature `sat`): clauses, refuted by `CaDiCaL` with a proof.

#[cfg(feature = "milp")]
pub mod highs;
#[cfg(feature = "sat")]
pub mod sat;
