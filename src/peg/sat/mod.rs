//! Clauses of a puzzle, refuted or satisfied by `CaDiCaL`, a solver that learns clauses.
//!
//! * [`fewest`]: a slot for each move, as in the sweep of `peg/milp`: the fewest moves, or a proof of a
//!   line's.
//! * [`proof`]: the clauses and a proof that they contradict each other, for others to check.
//!
//! The clauses are the rules of the game and what any move has: its holes are of one parity class, and
//! short cycles of jumps are reached. No symmetry, no region, no bound of another prover is used.
//!
//! `sweep` writes the clauses of a puzzle, `clauses` holds them and counts with them, `solver` runs
//! `CaDiCaL`, `tracer` receives the steps of its proof, and `checked` checks each of them.

mod checked;
mod clauses;
pub mod fewest;
pub mod proof;
mod solver;
mod sweep;
mod tracer;
