//! Solving a program: its answer, or its mixed-integer program alone.

pub(crate) mod answer;
pub(crate) mod blocking;
pub mod engine;
pub mod explain;
pub mod irreducible;
pub(crate) mod stages;

use crate::base::control::{Control, Stop};
use crate::np::check::Values;
use crate::np::ground::Ground;
use crate::np::milp::LoweredProgram;
use crate::np::refusal::Refusal;
use crate::np::resolve::names::Model;
use crate::np::solve::engine::Engine;
use crate::np::solve::stages::TUPLES;
use crate::np::syntax::data::FieldValues;

pub use crate::np::solve::answer::{Failure, ProgramAnswer, ProgramStatus, StoredValue};

/// Solves a program with its data.
///
/// # Errors
/// See [`Failure`].
pub fn solve(
    model: &Model,
    given: &FieldValues,
    control: &Control,
) -> Result<ProgramAnswer, Failure> {
    stages::solve_within(model, given, TUPLES, control)
}

/// The same by an engine.
///
/// # Errors
/// See [`Failure`].
pub fn solve_by(
    engine: Engine,
    model: &Model,
    given: &FieldValues,
    control: &Control,
) -> Result<ProgramAnswer, Failure> {
    stages::solve_with(model, given, TUPLES, engine, &[], control)
}

/// Solutions that differ in the value of a decision; with an objective, the best ones.
#[derive(Clone, Debug)]
pub struct Solutions {
    /// In the order in which they were found: the first says whether there is any.
    pub list: Vec<ProgramAnswer>,
    /// Whether it is proved that there are no more.
    pub complete: bool,
    /// What ended the search early.
    pub stopped: Option<Stop>,
}

/// Finds solutions by an engine, one after the other, until there are no more or so many.
///
/// # Errors
/// See [`Failure`].
pub fn solve_all(
    engine: Engine,
    model: &Model,
    given: &FieldValues,
    most: usize,
    control: &Control,
) -> Result<Solutions, Failure> {
    let first = solve_by(engine, model, given, control)?;
    if first.status != ProgramStatus::Solved {
        let complete = first.status == ProgramStatus::Infeasible;
        return Ok(Solutions { stopped: first.stopped, complete, list: vec![first] });
    }
    // Without decisions there is nothing that could be otherwise.
    let mut complete = first.values.as_ref().is_none_or(Values::is_empty);
    let mut list = vec![first];
    let mut stopped = None;
    while list.len() < most && !complete && stopped.is_none() {
        let next = stages::solve_with(model, given, TUPLES, engine, &list, control)?;
        match next.status {
            ProgramStatus::Solved => list.push(next),
            ProgramStatus::Infeasible => complete = true,
            ProgramStatus::Feasible | ProgramStatus::Unknown => stopped = next.stopped,
        }
    }
    Ok(Solutions { list, complete, stopped })
}

/// The ground program and its mixed-integer program.
///
/// # Errors
/// Faults, or a limit.
pub fn prepare<'a>(
    model: &'a Model,
    given: &'a FieldValues,
    control: &'a Control,
) -> Result<(Ground<'a>, LoweredProgram), Refusal> {
    stages::prepare(model, given, TUPLES, &[], control)
}
