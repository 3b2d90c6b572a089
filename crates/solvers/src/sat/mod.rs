//! CNF formulas for the CDCL solver `CaDiCaL`, and its refutation proofs. The callers that build the formulas
//! define their meaning.

pub mod clauses;
pub mod solver;
mod tracer;

/// Clauses, and a proof that they are unsatisfiable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The clauses, in DIMACS form, with a description at the head.
    pub clauses: String,
    /// The proof, in LRAT as text.
    pub proof: String,
}
