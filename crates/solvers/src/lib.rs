//! The external solvers, and the checks of their claims.
//!
//! * [`highs`] (feature `milp`): integer programs, solved by `HiGHS` or written to files.
//! * [`sat`] (feature `sat`): CNF formulas, refuted by `CaDiCaL` with a proof.

#[cfg(feature = "milp")]
pub mod highs;
#[cfg(feature = "sat")]
pub mod sat;
