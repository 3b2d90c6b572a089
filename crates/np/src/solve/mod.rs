//! Solving: from a program and its data to a checked answer.
//!
//! A program is grounded, lowered to a mixed-integer program and solved by `HiGHS`, or posted to the
//! constraint solver. The resulting values are checked against the source before anything is reported.
//! Further solutions are found with blocking clauses, and an infeasible program is explained by an
//! irreducible infeasible subset of its clauses.

pub(crate) mod answer;
pub mod explain;
pub mod irreducible;

use std::time::Instant;

use crate::check::Values;
#[cfg(feature = "cp")]
use crate::cp;
use crate::ground::formula::{BuildError, Built, Forms, Sum, Truth};
use crate::ground::{Ground, Origin, ground};
use crate::milp::{LoweredProgram, TUPLES, lower};
use crate::solve::answer::{accept, conclude};
use crate::{refusal::Refusal, resolve::names::Model, syntax::data::FieldValues};
use soliter_base::control::{Control, Stop};
use soliter_base::diagnostic::Diagnostic;
pub use soliter_solvers::highs::back_end::{self, Outcome, Proof};
use soliter_solvers::highs::claims::least_whole;

pub use crate::solve::answer::{Failure, ProgramAnswer, ProgramStatus, StoredValue};

/// The average number of entries of a column, for an estimate of the memory.
const ENTRIES: usize = 12;

/// An engine that can solve a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// `HiGHS`, by mixed-integer programming.
    #[default]
    Milp,
    /// Pumpkin, by constraint programming with lazy clause generation. It gives no bound if a limit stops it.
    #[cfg(feature = "cp")]
    Cp,
    /// Both engines, whose answers must agree.
    #[cfg(feature = "cp")]
    Both,
}

/// Solves a program with its data by `HiGHS`.
pub fn solve(
    model: &Model,
    given: &FieldValues,
    control: &Control,
) -> Result<ProgramAnswer, Failure> {
    solve_by(Engine::Milp, model, given, control)
}

/// Solves a program with its data by the given engine.
pub fn solve_by(
    engine: Engine,
    model: &Model,
    given: &FieldValues,
    control: &Control,
) -> Result<ProgramAnswer, Failure> {
    Task { model, given, tuples: TUPLES, control }.solve(engine, &[])
}

/// Solves a program by `HiGHS` with lists of at most `tuples` tuples, which affects the time only.
#[doc(hidden)]
pub fn solve_within(
    model: &Model,
    given: &FieldValues,
    tuples: usize,
    control: &Control,
) -> Result<ProgramAnswer, Failure> {
    Task { model, given, tuples, control }.solve(Engine::Milp, &[])
}

/// Solutions that differ in the value of a decision variable. With an objective, all are optimal.
#[derive(Clone, Debug)]
pub struct Solutions {
    /// The solutions in the order found. If there are none, the single answer that reports this.
    pub list: Vec<ProgramAnswer>,
    /// Whether it is proved that there are no more solutions.
    pub complete: bool,
    /// The reason for stopping early.
    pub stopped: Option<Stop>,
}

/// Finds solutions by the given engine, one after the other, until there are no more or `most` are found.
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
        let next = Task { model, given, tuples: TUPLES, control }.solve(engine, &list)?;
        match next.status {
            ProgramStatus::Solved => list.push(next),
            ProgramStatus::Infeasible => complete = true,
            ProgramStatus::Feasible | ProgramStatus::Unknown => stopped = next.stopped,
        }
    }
    Ok(Solutions { list, complete, stopped })
}

/// Converts a refusal: errors become a failure, whereas a limit becomes part of the answer.
fn ended(refusal: Refusal, answer: ProgramAnswer) -> Result<ProgramAnswer, Failure> {
    match refusal {
        Refusal::Faults(faults) => Err(Failure::Faults(faults)),
        Refusal::Stopped(stop) => Ok(ProgramAnswer { stopped: Some(stop), ..answer }),
    }
}

/// The combined answer of two engines, unless they contradict each other.
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

/// An answer that only one engine proved, without the proof.
#[cfg(feature = "cp")]
fn halved(answer: ProgramAnswer) -> ProgramAnswer {
    let status = match answer.status {
        ProgramStatus::Solved => ProgramStatus::Feasible,
        _ => ProgramStatus::Unknown,
    };
    ProgramAnswer { status, ..answer }
}

/// The ground program and the mixed-integer program of a program with its data.
pub fn prepare<'a>(
    model: &'a Model,
    given: &'a FieldValues,
    control: &'a Control,
) -> Result<(Ground<'a>, LoweredProgram), Refusal> {
    Task { model, given, tuples: TUPLES, control }.prepare(&[])
}

struct Task<'a> {
    model: &'a Model,
    given: &'a FieldValues,
    tuples: usize,
    control: &'a Control,
}

impl<'a> Task<'a> {
    /// Solves the program. `found` are solutions to exclude, all with the same objective.
    fn solve(&self, engine: Engine, found: &[ProgramAnswer]) -> Result<ProgramAnswer, Failure> {
        let clock = Instant::now();
        let mut answer = match engine {
            Engine::Milp => self.by_milp(found)?,
            #[cfg(feature = "cp")]
            Engine::Cp => self.by_cp(found)?,
            #[cfg(feature = "cp")]
            Engine::Both => {
                let cp = self.by_cp(found)?;
                let milp = self.by_milp(found)?;
                both(cp, milp)?
            }
        };
        answer.seconds = clock.elapsed().as_secs_f64();
        Ok(answer)
    }

    #[cfg(feature = "cp")]
    fn by_cp(&self, found: &[ProgramAnswer]) -> Result<ProgramAnswer, Failure> {
        let mut answer = ProgramAnswer::default();
        let mut ground = match self.ground(found) {
            Ok(ground) => ground,
            Err(refusal) => return ended(refusal, answer),
        };
        answer.has_objective = ground.objective.is_some();
        let (variables, constraints) = ground.size();
        self.control.say(|| format!("cp: {variables} variables, {constraints} constraints"));
        let cp::Found { proof, values } = match cp::solve(&mut ground) {
            Ok(found) => found,
            Err(refusal) => return ended(refusal, answer),
        };
        if let Some(values) = &values {
            accept(&ground, self.given, values, &mut answer)?;
        }
        if proof == Proof::Optimal {
            answer.bound = answer.objective;
        }
        conclude(&proof, &mut answer);
        Ok(answer)
    }

    /// The ground program without the solutions that were found.
    fn ground(&self, found: &[ProgramAnswer]) -> Result<Ground<'a>, Refusal> {
        let mut ground = ground(self.model, self.given, self.control)?;
        for answer in found {
            ground.block(answer)?;
        }
        Ok(ground)
    }

    fn prepare(&self, found: &[ProgramAnswer]) -> Result<(Ground<'a>, LoweredProgram), Refusal> {
        let mut ground = self.ground(found)?;
        let (variables, constraints) = ground.size();
        self.control.say(|| format!("np: {variables} variables, {constraints} constraints"));
        let lowered = lower(&mut ground, self.tuples, self.control)?;
        Ok((ground, lowered))
    }

    fn by_milp(&self, found: &[ProgramAnswer]) -> Result<ProgramAnswer, Failure> {
        let (ground, mut lowered) = match self.prepare(found) {
            Ok(prepared) => prepared,
            Err(refusal) => return ended(refusal, ProgramAnswer::default()),
        };
        let size @ (rows, columns) = lowered.program.size();
        let has_objective = ground.objective.is_some();
        let mut answer = ProgramAnswer { has_objective, size, ..ProgramAnswer::default() };
        self.control.say(|| format!("milp: {rows} rows, {columns} columns"));
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
        let variables = &ground.forms.variables;
        if let Some(found) = &outcome.values {
            let Some(read) = lowered.read(found, variables.len()) else {
                answer.stopped = Some(Stop::BackEnd("HiGHS returned values that are not integers"));
                answer.bound = None;
                return Ok(answer);
            };
            accept(&ground, self.given, &read, &mut answer)?;
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
fn blocking_clause(forms: &mut Forms, named: usize, values: &Values) -> Built<Truth> {
    let mut tests = Vec::new();
    for var in 0..named {
        let Some(&value) = values.get(&forms.variables[var].name) else { continue };
        let same = forms.is_in(var, vec![value])?;
        tests.push(forms.not(same)?);
    }
    forms.or(tests)
}
