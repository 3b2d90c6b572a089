//! The steps of a proof as `CaDiCaL` makes them, written in LRAT.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rustsat_cadical::{CaDiCaLClause, ClauseId, TraceProof};

/// Writes a step for each clause that is derived, and what may be forgotten. `CaDiCaL` numbers clauses
/// as they come, given and derived ones; here the given ones are 1 to n, in their order.
pub(super) struct Tracer {
    text: String,
    size: Arc<AtomicU64>,
    numbers: HashMap<i64, usize>,
    /// Clauses given so far.
    given: usize,
    /// The number of the last step, and of the last given clause before the first.
    last: usize,
    forgotten: Vec<usize>,
    done: bool,
}

impl Tracer {
    /// A tracer for so many given clauses, and where it says how many bytes it takes.
    pub(super) fn new(given: usize) -> (Self, Arc<AtomicU64>) {
        let size = Arc::new(AtomicU64::new(0));
        let tracer = Self {
            text: String::new(),
            size: Arc::clone(&size),
            numbers: HashMap::new(),
            given: 0,
            last: given,
            forgotten: Vec::new(),
            done: false,
        };
        (tracer, size)
    }

    /// The proof.
    pub(super) fn text(self) -> String {
        self.text
    }

    fn numbers(&mut self, numbers: impl IntoIterator<Item = usize>) {
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
        if !self.forgotten.is_empty() {
            let _ = write!(self.text, "{} d ", self.last);
            let forgotten = std::mem::take(&mut self.forgotten);
            self.numbers(forgotten);
            self.text.push('\n');
        }
        self.last += 1;
        self.numbers.insert(id.0, self.last);
        let _ = write!(self.text, "{} ", self.last);
        for literal in clause.iter() {
            let _ = write!(self.text, "{} ", literal.to_ipasir());
        }
        self.text.push_str("0 ");
        // One that is not known makes a step that no checker accepts.
        let number = |id: &ClauseId| self.numbers.get(&id.0).copied().unwrap_or(0);
        let hints: Vec<usize> = antecedents.iter().map(number).collect();
        self.numbers(hints);
        self.text.push('\n');
        self.done = clause.is_empty();
        let kept = self.numbers.len() * 32 + self.text.len();
        self.size.store(kept as u64, Ordering::Relaxed);
    }

    fn delete_clause(&mut self, id: ClauseId, _: bool, _: &CaDiCaLClause<'_>) {
        self.forgotten.extend(self.numbers.remove(&id.0));
    }
}
