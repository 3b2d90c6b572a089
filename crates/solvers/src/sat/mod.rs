//! Clauses for `CaDiCaL`, a solver that learns clauses, and the proofs that it gives when it refutes them. What
//! the clauses mean is the business of those who make them.

pub mod clauses;
pub mod solver;
mod tracer;

/// Clauses, and a proof that they are unsatisfiable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The clauses, in DIMACS form, with what they say of themselves at the head.
    pub clauses: String,
    /// The proof, in LRAT as text.
    pub proof: String,
}
