//! Checking recorded solutions.

use std::sync::Arc;

use pyo3::prelude::*;
use soliter::base::control::Stop;
use soliter::boards::draw::svg;
use soliter::prove::judge::{CheckReport, Judgement, Lost, fewest_moves, lost};
use soliter::{Claim, judge};

use crate::answer::to_python;
use crate::count::stopped;
use crate::errors::Outcome;
use crate::line::Line;
use crate::picture::inline;
use crate::puzzle::Puzzle;
use crate::work::{Limits, run};

/// A solution judged by the rules. Judging an illegal solution never raises an exception.
#[pyclass(frozen, module = "soliter", name = "Check")]
pub(crate) struct Check {
    puzzle: Arc<soliter::Puzzle>,
    judgement: Judgement,
    lost: Lost,
    fewest: Option<Claim>,
}

/// Judges a solution. Within the limits it also finds the jump that lost the puzzle, or the fewest moves.
#[pyfunction]
#[pyo3(signature = (puzzle, solution, *, search = true, seconds = Some(10.0), memory = None,
    threads = None, progress = None))]
#[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn check(
    py: Python<'_>,
    puzzle: &Puzzle,
    solution: &str,
    search: bool,
    seconds: Option<f64>,
    memory: Option<f64>,
    threads: Option<i64>,
    progress: Option<Py<PyAny>>,
) -> Outcome<Check> {
    let limits = Limits::new(seconds, memory, threads, progress)?;
    let puzzle = Arc::clone(&puzzle.0);
    let judged = run(py, &limits, |control| {
        let judgement = judge(&puzzle, solution, &[], control)?;
        Ok::<_, Stop>(match (search, judgement.finish_reached) {
            (false, reached) => {
                let losing = if reached { Lost::No } else { Lost::Unknown };
                (judgement, losing, None)
            }
            (true, true) => (judgement, Lost::No, Some(fewest_moves(&puzzle, control))),
            (true, false) => {
                let losing = lost(&judgement, &puzzle, control);
                (judgement, losing, None)
            }
        })
    })?;
    let (judgement, lost, fewest) = judged.map_err(stopped)?;
    Ok(Check { puzzle, judgement, lost, fewest })
}

impl Check {
    fn report(&self) -> CheckReport {
        CheckReport::new(self.puzzle.title(), &self.puzzle, &self.judgement, self.lost, self.fewest)
    }
}

#[pymethods]
impl Check {
    /// Whether all of it can be read and breaks no rule.
    #[getter]
    fn legal(&self) -> bool {
        self.judgement.mistake.is_none()
    }

    /// Whether it is legal and ends at the finish.
    #[getter]
    fn finish_reached(&self) -> bool {
        self.judgement.finish_reached
    }

    /// The legal part.
    #[getter]
    fn line(&self) -> Line {
        Line { puzzle: Arc::clone(&self.puzzle), line: self.judgement.line() }
    }

    /// The number of moves of the legal part.
    #[getter]
    fn moves(&self) -> usize {
        self.judgement.replay.moves
    }

    /// The first mistake, in a sentence.
    #[getter]
    fn mistake(&self) -> Option<String> {
        self.judgement.mistake.as_ref().map(ToString::to_string)
    }

    /// The stable word for the mistake, such as `start-empty`.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.judgement.mistake.as_ref().map(|mistake| mistake.reason)
    }

    /// The number of the jump after which no solution was left, 0 if there never was one; `None` if it is not
    /// known to be lost.
    #[getter]
    fn lost_after(&self) -> Option<usize> {
        self.lost.after()
    }

    /// `yes`, `no`, or `unknown` if a limit was reached first.
    #[getter]
    fn lost(&self) -> &'static str {
        self.lost.word()
    }

    /// The number of moves of the best solution known, if this one is correct and was compared with it.
    #[getter]
    fn fewest_moves(&self) -> Option<usize> {
        self.fewest.and_then(Claim::moves)
    }

    #[getter]
    fn lower_bound(&self) -> Option<usize> {
        self.fewest.and_then(Claim::lower_bound)
    }

    /// The complete result, as printed by `soliter check --format json`.
    #[pyo3(name = "report")]
    fn to_report<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyAny>> {
        to_python(py, &self.report())
    }

    /// The legal part, and the illegal jump in red.
    fn svg(&self) -> String {
        svg::line(&self.puzzle, &self.judgement.line(), self.judgement.illegal_jump())
    }

    fn _repr_svg_(&self) -> String {
        inline(&self.svg())
    }

    /// Whether it is correct: legal, and ends at the finish.
    fn __bool__(&self) -> bool {
        self.judgement.finish_reached
    }

    fn __repr__(&self) -> String {
        let said = match (&self.judgement.mistake, self.judgement.finish_reached) {
            (Some(mistake), _) => mistake.to_string(),
            (None, true) => format!("correct, {} moves", self.judgement.replay.moves),
            (None, false) => "legal, but it does not end in the finish".to_owned(),
        };
        format!("<Check {:?}: {said}>", self.puzzle.title())
    }
}
