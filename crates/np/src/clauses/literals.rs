//! Literals for the values of variables, and literals that are defined by others.

use rustc_hash::FxHashMap;

use crate::clauses::encode::NotEncoded;
use crate::ground::Ground;
use crate::ground::formula::{BuildError, Built, Domain, FormulaId, Var};
use crate::solve::explain::ascii;
use soliter_base::control::Control;
use soliter_solvers::sat::clauses::Clauses;

/// The literal that is always true. Clauses containing it are omitted, and its negation is removed from clauses.
pub(super) const TRUE: i32 = 1;

/// The maximum number of clauses.
pub(super) const MOST: usize = 10_000_000;

/// A rough estimate of the bytes that a clause takes in the encoder and the solver.
const BYTES: u64 = 200;

pub(super) struct Encoder<'g, 'm> {
    pub(super) ground: &'g mut Ground<'m>,
    pub(super) clauses: Clauses,
    /// The number of clauses that the limits allow.
    pub(super) most: usize,
    /// Whether the encoding needs more clauses than the limits allow.
    pub(super) is_full: bool,
    /// For each variable and each of its values, the literal "at least this value"; the first is always true.
    pub(super) at_least: Vec<Vec<i32>>,
    pub(super) literals: FxHashMap<FormulaId, i32>,
    /// Variables defined as conjunctions, by their sorted literals.
    conjunctions: FxHashMap<Vec<i32>, i32>,
}

/// Which bounds on a sum must follow from bounds on its parts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Sides {
    /// Lower bounds are propagated.
    pub(super) lower: bool,
    /// Upper bounds are propagated.
    pub(super) upper: bool,
}

/// A set as `{1, 3..9}`, with a range for two or more consecutive values.
fn set(values: &[i64]) -> String {
    let runs = values.chunk_by(|a, b| a.checked_add(1) == Some(*b)).map(|run| match run {
        [only] => only.to_string(),
        _ => format!("{}..{}", run[0], run[run.len() - 1]),
    });
    format!("{{{}}}", runs.collect::<Vec<_>>().join(", "))
}

impl<'g, 'm> Encoder<'g, 'm> {
    pub(super) fn new(ground: &'g mut Ground<'m>, control: &Control) -> Self {
        let fitting = usize::try_from(control.memory_limit() / BYTES).unwrap_or(MOST);
        Self {
            ground,
            clauses: Clauses::new(TRUE),
            most: fitting.min(MOST),
            is_full: false,
            at_least: Vec::new(),
            literals: FxHashMap::default(),
            conjunctions: FxHashMap::default(),
        }
    }

    /// Creates the literals of all variables. For neighbouring values v < w, "at least w" implies "at least v".
    pub(super) fn variables(&mut self) -> Result<(), NotEncoded> {
        for var in 0..self.ground.forms.variables.len() {
            let variable = &self.ground.forms.variables[var];
            let values = variable.domain.len();
            if self.clauses.number.saturating_add(values) > self.most {
                return Err(NotEncoded::TooLarge(self.too_wide(var)));
            }
            self.ground.forms.meter.step(64 * values)?;
            let listed = self.domain(var);
            let statement =
                format!("{} In {}", ascii(&self.ground.forms.variables[var].name), set(&listed));
            self.clauses.group(statement);
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

    /// All values of a variable. The clauses have a literal for each of them, even if they are an interval.
    pub(super) fn domain(&self, var: Var) -> Vec<i64> {
        match &self.ground.forms.variables[var].domain {
            Domain::Listed(values) => values.clone(),
            Domain::Interval(first, last) => (*first..=*last).collect(),
        }
    }

    pub(super) fn variable(&self, var: Var) -> &[i32] {
        &self.at_least[var]
    }

    pub(super) fn new_variable(&mut self) -> Built<i32> {
        // Every variable occurs in some clause, so the limit on clauses keeps the variables within 32 bits.
        self.has_room_for(1)?;
        Ok(self.clauses.variable())
    }

    /// Checks that the limits allow `more` additional clauses. If not, the encoder remains full.
    pub(super) fn has_room_for(&mut self, more: usize) -> Built<()> {
        self.is_full |= self.clauses.number.saturating_add(more) > self.most;
        if self.is_full { Err(BuildError::Levels) } else { Ok(()) }
    }

    /// Adds a clause, simplified by the literals that are always true or false.
    pub(super) fn clause(&mut self, literals: impl IntoIterator<Item = i32>) -> Built<()> {
        let mut clause: Vec<i32> =
            literals.into_iter().filter(|&literal| literal != -TRUE).collect();
        clause.sort_unstable();
        clause.dedup();
        self.step(64 + 16 * clause.len())?;
        if clause.iter().any(|&literal| literal == TRUE || clause.binary_search(&-literal).is_ok())
        {
            return Ok(());
        }
        self.has_room_for(1)?;
        if clause.is_empty() {
            // Written as a clause of one literal, so that the contradiction is a step of the proof.
            clause.push(-TRUE);
        }
        self.clauses.clause(clause);
        Ok(())
    }

    pub(super) fn any_of(&mut self, literals: Vec<i32>) -> Built<i32> {
        let negated = literals.into_iter().map(|literal| -literal).collect();
        Ok(-self.all_of(negated)?)
    }

    /// A literal that is equivalent to the conjunction of `literals`.
    pub(super) fn all_of(&mut self, mut literals: Vec<i32>) -> Built<i32> {
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
