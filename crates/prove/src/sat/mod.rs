//! Clauses of a puzzle, which `CaDiCaL`, a solver that learns clauses, satisfies or refutes.
//!
//! The clauses have a slot for each move, as in the sweep of `peg/milp`. They state the rules, and that every
//! move has holes of one parity class and reaches the short cycles of jumps that it makes. They use no
//! symmetry, region or bound of another prover, so that a refutation confirms these independently.

pub mod cubes;
pub mod fewest;
pub mod proof;
mod sweep;
