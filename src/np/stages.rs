//! The stages from a program to its answer: ground, lower, `HiGHS`, check.

use std::time::Instant;

use crate::base::control::{Control, Stop};
use crate::base::diagnostic::Diagnostics;
use crate::highs::back_end::{self, Outcome, Proof};
use crate::np::check::{Values, Violation, check_within};
#[cfg(feature = "cp")]
use crate::np::cp;
use crate::np::data::FieldValues;
use crate::np::engine::Engine;
use crate::np::ground::{Ground, GroundFault, PrintPiece, ground};
use crate::np::lower::{LowerFault, LoweredProgram, lower};
use crate::np::names::Model;

/// Entries of a column, on average.
const ENTRIES: usize = 12;

/// Tuples of one list; each becomes a column.
pub(super) const TUPLES: usize = 4000;

/// What is known of a program's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramStatus {
    /// The values are the best; or there is no objective, and they satisfy all constraints.
    Solved,
    /// The values satisfy all constraints; better ones may exist.
    Feasible,
    /// No values satisfy all constraints.
    Infeasible,
    /// A limit came before either was known.
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
#[derive(Clone, Debug)]
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

/// Solves a program with lists of at most so many tuples; that limit changes the time, not the
/// answer.
///
/// # Errors
/// See [`Failure`].
pub fn solve_within(
    model: &Model,
    given: &FieldValues,
    tuples: usize,
    control: &Control,
) -> Result<ProgramAnswer, Failure> {
    solve_with(model, given, tuples, Engine::Milp, &[], control)
}

/// The same by an engine; `found` are solutions that are not wanted again, all as good as each other.
pub(super) fn solve_with(
    model: &Model,
    given: &FieldValues,
    tuples: usize,
    engine: Engine,
    found: &[ProgramAnswer],
    control: &Control,
) -> Result<ProgramAnswer, Failure> {
    let clock = Instant::now();
    let mut answer = match engine {
        Engine::Milp => by_milp(model, given, tuples, found, control)?,
        #[cfg(feature = "cp")]
        Engine::Cp => by_cp(model, given, found, control)?,
        #[cfg(feature = "cp")]
        Engine::Both => {
            let cp = by_cp(model, given, found, control)?;
            let milp = by_milp(model, given, tuples, found, control)?;
            both(cp, milp)?
        }
    };
    answer.seconds = clock.elapsed().as_secs_f64();
    Ok(answer)
}

/// An answer that says nothing yet.
fn nothing() -> ProgramAnswer {
    ProgramAnswer {
        status: ProgramStatus::Unknown,
        has_objective: false,
        objective: None,
        bound: None,
        values: None,
        penalty: None,
        stored: Vec::new(),
        printed: Vec::new(),
        size: (0, 0),
        nodes: 0,
        stopped: None,
        seconds: 0.0,
    }
}

fn by_milp(
    model: &Model,
    given: &FieldValues,
    tuples: usize,
    found: &[ProgramAnswer],
    control: &Control,
) -> Result<ProgramAnswer, Failure> {
    let mut answer = nothing();
    match prepare_with(model, given, tuples, found, control) {
        Ok((ground, lowered)) => attempt(&ground, lowered, given, control, &mut answer)?,
        Err(PrepareFault::Faults(faults)) => return Err(Failure::Faults(faults)),
        Err(PrepareFault::Stopped(stop)) => answer.stopped = Some(stop),
    }
    Ok(answer)
}

#[cfg(feature = "cp")]
fn by_cp(
    model: &Model,
    given: &FieldValues,
    found: &[ProgramAnswer],
    control: &Control,
) -> Result<ProgramAnswer, Failure> {
    let mut answer = nothing();
    let mut ground = match ground_with(model, given, found, control) {
        Ok(ground) => ground,
        Err(PrepareFault::Faults(faults)) => return Err(Failure::Faults(faults)),
        Err(PrepareFault::Stopped(stop)) => {
            answer.stopped = Some(stop);
            return Ok(answer);
        }
    };
    answer.has_objective = ground.objective.is_some();
    let (variables, constraints) = ground.size();
    control.say(|| format!("cp: {variables} variables, {constraints} constraints"));
    match cp::solve(&mut ground) {
        Ok(cp::Found { proof, values }) => {
            if let Some(values) = &values {
                accept(&ground, given, values, &mut answer)?;
            }
            if proof == Proof::Optimal {
                answer.bound = answer.objective;
            }
            conclude(&proof, &mut answer);
        }
        Err(cp::CpFault::Fault(fault)) => return Err(Failure::Faults((*fault).into())),
        Err(cp::CpFault::Stopped(stop)) => answer.stopped = Some(stop),
    }
    Ok(answer)
}

/// What two engines say together; they must not contradict each other.
#[cfg(feature = "cp")]
fn both(cp: ProgramAnswer, milp: ProgramAnswer) -> Result<ProgramAnswer, Failure> {
    use ProgramStatus::{Infeasible, Solved};
    let impossible = [&cp, &milp].map(|answer| answer.status == Infeasible);
    let found = [&cp, &milp].map(|answer| answer.values.is_some());
    let agree = match (cp.status, milp.status) {
        (Solved, Solved) => cp.objective == milp.objective,
        _ => !(impossible[0] && found[1] || impossible[1] && found[0]),
    };
    if !agree {
        return Err(Failure::Disagreement(Box::new([milp, cp])));
    }
    let proved = |answer: &ProgramAnswer| matches!(answer.status, Solved | Infeasible);
    // Where one of them was stopped, the program is not proved by both.
    match (proved(&cp), proved(&milp)) {
        (true, false) => Ok(ProgramAnswer { stopped: milp.stopped, ..halved(cp) }),
        (false, true) => Ok(ProgramAnswer { stopped: cp.stopped, ..halved(milp) }),
        (_, true) => Ok(milp),
        (false, false) => Ok(if milp.values.is_some() { milp } else { cp }),
    }
}

/// An answer that one engine proved and the other did not.
#[cfg(feature = "cp")]
fn halved(answer: ProgramAnswer) -> ProgramAnswer {
    let status = match answer.status {
        ProgramStatus::Solved => ProgramStatus::Feasible,
        _ => ProgramStatus::Unknown,
    };
    ProgramAnswer { status, ..answer }
}

/// Why a program has no mixed-integer program.
#[derive(Clone, Debug)]
pub enum PrepareFault {
    /// The program or its data is wrong.
    Faults(Diagnostics),
    /// A limit came first.
    Stopped(Stop),
}

/// The ground program and its mixed-integer program, with lists of at most so many tuples.
///
/// # Errors
/// Faults, or a limit.
pub(super) fn prepare<'a>(
    model: &'a Model,
    given: &'a FieldValues,
    tuples: usize,
    control: &'a Control,
) -> Result<(Ground<'a>, LoweredProgram), PrepareFault> {
    prepare_with(model, given, tuples, &[], control)
}

/// The ground program, without the solutions that were found and with their objective.
fn ground_with<'a>(
    model: &'a Model,
    given: &'a FieldValues,
    found: &[ProgramAnswer],
    control: &'a Control,
) -> Result<Ground<'a>, PrepareFault> {
    let fault = |error| match error {
        GroundFault::Faults(faults) => PrepareFault::Faults(faults),
        GroundFault::Stopped(stop) => PrepareFault::Stopped(stop),
    };
    let mut ground = ground(model, given, control).map_err(fault)?;
    for answer in found {
        ground.without(answer.objective, answer.values.as_ref()).map_err(fault)?;
    }
    Ok(ground)
}

fn prepare_with<'a>(
    model: &'a Model,
    given: &'a FieldValues,
    tuples: usize,
    found: &[ProgramAnswer],
    control: &'a Control,
) -> Result<(Ground<'a>, LoweredProgram), PrepareFault> {
    let mut ground = ground_with(model, given, found, control)?;
    let (variables, constraints) = ground.size();
    control.say(|| format!("np: {variables} variables, {constraints} constraints"));
    let lowered = lower(&mut ground, tuples, control).map_err(|error| match error {
        LowerFault::Fault(fault) => PrepareFault::Faults((*fault).into()),
        LowerFault::Stopped(stop) => PrepareFault::Stopped(stop),
    })?;
    Ok((ground, lowered))
}

fn attempt(
    ground: &Ground<'_>,
    mut lowered: LoweredProgram,
    given: &FieldValues,
    control: &Control,
    answer: &mut ProgramAnswer,
) -> Result<(), Failure> {
    answer.size = lowered.program.size();
    answer.has_objective = ground.objective.is_some();
    let (rows, columns) = answer.size;
    control.say(|| format!("milp: {rows} rows, {columns} columns"));
    if let Err(stop) = control.check_memory(lowered.program.bytes(ENTRIES)) {
        answer.stopped = Some(stop);
        return Ok(());
    }
    let program = std::mem::take(&mut lowered.program);
    let outcome = if columns == 0 {
        // Nothing is left to decide, and every row that does not hold would have a column.
        Outcome { proof: Proof::Optimal, values: Some(Vec::new()), bound: 0.0, nodes: 0 }
    } else {
        let start = lowered.start(&ground.hints);
        back_end::run_as("", program.into_problem(), &start, &ground.forms.meter.rest())
    };
    answer.nodes = outcome.nodes;
    let sign = match ground.objective {
        Some((true, ..)) => -1,
        _ => 1,
    };
    if answer.has_objective && outcome.bound.is_finite() && outcome.bound.abs() < 1e15 {
        // The objective is whole, and the bound within the solver's tolerance.
        let bound = (outcome.bound - 1e-6).ceil() as i64;
        answer.bound = Some(sign * bound.saturating_add(lowered.constant));
    }
    let variables = &ground.forms.variables;
    if let Some(found) = &outcome.values {
        let Some(read) = lowered.read(found, variables.len()) else {
            answer.stopped = Some(Stop::BackEnd("HiGHS gave values that are not whole"));
            answer.bound = None;
            return Ok(());
        };
        accept(ground, given, &read, answer)?;
    }
    conclude(&outcome.proof, answer);
    Ok(())
}

/// Puts values into the source, and notes them and what they amount to if all holds.
fn accept(
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
fn conclude(proof: &Proof, answer: &mut ProgramAnswer) {
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
