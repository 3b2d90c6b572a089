//! Runs `CaDiCaL` and reads its results. No other module does so.

use std::cell::Cell;
use std::error::Error;
use std::rc::Rc;
use std::sync::atomic::Ordering;

use rustsat::OutOfMemory;
use rustsat::solvers::{
    ControlSignal, GetInternalStats, Solve, SolveIncremental, SolverResult, Terminate,
};
use rustsat::types::{Clause, Lit, TernaryVal};
use rustsat_cadical::{CaDiCaL, Config, ProofTracerHandle};

use crate::sat::clauses::Clauses;
use crate::sat::tracer::{Checked, Proof, Tracer, Written};
use soliter_base::control::{Control, Stop};
use soliter_base::memory;

/// The number of clauses for which one unit of work is charged between two limit checks of `CaDiCaL`.
const CLAUSES_A_UNIT: usize = 200;

/// A satisfying assignment, from variable 1 on, or `None` if the clauses are unsatisfiable.
type Values = Result<Option<Vec<bool>>, Stop>;

/// The work of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    /// The number of conflicts learned from.
    pub conflicts: u64,
    /// The number of steps that were checked.
    pub steps: u64,
}

/// A satisfying assignment if there is one, and the work done. Each step of a refutation is checked as it is made.
pub fn run(clauses: &Clauses, control: &Control) -> (Values, Work) {
    match Solver::new(clauses, control) {
        Ok(mut solver) => (solver.solve(None), solver.work()),
        Err(stop) => (Err(stop), Work::default()),
    }
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
    let mut solver = Solver::writing(clauses, None, control)?;
    match solver.solve(None)? {
        Some(values) => Ok(Proved::Satisfied(values)),
        None => solver.proof().map(Proved::Refuted),
    }
}

/// `CaDiCaL` with some clauses. It keeps what it learns from one run to the next, and its proof too: either each step
/// is checked as it is made, or the steps are written down.
pub struct Solver {
    /// Released before the tracer, which it calls.
    cadical: CaDiCaL<'static, 'static>,
    tracer: ProofTracerHandle<Tracer>,
    stop: Rc<Cell<Option<Stop>>>,
    control: Control,
    variables: i32,
}

impl Solver {
    /// A solver that checks each step.
    pub fn new(clauses: &Clauses, control: &Control) -> Result<Self, Stop> {
        Self::with(clauses, Proof::Checked(Checked::new(clauses)), control)
    }

    /// A solver that writes down its steps. If the clauses are to be refuted together with a unit clause that is not
    /// known yet, `bound` is the number of that clause, which follows the given clauses.
    pub fn writing(
        clauses: &Clauses,
        bound: Option<usize>,
        control: &Control,
    ) -> Result<Self, Stop> {
        let given = bound.unwrap_or(clauses.number);
        Self::with(clauses, Proof::Written(Written::new(given)), control)
    }

    /// All memory that the process allocates from now on counts against the limit, whichever part allocates it.
    fn with(clauses: &Clauses, proof: Proof, control: &Control) -> Result<Self, Stop> {
        let mut cadical = CaDiCaL::default();
        // The last run is a refutation, which takes most of the time.
        let configured = cadical.set_configuration(Config::Unsat);
        configured.map_err(|error| fault(error.as_ref()))?;
        let (tracer, bytes) = Tracer::new(proof, clauses.number);
        let tracer = cadical.connect_proof_tracer(tracer, true);
        let stop = Rc::new(Cell::new(None));
        let watch = memory::resident().map(memory::Watch::new);
        let (noted, polling) = (Rc::clone(&stop), control.clone());
        let polled = (clauses.number / CLAUSES_A_UNIT).max(50);
        cadical.attach_terminator(move || {
            let limit = polling.memory_limit();
            let over = watch.as_ref().is_some_and(|watch| watch.is_over(limit));
            let kept = bytes.load(Ordering::Relaxed);
            let now = polling.check_work(polled).and_then(|()| polling.check_memory(kept));
            match if over { Err(Stop::Memory) } else { now } {
                Ok(()) => ControlSignal::Continue,
                Err(stop) => {
                    noted.set(Some(stop));
                    ControlSignal::Terminate
                }
            }
        });
        let (control, variables) = (control.clone(), clauses.variables);
        let mut solver = Self { cadical, tracer, stop, control, variables };
        for (number, literals) in clauses.iter().enumerate() {
            if number % 4096 == 0 {
                solver.control.check()?;
            }
            solver.add(literals)?;
        }
        Ok(solver)
    }

    /// Adds a clause over the same variables. If clauses were added after a run, there is no proof as text.
    pub fn add(&mut self, literals: &[i32]) -> Result<(), Stop> {
        let literals = literals.iter().map(|&literal| Lit::from_ipasir(literal));
        let clause = literals.collect::<Result<Clause, _>>();
        let clause = clause.map_err(|_| Stop::Fault("a clause has no literal where it should"))?;
        self.cadical.add_clause_ref(&clause).map_err(|error| fault(&*error))
    }

    /// A satisfying assignment in which the assumed literal is true, or `None` if there is none.
    pub fn solve(&mut self, assumed: Option<i32>) -> Values {
        self.stop.set(None);
        self.tracer().failed = None;
        let result = match assumed.map(Lit::from_ipasir) {
            None => self.cadical.solve(),
            Some(Ok(literal)) => self.cadical.solve_assumps(&[literal]),
            Some(Err(_)) => return Err(Stop::Fault("a literal has no variable")),
        };
        match result.map_err(|error| fault(&*error))? {
            SolverResult::Interrupted => Err(self.stop.get().unwrap_or(Stop::Cancelled)),
            SolverResult::Sat => {
                let values = self.values();
                values.map(Some).ok_or(Stop::BackEnd("CaDiCaL gave no values"))
            }
            SolverResult::Unsat => {
                let has_refuted = self.tracer().has_refuted(assumed);
                let wrong = Stop::Fault("a step of CaDiCaL does not follow");
                if has_refuted { Ok(None) } else { Err(wrong) }
            }
        }
    }

    /// The work of all runs so far.
    pub fn work(&mut self) -> Work {
        let steps = self.tracer().steps();
        Work { conflicts: self.cadical.conflicts() as u64, steps }
    }

    /// The proof that the clauses, with the literal that the last run assumed, are unsatisfiable.
    pub fn proof(self) -> Result<String, Stop> {
        let lost = Stop::BackEnd("CaDiCaL lost its proof");
        let Self { mut cadical, tracer, .. } = self;
        let tracer = cadical.disconnect_proof_tracer(tracer).map_err(|_| lost)?;
        tracer.text().ok_or(lost)
    }

    fn tracer(&mut self) -> &mut Tracer {
        self.cadical.proof_tracer_mut(&self.tracer)
    }

    /// The values of all variables. A variable that may have either value gets one of them.
    fn values(&self) -> Option<Vec<bool>> {
        let value = |variable: i32| {
            let literal = Lit::from_ipasir(variable).ok()?;
            Some(self.cadical.lit_val(literal).ok()? == TernaryVal::True)
        };
        (1..=self.variables).map(value).collect()
    }
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
