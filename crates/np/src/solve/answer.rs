//! The answer of a program: the values that an engine found, checked against the source.

use crate::check::{Values, Violation, check_within};
use crate::ground::{Ground, formula::Sum, statements::PrintPiece};
use crate::{resolve::MemberId, syntax::data::FieldValues};
use soliter_base::{control::Stop, diagnostic::Diagnostics};
use soliter_solvers::program::outcome::Proof;

/// What is known about the answer of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProgramStatus {
    /// The values are optimal; without an objective, they satisfy all constraints.
    Solved,
    /// The values satisfy all constraints, but better ones may exist.
    Feasible,
    /// No values satisfy all constraints.
    Infeasible,
    /// A limit was reached before anything was proved.
    #[default]
    Unknown,
}

/// An engine that answers a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// `HiGHS`, by mixed-integer programming.
    #[default]
    Milp,
    /// `CaDiCaL`, by clauses. It gives no bound if a limit stops it.
    Sat,
}

/// A value shown by `Store`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredValue {
    /// The record, such as `Coin(1)`; `None` in a module.
    pub record: Option<String>,
    /// The name of the variable.
    pub name: String,
    /// Its value.
    pub value: i64,
    /// The name that its enumeration has for the value.
    pub word: Option<String>,
}

/// An answer whose values have been checked against the source.
#[derive(Clone, Debug, Default)]
pub struct ProgramAnswer {
    /// What is known about the answer.
    pub status: ProgramStatus,
    /// The engine that found the values and proved the status or the bound.
    pub engine: Engine,
    /// Whether the program has an objective.
    pub has_objective: bool,
    /// Whether the objective is maximised.
    pub is_maximised: bool,
    /// The objective at the values that were found.
    pub objective: Option<i64>,
    /// A proved bound: no solution has a better objective.
    pub bound: Option<i64>,
    /// The values of all decision variables, if a solution was found.
    pub values: Option<Values>,
    /// The cost of the violated soft constraints; `None` if the program has no soft constraints.
    pub penalty: Option<i64>,
    /// The values shown by `Store`, in order.
    pub stored: Vec<StoredValue>,
    /// The lines shown by `Print`, in order.
    pub printed: Vec<String>,
    /// The numbers of rows and of columns of the mixed-integer program, or the numbers of clauses and of variables.
    pub size: (usize, usize),
    /// The number of branch-and-bound nodes, or the number of conflicts.
    pub nodes: u64,
    /// The reason for stopping early.
    pub stopped: Option<Stop>,
    /// The total wall-clock time in seconds.
    pub seconds: f64,
}

#[cfg(feature = "sat")]
impl ProgramAnswer {
    /// Whether the objective is better than another one.
    pub(crate) fn beats(&self, other: i64) -> bool {
        let is_better = |own: i64| if self.is_maximised { own > other } else { own < other };
        self.objective.is_some_and(is_better)
    }
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The program or its data has errors.
    Faults(Diagnostics),
    /// The values that an engine found violate constraints of the source: a bug in this crate.
    Violated(Vec<Violation>),
}

/// Checks values against the source. If all constraints hold, the values become part of the answer. The check has a
/// small budget of its own, so that values are not lost if a limit was reached when they were found.
pub(crate) fn accept(
    ground: &mut Ground<'_>,
    given: &FieldValues,
    read: &[i64],
    answer: &mut ProgramAnswer,
) -> Result<(), Failure> {
    ground.forms.meter = ground.forms.meter.for_last_step();
    let values = ground.named_values(read);
    let meter = &ground.forms.meter;
    let checked = match check_within(&ground.model.project, given, &values, meter) {
        Ok(checked) => checked,
        Err(stop) => {
            // Values that have not been checked are not reported.
            answer.stopped = Some(stop);
            return Ok(());
        }
    };
    if !checked.violations.is_empty() {
        return Err(Failure::Violated(checked.violations));
    }
    (answer.objective, answer.penalty) = (checked.objective, checked.penalty);
    match shown(ground, read) {
        Ok((stored, printed)) => {
            (answer.stored, answer.printed) = (stored, printed);
            answer.values = Some(values);
        }
        Err(stop) => answer.stopped = Some(stop),
    }
    Ok(())
}

/// The values shown by `Store`, and the lines shown by `Print`.
fn shown(ground: &Ground<'_>, read: &[i64]) -> Result<(Vec<StoredValue>, Vec<String>), Stop> {
    let value = |sum: &Sum| ground.forms.value(sum, &|var| read[var]);
    let word = |names: Option<MemberId>, value: i64| {
        let word = ground.model.member(names?).word(value)?;
        Some(word.text.clone())
    };
    let stored = ground.stored.iter().map(|stored| {
        let value = value(&stored.value)?;
        let (record, name) = (stored.record.clone(), stored.name.clone());
        Ok(StoredValue { record, name, value, word: word(stored.names, value) })
    });
    let piece = |piece: &PrintPiece| match piece {
        PrintPiece::Text(text) => Ok(text.clone()),
        PrintPiece::Value(sum, names) => {
            let value = value(sum)?;
            Ok(word(*names, value).unwrap_or_else(|| value.to_string()))
        }
    };
    let printed = ground.printed.iter().map(|line| line.iter().map(piece).collect());
    Ok((stored.collect::<Result<_, Stop>>()?, printed.collect::<Result<_, Stop>>()?))
}

/// Sets the status of an answer from a proof and the checked values.
pub(crate) fn conclude(proof: &Proof, answer: &mut ProgramAnswer) {
    if answer.stopped.is_some() && answer.values.is_none() {
        // A limit was reached while the values were being checked.
        return;
    }
    let proved = !answer.has_objective || answer.objective == answer.bound;
    (answer.status, answer.stopped) = match (proof.clone(), answer.values.is_some()) {
        (Proof::Infeasible, false) => (ProgramStatus::Infeasible, None),
        (Proof::Optimal, true) if proved => (ProgramStatus::Solved, None),
        (Proof::Stopped(_), true) if !answer.has_objective => (ProgramStatus::Solved, None),
        (Proof::Stopped(stop), true) => (ProgramStatus::Feasible, Some(stop)),
        (Proof::Stopped(stop), false) => (ProgramStatus::Unknown, Some(stop)),
        (_, found) => {
            answer.bound = None;
            let status = if found { ProgramStatus::Feasible } else { ProgramStatus::Unknown };
            (status, Some(Stop::BackEnd("what the solver says does not fit together")))
        }
    };
    if answer.status == ProgramStatus::Infeasible {
        answer.bound = None;
    }
}
