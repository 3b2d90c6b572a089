//! Integer programs of a puzzle as text for other solvers, and the way back from their values to a line.

use std::collections::HashMap;

use pyo3::prelude::*;
use soliter::boards::verify::replay;
use soliter::program::file::Format;
use soliter::prove::milp::export::{self, Formulation, NoMinimum};

use crate::count::stopped;
use crate::errors::{Failure, Outcome};
use crate::line::Line;
use crate::puzzle::Puzzle;
use crate::work::{Limits, run};

/// The text of a program by move, or by jump, as `soliter export` writes it.
pub(crate) fn text(
    py: Python<'_>,
    puzzle: &Puzzle,
    formulation: &str,
    moves: Option<usize>,
    format: Format,
) -> Outcome<String> {
    let rules = &puzzle.shared;
    run(py, &Limits::default(), |control| {
        let formulation =
            chosen(rules, formulation, moves, || Formulation::by_fewest_moves(rules, control))?;
        export::text(rules, rules.title(), formulation, format, control).map_err(stopped)
    })?
}

/// The line that values of the columns describe.
pub(crate) fn line(
    py: Python<'_>,
    puzzle: &Puzzle,
    values: &Bound<'_, PyAny>,
    formulation: &str,
    moves: Option<usize>,
) -> Outcome<Line> {
    let values: HashMap<String, f64> = match values.extract() {
        Ok(values) => values,
        // Pairs of names and values, such as those of a zip.
        Err(_) => {
            let pairs = values.try_iter()?.map(|pair| pair?.extract::<(String, f64)>());
            pairs.collect::<PyResult<_>>()?
        }
    };
    let rules = &puzzle.shared;
    let line = run(py, &Limits::default(), |control| {
        let formulation =
            chosen(rules, formulation, moves, || Formulation::by_fewest_moves(rules, control))?;
        export::line(rules, formulation, |name| values.get(name).copied(), control).map_err(stopped)
    })??;
    // Solvers round, and the values may come from another program.
    match line.filter(|line| replay(rules, line.jumps()).solves(rules)) {
        Some(line) => Ok(Line { puzzle: puzzle.clone(), line }),
        None => Err(Failure::unfit(
            "these values describe no solution of the puzzle",
            "give the values of all columns, and formulation and moves as in to_lp",
        )),
    }
}

fn chosen(
    puzzle: &soliter::Puzzle,
    formulation: &str,
    moves: Option<usize>,
    fewest: impl FnOnce() -> Result<Formulation, NoMinimum>,
) -> Outcome<Formulation> {
    let most = puzzle.jumps();
    match (formulation, moves) {
        ("by-jump", None) => Ok(Formulation::ByJump),
        ("by-move", None) => {
            fewest().map_err(|none| Failure::unfit(none.to_string(), "give moves"))
        }
        ("by-move", Some(moves)) if (1..=most).contains(&moves) => Ok(Formulation::ByMove(moves)),
        _ => {
            let help = format!("\"by-jump\", or \"by-move\" with moves of 1 to {most}");
            Err(Failure::unfit("there is no such program of this puzzle", help))
        }
    }
}
