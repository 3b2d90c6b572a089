//! Encodes the variables, formulas and constraints of a ground program as clauses.

use std::collections::BTreeMap;

use crate::check::Values;
use crate::clauses::literals::{Encoder, MOST, Sides, TRUE};
use crate::clauses::sums::Number;
use crate::ground::formula::{
    BuildError, Built, FALSE, Formula, FormulaId, Function, Relation, Sum, Var, Variable,
};
use crate::ground::{Ground, Origin};
use crate::refusal::Refusal;
use crate::solve::explain::ascii;
use soliter_base::control::Stop;
use soliter_base::diagnostic::Diagnostic;
use soliter_checker::lrat::Bound;
use soliter_solvers::sat::clauses::Clauses;

/// Replaces the statement of a constraint or an objective if it is too long.
const TOO_LONG: &str = "too long to be stated";

/// The clauses, the order-encoding literals of each variable of the ground program, and the objective.
pub(super) struct Encoded {
    pub(super) clauses: Clauses,
    at_least: Vec<Vec<i32>>,
    /// The sum that is minimised, without its constant.
    objective: Option<Number>,
}

/// Why a program has no clauses.
#[derive(Debug)]
pub(crate) enum NotEncoded {
    /// There would be too many clauses, or a number is too large; another engine may solve the program.
    TooLarge(Diagnostic),
    Refused(Refusal),
}

impl From<Refusal> for NotEncoded {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Stop> for NotEncoded {
    fn from(stop: Stop) -> Self {
        Self::Refused(stop.into())
    }
}

impl Encoder<'_, '_> {
    pub(super) fn encode(mut self) -> Result<Encoded, NotEncoded> {
        self.clauses.clause([TRUE]);
        self.variables()?;
        for (origins, truths) in self.joined()? {
            let Some(origin) = origins.first() else { continue };
            let truth = match truths[..] {
                [only] => Ok(only),
                _ => self.ground.forms.and(truths),
            };
            let truth = truth.map_err(|error| self.not_encoded(origin, 0, error))?;
            let titles: Vec<String> = origins.iter().map(|origin| self.heading(origin)).collect();
            self.clauses.group(titles.join(", "));
            let statement = self.ground.statement(truth)?;
            self.clauses.group(statement.unwrap_or_else(|| TOO_LONG.to_owned()));
            let before = self.clauses.number;
            let stated = self.state_listed(truth);
            stated.map_err(|error| self.not_encoded(origin, before, error))?;
        }
        let objective = match self.ground.objective.take() {
            None => None,
            Some((maximise, sum, origin)) => {
                let before = self.clauses.number;
                let factor = if maximise { -1 } else { 1 };
                let minimised = sum.scaled(factor, &self.ground.forms);
                let number = minimised.and_then(|minimised| {
                    let statement = self.ground.statement_of_sum(&minimised)?;
                    let statement = statement.unwrap_or_else(|| TOO_LONG.to_owned());
                    self.clauses.group(self.heading(&origin));
                    self.clauses.group(format!("minimise {statement}"));
                    self.total(&minimised)
                });
                let number = number.map_err(|error| self.not_encoded(&origin, before, error))?;
                self.ground.objective = Some((maximise, sum, origin));
                Some(number)
            }
        };
        Ok(Encoded { clauses: self.clauses, at_least: self.at_least, objective })
    }

    fn heading(&self, origin: &Origin) -> String {
        let (line, title) = (self.ground.line(origin), self.ground.title(origin));
        format!("line {line}: {}", ascii(&title))
    }

    fn not_encoded(&self, origin: &Origin, before: usize, error: BuildError) -> NotEncoded {
        match error {
            BuildError::Refused(refusal) => NotEncoded::Refused(refusal),
            BuildError::Levels if self.is_full => {
                NotEncoded::TooLarge(self.too_many(origin, before))
            }
            error => NotEncoded::TooLarge(unfit(self.ground, origin, &error)),
        }
    }

    /// The refusal of a program with a variable that has too many values for clauses.
    pub(super) fn too_wide(&self, var: Var) -> Diagnostic {
        let variable = &self.ground.forms.variables[var];
        let message = format!(
            "{} may take {} values, too many for clauses",
            variable.name,
            variable.domain.len()
        );
        Diagnostic::new(&self.ground.model.source, 0..0, message).help(SMALLER)
    }

    /// The refusal of a program that needs too many clauses.
    fn too_many(&self, origin: &Origin, before: usize) -> Diagnostic {
        let most = self.most;
        let limit = if most == MOST { "" } else { ", as many as --memory-limit allows" };
        let title = self.ground.title(origin);
        let message = format!(
            "more than {most} clauses{limit}: {} are left for {title}, which takes more",
            most.saturating_sub(before)
        );
        let fault = Diagnostic::new(&self.ground.model.source, origin.span.clone(), message);
        fault.help(SMALLER)
    }

    /// Asserts that a truth holds.
    pub(super) fn state(&mut self, truth: FormulaId) -> Built<()> {
        match self.ground.forms.formula(truth).clone() {
            Formula::And(list) => list.into_iter().try_for_each(|part| self.state(part)),
            Formula::Same([a, b]) => {
                let is_list = |truth: FormulaId| {
                    matches!(self.ground.forms.formula(truth), Formula::And(_) | Formula::Or(_))
                };
                // A list needs no literal.
                let (a, b) = if is_list(a) && !is_list(b) { (b, a) } else { (a, b) };
                let literal = self.literal(a)?;
                self.state_unless(b, true, &[-literal])?;
                self.state_unless(b, false, &[literal])
            }
            Formula::Compare(relation, sum) => self.state_comparison(relation, &sum),
            Formula::AllDifferent(sums) => self.all_different(&sums),
            Formula::Or(_) | Formula::Decided(_) | Formula::In(..) => {
                self.state_unless(truth, true, &[])
            }
        }
    }

    /// Asserts that a truth has the value `holds` if all literals of `unless` are false. If only one part of a
    /// disjunction is a conjunction, it is distributed over the others, so that it needs no literal.
    fn state_unless(&mut self, truth: FormulaId, holds: bool, unless: &[i32]) -> Built<()> {
        let (mut parts, is_all) = match self.ground.forms.formula(truth) {
            Formula::And(parts) => (parts.clone(), holds),
            Formula::Or(parts) => (parts.clone(), !holds),
            _ => (vec![truth], false),
        };
        if is_all {
            return parts.into_iter().try_for_each(|part| self.state_unless(part, holds, unless));
        }
        let is_all = |part: &FormulaId| match self.ground.forms.formula(*part) {
            Formula::And(_) => holds,
            Formula::Or(_) => !holds,
            _ => false,
        };
        let mut places = (0..parts.len()).filter(|&place| is_all(&parts[place]));
        let only = places.next().filter(|_| places.next().is_none());
        let only = only.map(|place| parts.remove(place));
        let sign = if holds { 1 } else { -1 };
        let others = self.each_literal(parts)?.into_iter().map(|literal| sign * literal);
        let unless: Vec<i32> = unless.iter().copied().chain(others).collect();
        match only {
            Some(all) => self.state_unless(all, holds, &unless),
            None => self.clause(unless),
        }
    }

    fn state_comparison(&mut self, relation: Relation, sum: &Sum) -> Built<()> {
        if relation == Relation::NotEqual
            && let Some(pairs) = self.value_pairs(sum)?
        {
            return pairs.into_iter().try_for_each(|(a, b)| self.clause([-a, -b]));
        }
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
            let table = match (sum.decided(), self.ground.forms.only_variable(sum)) {
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

    fn each_literal(&mut self, list: Vec<FormulaId>) -> Built<Vec<i32>> {
        list.into_iter().map(|part| self.literal(part)).collect()
    }

    /// A literal that is equivalent to a truth.
    pub(super) fn literal(&mut self, truth: FormulaId) -> Built<i32> {
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
        if relation != Relation::AtMost
            && let Some(pairs) = self.value_pairs(sum)?
        {
            let equal = self.new_variable()?;
            for (a, b) in pairs {
                self.clause([-equal, -a, b])?;
                self.clause([-equal, a, -b])?;
                self.clause([equal, -a, -b])?;
            }
            return Ok(if relation == Relation::Equal { equal } else { -equal });
        }
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

    /// For a sum of two functions, each of one variable with few values: the values for which it may be 0. Each is a
    /// pair of literals, that the first function has the value, and that the second one has the opposite value. A sum
    /// of this form is 0 exactly if both literals of one pair are true.
    fn value_pairs(&mut self, sum: &Sum) -> Built<Option<Vec<(i32, i32)>>> {
        let functions: Vec<_> = sum.functions.iter().collect();
        let ([(a, f), (b, g)], true) = (&functions[..], sum.truths.is_empty()) else {
            return Ok(None);
        };
        let alone = |var: Var, function: &Function| Sum {
            functions: [(var, function.clone())].into(),
            ..Sum::default()
        };
        let first = Sum { constant: sum.constant, ..alone(**a, f) };
        let second = alone(**b, g).scaled(-1, &self.ground.forms)?;
        let forms = &mut self.ground.forms;
        let (Some(first), Some(second)) = (forms.value_tests(&first)?, forms.value_tests(&second)?)
        else {
            return Ok(None);
        };
        let mut both: BTreeMap<i64, [FormulaId; 2]> = BTreeMap::new();
        for (value, test) in first {
            both.entry(value).or_insert([FALSE; 2])[0] = test;
        }
        for (value, test) in second {
            both.entry(value).or_insert([FALSE; 2])[1] = test;
        }
        let pairs = both.into_values().map(|[a, b]| Ok((self.literal(a)?, self.literal(b)?)));
        pairs.collect::<Built<_>>().map(Some)
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

const SMALLER: &str = "make domains and coefficients smaller, or run the program with --method milp, without --certify";

/// The fault of a constraint that cannot be encoded.
fn unfit(ground: &Ground<'_>, origin: &Origin, error: &BuildError) -> Diagnostic {
    let message = match error {
        BuildError::Number => "a number passes 64 bits when this is written as clauses",
        _ => "this is too large to be written as clauses",
    };
    let message = format!("{message} (in {})", ground.title(origin));
    Diagnostic::new(&ground.model.source, origin.span.clone(), message).help(SMALLER)
}

impl Encoded {
    /// The largest value of the minimised sum that contradicts a claim; `None` if any value does.
    fn most(ground: &Ground<'_>, claim: Bound) -> Option<i128> {
        let (maximise, ..) = ground.objective.as_ref()?;
        match claim {
            Bound::Impossible => None,
            Bound::AtLeast(bound) | Bound::AtMost(bound) => {
                Some(i128::from(bound) * if *maximise { -1 } else { 1 } - 1)
            }
        }
    }

    /// The literal that a solution contradicts a claim about the objective. It is true if there is no such claim, and
    /// false if no value is better.
    pub(super) fn better(&self, ground: &Ground<'_>, claim: Bound) -> i32 {
        let (Some(number), Some((maximise, sum, _))) = (&self.objective, &ground.objective) else {
            return TRUE;
        };
        let constant = i128::from(sum.constant) * if *maximise { -1 } else { 1 };
        Self::most(ground, claim).map_or(TRUE, |most| number.at_most(most - constant))
    }

    /// The clauses with the negation of a claim. If the program has an objective, that is a clause of one literal.
    pub(super) fn bounded(mut self, ground: &Ground<'_>, claim: Bound) -> Clauses {
        let literal = self.better(ground, claim);
        if ground.objective.is_some() {
            let most = Self::most(ground, claim);
            let bound = most.map_or("no bound".to_owned(), |most| format!("at most {most}"));
            self.clauses.group(bound);
            self.clauses.clause([literal]);
        }
        self.clauses
    }

    /// The clause that the value of some named variable differs from these. In an assignment, a variable has the last
    /// value whose literal is true.
    pub(super) fn differ(&self, ground: &Ground<'_>, values: &Values) -> Vec<i32> {
        let variables = ground.forms.variables[..ground.named].iter().zip(&self.at_least);
        let differs = variables.flat_map(|(variable, at_least)| {
            let value = values.get(&variable.name);
            let place = value.and_then(|value| variable.domain.place(*value));
            let place = place.unwrap_or(0);
            let below = at_least.get(place).filter(|literal| **literal != TRUE).map(|l| -l);
            below.into_iter().chain(at_least.get(place + 1).copied())
        });
        differs.collect()
    }

    /// The values of the variables of the program in a satisfying assignment.
    pub(super) fn values(&self, ground: &Ground<'_>, assignment: &[bool]) -> Vec<i64> {
        let is_true = |literal: &&i32| assignment.get(**literal as usize - 1) == Some(&true);
        let variables = ground.forms.variables.iter().zip(&self.at_least);
        let value = |(variable, at_least): (&Variable, &Vec<i32>)| {
            let place = at_least.iter().filter(is_true).count().saturating_sub(1);
            variable.domain.at(place).unwrap_or(0)
        };
        variables.map(value).collect()
    }
}
