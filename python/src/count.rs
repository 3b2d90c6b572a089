//! Counting solutions, positions and games, and the positions themselves.

use std::collections::HashSet;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use soliter::base::control::{Control, Stop};
use soliter::prove::report::CountReport;
use soliter::boards::rules;
use soliter::search::count::CountFault;
use soliter::{Position as Pegs, What};

use crate::answer::to_python;
use crate::errors::{Failure, Outcome};
use crate::puzzle::Puzzle;
use crate::work::{Limits, run};

/// An exact number, and the levels that add up to it.
#[pyclass(frozen, module = "soliter", name = "Count")]
pub(crate) struct Count(pub(crate) CountReport);

const WORDS: [What; 4] = [What::Solutions, What::Shortest, What::Positions, What::Games];

/// Counts exactly: `solutions`, `shortest` (those with the fewest moves), `positions` or `games`.
#[pyfunction]
#[pyo3(signature = (puzzle, what = "solutions", *, seconds = None, memory = None, threads = None,
    progress = None))]
pub(crate) fn count(
    py: Python<'_>,
    puzzle: &Puzzle,
    what: &str,
    seconds: Option<f64>,
    memory: Option<f64>,
    threads: Option<i64>,
    progress: Option<Py<PyAny>>,
) -> Outcome<Count> {
    let Some(what) = WORDS.into_iter().find(|known| known.word() == what) else {
        let help = format!("these are: {}", WORDS.map(What::word).join(", "));
        return Err(Failure::unfit(format!("{what:?} cannot be counted"), help));
    };
    let limits = Limits::new(seconds, memory, threads, progress)?;
    let puzzle = puzzle.plain("count")?;
    let clock = std::time::Instant::now();
    let count = run(py, &limits, |control| soliter::count(&puzzle, what, control))?;
    let count = count.map_err(|fault| match fault {
        CountFault::Stopped(stop) => stopped(stop),
        CountFault::Overflow => Failure::TooLarge(fault.to_string()),
    })?;
    let seconds = clock.elapsed().as_secs_f64();
    Ok(Count(CountReport::new(puzzle.title(), &puzzle, what, &count, seconds)))
}

pub(crate) fn stopped(stop: Stop) -> Failure {
    match stop {
        Stop::Fault(phrase) => Failure::Fault(phrase.to_owned()),
        stop @ (Stop::Size(_) | Stop::Overflow | Stop::Players) => {
            Failure::TooLarge(stop.phrase().to_owned())
        }
        stop => Failure::Limit(stop.phrase().to_owned()),
    }
}

#[pymethods]
impl Count {
    #[getter]
    fn value(&self) -> u128 {
        self.0.value
    }

    #[getter]
    fn what(&self) -> &'static str {
        self.0.what
    }

    /// The number of positions of all levels, up to symmetry.
    #[getter]
    fn classes(&self) -> u64 {
        self.0.classes
    }

    /// The fewest moves, if shortest solutions were counted.
    #[getter]
    fn moves(&self) -> Option<usize> {
        self.0.moves
    }

    /// The levels by jumps made: each is a dictionary of integers, with `None` for numbers that were not
    /// counted.
    #[getter]
    fn levels<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, pyo3::types::PyDict>>> {
        let one = |level: &soliter::prove::report::LevelReport| {
            let all = pyo3::types::PyDict::new(py);
            all.set_item("jumps", level.jumps)?;
            all.set_item("pegs", level.pegs)?;
            all.set_item("positions", level.positions)?;
            all.set_item("classes", level.classes)?;
            all.set_item("dead", level.dead)?;
            all.set_item("sequences", level.sequences)?;
            all.set_item("ending", level.ending)?;
            Ok(all)
        };
        self.0.levels.iter().map(one).collect()
    }

    #[getter]
    fn seconds(&self) -> f64 {
        self.0.seconds
    }

    /// The complete result, as printed by `soliter count --format json`.
    fn report<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyAny>> {
        to_python(py, &self.0)
    }

    fn __int__(&self) -> u128 {
        self.0.value
    }

    fn __index__(&self) -> u128 {
        self.0.value
    }

    fn __repr__(&self) -> String {
        format!("<Count {:?}: {} {}>", self.0.title, self.0.value, self.0.what)
    }
}

/// The positions that can be reached by exactly `jumps` jumps, ascending, as 64-bit integers in native byte
/// order.
#[pyfunction]
#[pyo3(signature = (puzzle, jumps, *, seconds = None, memory = None, threads = None,
    progress = None))]
pub(crate) fn _reachable<'py>(
    py: Python<'py>,
    puzzle: &Puzzle,
    jumps: usize,
    seconds: Option<f64>,
    memory: Option<f64>,
    threads: Option<i64>,
    progress: Option<Py<PyAny>>,
) -> Outcome<Bound<'py, PyBytes>> {
    let limits = Limits::new(seconds, memory, threads, progress)?;
    let puzzle = puzzle.plain("reachable")?;
    let level = run(py, &limits, |control| level(&puzzle, jumps, control))?.map_err(stopped)?;
    let bytes: Vec<u8> = level.into_iter().flat_map(u64::to_ne_bytes).collect();
    Ok(PyBytes::new(py, &bytes))
}

fn level(puzzle: &soliter::Puzzle, jumps: usize, control: &Control) -> Result<Vec<u64>, Stop> {
    /// The bytes of a position in the set, and also in the list.
    const BYTES: u64 = 40;
    puzzle.board().fits_u64()?;
    let mut level = vec![puzzle.start().word()];
    for made in 1..=jumps {
        let mut next = HashSet::new();
        for (number, &position) in level.iter().enumerate() {
            next.extend(rules::legal(puzzle, &Pegs::from(position)).map(|(_, after)| after.word()));
            if number % 1024 == 0 {
                control.check()?;
                control.check_memory((level.len() + next.len()) as u64 * BYTES)?;
            }
        }
        level = next.into_iter().collect();
        control.report_progress(|| format!("reachable: {made} jumps, {} positions", level.len()));
        if level.is_empty() {
            break;
        }
    }
    level.sort_unstable();
    Ok(level)
}
