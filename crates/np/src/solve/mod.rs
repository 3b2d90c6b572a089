//! Solving: from a program and its data to a checked answer.
//!
//! A program is grounded, and then lowered to a mixed-integer program for `HiGHS`, or encoded as clauses for `CaDiCaL`.
//! By default both engines take turns until one of them has proved its answer. The values that an engine finds are
//! checked against the source before anything is reported. An infeasible program is explained by an irreducible
//! infeasible subset of its clauses.

pub(crate) mod answer;
#[cfg(feature = "sat")]
mod by_clauses;
mod by_rows;
pub mod explain;
pub mod irreducible;
#[cfg(feature = "sat")]
mod together;

use crate::check::Values;
use crate::{milp::TUPLES, solve::by_rows::Rows};
use crate::{refusal::Refusal, resolve::names::Model, syntax::data::FieldValues};
use soliter_base::control::{Control, Stop};
use soliter_base::diagnostic::Diagnostics;
#[cfg(feature = "sat")]
use soliter_checker::lrat::Bound;
#[cfg(feature = "sat")]
use soliter_solvers::sat::Refutation;

pub use crate::solve::answer::{Engine, Failure, ProgramAnswer, ProgramStatus, StoredValue};

/// Which engines solve a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Both, in turns that are measured in work, until one has proved its answer.
    #[default]
    Auto,
    /// `HiGHS` alone.
    Milp,
    /// `CaDiCaL` alone.
    #[cfg(feature = "sat")]
    Sat,
}

/// The options for solving a program.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// Which engines solve it.
    pub method: Method,
    /// The maximum number of solutions.
    pub most: usize,
    /// Whether `CaDiCaL` writes down the proof of its answer.
    pub keeps_proof: bool,
}

impl Default for Request {
    /// One solution by either engine, without a proof.
    fn default() -> Self {
        Self { method: Method::Auto, most: 1, keeps_proof: false }
    }
}

/// Why an engine has found no solutions.
pub(crate) enum NoSolutions {
    /// The program is too large for the engine, or its numbers are. The other engine may solve it.
    TooLarge(Diagnostics),
    Failed(Failure),
}

impl NoSolutions {
    fn into_failure(self) -> Failure {
        match self {
            Self::TooLarge(faults) => Failure::Faults(faults),
            Self::Failed(failure) => failure,
        }
    }
}

impl From<Failure> for NoSolutions {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// Solves a program with its data by either engine.
pub fn solve(
    model: &Model,
    given: &FieldValues,
    control: &Control,
) -> Result<ProgramAnswer, Failure> {
    solve_by(Method::Auto, model, given, control)
}

/// Solves a program with its data.
pub fn solve_by(
    method: Method,
    model: &Model,
    given: &FieldValues,
    control: &Control,
) -> Result<ProgramAnswer, Failure> {
    let request = Request { method, ..Request::default() };
    let solutions = solve_all(request, model, given, control)?;
    Ok(solutions.list.into_iter().next().unwrap_or_default())
}

/// Solves a program by `HiGHS` with lists of at most `tuples` tuples, which affects the time only.
#[doc(hidden)]
pub fn solve_within(
    model: &Model,
    given: &FieldValues,
    tuples: usize,
    control: &Control,
) -> Result<ProgramAnswer, Failure> {
    Rows { model, given, tuples, control }.solve(&[]).map_err(NoSolutions::into_failure)
}

/// Solutions that differ in the value of a decision variable. With an objective, all are optimal.
#[derive(Clone, Debug, Default)]
pub struct Solutions {
    /// The solutions in the order found. If there are none, the single answer that reports this.
    pub list: Vec<ProgramAnswer>,
    /// Whether it is proved that there are no more solutions.
    pub complete: bool,
    /// The reason for stopping early.
    pub stopped: Option<Stop>,
    /// The engine that was to take part in the answer but could not, and why.
    pub left_out: Option<(Engine, String)>,
    /// The clauses that refute a better answer, with the proof by `CaDiCaL` and what it proves, if the proof was to be
    /// kept.
    #[cfg(feature = "sat")]
    pub refutation: Option<(Refutation, Bound)>,
}

impl Solutions {
    /// The first solution if it is certainly the best, to which others may be added; otherwise the single answer.
    fn begun(first: ProgramAnswer) -> Self {
        if first.status != ProgramStatus::Solved {
            return Self::only(first);
        }
        // Without decision variables there is only one solution.
        let complete = first.values.as_ref().is_none_or(Values::is_empty);
        Self { list: vec![first], complete, ..Self::default() }
    }

    /// Whether more solutions are wanted and may exist.
    fn may_grow(&self, most: usize) -> bool {
        let is_best = self.list.first().is_some_and(|first| first.status == ProgramStatus::Solved);
        is_best && self.list.len() < most && !self.complete && self.stopped.is_none()
    }

    /// The single answer of a program that has no solution, or whose first solution is not certainly the best.
    fn only(answer: ProgramAnswer) -> Self {
        let complete = answer.status == ProgramStatus::Infeasible;
        Self { stopped: answer.stopped, complete, list: vec![answer], ..Self::default() }
    }
}

/// Finds solutions, one after the other, until there are no more or the requested number is reached.
pub fn solve_all(
    request: Request,
    model: &Model,
    given: &FieldValues,
    control: &Control,
) -> Result<Solutions, Failure> {
    let rows = Rows { model, given, tuples: TUPLES, control };
    let first = match request.method {
        #[cfg(feature = "sat")]
        Method::Sat => {
            let all = by_clauses::solve_all(request, model, given, control);
            return all.map_err(NoSolutions::into_failure);
        }
        #[cfg(feature = "sat")]
        Method::Auto => together::solve(Request { most: 1, ..request }, model, given, control)?,
        _ => rows.best().map_err(NoSolutions::into_failure)?,
    };
    if !first.may_grow(request.most) {
        return Ok(first);
    }
    // CaDiCaL finds the remaining solutions in a single search; HiGHS would start again for each of them.
    #[cfg(feature = "sat")]
    match by_clauses::others(first.clone(), request.most, model, given, control) {
        Err(NoSolutions::TooLarge(_)) => {}
        all => return all.map_err(NoSolutions::into_failure),
    }
    rows.others(first, request.most).map_err(NoSolutions::into_failure)
}

/// Converts a refusal: errors become a failure, whereas a limit becomes part of the answer.
fn ended(refusal: Refusal, answer: ProgramAnswer) -> Result<ProgramAnswer, Failure> {
    match refusal {
        Refusal::Faults(faults) => Err(Failure::Faults(faults)),
        Refusal::Stopped(stop) => Ok(ProgramAnswer { stopped: Some(stop), ..answer }),
    }
}
