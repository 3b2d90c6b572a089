//! Runs `CaDiCaL` and reads its results, which happens nowhere else.

use std::cell::Cell;
use std::error::Error;
use std::rc::Rc;
use std::sync::atomic::Ordering;

use rustsat::OutOfMemory;
use rustsat::solvers::{ControlSignal, GetInternalStats, Solve, SolverResult, Terminate};
use rustsat::types::{Clause, Lit, TernaryVal};
use rustsat_cadical::CaDiCaL;

use crate::base::control::{Control, Stop};
use crate::base::memory;
use crate::peg::sat::checked::Checked;
use crate::peg::sat::clauses::Clauses;
use crate::peg::sat::tracer::Tracer;

/// The outcome of a run.
#[derive(Debug)]
pub(super) enum Outcome {
    /// The clauses contradict each other.
    Refuted,
    /// The clauses can all be true, with these values of the variables; that of variable 1 comes first.
    Values(Vec<bool>),
    /// The run stopped early.
    Stopped(Stop),
}

/// The outcome of a run, and the number of conflicts from which the solver learned.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) outcome: Outcome,
    pub(super) conflicts: u64,
}

/// Decides whether clauses can all be true, within the limits of `control`. Each step of a refutation is
/// checked as it comes.
pub(super) fn run(clauses: &Clauses, control: &Control) -> Run {
    let mut solver = CaDiCaL::default();
    let (checked, bytes) = Checked::new(clauses);
    let handle = solver.connect_proof_tracer(checked, true);
    let mut run = solve(&mut solver, clauses, control, move || bytes.load(Ordering::Relaxed));
    let checked = solver.disconnect_proof_tracer(handle);
    if matches!(run.outcome, Outcome::Refuted) {
        match checked {
            Ok(checked) if checked.has_refuted() => {}
            Ok(_) => {
                run.outcome = Outcome::Stopped(Stop::Fault("a step of CaDiCaL does not follow"));
            }
            Err(_) => run.outcome = Outcome::Stopped(Stop::BackEnd("CaDiCaL lost its proof")),
        }
    }
    run
}

/// Runs the solver as [`run`] does, but returns the proof, in LRAT as text, instead of checking it. The proof
/// is complete if the clauses contradict each other. The clauses are numbered from 1, and the steps come
/// after them.
pub(super) fn run_with_proof(clauses: &Clauses, control: &Control) -> (Run, String) {
    let mut solver = CaDiCaL::default();
    let (tracer, size) = Tracer::new(clauses.len());
    let handle = solver.connect_proof_tracer(tracer, true);
    let size_now = move || size.load(Ordering::Relaxed);
    let mut run = solve(&mut solver, clauses, control, size_now);
    let Ok(tracer) = solver.disconnect_proof_tracer(handle) else {
        run.outcome = Outcome::Stopped(Stop::BackEnd("CaDiCaL lost its proof"));
        return (run, String::new());
    };
    (run, tracer.text())
}

/// Runs the solver. `proof` returns the current size of the proof in bytes. All memory that the process has
/// taken since the run began counts against the limit, whatever part of it took the memory.
fn solve<'c>(
    solver: &mut CaDiCaL<'c, '_>,
    clauses: &Clauses,
    control: &'c Control,
    proof: impl Fn() -> u64 + 'c,
) -> Run {
    let stop = Rc::new(Cell::new(None));
    let watch = memory::resident().map(memory::Watch::new);
    let noted = Rc::clone(&stop);
    solver.attach_terminator(move || {
        let limit = control.memory_limit();
        let over = watch.as_ref().is_some_and(|watch| watch.is_over(limit));
        let now = control.check().and_then(|()| control.check_memory(proof()));
        match if over { Err(Stop::Memory) } else { now } {
            Ok(()) => ControlSignal::Continue,
            Err(stop) => {
                noted.set(Some(stop));
                ControlSignal::Terminate
            }
        }
    });
    let result =
        add(solver, clauses, control).and_then(|()| solver.solve().map_err(|e| fault(&*e)));
    solver.detach_terminator();
    let outcome = match result {
        Err(stop) => Outcome::Stopped(stop),
        Ok(SolverResult::Unsat) => Outcome::Refuted,
        Ok(SolverResult::Interrupted) => Outcome::Stopped(stop.get().unwrap_or(Stop::Cancelled)),
        Ok(SolverResult::Sat) => match values(solver, clauses) {
            Some(values) => Outcome::Values(values),
            None => Outcome::Stopped(Stop::BackEnd("CaDiCaL gave no values")),
        },
    };
    Run { outcome, conflicts: solver.conflicts() as u64 }
}

fn add(solver: &mut CaDiCaL<'_, '_>, clauses: &Clauses, control: &Control) -> Result<(), Stop> {
    for (number, literals) in clauses.iter().enumerate() {
        if number % 4096 == 0 {
            control.check()?;
        }
        let literals = literals.iter().map(|&literal| Lit::from_ipasir(literal));
        let clause = literals.collect::<Result<Clause, _>>();
        let clause = clause.map_err(|_| Stop::Fault("a clause has no literal where it should"))?;
        solver.add_clause_ref(&clause).map_err(|error| fault(&*error))?;
    }
    Ok(())
}

/// The reason for stopping that an error of the crate stands for.
fn fault(error: &(dyn Error + 'static)) -> Stop {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if error.is::<OutOfMemory>() {
            return Stop::Memory;
        }
        cause = error.source();
    }
    Stop::BackEnd("CaDiCaL failed")
}

/// The values of all variables. A variable that may have either value is given one of them.
fn values(solver: &CaDiCaL<'_, '_>, clauses: &Clauses) -> Option<Vec<bool>> {
    let value = |variable: i32| {
        let literal = Lit::from_ipasir(variable).ok()?;
        Some(solver.lit_val(literal).ok()? == TernaryVal::True)
    };
    (1..=clauses.variables()).map(value).collect()
}
