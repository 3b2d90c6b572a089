//! Counting solutions, positions and games, and the positions themselves.

use std::collections::HashSet;
use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use soliter::base::control::{Control, Stop};
use soliter::boards::rules;
use soliter::prove::report::{CountReport, LevelReport};
use soliter::search::count::CountFault;
use soliter::{Position as Pegs, What};

use crate::answer::to_python;
use crate::errors::{Failure, Outcome};
use crate::puzzle::Puzzle;
use crate::work::{Limits, run};

/// An exact number, and the levels that add up to it. It converts to an `int`.
///
/// >>> counted = soliter.count(soliter.Puzzle.built_in("gardner/latin-cross"), "positions")
/// >>> int(counted) == counted.value == sum(level["positions"] for level in counted.levels)
/// True
#[pyclass(frozen, eq, hash, module = "soliter._soliter", name = "Count")]
pub(crate) struct Count {
    pub(crate) puzzle: Puzzle,
    pub(crate) report: CountReport,
}

/// Counts are equal if they count the same for the same puzzle.
impl PartialEq for Count {
    fn eq(&self, other: &Self) -> bool {
        let (one, two) = (&self.report, &other.report);
        (one.what, one.value, one.moves) == (two.what, two.value, two.moves)
            && one.levels == two.levels
            && self.puzzle == other.puzzle
    }
}

impl Hash for Count {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.report.what, self.report.value).hash(state);
        self.puzzle.hash(state);
    }
}

/// The pickled form of a level: jumps and pegs, classes and positions, those that are dead, and sequences.
type LevelState = ((usize, usize), (u64, u64), [Option<u64>; 2], [Option<u128>; 3]);

/// A count from its pickled form.
#[pyfunction]
pub(crate) fn _count(
    puzzle: &Bound<'_, Puzzle>,
    what: &str,
    number: (u128, u64, Option<usize>),
    levels: Vec<LevelState>,
    rest: (f64, Option<u128>, Option<String>),
) -> Outcome<Count> {
    let ((value, classes, moves), (seconds, won, share)) = (number, rest);
    let what = what_of(what)?.as_str();
    let level = |((jumps, pegs), (classes, positions), dead, sequences): LevelState| {
        let ([dead_classes, dead], [sequences, ending, won]) = (dead, sequences);
        LevelReport { jumps, pegs, classes, positions, dead_classes, dead, sequences, ending, won }
    };
    let levels = levels.into_iter().map(level).collect();
    let puzzle = puzzle.get().clone();
    let title = puzzle.shared.title().to_owned();
    let report = CountReport {
        puzzle: title.clone(),
        title,
        what,
        value,
        classes,
        levels,
        seconds,
        moves,
        won,
        share,
    };
    Ok(Count { puzzle, report })
}

const WORDS: [What; 4] = [What::Solutions, What::Shortest, What::Positions, What::Games];

fn what_of(word: &str) -> Outcome<What> {
    WORDS.into_iter().find(|known| known.as_str() == word).ok_or_else(|| {
        let help = format!("these are: {}", WORDS.map(What::as_str).join(", "));
        Failure::unfit(format!("{word:?} cannot be counted"), help)
    })
}

/// Counts exactly: `solutions`, `shortest` (those with the fewest moves), `positions` or `games`.
///
/// Solutions and games are sequences of jumps.
///
/// >>> puzzle = soliter.Puzzle.built_in("gardner/latin-cross")
/// >>> int(soliter.count(puzzle, "shortest")) == len(list(soliter.solutions(puzzle, shortest=True)))
/// True
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
    let what = what_of(what)?;
    let limits = Limits::new(seconds, memory, threads, progress)?;
    let plain = puzzle.plain("count")?;
    let clock = std::time::Instant::now();
    let count = run(py, &limits, |control| soliter::count(&plain, what, control))?;
    let count = count.map_err(|fault| match fault {
        CountFault::Stopped(stop) => stopped(stop),
        CountFault::Overflow => Failure::TooLarge(fault.to_string()),
    })?;
    let seconds = clock.elapsed().as_secs_f64();
    let report = CountReport::new(plain.title(), &plain, what, &count, seconds);
    Ok(Count { puzzle: puzzle.clone(), report })
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
    /// The puzzle.
    #[getter]
    fn puzzle(&self) -> Puzzle {
        self.puzzle.clone()
    }

    /// The number.
    #[getter]
    fn value(&self) -> u128 {
        self.report.value
    }

    /// What was counted.
    #[getter]
    fn what(&self) -> &'static str {
        self.report.what
    }

    /// The number of positions of all levels, up to symmetry.
    #[getter]
    fn classes(&self) -> u64 {
        self.report.classes
    }

    /// The fewest moves, if shortest solutions were counted.
    #[getter]
    fn fewest_moves(&self) -> Option<usize> {
        self.report.moves
    }

    /// The levels by jumps made: each is a dictionary of integers, with `None` for numbers that were not
    /// counted.
    #[getter]
    fn levels<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, pyo3::types::PyDict>>> {
        let one = |level: &LevelReport| {
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
        self.report.levels.iter().map(one).collect()
    }

    /// The wall-clock seconds that it took.
    #[getter]
    fn seconds(&self) -> f64 {
        self.report.seconds
    }

    /// The complete result, as printed by `soliter count --format json`.
    fn report<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyAny>> {
        to_python(py, &self.report)
    }

    fn __int__(&self) -> u128 {
        self.report.value
    }

    fn __index__(&self) -> u128 {
        self.report.value
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let report = &self.report;
        let level = |level: &LevelReport| -> LevelState {
            let dead = [level.dead_classes, level.dead];
            let sequences = [level.sequences, level.ending, level.won];
            ((level.jumps, level.pegs), (level.classes, level.positions), dead, sequences)
        };
        let levels: Vec<LevelState> = report.levels.iter().map(level).collect();
        let number = (report.value, report.classes, report.moves);
        let rest = (report.seconds, report.won, report.share.as_ref());
        let make = py.import("soliter._soliter")?.getattr("_count")?;
        let state = (self.puzzle.clone(), report.what, number, levels, rest);
        Ok((make, state).into_pyobject(py)?.into_any())
    }

    fn __repr__(&self) -> String {
        format!("<Count {:?}: {} {}>", self.report.title, self.report.value, self.report.what)
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
