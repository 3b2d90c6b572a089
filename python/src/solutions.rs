//! Lists of solutions.

use pyo3::prelude::*;
use soliter::base::control::{Control, Stop};
use soliter::boards::verify::{replay, verify_lines};
use soliter::search::count::lines::{all_lines, lines_of_moves};
use soliter::{Line as Moves, Options, Puzzle as Rules, solve};

use crate::count::stopped;
use crate::errors::{Failure, Outcome};
use crate::line::Line;
use crate::puzzle::Puzzle;
use crate::work::{Limits, run};

/// Up to `most` solutions, in a fixed order: all, or the shortest ones; of those that are images of each other, the first
/// one only unless `images` is set.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "called by soliter/_play.py only")]
pub(crate) fn _solutions(
    py: Python<'_>,
    puzzle: &Puzzle,
    most: usize,
    shortest: bool,
    images: bool,
    seconds: Option<f64>,
    memory: Option<f64>,
    threads: Option<i64>,
    progress: Option<Py<PyAny>>,
) -> Outcome<Vec<Line>> {
    let limits = Limits::new(seconds, memory, threads, progress)?;
    let plain = puzzle.plain("a list of solutions")?;
    let lines = run(py, &limits, |control| {
        if shortest {
            shortest_lines(&plain, most, images, control)
        } else {
            all(&plain, most, images, control)
        }
    })??;
    Ok(lines.into_iter().map(|line| Line { puzzle: puzzle.clone(), line }).collect())
}

fn all(puzzle: &Rules, most: usize, images: bool, control: &Control) -> Outcome<Vec<Moves>> {
    let lines = all_lines(puzzle, most, images, control).map_err(stopped)?;
    let is_right = |line: &Moves| replay(puzzle, line.jumps()).solves(puzzle);
    if lines.iter().all(is_right) {
        return Ok(lines);
    }
    Err(Failure::Fault("a listed line is no solution".to_owned()))
}

fn shortest_lines(
    puzzle: &Rules,
    most: usize,
    images: bool,
    control: &Control,
) -> Outcome<Vec<Moves>> {
    let fault = |refusal: &dyn std::error::Error| Failure::Fault(refusal.to_string());
    let answer = solve(puzzle, &Options::FIRST_PROOF, control).map_err(|one| fault(&one))?;
    let Some(moves) = answer.claim().moves().filter(|_| answer.claim().is_final()) else {
        if answer.claim().is_final() {
            return Ok(Vec::new());
        }
        let stop = answer.evidence().iter().find_map(|one| one.stopped).unwrap_or(Stop::Time);
        return Err(stopped(stop));
    };
    let lines = lines_of_moves(puzzle, moves, most, images, control).map_err(stopped)?;
    verify_lines(puzzle, &answer, lines).map_err(|one| fault(&one))
}
