//! Posts truths to Pumpkin, as clauses over predicates and as linear constraints. A constraint that is a
//! part of another formula is reified by a literal.

use pumpkin_constraints::{all_different, equals, less_than_or_equals, not_equals};
use pumpkin_core::Solver;
use pumpkin_core::constraints::NegatableConstraint;
use pumpkin_core::predicate;
use pumpkin_core::predicates::Predicate;
use pumpkin_core::proof::ConstraintTag;
use pumpkin_core::variables::{AffineView, DomainId, TransformableVariable};
use rustc_hash::FxHashMap;

use crate::ground::formula::{
    BuildError, Built, Forms, Formula, Function, Relation, Sum, Truth, Var,
};

/// The greatest magnitude of any number in a sum: half of what 32 bits can hold. It bounds the sum of the
/// magnitudes of all parts, so that no partial sum overflows, whatever the order and the signs.
pub(super) const LIMIT: i64 = 1 << 30;

pub(super) struct Linear {
    pub(super) terms: Vec<AffineView<DomainId>>,
    pub(super) constant: i64,
}

/// A number as 32 bits, if it is within the limit.
pub(super) fn small(number: i64) -> Built<i32> {
    if number.unsigned_abs() > LIMIT.unsigned_abs() {
        return Err(BuildError::Number);
    }
    i32::try_from(number).map_err(|_| BuildError::Number)
}

pub(super) struct Posting<'f> {
    pub(super) solver: Solver,
    pub(super) forms: &'f mut Forms,
    /// Pumpkin's variables, by the numbers of the ground program's variables.
    pub(super) variables: Vec<DomainId>,
    /// The predicate of each truth that is a part of another formula.
    predicates: FxHashMap<Truth, Predicate>,
    pub(super) tables: FxHashMap<(Var, Vec<i64>), DomainId>,
    pub(super) sums: FxHashMap<Sum, DomainId>,
    tag: Option<ConstraintTag>,
}

impl<'f> Posting<'f> {
    /// Posts all variables of the program.
    pub(super) fn new(forms: &'f mut Forms) -> Built<Self> {
        let last = forms.variables.len().checked_sub(1);
        let mut posting = Self {
            solver: Solver::default(),
            forms,
            variables: Vec::new(),
            predicates: FxHashMap::default(),
            tables: FxHashMap::default(),
            sums: FxHashMap::default(),
            tag: None,
        };
        if let Some(last) = last {
            posting.variable(last)?;
        }
        Ok(posting)
    }

    /// The tag of a constraint. Tags serve proofs, which are not used, so all constraints share one.
    pub(super) fn tag(&mut self) -> ConstraintTag {
        *self.tag.get_or_insert_with(|| self.solver.new_constraint_tag())
    }

    pub(super) fn clause(&mut self, clause: Vec<Predicate>) -> Built<()> {
        self.forms.meter.step(64 + 32 * clause.len())?;
        let tag = self.tag();
        // Nothing more may be posted once Pumpkin knows that there is no solution.
        if !self.solver.is_inconsistent() {
            self.solver.add_clause(clause, tag);
        }
        Ok(())
    }

    /// Pumpkin's variable for a variable of the ground program. Gaps in the domain are excluded by clauses,
    /// since a list of values would take memory for all numbers between its ends.
    pub(super) fn variable(&mut self, var: Var) -> Built<DomainId> {
        while self.variables.len() <= var {
            let domain = self.forms.domain(self.variables.len()).to_vec();
            let (first, last) = (domain.first().copied(), domain.last().copied());
            let (Some(first), Some(last)) = (first, last) else { return Err(BuildError::Number) };
            let variable = self.new_variable(first, last)?;
            for pair in domain.windows(2) {
                if pair[1] - pair[0] > 1 {
                    let (below, above) = (small(pair[0])?, small(pair[1])?);
                    self.clause(vec![
                        predicate![variable <= below],
                        predicate![variable >= above],
                    ])?;
                }
            }
            self.variables.push(variable);
        }
        Ok(self.variables[var])
    }

    pub(super) fn new_variable(&mut self, first: i64, last: i64) -> Built<DomainId> {
        self.forms.meter.step(256)?;
        let (first, last) = (small(first)?, small(last)?);
        Ok(self.solver.new_bounded_integer(first, last))
    }

    /// A new condition, as a predicate on a variable with the values 0 and 1.
    fn condition(&mut self) -> Built<Predicate> {
        let variable = self.new_variable(0, 1)?;
        Ok(predicate![variable >= 1])
    }

    pub(super) fn post(&mut self, truth: Truth) -> Built<()> {
        if self.solver.is_inconsistent() {
            return Ok(());
        }
        if let Some(tasks) = self.forms.tasks.get(&truth).cloned()
            && self.tasks(&tasks)?
        {
            return Ok(());
        }
        match self.forms.formula(truth).clone() {
            Formula::Decided(true) => Ok(()),
            Formula::Decided(false) => self.clause(Vec::new()),
            Formula::And(list) => list.into_iter().try_for_each(|part| self.post(part)),
            Formula::Or(list) => {
                let clause = list.into_iter().map(|part| self.predicate(part));
                let clause = clause.collect::<Built<Vec<Predicate>>>()?;
                self.clause(clause)
            }
            Formula::Compare(relation, sum) => {
                let Linear { terms, constant } = self.linear(&sum)?;
                let (right, tag) = (small(-constant)?, self.tag());
                let solver = &mut self.solver;
                match relation {
                    Relation::Equal => solver.add_constraint(equals(terms, right, tag)).post(),
                    Relation::NotEqual => {
                        solver.add_constraint(not_equals(terms, right, tag)).post();
                    }
                    Relation::AtMost => {
                        solver.add_constraint(less_than_or_equals(terms, right, tag)).post();
                    }
                }
                Ok(())
            }
            Formula::AllDifferent(sums) => {
                let numbers = sums.iter().map(|sum| self.number_of(sum));
                let numbers = numbers.collect::<Built<Vec<AffineView<DomainId>>>>()?;
                let tag = self.tag();
                if !self.solver.is_inconsistent() {
                    self.solver.add_constraint(all_different(numbers, tag)).post();
                }
                Ok(())
            }
            Formula::In(..) | Formula::Same(..) => {
                let predicate = self.predicate(truth)?;
                self.clause(vec![predicate])
            }
        }
    }

    /// A predicate that holds if and only if the truth does.
    pub(super) fn predicate(&mut self, truth: Truth) -> Built<Predicate> {
        if let Some(&known) = self.predicates.get(&truth) {
            return Ok(known);
        }
        let predicate = match self.forms.formula(truth).clone() {
            Formula::Decided(true) => Predicate::trivially_true(),
            Formula::Decided(false) => Predicate::trivially_false(),
            Formula::In(var, values) => self.test(var, &values)?,
            Formula::And(list) => {
                let parts = list.into_iter().map(|part| Ok(!self.predicate(part)?));
                let parts = parts.collect::<Built<_>>()?;
                !self.any(parts)?
            }
            Formula::Or(list) => {
                let parts = list.into_iter().map(|part| self.predicate(part));
                let parts = parts.collect::<Built<_>>()?;
                self.any(parts)?
            }
            Formula::Same([a, b]) => {
                let (a, b) = (self.predicate(a)?, self.predicate(b)?);
                let same = self.condition()?;
                self.clause(vec![!same, !a, b])?;
                self.clause(vec![!same, a, !b])?;
                self.clause(vec![same, a, b])?;
                self.clause(vec![same, !a, !b])?;
                same
            }
            Formula::Compare(relation, sum) => {
                let Linear { terms, constant } = self.linear(&sum)?;
                let (right, tag) = (small(-constant)?, self.tag());
                match relation {
                    Relation::Equal => self.reified(equals(terms, right, tag))?,
                    Relation::NotEqual => self.reified(not_equals(terms, right, tag))?,
                    Relation::AtMost => self.reified(less_than_or_equals(terms, right, tag))?,
                }
            }
            Formula::AllDifferent(_) => {
                let not = self.forms.not(truth)?;
                !self.predicate(not)?
            }
        };
        self.predicates.insert(truth, predicate);
        Ok(predicate)
    }

    /// A predicate that holds if and only if a constraint does.
    fn reified(&mut self, constraint: impl NegatableConstraint + 'static) -> Built<Predicate> {
        self.forms.meter.step(256)?;
        let literal = self.solver.new_literal();
        if !self.solver.is_inconsistent() {
            self.solver.add_constraint(constraint).reify(literal);
        }
        Ok(literal.get_true_predicate())
    }

    /// A condition that holds if and only if at least one of these does.
    fn any(&mut self, parts: Vec<Predicate>) -> Built<Predicate> {
        let any = self.condition()?;
        for &part in &parts {
            self.clause(vec![!part, any])?;
        }
        self.clause(parts.into_iter().chain([!any]).collect())?;
        Ok(any)
    }

    /// A predicate for the test that a variable has one of these values, made of the runs of its domain.
    pub(super) fn test(&mut self, var: Var, values: &[i64]) -> Built<Predicate> {
        let variable = self.variable(var)?;
        let domain = self.forms.domain(var).to_vec();
        self.forms.meter.step(32 * domain.len())?;
        let is_inside = |place: &usize| values.binary_search(&domain[*place]).is_ok();
        let inside: Vec<usize> = (0..domain.len()).filter(is_inside).collect();
        let runs = inside.chunk_by(|a, b| a + 1 == *b);
        let runs: Vec<(usize, usize)> = runs.map(|run| (run[0], run[run.len() - 1])).collect();
        let mut parts = Vec::new();
        for &(first, last) in &runs {
            let (low, high) = (small(domain[first])?, small(domain[last])?);
            parts.push(match (first == 0, last + 1 == domain.len()) {
                (true, true) => return Ok(Predicate::trivially_true()),
                (true, false) => predicate![variable <= high],
                (false, true) => predicate![variable >= low],
                (false, false) if first == last => predicate![variable == low],
                (false, false) => {
                    let outside =
                        vec![predicate![variable <= low - 1], predicate![variable >= high + 1]];
                    !self.any(outside)?
                }
            });
        }
        // The test is that the variable differs from a single value.
        if let ([(0, last), (first, end)], true) = (&runs[..], runs.len() == 2)
            && last + 2 == *first
            && end + 1 == domain.len()
        {
            let missing = small(domain[last + 1])?;
            return Ok(predicate![variable != missing]);
        }
        match parts[..] {
            [] => Ok(Predicate::trivially_false()),
            [only] => Ok(only),
            _ => self.any(parts),
        }
    }

    /// A predicate as a number, 0 or 1.
    pub(super) fn as_number(&mut self, predicate: Predicate) -> Built<AffineView<DomainId>> {
        self.forms.meter.step(128)?;
        let tag = self.tag();
        Ok(self.solver.new_literal_for_predicate(predicate, tag).get_integer_variable())
    }

    /// A sum as a multiple of a variable. A new variable is made for a sum of several parts.
    pub(super) fn number_of(&mut self, sum: &Sum) -> Built<AffineView<DomainId>> {
        let only = sum.only_variable().and_then(|var| Some((var, sum.functions.get(&var)?)));
        if let Some((var, Function::Times(times))) = only {
            // This checks the size of the terms.
            self.linear(sum)?;
            let (times, constant) = (small(*times)?, small(sum.constant)?);
            return Ok(self.variable(var)?.scaled(times).offset(constant));
        }
        Ok(self.variable_of(sum)?.scaled(1))
    }

    pub(super) fn variable_of(&mut self, sum: &Sum) -> Built<DomainId> {
        if let Some(&known) = self.sums.get(sum) {
            return Ok(known);
        }
        let (low, high) = self.forms.range(sum)?;
        let variable = self.new_variable(low, high)?;
        let Linear { mut terms, constant } = self.linear(sum)?;
        terms.push(variable.scaled(-1));
        let (right, tag) = (small(-constant)?, self.tag());
        if !self.solver.is_inconsistent() {
            self.solver.add_constraint(equals(terms, right, tag)).post();
        }
        self.sums.insert(sum.clone(), variable);
        Ok(variable)
    }
}
