//! Integer programs and clauses, the external solvers, and the checks of their claims.
//!
//! * [`program`]: a mixed-integer program, column by column and row by row, and its text for other solvers.
//! * `highs` (feature `milp`): such programs, solved by `HiGHS`.
//! * `sat` (feature `sat`): CNF formulas, refuted by `CaDiCaL` with a proof.
//!
//! These modules do not know the meaning of a program; `soliter_prove` and `soliter_np` build the programs.

#[cfg(feature = "milp")]
pub mod highs;
pub mod program;
#[cfg(feature = "sat")]
pub mod sat;
