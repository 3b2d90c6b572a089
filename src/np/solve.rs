//! Solving a program: its answer, or its mixed-integer program alone.

use crate::base::control::Control;
use crate::np::data::FieldValues;
use crate::np::ground::Ground;
use crate::np::lower::LoweredProgram;
use crate::np::names::Model;
use crate::np::stages;

pub use crate::np::stages::{Failure, PrepareFault, ProgramAnswer, ProgramStatus, StoredValue};

/// Tuples of one list; each becomes a column.
const TUPLES: usize = 4000;

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

/// The ground program and its mixed-integer program.
///
/// # Errors
/// Faults, or a limit.
pub fn prepare<'a>(
    model: &'a Model,
    given: &'a FieldValues,
    control: &'a Control,
) -> Result<(Ground<'a>, LoweredProgram), PrepareFault> {
    stages::prepare(model, given, TUPLES, control)
}
