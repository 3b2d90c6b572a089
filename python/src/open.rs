//! Puzzles whose finish leaves the number of pegs open.

use pyo3::prelude::*;
use soliter::base::control::Stop;
use soliter::boards::puzzle::open::{Aim, OpenPuzzle};
use soliter::prove::open::{Case, solve_open};
use soliter::{Loaded, Options, Source, library, load, puzzle_text};

use crate::answer::Answer;
use crate::count::stopped;
use crate::errors::{Failure, Outcome};
use crate::puzzle::Puzzle;
use crate::work::{Limits, run};

/// The fewest pegs that games from the start of a puzzle can leave, and the fewest moves to that number.
///
/// The finish of the puzzle does not matter. `answer.puzzle` has the number of pegs, which is proved; raises
/// `LimitReached` if a limit is reached before the proof.
///
/// >>> answer = soliter.fewest_pegs(soliter.Puzzle.drawn("oo.oo"))
/// >>> answer.puzzle.pegs_left, answer.move_count
/// (2, 2)
#[pyfunction]
#[pyo3(signature = (puzzle, *, seconds = None, memory = None, threads = None, progress = None))]
pub(crate) fn fewest_pegs(
    py: Python<'_>,
    puzzle: &Puzzle,
    seconds: Option<f64>,
    memory: Option<f64>,
    threads: Option<i64>,
    progress: Option<Py<PyAny>>,
) -> Outcome<Answer> {
    let limits = Limits::new(seconds, memory, threads, progress)?;
    solved(py, puzzle, &Aim::FewestPegs, &limits)
}

/// The most pegs that a stuck game from the start of a puzzle can leave (fool's solitaire), and one such game.
///
/// The finish of the puzzle does not matter. `answer.puzzle` has the number of pegs, which is proved; the moves of the game
/// are not the fewest. Raises `LimitReached` if a limit is reached before the proof.
///
/// >>> soliter.most_pegs(soliter.Puzzle.drawn("oo.oo")).puzzle.pegs_left
/// 2
#[pyfunction]
#[pyo3(signature = (puzzle, *, seconds = None, memory = None, threads = None, progress = None))]
pub(crate) fn most_pegs(
    py: Python<'_>,
    puzzle: &Puzzle,
    seconds: Option<f64>,
    memory: Option<f64>,
    threads: Option<i64>,
    progress: Option<Py<PyAny>>,
) -> Outcome<Answer> {
    let limits = Limits::new(seconds, memory, threads, progress)?;
    solved(py, puzzle, &Aim::MostPegs, &limits)
}

fn solved(py: Python<'_>, puzzle: &Puzzle, aim: &Aim, limits: &Limits) -> Outcome<Answer> {
    let open = open(puzzle, aim)?;
    let answer = run(py, limits, |control| solve_open(&open, &Options::default(), control))?;
    let answer = answer.map_err(|refusal| Failure::Fault(refusal.to_string()))?;
    let is_proved = match aim {
        Aim::MostPegs => answer.most_pegs().is_some(),
        Aim::FewestPegs | Aim::Holes { .. } => answer.pegs_are_proved(),
    };
    match answer.best().filter(|_| is_proved) {
        Some(Case { puzzle, answer }) => {
            Ok(Answer { puzzle: puzzle.clone().into(), verified: answer.clone() })
        }
        None => {
            let evidence = answer.cases().iter().flat_map(|case| case.answer.evidence());
            let stop = evidence.filter_map(|evidence| evidence.stopped).next_back();
            Err(stopped(stop.unwrap_or(Stop::Time)))
        }
    }
}

/// The puzzle with another aim, through the text of its file.
fn open(puzzle: &Puzzle, aim: &Aim) -> Outcome<OpenPuzzle> {
    let text = puzzle_text::of(&*puzzle.plain("the number of pegs")?, Some(aim));
    match load(&Source::new("puzzle.toml", text), &library::model)? {
        Loaded::Open(open) => Ok(open),
        Loaded::Peg(_) | Loaded::Game(_) => {
            Err(Failure::Fault("a puzzle was not read as it was written".to_owned()))
        }
    }
}
