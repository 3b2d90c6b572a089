//! Every step that `CaDiCaL` makes, checked as it comes: a refutation is then no longer its word.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rustsat_cadical::{CaDiCaLClause, ClauseId, TraceProof};

use crate::checker::lrat;
use crate::peg::sat::clauses::Clauses;

/// The clauses that were given, those that steps have derived, and whether all steps follow.
pub(super) struct Checked {
    known: lrat::Clauses,
    /// Numbers of the checker by those of `CaDiCaL`.
    numbers: HashMap<i64, u64>,
    /// Clauses that `CaDiCaL` has been given so far; they are the first of the checker, in their order.
    given: u64,
    bytes: Arc<AtomicU64>,
    /// A clause that was given has no literal: nothing has to be derived.
    is_given: bool,
    is_right: bool,
}

impl Checked {
    /// A checker of these clauses, and where it says how many bytes it takes.
    pub(super) fn new(clauses: &Clauses) -> (Self, Arc<AtomicU64>) {
        let mut known = lrat::Clauses::new(clauses.variables());
        let is_right = clauses.iter().all(|clause| known.add(clause).is_ok());
        let is_given = clauses.iter().any(<[i32]>::is_empty);
        let bytes = Arc::new(AtomicU64::new(0));
        let (numbers, shared) = (HashMap::new(), Arc::clone(&bytes));
        (Self { known, numbers, given: 0, bytes: shared, is_given, is_right }, bytes)
    }

    /// Whether all steps follow, and the last of them is the empty clause.
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
        // One that is not known makes a step that does not follow.
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
