//! Encodes the variables, formulas and constraints of a ground program as clauses.

use std::collections::BTreeMap;

use crate::clauses::literals::{Encoder, MOST, Sides, TRUE};
use crate::ground::formula::{BuildError, Built, Formula, Relation, Sum, Truth, Var};
use crate::ground::{Ground, Origin};
use crate::refusal::Refusal;
use crate::solve::explain::ascii;
use soliter_base::diagnostic::Diagnostic;
use soliter_solvers::sat::clauses::Clauses;

/// The clauses, and the order-encoding literals of each variable of the ground program.
pub(super) struct Encoded {
    pub(super) clauses: Clauses,
    pub(super) at_least: Vec<Vec<i32>>,
}

impl Encoder<'_, '_> {
    pub(super) fn encode(mut self) -> Result<Encoded, Refusal> {
        self.clauses.clause([TRUE]);
        self.variables()?;
        let constraints = std::mem::take(&mut self.ground.constraints);
        for (origin, truth) in &constraints {
            let (line, title) = (self.ground.line(origin), self.ground.title(origin));
            self.clauses.group(format!("line {line}: {}", ascii(&title)));
            let statement = self.ground.statement(*truth)?;
            self.clauses.group(statement.unwrap_or_else(|| "too long to be stated".to_owned()));
            let before = self.clauses.number;
            self.state(*truth).map_err(|error| match error {
                BuildError::Levels if self.is_full => self.too_many(origin, before),
                error => refused(self.ground, origin, error),
            })?;
        }
        Ok(Encoded { clauses: self.clauses, at_least: self.at_least })
    }

    /// The refusal of a program that needs too many clauses.
    fn too_many(&self, origin: &Origin, before: usize) -> Refusal {
        let most = self.most;
        let limit = if most == MOST { "" } else { ", as many as --memory-limit allows" };
        let title = self.ground.title(origin);
        let message = format!(
            "more than {most} clauses{limit}: {} are left for {title}, which takes more",
            most.saturating_sub(before)
        );
        let fault = Diagnostic::new(&self.ground.model.source, origin.span.clone(), message);
        let help = "make domains and coefficients smaller, or run the program without --certify";
        fault.help(help).into()
    }

    /// Asserts that a truth holds.
    fn state(&mut self, truth: Truth) -> Built<()> {
        match self.ground.forms.formula(truth).clone() {
            Formula::And(list) => list.into_iter().try_for_each(|part| self.state(part)),
            Formula::Or(list) => {
                let list = self.each_literal(list)?;
                self.clause(list)
            }
            Formula::Same([a, b]) => {
                let (a, b) = (self.literal(a)?, self.literal(b)?);
                self.clause([-a, b])?;
                self.clause([a, -b])
            }
            Formula::Compare(relation, sum) => self.state_comparison(relation, &sum),
            Formula::AllDifferent(sums) => self.all_different(&sums),
            Formula::Decided(_) | Formula::In(..) => {
                let literal = self.literal(truth)?;
                self.clause([literal])
            }
        }
    }

    fn state_comparison(&mut self, relation: Relation, sum: &Sum) -> Built<()> {
        let upper = relation != Relation::AtMost;
        let halves = self.halves(sum, Sides { lower: true, upper })?;
        let bound = halves.bound;
        match relation {
            Relation::AtMost => self.at_most(&halves, bound, None),
            Relation::Equal => {
                self.at_most(&halves, bound, None)?;
                self.above(&halves, bound - 1, None)
            }
            Relation::NotEqual => {
                let less = self.new_variable()?;
                self.at_most(&halves, bound - 1, Some(-less))?;
                self.above(&halves, bound, Some(less))
            }
        }
    }

    /// Asserts that the sums differ: value by value if each is a function of one variable.
    fn all_different(&mut self, sums: &[Sum]) -> Built<()> {
        let mut tests: BTreeMap<i64, Vec<i32>> = BTreeMap::new();
        for sum in sums {
            let table = match (sum.decided(), sum.only_variable()) {
                (Some(number), _) => vec![(number, TRUE)],
                (None, Some(_)) => {
                    let tests = self.ground.forms.value_tests(sum)?.unwrap_or_default();
                    let literals =
                        tests.into_iter().map(|(value, test)| Ok((value, self.literal(test)?)));
                    literals.collect::<Built<Vec<_>>>()?
                }
                (None, None) => Vec::new(),
            };
            if table.is_empty() {
                return self.pairwise_different(sums);
            }
            for (value, test) in table {
                tests.entry(value).or_default().push(test);
            }
        }
        for literals in tests.values() {
            for (place, &one) in literals.iter().enumerate() {
                for &other in &literals[..place] {
                    self.clause([-one, -other])?;
                }
            }
        }
        // If the number of values equals the number of sums, each value is taken.
        if tests.len() == sums.len() {
            for literals in tests.into_values() {
                self.clause(literals)?;
            }
        }
        Ok(())
    }

    fn pairwise_different(&mut self, sums: &[Sum]) -> Built<()> {
        for (place, one) in sums.iter().enumerate() {
            for other in &sums[..place] {
                let differ = self.ground.forms.differ(one, other)?;
                self.state(differ)?;
            }
        }
        Ok(())
    }

    fn each_literal(&mut self, list: Vec<Truth>) -> Built<Vec<i32>> {
        list.into_iter().map(|part| self.literal(part)).collect()
    }

    /// A literal that is equivalent to a truth.
    pub(super) fn literal(&mut self, truth: Truth) -> Built<i32> {
        if let Some(&known) = self.literals.get(&truth) {
            return Ok(known);
        }
        let literal = match self.ground.forms.formula(truth).clone() {
            Formula::Decided(true) => TRUE,
            Formula::Decided(false) => -TRUE,
            Formula::In(var, values) => self.test_of(var, &values)?,
            Formula::And(list) => {
                let list = self.each_literal(list)?;
                self.all_of(list)?
            }
            Formula::Or(list) => {
                let list = self.each_literal(list)?;
                self.any_of(list)?
            }
            Formula::Same([a, b]) => {
                let (a, b) = (self.literal(a)?, self.literal(b)?);
                let (both, neither) = (self.all_of(vec![a, b])?, self.all_of(vec![-a, -b])?);
                self.any_of(vec![both, neither])?
            }
            Formula::Compare(relation, sum) => self.comparison(relation, &sum)?,
            Formula::AllDifferent(_) => {
                let not = self.ground.forms.not(truth)?;
                -self.literal(not)?
            }
        };
        self.literals.insert(truth, literal);
        if let Formula::Compare(..) = self.ground.forms.formula(truth) {
            let not = self.ground.forms.not(truth)?;
            // It may be decided by a known range of the negated sum; then its literal stays the constant.
            if let Formula::Compare(..) = self.ground.forms.formula(not) {
                self.literals.insert(not, -literal);
            }
        }
        Ok(literal)
    }

    fn comparison(&mut self, relation: Relation, sum: &Sum) -> Built<i32> {
        let halves = self.halves(sum, Sides { lower: true, upper: true })?;
        let bound = halves.bound;
        let mut at_most = |most: i128| -> Built<i32> {
            let literal = self.new_variable()?;
            self.at_most(&halves, most, Some(-literal))?;
            self.above(&halves, most, Some(literal))?;
            Ok(literal)
        };
        let most = at_most(bound)?;
        if relation == Relation::AtMost {
            return Ok(most);
        }
        let less = at_most(bound - 1)?;
        let equal = self.all_of(vec![most, -less])?;
        Ok(if relation == Relation::Equal { equal } else { -equal })
    }

    /// A literal for "the variable has one of these values". `values` must be sorted.
    pub(super) fn test(&mut self, var: Var, values: Vec<i64>) -> Built<i32> {
        let truth = self.ground.forms.is_in(var, values)?;
        self.literal(truth)
    }

    /// Like [`Self::test`], built from the runs of consecutive domain values.
    fn test_of(&mut self, var: Var, values: &[i64]) -> Built<i32> {
        let domain = self.domain(var);
        self.step(32 * domain.len())?;
        let is_inside = |place: &usize| values.binary_search(&domain[*place]).is_ok();
        let inside: Vec<usize> = (0..domain.len()).filter(is_inside).collect();
        let mut runs = Vec::new();
        for run in inside.chunk_by(|a, b| a + 1 == *b) {
            let (first, after) = (run[0], run[0] + run.len());
            let above = self.at_least[var].get(after).copied().unwrap_or(-TRUE);
            runs.push(self.all_of(vec![self.at_least[var][first], -above])?);
        }
        self.any_of(runs)
    }
}

/// The refusal of a constraint that cannot be encoded.
pub(super) fn refused(ground: &Ground<'_>, origin: &Origin, error: BuildError) -> Refusal {
    let message = match error {
        BuildError::Refused(refusal) => return refusal,
        BuildError::Number => "a number passes 64 bits when this is written as clauses",
        BuildError::Levels | BuildError::Wide(..) => "this is too large to be written as clauses",
    };
    let message = format!("{message} (in {})", ground.title(origin));
    let fault = Diagnostic::new(&ground.model.source, origin.span.clone(), message);
    fault.help("without --certify the program can be run").into()
}
