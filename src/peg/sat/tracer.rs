//! Writes the steps of a proof in LRAT, as `CaDiCaL` makes them.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rustsat_cadical::{CaDiCaLClause, ClauseId, TraceProof};

/// Writes a step for each clause that is derived, and the clauses that may be deleted. `CaDiCaL` numbers
/// given and derived clauses as they come; here the given ones have the numbers 1 to n, in their order.
pub(super) struct Tracer {
    text: String,
    size: Arc<AtomicU64>,
    numbers: HashMap<i64, usize>,
    /// The number of clauses given so far.
    given: usize,
    /// The number of the last step or, before the first step, of the last given clause.
    last: usize,
    /// Clauses that have been deleted since the last step.
    deleted: Vec<usize>,
    /// Whether the empty clause has been derived.
    done: bool,
}

impl Tracer {
    /// A tracer for a number of given clauses, and the shared number of bytes that it takes.
    pub(super) fn new(given: usize) -> (Self, Arc<AtomicU64>) {
        let size = Arc::new(AtomicU64::new(0));
        let tracer = Self {
            text: String::new(),
            size: Arc::clone(&size),
            numbers: HashMap::new(),
            given: 0,
            last: given,
            deleted: Vec::new(),
            done: false,
        };
        (tracer, size)
    }

    pub(super) fn text(self) -> String {
        self.text
    }

    /// Writes numbers with a 0 after them.
    fn write_numbers(&mut self, numbers: impl IntoIterator<Item = usize>) {
        for number in numbers {
            let _ = write!(self.text, "{number} ");
        }
        self.text.push('0');
    }
}

impl TraceProof for Tracer {
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
        if self.done {
            return;
        }
        if !self.deleted.is_empty() {
            let _ = write!(self.text, "{} d ", self.last);
            let deleted = std::mem::take(&mut self.deleted);
            self.write_numbers(deleted);
            self.text.push('\n');
        }
        self.last += 1;
        self.numbers.insert(id.0, self.last);
        let _ = write!(self.text, "{} ", self.last);
        for literal in clause.iter() {
            let _ = write!(self.text, "{} ", literal.to_ipasir());
        }
        self.text.push_str("0 ");
        // A clause that is not known is given the number 0, so that no checker accepts the step.
        let number = |id: &ClauseId| self.numbers.get(&id.0).copied().unwrap_or(0);
        let hints: Vec<usize> = antecedents.iter().map(number).collect();
        self.write_numbers(hints);
        self.text.push('\n');
        self.done = clause.is_empty();
        let kept = self.numbers.len() * 32 + self.text.len();
        self.size.store(kept as u64, Ordering::Relaxed);
    }

    fn delete_clause(&mut self, id: ClauseId, _: bool, _: &CaDiCaLClause<'_>) {
        self.deleted.extend(self.numbers.remove(&id.0));
    }
}
