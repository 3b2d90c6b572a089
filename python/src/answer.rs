//! Solving: the proved results for a puzzle, with the methods that proved them.

use std::hash::{Hash, Hasher};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use serde::Serialize;
use soliter::boards::draw::svg;
use soliter::boards::verify::{Verified, verify_stored};
use soliter::pages::{html, puzzle_data};
use soliter::prove::report::SolveReport;
use soliter::prove::solve::{Method, Options};

use crate::errors::{Failure, Outcome};
use crate::evidence::{self, EvidenceState};
use crate::line::{HopState, Line, hop_states, line_of};
use crate::picture::inline;
use crate::puzzle::Puzzle;
use crate::work::{Limits, run};

/// The proved results for a puzzle. Its line was replayed, and its certificates were checked.
///
/// >>> answer = soliter.solve(soliter.Puzzle.built_in("gardner/latin-cross"))
/// >>> answer.claim, answer.move_count, answer.is_final
/// ('optimal', 5, True)
/// >>> print(answer)
/// 5 moves, the fewest possible
/// >>> soliter.solve(soliter.Puzzle.built_in("impossible/greek-cross")).claim
/// 'infeasible'
#[pyclass(frozen, eq, hash, module = "soliter._soliter", name = "Answer")]
pub(crate) struct Answer {
    pub(crate) puzzle: Puzzle,
    pub(crate) verified: Verified,
}

/// Answers are equal if they prove the same about the same puzzle, with the same line.
impl PartialEq for Answer {
    fn eq(&self, other: &Self) -> bool {
        let (one, two) = (&self.verified, &other.verified);
        (one.claim(), one.line()) == (two.claim(), two.line()) && self.puzzle == other.puzzle
    }
}

impl Hash for Answer {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.verified.claim().status().hash(state);
        self.verified.line().hash(state);
        self.puzzle.hash(state);
    }
}

/// An answer from its pickled form. Its line and its certificates are checked again.
#[pyfunction]
pub(crate) fn _answer(
    puzzle: &Bound<'_, Puzzle>,
    line: Option<Vec<HopState>>,
    evidence: Vec<EvidenceState>,
    seconds: f64,
) -> Outcome<Answer> {
    let puzzle = puzzle.get().clone();
    let evidence = evidence.into_iter().map(evidence::of_state).collect::<Outcome<Vec<_>>>()?;
    let verified = verify_stored(&puzzle.shared, line.map(line_of), evidence, seconds);
    let verified = verified.map_err(|refusal| Failure::Fault(refusal.to_string()))?;
    Ok(Answer { puzzle, verified })
}

/// The word for the search that is confirmed by every other method.
#[cfg(any(feature = "milp", feature = "sat"))]
const PROVE: &str = "prove";
/// The words for the methods in this build.
const METHODS: &[(&str, Method)] = &[
    ("auto", Method::Auto),
    ("search", Method::Search),
    ("dfs", Method::Dfs),
    #[cfg(feature = "milp")]
    ("milp", Method::Milp),
    #[cfg(feature = "milp")]
    ("by-jump", Method::ByJump),
    #[cfg(feature = "sat")]
    ("sat", Method::Sat),
];

fn options(word: &str) -> Outcome<Options> {
    #[cfg(any(feature = "milp", feature = "sat"))]
    if word == PROVE {
        return Ok(Options::CONFIRMED);
    }
    let known = METHODS.iter().find(|(name, _)| *name == word);
    known.map(|(_, method)| (*method).into()).ok_or_else(|| {
        let all = METHODS.iter().map(|(name, _)| *name);
        #[cfg(any(feature = "milp", feature = "sat"))]
        let all = all.chain([PROVE]);
        let all = all.collect::<Vec<_>>().join(", ");
        let message = format!("there is no method {word:?} in this build");
        Failure::unfit(
            message,
            format!("there are: {all}; docs/reference/python.md says how to build more"),
        )
    })
}

/// Finds a solution with the fewest moves, or proves that there is none. Reaching a limit is a result too.
///
/// >>> puzzle = soliter.Puzzle.built_in("gardner/latin-cross")
/// >>> print(soliter.solve(puzzle, seconds=60))
/// 5 moves, the fewest possible
#[pyfunction]
#[pyo3(signature = (puzzle, method = "auto", *, seconds = None, memory = None, threads = None,
    progress = None))]
pub(crate) fn solve(
    py: Python<'_>,
    puzzle: &Puzzle,
    method: &str,
    seconds: Option<f64>,
    memory: Option<f64>,
    threads: Option<i64>,
    progress: Option<Py<PyAny>>,
) -> Outcome<Answer> {
    let options = options(method)?;
    let limits = Limits::new(seconds, memory, threads, progress)?;
    let solved = run(py, &limits, |control| soliter::solve(&puzzle.shared, &options, control))?;
    let verified = solved.map_err(|refusal| Failure::Fault(refusal.to_string()))?;
    Ok(Answer { puzzle: puzzle.clone(), verified })
}

/// A report as Python data, the same as printed by `--format json`.
pub(crate) fn to_python<'py>(
    py: Python<'py>,
    report: &impl Serialize,
) -> Outcome<Bound<'py, PyAny>> {
    let text = serde_json::to_string(report).map_err(|error| Failure::Fault(error.to_string()))?;
    Ok(py.import("json")?.call_method1("loads", (text,))?)
}

impl Answer {
    /// The line, or a picture of the refutation, or the puzzle.
    pub(crate) fn picture(&self) -> String {
        match (self.verified.line(), self.refutation()) {
            (Some(line), _) => svg::line(&self.puzzle.shared, line, None),
            (None, Some(refutation)) => refutation,
            (None, None) => svg::puzzle(&self.puzzle.shared),
        }
    }

    fn report(&self) -> SolveReport {
        SolveReport::new(self.puzzle.shared.title(), &self.puzzle.shared, &self.verified)
    }
}

#[pymethods]
impl Answer {
    /// The puzzle.
    #[getter]
    fn puzzle(&self) -> Puzzle {
        self.puzzle.clone()
    }

    /// What is proved: `optimal`, `feasible`, `infeasible` or `unknown`.
    #[getter]
    fn claim(&self) -> &'static str {
        self.verified.claim().status()
    }

    /// Whether nothing remains to be proved: the claim is `optimal` or `infeasible`.
    #[getter]
    fn is_final(&self) -> bool {
        self.verified.claim().is_final()
    }

    /// The number of moves of the solution; `None` without one.
    #[getter]
    fn move_count(&self) -> Option<usize> {
        self.verified.claim().moves()
    }

    /// No solution has fewer moves; `None` if there is no solution.
    #[getter]
    fn lower_bound(&self) -> Option<usize> {
        self.verified.claim().lower_bound()
    }

    /// The shortest solution found.
    #[getter]
    fn solution(&self) -> Option<Line> {
        let own = |line: &soliter::Line| Line { puzzle: self.puzzle.clone(), line: line.clone() };
        self.verified.line().map(own)
    }

    /// The claim of each method and its grounds, in the order in which they ran.
    #[getter]
    fn evidence<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyAny>> {
        to_python(py, &self.report().evidence)
    }

    /// The reasons why methods stopped early; empty if none did.
    #[getter]
    fn stopped(&self) -> String {
        self.report().stops()
    }

    /// The wall-clock seconds that it took.
    #[getter]
    fn seconds(&self) -> f64 {
        self.verified.seconds()
    }

    /// A picture of a proof that no solution exists, if there is one that a person can check on the board.
    #[getter]
    fn refutation(&self) -> Option<String> {
        let certificate = self.verified.certificate(&self.puzzle.shared);
        certificate.map(|certificate| svg::certificate(&self.puzzle.shared, &certificate))
    }

    /// The complete answer, as printed by `soliter solve --format json`.
    #[pyo3(name = "report")]
    fn to_report<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyAny>> {
        to_python(py, &self.report())
    }

    /// The complete page that plays the answer; it makes no network requests.
    fn html(&self) -> String {
        let line = self.verified.line();
        let lines = line.map_or(&[][..], std::slice::from_ref);
        let data = puzzle_data::data(&self.puzzle.shared, lines, Some(&self.verified));
        html::player(&self.puzzle.shared, line, &data)
    }

    /// A picture: the line, or the refutation, or the puzzle.
    fn svg(&self) -> String {
        self.picture()
    }

    fn _repr_svg_(&self) -> String {
        inline(&self.svg())
    }

    /// A truth value would hide the difference between "impossible" and "not found in time".
    fn __bool__(&self) -> PyResult<bool> {
        let message = "an answer is neither true nor false: compare answer.claim, or answer.solution with None";
        Err(PyTypeError::new_err(message))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let evidence: Vec<EvidenceState> =
            self.verified.evidence().iter().map(evidence::to_state).collect();
        let line = self.verified.line().map(hop_states);
        let state = (self.puzzle.clone(), line, evidence, self.verified.seconds());
        let make = py.import("soliter._soliter")?.getattr("_answer")?;
        Ok((make, state).into_pyobject(py)?.into_any())
    }

    fn __str__(&self) -> String {
        let why = self.stopped();
        match self.verified.claim() {
            soliter::Claim::Optimal { moves } => format!("{moves} moves, the fewest possible"),
            soliter::Claim::Feasible { moves, lower_bound } => {
                format!("{moves} moves found, at least {lower_bound} needed ({why})")
            }
            soliter::Claim::Infeasible => "impossible".to_owned(),
            soliter::Claim::Unknown { lower_bound } => {
                format!("no solution found, none has fewer than {lower_bound} moves ({why})")
            }
        }
    }

    fn __repr__(&self) -> String {
        format!("<Answer {:?}: {}>", self.puzzle.shared.title(), self.__str__())
    }
}
