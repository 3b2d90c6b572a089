//! Levels as pure functions on bytes, and counts and searches whose levels Python builds elsewhere.

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyBufferError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use soliter::base::control::Stop;
use soliter::prove::report::CountReport;
use soliter::prove::solve::solve_by;
use soliter::search::disk::fault::Fault;
use soliter::search::disk::kernel::{Kernel, Others, Question};
use soliter::search::disk::remote::{Contents, Engine, count_remotely, fewest_remotely};
use soliter::{Control, What};

use crate::answer::Answer;
use crate::count::{Count, stopped};
use crate::errors::{Failure, Outcome};
use crate::puzzle::Puzzle;
use crate::work::{Limits, run};

/// Bytes borrowed from Python: without a copy if nothing can write to them.
enum Lent {
    Shared(PyBuffer<u8>),
    Copied(Vec<u8>),
}

impl Lent {
    fn new(py: Python<'_>, object: &Bound<'_, PyAny>) -> Outcome<Self> {
        let buffer = PyBuffer::<u8>::get(object)?;
        if !buffer.is_c_contiguous() {
            return Err(PyBufferError::new_err("a run is bytes one after the other").into());
        }
        if buffer.readonly() {
            return Ok(Self::Shared(buffer));
        }
        Ok(Self::Copied(buffer.to_vec(py)?))
    }

    fn all(py: Python<'_>, objects: &[Bound<'_, PyAny>]) -> Outcome<Vec<Self>> {
        objects.iter().map(|object| Self::new(py, object)).collect()
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Self::Copied(bytes) => bytes,
            // Python keeps the memory of an exported buffer in place, and these bytes cannot be written to.
            #[allow(unsafe_code, reason = "a slice of the memory that Python exports")]
            Self::Shared(buffer) if buffer.len_bytes() > 0 => unsafe {
                std::slice::from_raw_parts(buffer.buf_ptr().cast(), buffer.len_bytes())
            },
            Self::Shared(_) => &[],
        }
    }
}

fn question(what: &str) -> Outcome<Question> {
    Ok(match what {
        "positions" => Question::Count(What::Positions),
        "games" => Question::Count(What::Games),
        "solutions" => Question::Count(What::Solutions),
        "fewest" => Question::Fewest,
        _ => {
            let help = "choose positions, games, solutions or fewest";
            return Err(Failure::unfit(format!("there are no levels for {what:?}"), help));
        }
    })
}

/// A fault as an exception.
fn failure(fault: Fault) -> Failure {
    let help = fault.help();
    match fault {
        Fault::Stopped(Stop::Size(phrase)) => Failure::unfit(phrase, ""),
        Fault::Stopped(stop) => stopped(stop),
        Fault::Overflow => Failure::TooLarge(fault.to_string()),
        Fault::Run(_) | Fault::Damaged(_) => Failure::Damaged { message: fault.to_string(), help },
        fault => Failure::unfit(fault.to_string(), help),
    }
}

/// The rules of a puzzle, which build its levels.
#[pyclass(frozen, module = "soliter._soliter", name = "Kernel")]
pub(crate) struct PyKernel {
    kernel: Kernel,
    puzzle: Puzzle,
    what: String,
}

/// The bytes of runs for Python.
fn lists<'py>(py: Python<'py>, runs: &[Vec<u8>]) -> Vec<Bound<'py, PyBytes>> {
    runs.iter().map(|run| PyBytes::new(py, run)).collect()
}

/// The runs of some levels.
type Levels<'py> = Vec<Vec<Bound<'py, PyAny>>>;

fn lent(py: Python<'_>, levels: &Levels<'_>) -> Outcome<Vec<Vec<Lent>>> {
    levels.iter().map(|runs| Lent::all(py, runs)).collect()
}

fn slices(levels: &[Vec<Lent>]) -> Vec<Vec<&[u8]>> {
    levels.iter().map(|runs| runs.iter().map(Lent::bytes).collect()).collect()
}

#[pymethods]
impl PyKernel {
    #[new]
    fn new(puzzle: &Puzzle, what: &str) -> Outcome<Self> {
        let kernel = Kernel::new(&*puzzle.plain("levels")?, question(what)?).map_err(failure)?;
        Ok(Self { kernel, puzzle: puzzle.clone(), what: what.to_owned() })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let class = py.get_type::<Self>();
        (class, (self.puzzle.clone(), &self.what)).into_pyobject(py).map(Bound::into_any)
    }

    #[getter]
    fn buckets(&self) -> usize {
        self.kernel.buckets()
    }

    fn first<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.kernel.first().map_err(failure)?))
    }

    fn expand<'py>(
        &self,
        py: Python<'py>,
        level: &Bound<'py, PyAny>,
        parts: usize,
        seconds: Option<f64>,
        memory: Option<f64>,
    ) -> Outcome<Vec<Bound<'py, PyBytes>>> {
        let limits = Limits::new(seconds, memory, Some(1), None)?;
        let level = Lent::new(py, level)?;
        let made = run(py, &limits, |control| self.kernel.expand(level.bytes(), parts, control))?;
        Ok(lists(py, &made.map_err(failure)?))
    }

    /// The merged run, and its counts: jumps, pegs, classes, positions, dead classes, dead positions, sequences, ending.
    #[allow(clippy::type_complexity, reason = "the fields of soliter.levels.Counts")]
    fn merge<'py>(
        &self,
        py: Python<'py>,
        runs: Vec<Bound<'py, PyAny>>,
        seconds: Option<f64>,
        memory: Option<f64>,
    ) -> Outcome<(
        Bound<'py, PyBytes>,
        (usize, usize, u64, u64, u64, u64, Option<u128>, Option<u128>),
    )> {
        let limits = Limits::new(seconds, memory, Some(1), None)?;
        let runs = Lent::all(py, &runs)?;
        let runs: Vec<&[u8]> = runs.iter().map(Lent::bytes).collect();
        let (bytes, count) =
            run(py, &limits, |control| self.kernel.merge(&runs, control))?.map_err(failure)?;
        let soliter::search::count::LevelCount { jumps, pegs, classes, positions, .. } = count;
        let dead = (count.dead_classes, count.dead);
        let counts =
            (jumps, pegs, classes, positions, dead.0, dead.1, count.sequences, count.ending);
        Ok((PyBytes::new(py, &bytes), counts))
    }

    fn expand_step<'py>(
        &self,
        py: Python<'py>,
        step: &str,
        runs: Vec<(usize, Bound<'py, PyAny>)>,
        parts: usize,
        memory: Option<f64>,
    ) -> Outcome<Vec<Bound<'py, PyBytes>>> {
        let limits = Limits::new(None, memory, Some(1), None)?;
        let (numbers, runs): (Vec<usize>, Vec<_>) = runs.into_iter().unzip();
        let runs = Lent::all(py, &runs)?;
        let runs: Vec<_> = numbers.into_iter().zip(runs.iter().map(Lent::bytes)).collect();
        let made =
            run(py, &limits, |control| self.kernel.expand_step(step, &runs, parts, control))?;
        Ok(lists(py, &made.map_err(failure)?))
    }

    #[allow(clippy::too_many_arguments, reason = "the levels that a step names, each by its use")]
    fn merge_step<'py>(
        &self,
        py: Python<'py>,
        step: &str,
        runs: Vec<Bound<'py, PyAny>>,
        within: Levels<'py>,
        without: Levels<'py>,
        meeting: Levels<'py>,
        round: Option<u64>,
        memory: Option<f64>,
    ) -> Outcome<(Bound<'py, PyBytes>, String)> {
        let limits = Limits::new(None, memory, Some(1), None)?;
        let runs = Lent::all(py, &runs)?;
        let runs: Vec<&[u8]> = runs.iter().map(Lent::bytes).collect();
        let (within, without, meeting) =
            (lent(py, &within)?, lent(py, &without)?, lent(py, &meeting)?);
        let others = Others {
            within: slices(&within),
            without: slices(&without),
            meeting: slices(&meeting),
        };
        let merge =
            |control: &Control| self.kernel.merge_step(step, &runs, &others, round, control);
        let (bytes, record) = run(py, &limits, merge)?.map_err(failure)?;
        Ok((PyBytes::new(py, &bytes), record))
    }

    fn load<'py>(
        &self,
        py: Python<'py>,
        level: &str,
        place: (usize, usize),
        file: &Bound<'py, PyAny>,
        sha256: &str,
        parts: usize,
    ) -> Outcome<Vec<Bound<'py, PyBytes>>> {
        let limits = Limits::new(None, None, Some(1), None)?;
        let file = Lent::new(py, file)?;
        let load = |_: &Control| self.kernel.load(level, place, (file.bytes(), sha256), parts);
        Ok(lists(py, &run(py, &limits, load)?.map_err(failure)?))
    }
}

/// Tells an engine whether to stop.
#[pyclass(frozen, module = "soliter._soliter")]
pub(crate) struct Stopper(Control);

#[pymethods]
impl Stopper {
    /// Raises `LimitReached` when a limit is reached or the caller has cancelled.
    fn __call__(&self) -> Outcome<()> {
        self.0.check().map_err(stopped)
    }
}

/// An engine in Python, and the exception that it raised.
struct PyEngine<'a> {
    engine: &'a Py<PyAny>,
    raised: Option<PyErr>,
}

impl PyEngine<'_> {
    fn call<T>(&mut self, work: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> Result<T, Fault> {
        Python::attach(|py| {
            work(self.engine.bind(py)).map_err(|error| {
                let text = error.value(py).getattr("message").and_then(|text| text.extract());
                match text.unwrap_or_else(|_| String::new()).as_str() {
                    text if text == Stop::Time.phrase() => Stop::Time.into(),
                    text if text == Stop::Memory.phrase() => Stop::Memory.into(),
                    text if text == Stop::Cancelled.phrase() => Stop::Cancelled.into(),
                    _ => {
                        self.raised = Some(error);
                        Fault::Engine
                    }
                }
            })
        })
    }
}

impl Engine for PyEngine<'_> {
    fn begin(&mut self, records: &str, left: &[String], round: u64) -> Result<(), Fault> {
        self.call(|engine| engine.call_method1("begin", (records, left, round)).map(drop))
    }

    fn make(&mut self, step: &str, seed: Option<Vec<u8>>) -> Result<Vec<String>, Fault> {
        self.call(|engine| {
            let seed = seed.map(|seed| PyBytes::new(engine.py(), &seed));
            engine.call_method1("make", (step, seed))?.extract()
        })
    }

    fn complete(&mut self, manifest: &str, done: &[String], files: &[String]) -> Result<(), Fault> {
        self.call(|engine| engine.call_method1("complete", (manifest, done, files)).map(drop))
    }

    fn run(&mut self, level: &str, bucket: usize) -> Result<Vec<u8>, Fault> {
        self.call(|engine| {
            let lent = Lent::new(engine.py(), &engine.call_method1("run", (level, bucket))?)?;
            Ok(lent.bytes().to_vec())
        })
    }
}

/// Counts with levels that an engine builds, or finds the fewest moves (`what` is "fewest").
#[pyfunction]
#[pyo3(signature = (puzzle, what, engine, folder = None, *, resume = false, seconds = None, memory = None,
    threads = None, progress = None))]
#[allow(clippy::too_many_arguments, reason = "the limits that all long calls have")]
pub(crate) fn _elsewhere<'py>(
    py: Python<'py>,
    puzzle: &Puzzle,
    what: &str,
    engine: Py<PyAny>,
    folder: Option<(String, Vec<String>, Option<Vec<u8>>)>,
    resume: bool,
    seconds: Option<f64>,
    memory: Option<f64>,
    threads: Option<i64>,
    progress: Option<Py<PyAny>>,
) -> Outcome<Bound<'py, PyAny>> {
    let limits = Limits::new(seconds, memory, threads, progress)?;
    let (name, files, manifest) = folder.unwrap_or_default();
    let contents = Contents { name, files, manifest, resume };
    let clock = std::time::Instant::now();
    let plain = puzzle.plain("a distributed search")?;
    let work = |control: &Control, engine: &mut PyEngine<'_>| -> Outcome<Result<_, Fault>> {
        let check = Python::attach(|py| Py::new(py, Stopper(control.clone())))?;
        Python::attach(|py| engine.engine.setattr(py, "check", check))?;
        Ok(match question(what)? {
            Question::Count(what) => {
                let count = count_remotely(&plain, what, &contents, engine, control);
                count.map(|count| Made::Count(what, count))
            }
            Question::Fewest => {
                let search =
                    |control: &Control| fewest_remotely(&plain, &contents, engine, control);
                let solved = solve_by(&plain, search, control);
                match solved {
                    Ok(verified) => {
                        let verified = verified.map_err(|no| Failure::Fault(no.to_string()))?;
                        Ok(Made::Answer(Box::new(verified)))
                    }
                    Err(fault) => Err(fault),
                }
            }
        })
    };
    let (made, raised) = run(py, &limits, |control| {
        let mut engine = PyEngine { engine: &engine, raised: None };
        let made = work(control, &mut engine);
        (made, engine.raised)
    })?;
    if let Some(raised) = raised {
        return Err(raised.into());
    }
    match made?.map_err(failure)? {
        Made::Count(what, count) => {
            let seconds = clock.elapsed().as_secs_f64();
            let report = CountReport::new(plain.title(), &plain, what, &count, seconds);
            Ok(Bound::new(py, Count { puzzle: puzzle.clone(), report })?.into_any())
        }
        Made::Answer(verified) => {
            let answer = Answer { puzzle: puzzle.clone(), verified: *verified };
            Ok(Bound::new(py, answer)?.into_any())
        }
    }
}

enum Made {
    Count(What, soliter::search::count::Count),
    Answer(Box<soliter::boards::verify::Verified>),
}
