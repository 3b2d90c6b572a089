//! The stages from a program to its answer: it is grounded, lowered, solved by an engine, and checked.

use std::time::Instant;

use crate::base::control::{Control, Stop};
use crate::highs::back_end::{self, Outcome, Proof};
use crate::highs::claims::least_whole;
#[cfg(feature = "cp")]
use crate::np::cp;
use crate::np::ground::{Ground, ground};
use crate::np::milp::{LoweredProgram, lower};
use crate::np::refusal::Refusal;
use crate::np::resolve::names::Model;
#[cfg(feature = "cp")]
use crate::np::solve::answer::ProgramStatus;
use crate::np::solve::answer::{Failure, ProgramAnswer, accept, conclude};
use crate::np::solve::engine::Engine;
use crate::np::syntax::data::FieldValues;

/// The average number of entries of a column, for an estimate of the memory.
const ENTRIES: usize = 12;

/// The greatest number of tuples of a list. Each tuple becomes a column.
pub(crate) const TUPLES: usize = 4000;

/// Solves a program with lists of at most `tuples` tuples. That limit affects the time, not the answer.
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

/// Solves a program by the given engine. `found` are solutions to be excluded, all with the same objective.
pub(crate) fn solve_with(
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

fn by_milp(
    model: &Model,
    given: &FieldValues,
    tuples: usize,
    found: &[ProgramAnswer],
    control: &Control,
) -> Result<ProgramAnswer, Failure> {
    match prepare(model, given, tuples, found, control) {
        Ok((ground, lowered)) => by_highs(&ground, lowered, given, control),
        Err(refusal) => ended(refusal, ProgramAnswer::default()),
    }
}

#[cfg(feature = "cp")]
fn by_cp(
    model: &Model,
    given: &FieldValues,
    found: &[ProgramAnswer],
    control: &Control,
) -> Result<ProgramAnswer, Failure> {
    let mut answer = ProgramAnswer::default();
    let mut ground = match ground_with(model, given, found, control) {
        Ok(ground) => ground,
        Err(refusal) => return ended(refusal, answer),
    };
    answer.has_objective = ground.objective.is_some();
    let (variables, constraints) = ground.size();
    control.say(|| format!("cp: {variables} variables, {constraints} constraints"));
    let cp::Found { proof, values } = match cp::solve(&mut ground) {
        Ok(found) => found,
        Err(refusal) => return ended(refusal, answer),
    };
    if let Some(values) = &values {
        accept(&ground, given, values, &mut answer)?;
    }
    if proof == Proof::Optimal {
        answer.bound = answer.objective;
    }
    conclude(&proof, &mut answer);
    Ok(answer)
}

/// The result of a refusal: faults are a failure, whereas a limit is part of the answer.
fn ended(refusal: Refusal, answer: ProgramAnswer) -> Result<ProgramAnswer, Failure> {
    match refusal {
        Refusal::Faults(faults) => Err(Failure::Faults(faults)),
        Refusal::Stopped(stop) => Ok(ProgramAnswer { stopped: Some(stop), ..answer }),
    }
}

/// The answer of two engines together, unless they contradict each other.
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
    // If one engine was stopped, the answer is not proved by both.
    match (proved(&cp), proved(&milp)) {
        (true, false) => Ok(ProgramAnswer { stopped: milp.stopped, ..halved(cp) }),
        (false, true) => Ok(ProgramAnswer { stopped: cp.stopped, ..halved(milp) }),
        (_, true) => Ok(milp),
        (false, false) => Ok(if milp.values.is_some() { milp } else { cp }),
    }
}

/// An answer that one engine proved but the other did not, without the proof.
#[cfg(feature = "cp")]
fn halved(answer: ProgramAnswer) -> ProgramAnswer {
    let status = match answer.status {
        ProgramStatus::Solved => ProgramStatus::Feasible,
        _ => ProgramStatus::Unknown,
    };
    ProgramAnswer { status, ..answer }
}

/// The ground program without the solutions that were found.
fn ground_with<'a>(
    model: &'a Model,
    given: &'a FieldValues,
    found: &[ProgramAnswer],
    control: &'a Control,
) -> Result<Ground<'a>, Refusal> {
    let mut ground = ground(model, given, control)?;
    for answer in found {
        ground.block(answer.objective, answer.values.as_ref())?;
    }
    Ok(ground)
}

/// The ground program without the solutions that were found, and its mixed-integer program, with lists of at
/// most `tuples` tuples.
pub(crate) fn prepare<'a>(
    model: &'a Model,
    given: &'a FieldValues,
    tuples: usize,
    found: &[ProgramAnswer],
    control: &'a Control,
) -> Result<(Ground<'a>, LoweredProgram), Refusal> {
    let mut ground = ground_with(model, given, found, control)?;
    let (variables, constraints) = ground.size();
    control.say(|| format!("np: {variables} variables, {constraints} constraints"));
    let lowered = lower(&mut ground, tuples, control)?;
    Ok((ground, lowered))
}

/// Solves the mixed-integer program of a ground program by `HiGHS`, and checks the values.
fn by_highs(
    ground: &Ground<'_>,
    mut lowered: LoweredProgram,
    given: &FieldValues,
    control: &Control,
) -> Result<ProgramAnswer, Failure> {
    let size = lowered.program.size();
    let has_objective = ground.objective.is_some();
    let mut answer = ProgramAnswer { has_objective, size, ..ProgramAnswer::default() };
    let (rows, columns) = size;
    control.say(|| format!("milp: {rows} rows, {columns} columns"));
    if let Err(stop) = control.check_memory(lowered.program.bytes(ENTRIES)) {
        answer.stopped = Some(stop);
        return Ok(answer);
    }
    let program = std::mem::take(&mut lowered.program);
    let outcome = if columns == 0 {
        // There is nothing to decide. A row that does not hold would have a column.
        Outcome { proof: Proof::Optimal, values: Some(Vec::new()), bound: 0.0, nodes: 0 }
    } else {
        let start = lowered.start(&ground.hints);
        back_end::run_as("", program, &start, &ground.forms.meter.rest())
    };
    answer.nodes = outcome.nodes;
    let sign = if lowered.maximised { -1 } else { 1 };
    if let (true, Some(bound)) = (answer.has_objective, least_whole(outcome.bound)) {
        answer.bound = Some(sign * bound.saturating_add(lowered.constant));
    }
    let variables = &ground.forms.variables;
    if let Some(found) = &outcome.values {
        let Some(read) = lowered.read(found, variables.len()) else {
            answer.stopped = Some(Stop::BackEnd("HiGHS gave values that are not whole"));
            answer.bound = None;
            return Ok(answer);
        };
        accept(ground, given, &read, &mut answer)?;
    }
    conclude(&outcome.proof, &mut answer);
    Ok(answer)
}
