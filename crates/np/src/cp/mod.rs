//! The constraint solver: posts ground constraints to Pumpkin, a solver with lazy clause generation.
//!
//! Pumpkin gets the ground constraints, not the rows for `HiGHS`, because it can propagate an order or a
//! difference that is no longer visible in rows. It uses 32-bit integers without overflow checks, so every
//! sum is checked here before it is posted. A solution is checked against the source like one of `HiGHS`; a
//! claim of infeasibility cannot be checked.
//!
//! * `post`: posts truths as clauses over predicates and as linear constraints.
//! * `terms`: turns sums into Pumpkin's terms, and posts constraints on tasks.
//! * `statistics`: the counters of a run, for the report.

mod post;
mod statistics;
mod terms;

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use pumpkin_conflict_resolvers::resolvers::ResolutionResolver;
use pumpkin_core::Solver;
use pumpkin_core::branching::Brancher;
use pumpkin_core::branching::branchers::dynamic_brancher::DynamicBrancher;
use pumpkin_core::branching::branchers::independent_variable_value_brancher::IndependentVariableValueBrancher;
use pumpkin_core::branching::branchers::warm_start::WarmStart;
use pumpkin_core::branching::value_selection::InDomainMin;
use pumpkin_core::branching::variable_selection::InputOrder;
use pumpkin_core::optimisation::OptimisationDirection;
use pumpkin_core::optimisation::linear_sat_unsat::LinearSatUnsat;
use pumpkin_core::results::{
    OptimisationResult, ProblemSolution, SatisfactionResult, SolutionReference,
};
use pumpkin_core::termination::TerminationCondition;
use pumpkin_core::variables::DomainId;

use crate::ground::{Ground, Origin, formula::BuildError, statements::Hint};
use crate::{
    cp::post::Posting, meter::Meter, refusal::Refusal, resolve::names::Model,
    syntax::tree::HintKind,
};
use soliter_base::{control::Stop, diagnostic::Diagnostic};
use soliter_solvers::highs::back_end::Proof;

pub(super) struct Found {
    pub(super) proof: Proof,
    pub(super) values: Option<Vec<i64>>,
}

/// Posts a program and searches for a solution, or an optimal one if there is an objective.
pub(super) fn solve(ground: &mut Ground<'_>) -> Result<Found, Refusal> {
    let model = ground.model;
    let posting = Posting::new(&mut ground.forms);
    let mut posting = posting.map_err(|error| refused(error, model, None))?;
    let infeasible = Found { proof: Proof::Infeasible, values: None };
    for (origin, truth) in &ground.constraints {
        posting.post(*truth).map_err(|error| refused(error, model, Some(origin)))?;
        if posting.solver.is_inconsistent() {
            return Ok(infeasible);
        }
    }
    let goal = ground.objective.as_ref().map(|(maximise, sum, origin)| {
        let variable = posting.variable_of(sum).map(|variable| (*maximise, variable));
        variable.map_err(|error| refused(error, model, Some(origin)))
    });
    let goal = goal.transpose()?;
    if posting.solver.is_inconsistent() {
        return Ok(infeasible);
    }
    let Posting { mut solver, variables, forms, .. } = posting;
    let read = |solution: SolutionReference<'_>| {
        let value = |&variable: &DomainId| i64::from(solution.get_integer_value(variable));
        Some(variables.iter().map(value).collect())
    };
    let mut brancher = branching(&solver, &variables, &ground.hints);
    let mut resolver = ResolutionResolver::default();
    let wanted = forms.meter.rest().solver_settings().statistics.clone();
    if wanted.is_some() {
        statistics::prepare();
    }
    let clock = Instant::now();
    let mut limits = Limits { meter: &forms.meter, stop: None };
    let failed = Proof::Stopped(Stop::BackEnd("the constraint solver failed"));
    let failed = Found { proof: failed, values: None };
    let (proof, values) = if let Some((maximise, variable)) = goal {
        let direction = if maximise {
            OptimisationDirection::Maximise
        } else {
            OptimisationDirection::Minimise
        };
        let go_on =
            |_: &Solver, _: SolutionReference<'_>, _: &DynamicBrancher, _: &ResolutionResolver| {
                ControlFlow::<()>::Continue(())
            };
        let procedure = LinearSatUnsat::new(direction, variable, go_on);
        let Some(result) =
            guarded(|| solver.optimise(&mut brancher, &mut limits, &mut resolver, procedure))
        else {
            return Ok(failed);
        };
        match &result {
            OptimisationResult::Optimal(best) => (Proof::Optimal, read(best.as_reference())),
            OptimisationResult::Satisfiable(best) | OptimisationResult::Stopped(best, ()) => {
                (Proof::Stopped(Stop::Time), read(best.as_reference()))
            }
            OptimisationResult::Unsatisfiable => (Proof::Infeasible, None),
            OptimisationResult::Unknown => (Proof::Stopped(Stop::Time), None),
        }
    } else {
        let Some(result) = guarded(|| solver.satisfy(&mut brancher, &mut limits, &mut resolver))
        else {
            return Ok(failed);
        };
        match &result {
            SatisfactionResult::Satisfiable(found) => (Proof::Optimal, read(found.solution())),
            SatisfactionResult::Unsatisfiable(..) => (Proof::Infeasible, None),
            SatisfactionResult::Unknown(..) => (Proof::Stopped(Stop::Time), None),
        }
    };
    if let Some(report) = wanted {
        let log = || solver.log_statistics(&brancher, &resolver, false);
        report(&statistics::line(log, variables.len(), clock.elapsed()));
    }
    Ok(Found { proof: limits.say(proof), values })
}

/// Runs Pumpkin's search; `None` if it panics. A panic in the search says nothing about the program. A
/// panic in the code around it is not caught.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

/// The order of branching: the values of hints, the variables with a priority, then Pumpkin's own order.
fn branching(solver: &Solver, variables: &[DomainId], hints: &[Hint]) -> DynamicBrancher {
    let mut branchers: Vec<Box<dyn Brancher>> = Vec::new();
    let (mut wanted, mut values, mut first) = (Vec::new(), Vec::new(), Vec::new());
    for &(var, kind, number) in hints {
        if kind == HintKind::Priority {
            first.push((number, variables[var]));
        } else if let Ok(value) = i32::try_from(number) {
            // Pumpkin ignores a value that the variable cannot have.
            wanted.push(variables[var]);
            values.push(value);
        }
    }
    if !wanted.is_empty() {
        branchers.push(Box::new(WarmStart::new(&wanted, &values)));
    }
    if !first.is_empty() {
        first.sort_by_key(|(priority, _)| std::cmp::Reverse(*priority));
        let first: Vec<DomainId> = first.into_iter().map(|(_, variable)| variable).collect();
        let order = IndependentVariableValueBrancher::new(InputOrder::new(&first), InDomainMin);
        branchers.push(Box::new(order));
    }
    branchers.push(Box::new(solver.default_brancher()));
    DynamicBrancher::new(branchers)
}

/// Why a constraint cannot be posted, or a variable if no constraint is given.
fn refused(error: BuildError, model: &Model, origin: Option<&Origin>) -> Refusal {
    let message = match error {
        BuildError::Refused(refusal) => return refusal,
        BuildError::Number => {
            let title = origin.map_or("a variable".into(), |o| model.clause_name(o.place));
            format!("a number here may pass what the constraint solver computes with (in {title})")
        }
        BuildError::Wide(low, high) => format!("this may be anything from {low} to {high}"),
        BuildError::Levels => "the condition is too large for the constraint solver".to_owned(),
    };
    let help = "its numbers have 32 bits, and it takes sums up to a thousand million; use --method milp, or \
                smaller numbers";
    let span = origin.map_or(0..0, |origin| origin.span.clone());
    Diagnostic::new(&model.source, span, message).help(help).into()
}

/// The limits, checked in every turn of the search.
struct Limits<'m> {
    meter: &'m Meter,
    stop: Option<Stop>,
}

/// The bytes that a turn of the search is assumed to read and write.
const TURN: usize = 1024;

impl TerminationCondition for Limits<'_> {
    fn should_stop(&mut self) -> bool {
        if self.stop.is_none() {
            self.stop = self.meter.step(TURN).err();
        }
        self.stop.is_some()
    }
}

impl Limits<'_> {
    /// The proof; if the search stopped, with the limit that ended it.
    fn say(&self, proof: Proof) -> Proof {
        let Proof::Stopped(_) = proof else { return proof };
        let silent = Stop::BackEnd("the constraint solver gave no result");
        Proof::Stopped(self.stop.unwrap_or(silent))
    }
}
