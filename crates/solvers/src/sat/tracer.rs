//! Receives the steps of a proof from `CaDiCaL`. Either checks each step as it is made, so that a refutation
//! need not be taken on trust, or writes the steps down in LRAT.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rustsat_cadical::{CaDiCaLClause, ClauseId, TraceProof};

use crate::sat::clauses::Clauses;
use soliter_checker::lrat;

/// The steps of a proof.
pub(crate) enum Proof {
    Checked(Checked),
    Written(Written),
}

impl Proof {
    /// Receives a step, and returns the number of the clause that it derives; `None` once no more steps matter.
    fn derive(&mut self, literals: &[i32], hints: &[u64]) -> Option<u64> {
        match self {
            Self::Checked(proof) => proof.derive(literals, hints),
            Self::Written(proof) => proof.derive(literals, hints),
        }
    }

    /// Receives a clause that is given after the first run, and returns its number.
    fn give(&mut self, literals: &[i32]) -> u64 {
        match self {
            Self::Checked(proof) => proof.give(literals),
            Self::Written(proof) => {
                proof.is_whole = false;
                0
            }
        }
    }

    fn delete(&mut self, number: u64) {
        match self {
            Self::Checked(proof) => proof.is_right &= proof.known.delete(number).is_ok(),
            Self::Written(proof) => proof.deleted.push(number),
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Self::Checked(proof) => proof.known.bytes(),
            Self::Written(proof) => proof.text.len() as u64,
        }
    }
}

/// Renumbers clauses. `CaDiCaL` numbers given and derived clauses as they come. Here the clauses given before the first
/// run have the numbers 1 to n in order, and all other clauses follow.
pub(crate) struct Tracer {
    proof: Proof,
    numbers: HashMap<i64, u64>,
    /// The number of clauses given so far, and the number given before the first run.
    given: u64,
    first: u64,
    /// Clauses that `CaDiCaL` has removed and may need again, because a later run depends on their variables.
    weakened: HashSet<i64>,
    /// The clause that says why the last run failed under its assumption, and its number.
    pub(crate) failed: Option<(Vec<i32>, u64)>,
    /// The number of bytes that the numbers and the proof take.
    bytes: Arc<AtomicU64>,
}

impl Tracer {
    /// A tracer for this number of clauses, and the shared counter of the bytes that it takes.
    pub(crate) fn new(proof: Proof, clauses: usize) -> (Self, Arc<AtomicU64>) {
        let bytes = Arc::default();
        let tracer = Self {
            proof,
            numbers: HashMap::new(),
            given: 0,
            first: clauses as u64,
            weakened: HashSet::new(),
            failed: None,
            bytes: Arc::clone(&bytes),
        };
        (tracer, bytes)
    }

    /// Whether the steps refute the clauses, or refute them together with the assumed literal. Steps that are only
    /// written down are not judged.
    pub(crate) fn has_refuted(&self, assumed: Option<i32>) -> bool {
        let Proof::Checked(proof) = &self.proof else { return true };
        let fails = |assumed: i32| {
            let failed = self.failed.as_ref();
            failed.is_some_and(|(clause, _)| clause.iter().all(|&literal| literal == -assumed))
        };
        proof.is_right && (proof.has_refuted() || assumed.is_some_and(fails))
    }

    /// The number of derived clauses that were checked.
    pub(crate) fn steps(&self) -> u64 {
        match &self.proof {
            Proof::Checked(proof) => proof.known.last().saturating_sub(proof.given),
            Proof::Written(_) => 0,
        }
    }

    /// The proof as text, with the contradiction to the assumption of the last run, which is the last given clause.
    pub(crate) fn text(self) -> Option<String> {
        let Proof::Written(mut proof) = self.proof else { return None };
        if let (Some((_, number)), false) = (self.failed, proof.done) {
            let bound = proof.given;
            proof.derive(&[], &[number, bound]);
        }
        (proof.done && proof.is_whole).then_some(proof.text)
    }

    fn step(&mut self, id: ClauseId, literals: &[i32], antecedents: &[ClauseId]) -> Option<u64> {
        // An unknown clause gets the number 0, so that any checker rejects the step.
        let number = |id: &ClauseId| self.numbers.get(&id.0).copied().unwrap_or(0);
        let hints: Vec<u64> = antecedents.iter().map(number).collect();
        let number = self.proof.derive(literals, &hints)?;
        self.numbers.insert(id.0, number);
        let bytes = self.proof.bytes().saturating_add(self.numbers.len() as u64 * 32);
        self.bytes.store(bytes, Ordering::Relaxed);
        Some(number)
    }
}

fn literals(clause: &CaDiCaLClause<'_>) -> Vec<i32> {
    clause.iter().map(rustsat::types::Lit::to_ipasir).collect()
}

impl TraceProof for Tracer {
    fn add_original_clause(
        &mut self,
        id: ClauseId,
        _: bool,
        clause: &CaDiCaLClause<'_>,
        restored: bool,
    ) {
        // A clause that is restored still has its number.
        if !restored {
            self.given += 1;
            let is_first = self.given <= self.first;
            let number = if is_first { self.given } else { self.proof.give(&literals(clause)) };
            self.numbers.insert(id.0, number);
        }
    }

    fn add_derived_clause(
        &mut self,
        id: ClauseId,
        _: bool,
        clause: &CaDiCaLClause<'_>,
        antecedents: &[ClauseId],
    ) {
        self.step(id, &literals(clause), antecedents);
    }

    fn add_assumption_clause(
        &mut self,
        id: ClauseId,
        clause: &CaDiCaLClause<'_>,
        antecedents: &[ClauseId],
    ) {
        let literals = literals(clause);
        let number = self.step(id, &literals, antecedents);
        self.failed = number.map(|number| (literals, number));
    }

    fn weaken_minus(&mut self, id: ClauseId, _: &CaDiCaLClause<'_>) {
        self.weakened.insert(id.0);
    }

    fn delete_clause(&mut self, id: ClauseId, _: bool, _: &CaDiCaLClause<'_>) {
        if self.weakened.contains(&id.0) {
            return;
        }
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

    fn give(&mut self, literals: &[i32]) -> u64 {
        self.is_right &= self.known.add(literals).is_ok();
        self.given += 1;
        self.is_given |= literals.is_empty();
        self.known.last()
    }

    /// Whether the empty clause is given or derived.
    fn has_refuted(&self) -> bool {
        self.is_given || self.known.is_refuted()
    }

    fn derive(&mut self, literals: &[i32], hints: &[u64]) -> Option<u64> {
        if self.known.is_refuted() || !self.is_right {
            return None;
        }
        self.is_right = self.known.derive(literals, hints).is_ok();
        Some(self.known.last())
    }
}

/// A proof in LRAT as text: a step for each derived clause, and deletions.
pub(crate) struct Written {
    text: String,
    /// The number of given clauses.
    given: u64,
    /// The number of the last step or, before the first step, of the last given clause.
    last: u64,
    deleted: Vec<u64>,
    /// Whether the empty clause has been derived.
    done: bool,
    /// Whether no clause was given after the first run.
    is_whole: bool,
}

impl Written {
    pub(crate) fn new(given: usize) -> Self {
        let (given, last) = (given as u64, given as u64);
        Self { text: String::new(), given, last, deleted: Vec::new(), done: false, is_whole: true }
    }

    /// Writes numbers, followed by a 0.
    fn write<N: std::fmt::Display>(&mut self, numbers: &[N], end: char) {
        for number in numbers {
            let _ = write!(self.text, "{number} ");
        }
        self.text.extend(['0', end]);
    }

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
}
