//! Receives the steps of a proof from `CaDiCaL`. Either checks each step as it is made, so that a refutation
//! need not be taken on trust, or writes the steps down in LRAT.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rustsat_cadical::{CaDiCaLClause, ClauseId, TraceProof};

use crate::sat::clauses::Clauses;
use soliter_checker::lrat;

pub(crate) trait Proof: 'static {
    /// Receives a step, and returns the number of the clause that it derives; `None` once no more steps matter.
    fn derive(&mut self, literals: &[i32], hints: &[u64]) -> Option<u64>;

    fn delete(&mut self, number: u64);

    fn bytes(&self) -> u64;
}

/// Renumbers clauses. `CaDiCaL` numbers given and derived clauses as they come. Here the given clauses have
/// the numbers 1 to n in order, and the derived clauses follow.
pub(crate) struct Tracer<P> {
    pub(crate) proof: P,
    numbers: HashMap<i64, u64>,
    given: u64,
    /// The number of bytes that the numbers and the proof take.
    bytes: Arc<AtomicU64>,
}

impl<P: Proof> Tracer<P> {
    /// A tracer, and the shared counter of the bytes that it takes.
    pub(crate) fn new(proof: P) -> (Self, Arc<AtomicU64>) {
        let bytes = Arc::default();
        (Self { proof, numbers: HashMap::new(), given: 0, bytes: Arc::clone(&bytes) }, bytes)
    }
}

impl<P: Proof> TraceProof for Tracer<P> {
    fn add_original_clause(
        &mut self,
        id: ClauseId,
        _: bool,
        _: &CaDiCaLClause<'_>,
        restored: bool,
    ) {
        if !restored {
            self.given += 1;
            self.numbers.insert(id.0, self.given);
        }
    }

    fn add_derived_clause(
        &mut self,
        id: ClauseId,
        _: bool,
        clause: &CaDiCaLClause<'_>,
        antecedents: &[ClauseId],
    ) {
        let literals: Vec<i32> = clause.iter().map(rustsat::types::Lit::to_ipasir).collect();
        // An unknown clause gets the number 0, so that any checker rejects the step.
        let number = |id: &ClauseId| self.numbers.get(&id.0).copied().unwrap_or(0);
        let hints: Vec<u64> = antecedents.iter().map(number).collect();
        if let Some(number) = self.proof.derive(&literals, &hints) {
            self.numbers.insert(id.0, number);
            let bytes = self.proof.bytes().saturating_add(self.numbers.len() as u64 * 32);
            self.bytes.store(bytes, Ordering::Relaxed);
        }
    }

    fn delete_clause(&mut self, id: ClauseId, _: bool, _: &CaDiCaLClause<'_>) {
        if let Some(number) = self.numbers.remove(&id.0) {
            self.proof.delete(number);
        }
    }
}

/// A proof that is checked step by step as it is made.
pub(crate) struct Checked {
    known: lrat::Clauses,
    /// The number of given clauses.
    given: u64,
    /// Whether a given clause is empty, so that nothing has to be derived.
    is_given: bool,
    is_right: bool,
}

impl Checked {
    pub(crate) fn new(clauses: &Clauses) -> Self {
        let mut known = lrat::Clauses::new(clauses.variables);
        let is_right = clauses.iter().all(|clause| known.add(clause).is_ok());
        let given = clauses.number as u64;
        Self { known, given, is_given: clauses.iter().any(<[i32]>::is_empty), is_right }
    }

    /// The number of derived clauses.
    pub(super) fn steps(&self) -> u64 {
        self.known.last().saturating_sub(self.given)
    }

    /// Whether all steps are valid and the empty clause is given or derived.
    pub(crate) fn has_refuted(&self) -> bool {
        self.is_right && (self.is_given || self.known.is_refuted())
    }
}

impl Proof for Checked {
    fn derive(&mut self, literals: &[i32], hints: &[u64]) -> Option<u64> {
        if self.known.is_refuted() || !self.is_right {
            return None;
        }
        self.is_right = self.known.derive(literals, hints).is_ok();
        Some(self.known.last())
    }

    fn delete(&mut self, number: u64) {
        self.is_right &= self.known.delete(number).is_ok();
    }

    fn bytes(&self) -> u64 {
        self.known.bytes()
    }
}

/// A proof in LRAT as text: a step for each derived clause, and deletions.
pub(crate) struct Written {
    pub(crate) text: String,
    /// The number of the last step or, before the first step, of the last given clause.
    last: u64,
    deleted: Vec<u64>,
    /// Whether the empty clause has been derived.
    done: bool,
}

impl Written {
    pub(crate) fn new(given: usize) -> Self {
        Self { text: String::new(), last: given as u64, deleted: Vec::new(), done: false }
    }

    /// Writes numbers, followed by a 0.
    fn write<N: std::fmt::Display>(&mut self, numbers: &[N], end: char) {
        for number in numbers {
            let _ = write!(self.text, "{number} ");
        }
        self.text.extend(['0', end]);
    }
}

impl Proof for Written {
    fn derive(&mut self, literals: &[i32], hints: &[u64]) -> Option<u64> {
        if self.done {
            return None;
        }
        if !self.deleted.is_empty() {
            let _ = write!(self.text, "{} d ", self.last);
            let deleted = std::mem::take(&mut self.deleted);
            self.write(&deleted, '\n');
        }
        self.last += 1;
        let _ = write!(self.text, "{} ", self.last);
        self.write(literals, ' ');
        self.write(hints, '\n');
        self.done = literals.is_empty();
        Some(self.last)
    }

    fn delete(&mut self, number: u64) {
        self.deleted.push(number);
    }

    fn bytes(&self) -> u64 {
        self.text.len() as u64
    }
}
