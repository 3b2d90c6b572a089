//! Runs `CaDiCaL` and reads its results. No other module does so.

use std::cell::Cell;
use std::error::Error;
use std::rc::Rc;
use std::sync::atomic::Ordering;

use rustsat::OutOfMemory;
use rustsat::solvers::{ControlSignal, GetInternalStats, Solve, SolverResult, Terminate};
use rustsat::types::{Clause, Lit, TernaryVal};
use rustsat_cadical::CaDiCaL;

use crate::sat::clauses::Clauses;
use crate::sat::tracer::{Checked, Proof, Tracer, Written};
use soliter_base::control::{Control, Stop};
use soliter_base::memory;

/// The number of clauses for which one unit of work is charged between two limit checks of `CaDiCaL`.
const CLAUSES_A_UNIT: usize = 200;

/// A satisfying assignment, from variable 1 on, or `None` if the clauses are unsatisfiable.
type Values = Result<Option<Vec<bool>>, Stop>;

/// The work of a run.
#[derive(Clone, Copy)]
pub struct Work {
    /// The number of conflicts learned from.
    pub conflicts: u64,
    /// The number of steps that were checked.
    pub steps: u64,
}

/// A satisfying assignment if there is one, and the work done. Each step of a refutation is checked as it is made.
pub fn run(clauses: &Clauses, control: &Control) -> (Values, Work) {
    let (values, conflicts, proof) = traced(clauses, Checked::new(clauses), control);
    let steps = proof.as_ref().map_or(0, Checked::steps);
    let values = values.and_then(|values| match proof {
        _ if values.is_some() => Ok(values),
        Ok(proof) if proof.has_refuted() => Ok(None),
        Ok(_) => Err(Stop::Fault("a step of CaDiCaL does not follow")),
        Err(lost) => Err(lost),
    });
    (values, Work { conflicts, steps })
}

/// The result of a run that writes down its steps.
pub enum Proved {
    /// A proof, in LRAT as text, that the clauses are unsatisfiable.
    Refuted(String),
    /// A satisfying assignment, from variable 1 on.
    Satisfied(Vec<bool>),
}

/// Runs the solver like [`run`], but returns the proof instead of checking it. The clauses are numbered from
/// 1, and the steps come after them.
pub fn prove(clauses: &Clauses, control: &Control) -> Result<Proved, Stop> {
    let (values, _, proof) = traced(clauses, Written::new(clauses.number), control);
    let text = proof?.text;
    Ok(values?.map_or(Proved::Refuted(text), Proved::Satisfied))
}

/// The assignment, the number of conflicts, and the proof. All memory that the process allocates during the
/// run counts against the limit, whichever part allocates it.
fn traced<P: Proof>(
    clauses: &Clauses,
    proof: P,
    control: &Control,
) -> (Values, u64, Result<P, Stop>) {
    let mut solver = CaDiCaL::default();
    let (tracer, bytes) = Tracer::new(proof);
    let handle = solver.connect_proof_tracer(tracer, true);
    let stop = Rc::new(Cell::new(None));
    let watch = memory::resident().map(memory::Watch::new);
    let noted = Rc::clone(&stop);
    let polled = (clauses.number / CLAUSES_A_UNIT).max(50);
    solver.attach_terminator(move || {
        let limit = control.memory_limit();
        let over = watch.as_ref().is_some_and(|watch| watch.is_over(limit));
        let kept = bytes.load(Ordering::Relaxed);
        let now = control.check_work(polled).and_then(|()| control.check_memory(kept));
        match if over { Err(Stop::Memory) } else { now } {
            Ok(()) => ControlSignal::Continue,
            Err(stop) => {
                noted.set(Some(stop));
                ControlSignal::Terminate
            }
        }
    });
    let result =
        add(&mut solver, clauses, control).and_then(|()| solver.solve().map_err(|e| fault(&*e)));
    solver.detach_terminator();
    let values = result.and_then(|result| match result {
        SolverResult::Unsat => Ok(None),
        SolverResult::Interrupted => Err(stop.get().unwrap_or(Stop::Cancelled)),
        SolverResult::Sat => {
            let values = values(&solver, clauses);
            values.map(Some).ok_or(Stop::BackEnd("CaDiCaL gave no values"))
        }
    });
    let conflicts = solver.conflicts() as u64;
    let lost = Stop::BackEnd("CaDiCaL lost its proof");
    let tracer = solver.disconnect_proof_tracer(handle).map_err(|_| lost);
    (values, conflicts, tracer.map(|tracer| tracer.proof))
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

/// The reason for stopping that corresponds to an error of the crate.
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

/// The values of all variables. A variable that may have either value gets one of them.
fn values(solver: &CaDiCaL<'_, '_>, clauses: &Clauses) -> Option<Vec<bool>> {
    let value = |variable: i32| {
        let literal = Lit::from_ipasir(variable).ok()?;
        Some(solver.lit_val(literal).ok()? == TernaryVal::True)
    };
    (1..=clauses.variables).map(value).collect()
}
