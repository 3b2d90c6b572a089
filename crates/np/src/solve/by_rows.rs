//! Solving by `HiGHS`: a program becomes columns and rows.

use std::time::Instant;

use crate::check::Values;
use crate::ground::formula::{BuildError, Built, FormulaId, FormulaStore, Sum};
use crate::ground::{Ground, Origin, ground};
use crate::milp::lower;
use crate::solve::answer::{Engine, accept, conclude};
use crate::solve::{NoSolutions, ProgramAnswer, ProgramStatus, Solutions, ended};
use crate::{refusal::Refusal, resolve::names::Model, syntax::data::FieldValues};
use soliter_base::control::{Control, Stop};
use soliter_base::diagnostic::Diagnostic;
use soliter_solvers::highs::back_end;
use soliter_solvers::program::outcome::{Outcome, Proof, least_whole};

/// The average number of entries of a column, for an estimate of the memory.
const ENTRIES: usize = 12;

pub(super) struct Rows<'a> {
    pub(super) model: &'a Model,
    pub(super) given: &'a FieldValues,
    /// The maximum number of tuples of a list.
    pub(super) tuples: usize,
    pub(super) control: &'a Control,
}

impl<'a> Rows<'a> {
    pub(super) fn best(&self) -> Result<Solutions, NoSolutions> {
        Ok(Solutions::begun(self.solve(&[])?))
    }

    /// More solutions that are as good as those found. Each is a new program.
    pub(super) fn others(&self, mut all: Solutions, most: usize) -> Result<Solutions, NoSolutions> {
        while all.may_grow(most) {
            let next = self.solve(&all.list)?;
            match next.status {
                ProgramStatus::Solved => all.list.push(next),
                ProgramStatus::Infeasible => all.complete = true,
                ProgramStatus::Feasible | ProgramStatus::Unknown => all.stopped = next.stopped,
            }
        }
        Ok(all)
    }

    /// The ground program without the solutions that were found.
    fn ground(&self, found: &[ProgramAnswer]) -> Result<Ground<'a>, Refusal> {
        let mut ground = ground(self.model, self.given, self.control)?;
        for answer in found {
            ground.block(answer)?;
        }
        Ok(ground)
    }

    /// Solves the program. `found` are solutions to exclude, all with the same objective.
    pub(super) fn solve(&self, found: &[ProgramAnswer]) -> Result<ProgramAnswer, NoSolutions> {
        let clock = Instant::now();
        let answer = self.answer(found)?;
        Ok(ProgramAnswer { seconds: clock.elapsed().as_secs_f64(), ..answer })
    }

    fn answer(&self, found: &[ProgramAnswer]) -> Result<ProgramAnswer, NoSolutions> {
        let mut ground = match self.ground(found) {
            Ok(ground) => ground,
            Err(refusal) => return Ok(ended(refusal, ProgramAnswer::default())?),
        };
        let mut lowered = match lower(&mut ground, self.tuples) {
            Ok(lowered) => lowered,
            Err(Refusal::Faults(faults)) => return Err(NoSolutions::TooLarge(faults)),
            Err(refusal) => return Ok(ended(refusal, ProgramAnswer::default())?),
        };
        let size @ (rows, columns) = lowered.program.size();
        let has_objective = ground.objective.is_some();
        let engine = Engine::Milp;
        let is_maximised = lowered.maximised;
        let begun = ProgramAnswer { engine, has_objective, is_maximised, ..Default::default() };
        let mut answer = ProgramAnswer { size, ..begun };
        self.control.report_progress(|| format!("milp: {rows} rows, {columns} columns"));
        if let Err(stop) = self.control.check_memory(lowered.program.bytes(ENTRIES)) {
            answer.stopped = Some(stop);
            return Ok(answer);
        }
        let program = std::mem::take(&mut lowered.program);
        let outcome = if columns == 0 {
            // Nothing is left to decide: a row that does not hold would have a column.
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
        let variables = ground.forms.variables.len();
        if let Some(found) = &outcome.values {
            let Some(read) = lowered.read(found, variables) else {
                answer.stopped = Some(Stop::BackEnd("HiGHS returned values that are not integers"));
                answer.bound = None;
                return Ok(answer);
            };
            accept(&mut ground, self.given, &read, &mut answer)?;
        }
        conclude(&outcome.proof, &mut answer);
        Ok(answer)
    }
}

impl Ground<'_> {
    /// Adds the clause that at least one decision variable differs from a solution. The objective becomes the
    /// constraint that its value stays the same.
    fn block(&mut self, found: &ProgramAnswer) -> Result<(), Refusal> {
        let Some(values) = &found.values else { return Ok(()) };
        let Some((place, member)) = self.model.members().next() else { return Ok(()) };
        let span = member.name.span.clone();
        let origin = Origin { place, key: None, bound: Vec::new(), span, is_side_condition: false };
        let forms = &mut self.forms;
        let best = self.objective.take().zip(found.objective);
        let equal = best.map(|((_, sum, _), best)| forms.equal(&sum, &Sum::number(best)));
        let clause = blocking_clause(forms, self.named, values);
        for truth in equal.into_iter().chain([clause]) {
            match truth {
                Ok(truth) => self.constraints.push((origin.clone(), truth)),
                Err(BuildError::Refused(refusal)) => return Err(refusal),
                Err(_) => {
                    let message = "the solutions are too large to be left out";
                    return Err(Diagnostic::new(&self.model.source, origin.span, message).into());
                }
            }
        }
        Ok(())
    }
}

/// The truth that at least one of the named variables has another value.
fn blocking_clause(forms: &mut FormulaStore, named: usize, values: &Values) -> Built<FormulaId> {
    let mut tests = Vec::new();
    for var in 0..named {
        let Some(&value) = values.get(&forms.variables[var].name) else { continue };
        let variable = forms.variable(var);
        tests.push(forms.differ(&variable, &Sum::number(value))?);
    }
    forms.or(tests)
}
