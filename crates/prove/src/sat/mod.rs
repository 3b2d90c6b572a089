//! SAT formulas of a puzzle, which the CDCL solver `CaDiCaL` satisfies or refutes.
//!
//! The formulas have a slot for each move, as in `milp/by_move`. They state the rules, and that every
//! move has holes of one parity class and reaches the short cycles of jumps that it makes. They use no
//! symmetry, region or bound of another prover, so that a refutation confirms these independently.

mod by_move;
pub mod fewest;
pub mod proof;
