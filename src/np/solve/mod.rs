//! Solving: from a program and its data to a checked answer.
//!
//! A program is grounded, lowered to a mixed-integer program and solved by `HiGHS`, or posted to the
//! constraint engine. The values that come back are checked against the source before anything is reported.
//! Further solutions are found by blocking clauses, and an infeasible program is explained by an
//! irreducible infeasible subset of its clauses.
//!
//! * `stages`: the stages from a program to its answer, for each engine.
//! * [`engine`]: the engines to choose from.
//! * `answer`: the answer, and how values and a proof become one.
//! * `blocking`: excludes a solution that was found, so that the next one differs.
//! * [`irreducible`]: why a program is infeasible.
//! * [`explain`]: prints the ground constraints.

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

/// Solves a program with its data by the given engine.
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

/// Solutions, any two of which differ in the value of a decision variable. With an objective, all are
/// optimal.
#[derive(Clone, Debug)]
pub struct Solutions {
    /// The solutions in the order in which they were found. If there is none, the list has the single answer
    /// that says so.
    pub list: Vec<ProgramAnswer>,
    /// Whether it is proved that there are no more solutions.
    pub complete: bool,
    /// What ended the search early.
    pub stopped: Option<Stop>,
}

/// Finds solutions by the given engine, one after the other, until there are no more or `most` are found.
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
    // Without decision variables there is only one solution.
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

/// The ground program and the mixed-integer program of a program with its data.
///
/// # Errors
/// The program or its data has faults, or a limit was reached first.
pub fn prepare<'a>(
    model: &'a Model,
    given: &'a FieldValues,
    control: &'a Control,
) -> Result<(Ground<'a>, LoweredProgram), Refusal> {
    stages::prepare(model, given, TUPLES, &[], control)
}
