//! Clauses by number, and steps that derive one from others by unit propagation. Who makes a proof may
//! have every step checked as it comes.

use super::super::head::{Checked, Refusal, need, wrong};

/// Clauses that are known, numbered from 1 in the order in which they were given or derived.
pub struct Clauses {
    /// Those that were deleted leave their number.
    numbered: Vec<Option<Box<[i32]>>>,
    /// By variable: 1 true, -1 false, 0 open; all are open between steps.
    values: Vec<i8>,
    literals: u64,
    refuted: bool,
}

impl Clauses {
    /// No clauses yet, over variables from 1 to so many.
    pub fn new(variables: i32) -> Self {
        let length = variables.unsigned_abs() as usize;
        let values = vec![0; length.saturating_add(1)];
        Self { numbered: Vec::new(), values, literals: 0, refuted: false }
    }

    /// Bytes that all this takes.
    pub fn bytes(&self) -> u64 {
        let lists = (self.numbered.len() as u64).saturating_mul(32);
        let literals = self.literals.saturating_mul(4);
        lists.saturating_add(literals).saturating_add(self.values.len() as u64)
    }

    /// The number of the last clause; 0 if there is none.
    pub fn last(&self) -> u64 {
        self.numbered.len() as u64
    }

    /// Whether the empty clause was derived.
    pub fn is_refuted(&self) -> bool {
        self.refuted
    }

    /// Adds a clause that is given.
    ///
    /// # Errors
    /// A literal is 0 or of no variable.
    pub fn add(&mut self, literals: &[i32]) -> Result<(), Refusal> {
        self.fits(literals)?;
        self.keep(literals);
        Ok(())
    }

    /// Adds a clause that follows: if none of its literals were true, the clauses named by `hints` would
    /// each leave one literal that must be true, and the last of them none.
    ///
    /// # Errors
    /// It does not follow so, a literal or a hint is none, or a variable is there twice.
    pub fn derive(&mut self, literals: &[i32], hints: &[u64]) -> Result<(), Refusal> {
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

    /// Forgets a clause.
    ///
    /// # Errors
    /// There is none of that number.
    pub fn delete(&mut self, id: u64) -> Result<(), Refusal> {
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

    /// That literals are of known variables.
    fn fits(&self, literals: &[i32]) -> Checked {
        let known = |literal: &i32| *literal != 0 && index(*literal) < self.values.len();
        need(literals.iter().all(known), "there is no such variable")
    }

    /// 1 if a literal is true, -1 if it is false, 0 if it is open.
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
            // One that is true already says nothing more.
            if self.value(only) == 0 {
                self.make_true(only, set);
            }
        }
        Ok(false)
    }
}

/// The place of a literal's variable.
fn index(literal: i32) -> usize {
    literal.unsigned_abs() as usize
}
