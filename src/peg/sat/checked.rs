//! Checks every step that `CaDiCaL` makes as it comes, so that a refutation does not rest on its word.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rustsat_cadical::{CaDiCaLClause, ClauseId, TraceProof};

use crate::checker::lrat;
use crate::peg::sat::clauses::Clauses;

/// A checker with the clauses that were given and those that the steps of the proof have derived.
pub(super) struct Checked {
    known: lrat::Clauses,
    /// The numbers of clauses in the checker, by their numbers in `CaDiCaL`.
    numbers: HashMap<i64, u64>,
    /// The number of clauses that `CaDiCaL` has been given so far. They come first in the checker, in order.
    given: u64,
    /// The memory that the checker takes.
    bytes: Arc<AtomicU64>,
    /// Whether one of the given clauses is empty, so that nothing has to be derived.
    is_given: bool,
    /// Whether all steps so far are right.
    is_right: bool,
}

impl Checked {
    /// A checker of these clauses, and the shared number of bytes that it takes.
    pub(super) fn new(clauses: &Clauses) -> (Self, Arc<AtomicU64>) {
        let mut known = lrat::Clauses::new(clauses.variables());
        let is_right = clauses.iter().all(|clause| known.add(clause).is_ok());
        let is_given = clauses.iter().any(<[i32]>::is_empty);
        let bytes = Arc::new(AtomicU64::new(0));
        let (numbers, shared) = (HashMap::new(), Arc::clone(&bytes));
        (Self { known, numbers, given: 0, bytes: shared, is_given, is_right }, bytes)
    }

    /// Whether all steps are right and the last of them derives the empty clause.
    pub(super) fn has_refuted(&self) -> bool {
        self.is_right && (self.is_given || self.known.is_refuted())
    }
}

impl TraceProof for Checked {
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
        if self.known.is_refuted() || !self.is_right {
            return;
        }
        let literals: Vec<i32> = clause.iter().map(rustsat::types::Lit::to_ipasir).collect();
        // A clause that is not known is given the number 0, so that the step is wrong.
        let number = |id: &ClauseId| self.numbers.get(&id.0).copied().unwrap_or(0);
        let hints: Vec<u64> = antecedents.iter().map(number).collect();
        self.is_right = self.known.derive(&literals, &hints).is_ok();
        self.numbers.insert(id.0, self.known.last());
        let bytes = self.known.bytes().saturating_add(self.numbers.len() as u64 * 32);
        self.bytes.store(bytes, Ordering::Relaxed);
    }

    fn delete_clause(&mut self, id: ClauseId, _: bool, _: &CaDiCaLClause<'_>) {
        if let Some(number) = self.numbers.remove(&id.0) {
            self.is_right &= self.known.delete(number).is_ok();
        }
    }
}
