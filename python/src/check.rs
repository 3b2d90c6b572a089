//! Checking recorded solutions.

use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use soliter::base::control::{Control, Stop};
use soliter::boards::draw::svg;
use soliter::prove::judge::{CheckReport, Judgement, Lost, fewest_moves, lost};
use soliter::text::Style;
use soliter::{Claim, judge};

use crate::answer::to_python;
use crate::board::as_text;
use crate::count::stopped;
use crate::errors::{Failure, Outcome};
use crate::jump::hops;
use crate::line::{Line, own_style, style};
use crate::picture::inline;
use crate::puzzle::Puzzle;
use crate::work::{Limits, run};

/// A solution judged by the rules. Its truth value says whether it is correct: legal, and ends at the finish.
///
/// >>> checked = soliter.check(soliter.Puzzle.built_in("gardner/latin-cross"), "45-25, 25-45")
/// >>> bool(checked), checked.legal, checked.reason, len(checked.line)
/// (False, False, 'middle-empty', 1)
#[pyclass(frozen, eq, hash, module = "soliter._soliter", name = "Check")]
pub(crate) struct Check {
    puzzle: Puzzle,
    given: Given,
    judgement: Judgement,
    lost: Lost,
    fewest: Option<Claim>,
}

/// A solution as a text, and the notation in which it has to be read, if there is a requirement.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Given {
    text: String,
    notation: Option<String>,
    /// Whether it was given as jumps, which Soliter has written as a text.
    is_own: bool,
}

impl Given {
    fn styles(&self, puzzle: &Puzzle) -> Outcome<Vec<Style>> {
        Ok(match &self.notation {
            Some(word) => vec![style(word)?],
            None if self.is_own => own_style(puzzle).to_vec(),
            None => Vec::new(),
        })
    }
}

impl PartialEq for Check {
    fn eq(&self, other: &Self) -> bool {
        let findings = |one: &Self| (one.lost, one.fewest);
        self.given == other.given
            && findings(self) == findings(other)
            && self.puzzle == other.puzzle
    }
}

impl Hash for Check {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.given.hash(state);
    }
}

/// A check from its pickled form: the solution is judged again, and the results of searches are kept.
#[pyfunction]
pub(crate) fn _check(
    puzzle: &Bound<'_, Puzzle>,
    given: (String, Option<String>, bool),
    lost: (String, Option<usize>),
    fewest: Option<(Option<usize>, usize)>,
) -> Outcome<Check> {
    let (text, notation, is_own) = given;
    let (puzzle, given) = (puzzle.get().clone(), Given { text, notation, is_own });
    let styles = given.styles(&puzzle)?;
    let judgement = judge(&puzzle.shared, &given.text, &styles, &Control::default());
    let lost = match (&*lost.0, lost.1) {
        (_, Some(jump)) => Lost::After(jump),
        ("no", None) => Lost::No,
        _ => Lost::Unknown,
    };
    let fewest = fewest.map(|(moves, lower_bound)| match moves {
        Some(moves) if moves == lower_bound => Claim::Optimal { moves },
        Some(moves) => Claim::Feasible { moves, lower_bound },
        None => Claim::Unknown { lower_bound },
    });
    Ok(Check { puzzle, given, judgement: judgement.map_err(stopped)?, lost, fewest })
}

/// Judges a solution: a text, a `Line`, or jumps. An illegal solution is a result, not an exception.
///
/// A text is read in whichever notation fits best; `notation` requires one. Within the limits, the fewest moves or the jump
/// that lost the puzzle are found as well, unless `search` is false.
///
/// >>> puzzle = soliter.Puzzle.built_in("gardner/latin-cross")
/// >>> soliter.check(puzzle, "45-25, 25-45").mistake
/// 'jump 2, 25-45: hole 35 is empty, so there is nothing to jump over'
/// >>> line = puzzle.line("45-25, 43-45, 55-35, 25-45, 46-44")
/// >>> soliter.check(puzzle, line).fewest_moves
/// 5
#[pyfunction]
#[pyo3(signature = (puzzle, solution, *, notation = None, search = true, seconds = Some(10.0),
    memory = None, threads = None, progress = None))]
#[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn check(
    py: Python<'_>,
    puzzle: &Puzzle,
    solution: &Bound<'_, PyAny>,
    notation: Option<&str>,
    search: bool,
    seconds: Option<f64>,
    memory: Option<f64>,
    threads: Option<i64>,
    progress: Option<Py<PyAny>>,
) -> Outcome<Check> {
    let limits = Limits::new(seconds, memory, threads, progress)?;
    let puzzle = puzzle.clone();
    let given = given(&puzzle, solution, notation)?;
    let (styles, rules) = (given.styles(&puzzle)?, &puzzle.shared);
    let judged = run(py, &limits, |control| {
        let judgement = judge(rules, &given.text, &styles, control)?;
        Ok::<_, Stop>(match (search, judgement.finish_reached) {
            (false, reached) => {
                let losing = if reached { Lost::No } else { Lost::Unknown };
                (judgement, losing, None)
            }
            (true, true) => (judgement, Lost::No, Some(fewest_moves(rules, control))),
            (true, false) => {
                let losing = lost(&judgement, rules, control);
                (judgement, losing, None)
            }
        })
    })?;
    let (judgement, lost, fewest) = judged.map_err(stopped)?;
    Ok(Check { puzzle, given, judgement, lost, fewest })
}

/// The solution as a text. Jumps are written in the puzzle's notation.
fn given(puzzle: &Puzzle, solution: &Bound<'_, PyAny>, notation: Option<&str>) -> Outcome<Given> {
    if let Some(text) = as_text(solution) {
        return Ok(Given { text, notation: notation.map(str::to_owned), is_own: false });
    }
    if let Some(word) = notation {
        let help = "leave out notation";
        return Err(Failure::unfit(format!("jumps are not read in {word}"), help));
    }
    let line = match solution.cast::<Line>() {
        Ok(line) if line.get().puzzle.shared.board() == puzzle.shared.board() => {
            line.get().line.clone()
        }
        Ok(_) => {
            let help = "give a line of the same board";
            return Err(Failure::unfit("the line is for another board", help));
        }
        Err(_) => soliter::Line::from_jumps(hops(puzzle, solution)?),
    };
    Ok(Given { text: puzzle.shared.names().line(&line), notation: None, is_own: true })
}

impl Check {
    fn report(&self) -> CheckReport {
        let puzzle = &self.puzzle.shared;
        CheckReport::new(puzzle.title(), puzzle, &self.judgement, self.lost, self.fewest)
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
        Line { puzzle: self.puzzle.clone(), line: self.judgement.line() }
    }

    /// The number of moves of the legal part.
    #[getter]
    fn move_count(&self) -> usize {
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
        self.lost.as_str()
    }

    /// The number of moves of the best solution known, if this one is correct and was compared with it.
    #[getter]
    fn fewest_moves(&self) -> Option<usize> {
        self.fewest.and_then(Claim::moves)
    }

    /// A proved lower bound on the moves of every solution, if this one was compared with it.
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
        svg::line(&self.puzzle.shared, &self.judgement.line(), self.judgement.illegal_jump())
    }

    fn _repr_svg_(&self) -> String {
        inline(&self.svg())
    }

    /// Whether it is correct: legal, and ends at the finish.
    fn __bool__(&self) -> bool {
        self.judgement.finish_reached
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Given { text, notation, is_own } = &self.given;
        let fewest = self.fewest.map(|claim| (claim.moves(), claim.lower_bound().unwrap_or(1)));
        let given = (text, notation.as_ref(), *is_own);
        let state = (self.puzzle.clone(), given, (self.lost(), self.lost_after()), fewest);
        let make = py.import("soliter._soliter")?.getattr("_check")?;
        Ok((make, state).into_pyobject(py)?.into_any())
    }

    fn __repr__(&self) -> String {
        let said = match (&self.judgement.mistake, self.judgement.finish_reached) {
            (Some(mistake), _) => mistake.to_string(),
            (None, true) => format!("correct, {} moves", self.judgement.replay.moves),
            (None, false) => "legal, but it does not end in the finish".to_owned(),
        };
        format!("<Check {:?}: {said}>", self.puzzle.shared.title())
    }
}
