//! Writes the variables, formulas and constraints of a ground program as clauses.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::base::control::Control;
use crate::base::diagnostic::Diagnostic;
use crate::np::clauses::sums::Sides;
use crate::np::clauses::{Encoded, refused};
use crate::np::ground::formula::{BuildError, Built, Formula, Relation, Sum, Truth, Var};
use crate::np::ground::{Ground, Origin};
use crate::np::refusal::Refusal;
use crate::sat::clauses::Clauses;

/// The literal that is always true. Clauses are written without its negation, and not at all if it is in them.
pub(super) const TRUE: i32 = 1;

/// No more clauses are made than this.
const MOST: usize = 10_000_000;

/// The memory that a clause takes while it is made and solved, roughly.
const BYTES: u64 = 200;

pub(super) struct Encoder<'g, 'm> {
    ground: &'g mut Ground<'m>,
    clauses: Clauses,
    /// The number of clauses that the limits allow.
    most: usize,
    /// For each variable and each of its values the literal "at least"; the first is true.
    at_least: Vec<Vec<i32>>,
    literals: FxHashMap<Truth, i32>,
    /// Variables that say that all of some literals hold.
    conjunctions: FxHashMap<Vec<i32>, i32>,
}

impl<'g, 'm> Encoder<'g, 'm> {
    pub(super) fn new(ground: &'g mut Ground<'m>, control: &Control) -> Self {
        let fitting = usize::try_from(control.memory_limit() / BYTES).unwrap_or(MOST);
        Self {
            ground,
            clauses: Clauses::new(TRUE),
            most: fitting.min(MOST),
            at_least: Vec::new(),
            literals: FxHashMap::default(),
            conjunctions: FxHashMap::default(),
        }
    }

    pub(super) fn encode(mut self) -> Result<Encoded, Refusal> {
        self.clauses.clause([TRUE]);
        self.variables()?;
        let constraints = std::mem::take(&mut self.ground.constraints);
        for (origin, truth) in &constraints {
            let title = self.ground.title(origin);
            let plain = title.replace(|c: char| !c.is_ascii() || c.is_ascii_control(), "?");
            self.clauses.group(format!("line {}: {plain}", self.ground.line(origin)));
            let before = self.clauses.number;
            self.state(*truth).map_err(|error| match error {
                // What is no clause any more comes as `Levels` too.
                BuildError::Levels if self.clauses.number >= self.most => self.too_many(origin, before),
                error => refused(self.ground, origin, error),
            })?;
        }
        Ok(Encoded { clauses: self.clauses, at_least: self.at_least })
    }

    /// The refusal of a program with too many clauses.
    fn too_many(&self, origin: &Origin, before: usize) -> Refusal {
        let (most, own) = (self.most, self.most - before);
        let limit = if most == MOST { "" } else { ", as many as --memory-limit allows" };
        let title = self.ground.title(origin);
        let message = format!("more than {most} clauses{limit}: {own} of them are not enough for {title}");
        let fault = Diagnostic::new(&self.ground.model.source, origin.span.clone(), message);
        let help = "make domains and coefficients smaller, or run the program without --certify";
        fault.help(help).into()
    }

    /// Makes the literals of all variables. Of two neighbouring values, it is at least the less if at least the
    /// greater.
    fn variables(&mut self) -> Result<(), Refusal> {
        for var in 0..self.ground.forms.variables.len() {
            let variable = &self.ground.forms.variables[var];
            let (values, name) = (variable.domain.len(), &variable.name);
            self.ground.forms.meter.step(64 * values)?;
            let name = name.replace(|c: char| !c.is_ascii() || c.is_ascii_control(), "?");
            self.clauses.group(format!("{name}: {values} values"));
            if values == 0 {
                self.clauses.clause([-TRUE]);
            }
            let first = values.min(1);
            let others = (first..values).map(|_| self.clauses.variable());
            let at_least: Vec<i32> = std::iter::repeat_n(TRUE, first).chain(others).collect();
            for pair in at_least.get(1..).unwrap_or_default().windows(2) {
                self.clauses.clause([-pair[1], pair[0]]);
            }
            self.at_least.push(at_least);
        }
        Ok(())
    }

    pub(super) fn step(&self, bytes: usize) -> Built<()> {
        Ok(self.ground.forms.meter.step(bytes)?)
    }

    pub(super) fn domain(&self, var: Var) -> Vec<i64> {
        self.ground.forms.domain(var).to_vec()
    }

    pub(super) fn variable(&self, var: Var) -> &[i32] {
        &self.at_least[var]
    }

    pub(super) fn new_variable(&mut self) -> Built<i32> {
        // The most clauses are fewer than a literal can number.
        if self.clauses.variables as usize >= MOST {
            return Err(BuildError::Levels);
        }
        Ok(self.clauses.variable())
    }

    /// Adds a clause without what is decided of it.
    pub(super) fn clause(&mut self, literals: impl IntoIterator<Item = i32>) -> Built<()> {
        let mut clause: Vec<i32> = literals.into_iter().filter(|&literal| literal != -TRUE).collect();
        clause.sort_unstable();
        clause.dedup();
        self.step(64 + 16 * clause.len())?;
        if clause.iter().any(|&literal| literal == TRUE || clause.binary_search(&-literal).is_ok()) {
            return Ok(());
        }
        if self.clauses.number >= self.most {
            return Err(BuildError::Levels);
        }
        if clause.is_empty() {
            // As a clause of one literal, so that the contradiction is a step of the proof.
            clause.push(-TRUE);
        }
        self.clauses.clause(clause);
        Ok(())
    }

    /// States that a truth holds.
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

    /// States that sums differ, value by value if each is a function of one variable.
    fn all_different(&mut self, sums: &[Sum]) -> Built<()> {
        let mut tests: BTreeMap<i64, Vec<i32>> = BTreeMap::new();
        for sum in sums {
            let table = match (sum.decided(), sum.only_variable()) {
                (Some(number), _) => vec![(number, TRUE)],
                (None, Some(_)) => {
                    let tests = self.ground.forms.value_tests(sum)?.unwrap_or_default();
                    let literals = tests.into_iter().map(|(value, test)| Ok((value, self.literal(test)?)));
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
        // As many values as sums: each value is taken.
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

    /// A literal that holds exactly if a truth does.
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
            self.literals.insert(not, -literal);
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

    /// A literal that a variable has one of these values, which are sorted.
    pub(super) fn test(&mut self, var: Var, values: Vec<i64>) -> Built<i32> {
        let truth = self.ground.forms.is_in(var, values)?;
        self.literal(truth)
    }

    /// The same, made of the runs of its domain.
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

    fn any_of(&mut self, literals: Vec<i32>) -> Built<i32> {
        let negated = literals.into_iter().map(|literal| -literal).collect();
        Ok(-self.all_of(negated)?)
    }

    /// A literal that holds exactly if all of these do.
    fn all_of(&mut self, mut literals: Vec<i32>) -> Built<i32> {
        self.step(64 + 16 * literals.len())?;
        literals.retain(|&literal| literal != TRUE);
        literals.sort_unstable();
        literals.dedup();
        if literals.iter().any(|&l| l == -TRUE || literals.binary_search(&-l).is_ok()) {
            return Ok(-TRUE);
        }
        match literals[..] {
            [] => return Ok(TRUE),
            [only] => return Ok(only),
            _ => {}
        }
        if let Some(&known) = self.conjunctions.get(&literals) {
            return Ok(known);
        }
        let all = self.new_variable()?;
        for &literal in &literals {
            self.clause([-all, literal])?;
        }
        self.clause(literals.iter().map(|literal| -literal).chain([all]))?;
        self.conjunctions.insert(literals, all);
        Ok(all)
    }
}
