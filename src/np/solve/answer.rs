//! The answer of a program: values that an engine gave, put into the source and checked.

use crate::base::control::Stop;
use crate::base::diagnostic::Diagnostics;
use crate::highs::back_end::Proof;
use crate::np::check::{Values, Violation, check_within};
use crate::np::ground::Ground;
use crate::np::ground::statements::PrintPiece;
use crate::np::syntax::data::FieldValues;

/// What is known of a program's answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProgramStatus {
    /// The values are the best; or there is no objective, and they satisfy all constraints.
    Solved,
    /// The values satisfy all constraints; better ones may exist.
    Feasible,
    /// No values satisfy all constraints.
    Infeasible,
    /// A limit came before either was known.
    #[default]
    Unknown,
}

/// A value that the program wants to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredValue {
    /// `Coin(1)`; nothing for a module.
    pub record: Option<String>,
    /// The variable.
    pub name: String,
    /// Its value.
    pub value: i64,
    /// What its enumeration calls the value.
    pub word: Option<String>,
}

/// An answer whose values have been checked against the source.
#[derive(Clone, Debug, Default)]
pub struct ProgramAnswer {
    /// What is known.
    pub status: ProgramStatus,
    /// Whether the program has an objective.
    pub has_objective: bool,
    /// The value of the objective for the values.
    pub objective: Option<i64>,
    /// No values are better than this.
    pub bound: Option<i64>,
    /// Values of all decisions, if some were found.
    pub values: Option<Values>,
    /// What the soft clauses that do not hold cost; none if the program has no soft clauses.
    pub penalty: Option<i64>,
    /// What `Store` asks for, in order.
    pub stored: Vec<StoredValue>,
    /// The lines that `Print` asks for, in order.
    pub printed: Vec<String>,
    /// Rows and columns of the mixed-integer program.
    pub size: (usize, usize),
    /// Branch-and-bound nodes.
    pub nodes: u64,
    /// What ended it early.
    pub stopped: Option<Stop>,
    /// Wall-clock seconds in all.
    pub seconds: f64,
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The program or its data is wrong.
    Faults(Diagnostics),
    /// The values that an engine gave break constraints of the source: a fault of this program.
    Violated(Vec<Violation>),
    /// Two engines contradict each other: what each says, `HiGHS` first.
    Disagreement(Box<[ProgramAnswer; 2]>),
}

/// Puts values into the source, and notes them and what they amount to if all holds.
pub(crate) fn accept(
    ground: &Ground<'_>,
    given: &FieldValues,
    read: &[i64],
    answer: &mut ProgramAnswer,
) -> Result<(), Failure> {
    let names = ground.forms.variables[..ground.named].iter().map(|variable| variable.name.clone());
    let values: Values = names.zip(read.iter().copied()).collect();
    let meter = &ground.forms.meter;
    let checked = match check_within(&ground.model.project, given, &values, meter) {
        Ok(checked) => checked,
        Err(stop) => {
            // Values that have not been checked are not shown.
            answer.stopped = Some(stop);
            answer.bound = None;
            return Ok(());
        }
    };
    if !checked.violations.is_empty() {
        return Err(Failure::Violated(checked.violations));
    }
    (answer.objective, answer.penalty) = (checked.objective, checked.penalty);
    let stored: Result<Vec<StoredValue>, Stop> = ground
        .stored
        .iter()
        .map(|stored| {
            let value = ground.forms.value(&stored.value, &|var| read[var])?;
            let word = stored.names.and_then(|place| ground.model.member(place).word(value));
            let word = word.map(|word| word.text.clone());
            let (record, name) = (stored.record.clone(), stored.name.clone());
            Ok(StoredValue { record, name, value, word })
        })
        .collect();
    let printed = ground.printed.iter().map(|line| printed(ground, line, read));
    match stored.and_then(|stored| Ok((stored, printed.collect::<Result<_, Stop>>()?))) {
        Ok((stored, printed)) => {
            (answer.stored, answer.printed) = (stored, printed);
            answer.values = Some(values);
        }
        Err(stop) => answer.stopped = Some(stop),
    }
    Ok(())
}

/// A line of `Print` with the values put in.
fn printed(ground: &Ground<'_>, line: &[PrintPiece], read: &[i64]) -> Result<String, Stop> {
    let mut text = String::new();
    for piece in line {
        match piece {
            PrintPiece::Text(part) => text.push_str(part),
            PrintPiece::Value(sum, names) => {
                let value = ground.forms.value(sum, &|var| read[var])?;
                match names.and_then(|place| ground.model.member(place).word(value)) {
                    Some(word) => text.push_str(&word.text),
                    None => text.push_str(&value.to_string()),
                }
            }
        }
    }
    Ok(text)
}

/// What a proof and the values that were found and checked say together.
pub(crate) fn conclude(proof: &Proof, answer: &mut ProgramAnswer) {
    if let (Some(_), None) = (answer.stopped, &answer.values) {
        // A limit came while the values were put back.
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
