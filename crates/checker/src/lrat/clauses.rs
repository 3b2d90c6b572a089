//! Numbered clauses, and steps that derive a clause from others by unit propagation. A program that writes a
//! proof can have each step checked as it is made.

use super::super::head::{CertificateError, Checked, need, wrong};

/// The known clauses, numbered from 1 in the order in which they were given or derived.
pub struct Clauses {
    /// Deleted clauses keep their number.
    numbered: Vec<Option<Box<[i32]>>>,
    /// By variable: 1 true, -1 false, 0 unassigned. Between steps, all are unassigned.
    values: Vec<i8>,
    literals: u64,
    refuted: bool,
}

impl Clauses {
    /// No clauses yet, over the variables from 1 to `variables`.
    pub fn new(variables: i32) -> Self {
        let length = variables.unsigned_abs() as usize;
        let values = vec![0; length.saturating_add(1)];
        Self { numbered: Vec::new(), values, literals: 0, refuted: false }
    }

    /// The bytes that all clauses take.
    pub fn bytes(&self) -> u64 {
        let lists = (self.numbered.len() as u64).saturating_mul(32);
        let literals = self.literals.saturating_mul(4);
        lists.saturating_add(literals).saturating_add(self.values.len() as u64)
    }

    /// The number of the last clause; 0 if there is none.
    pub fn last(&self) -> u64 {
        self.numbered.len() as u64
    }

    /// Whether the empty clause has been derived.
    pub fn is_refuted(&self) -> bool {
        self.refuted
    }

    /// Adds a given clause.
    ///
    /// # Errors
    /// A literal is 0 or has no variable.
    pub fn add(&mut self, literals: &[i32]) -> Result<(), CertificateError> {
        self.fits(literals)?;
        self.keep(literals);
        Ok(())
    }

    /// Adds a clause that follows by reverse unit propagation (RUP): if all of its literals are false, each
    /// clause named by `hints` in turn is unit, and the last one is empty.
    ///
    /// # Errors
    /// The clause does not follow, a literal or a hint does not exist, or a variable occurs twice.
    pub fn derive(&mut self, literals: &[i32], hints: &[u64]) -> Result<(), CertificateError> {
        self.fits(literals)?;
        let mut variables: Vec<usize> = literals.iter().map(|literal| index(*literal)).collect();
        variables.sort_unstable();
        need(variables.is_sorted_by(|a, b| a < b), "a variable is there twice")?;
        let mut set = Vec::new();
        for literal in literals {
            self.make_true(literal.saturating_neg(), &mut set);
        }
        let contradicts = self.contradict(hints, &mut set);
        for variable in set {
            self.values[variable] = 0;
        }
        need(contradicts?, "it does not follow")?;
        self.refuted |= literals.is_empty();
        self.keep(literals);
        Ok(())
    }

    /// Deletes a clause.
    ///
    /// # Errors
    /// No clause has this number.
    pub fn delete(&mut self, id: u64) -> Result<(), CertificateError> {
        let place = usize::try_from(id).ok().and_then(|id| id.checked_sub(1));
        let clause = place.and_then(|place| self.numbered.get_mut(place)).and_then(Option::take);
        let Some(clause) = clause else { return wrong(format!("there is no clause {id}")) };
        self.literals = self.literals.saturating_sub(clause.len() as u64);
        Ok(())
    }

    fn keep(&mut self, literals: &[i32]) {
        self.literals = self.literals.saturating_add(literals.len() as u64);
        self.numbered.push(Some(literals.into()));
    }

    /// Checks that the literals belong to known variables.
    fn fits(&self, literals: &[i32]) -> Checked {
        let known = |literal: &i32| *literal != 0 && index(*literal) < self.values.len();
        need(literals.iter().all(known), "there is no such variable")
    }

    /// 1 if a literal is true, -1 if it is false, 0 if it is unassigned.
    fn value(&self, literal: i32) -> i8 {
        self.values[index(literal)].saturating_mul(if literal > 0 { 1 } else { -1 })
    }

    fn make_true(&mut self, literal: i32, set: &mut Vec<usize>) {
        self.values[index(literal)] = if literal > 0 { 1 } else { -1 };
        set.push(index(literal));
    }

    fn contradict(&mut self, hints: &[u64], set: &mut Vec<usize>) -> Checked<bool> {
        for &hint in hints {
            let place = usize::try_from(hint).ok().and_then(|id| id.checked_sub(1));
            let clause = place.and_then(|place| self.numbered.get(place)).and_then(Option::as_ref);
            let Some(clause) = clause else { return wrong(format!("there is no clause {hint}")) };
            let mut open = clause.iter().filter(|&&literal| self.value(literal) >= 0);
            let Some(&only) = open.next() else { return Ok(true) };
            if open.any(|&other| other != only) {
                return Ok(false);
            }
            // A literal that is already true adds nothing.
            if self.value(only) == 0 {
                self.make_true(only, set);
            }
        }
        Ok(false)
    }
}

/// The index of a literal's variable.
fn index(literal: i32) -> usize {
    literal.unsigned_abs() as usize
}
