//! Programs in the modelling language, and integer programs of a puzzle, for HiGHS and as text for other
//! solvers.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};
use soliter::base::control::Control;
use soliter::boards::verify::replay;
use soliter::np::milp::prepare;
use soliter::np::resolve::names::Model as Program;
use soliter::np::solve::{Failure as NoAnswer, ProgramStatus, Request, Solutions, solve_all};
use soliter::np::syntax::data::{Data, FieldValues};
use soliter::np::{input, refusal::Refusal};
use soliter::program::file::{About, Format, text};
use soliter::prove::milp::by_jump;
use soliter::prove::milp::fields::{fields_in, unfit};
use soliter::{Source, library};

use crate::count::stopped;
use crate::errors::{Failure, Outcome};
use crate::line::Line;
use crate::puzzle::Puzzle;
use crate::reading;
use crate::work::{Limits, run};

/// A program in the modelling language; raises `MissingFeature` in a build without `milp`.
///
/// >>> text = "Project P\nModule Main\nField N As Integer\nVar X As {0..9}\nCon C As X + X = N\nCon S As Store(X)"
/// >>> soliter.Model(text).solve(data={"N": 6}).solutions
/// [{'X': 3}]
#[pyclass(frozen, module = "soliter._soliter", name = "Model")]
pub(crate) struct Model(Program);

/// The results of a program with its data. Its values were checked against the text.
///
/// >>> text = "Project P\nModule Main\nVar X As {0..9}\nCon C As Maximize(X)\nCon S As Store(X)"
/// >>> answer = soliter.Model(text).solve()
/// >>> answer.claim, answer.objective, answer.solutions
/// ('optimal', 9, [{'X': 9}])
#[pyclass(frozen, module = "soliter._soliter", name = "ProgramAnswer")]
pub(crate) struct ProgramAnswer {
    solutions: Solutions,
    line: Option<Line>,
}

impl Model {
    fn of(source: &Arc<Source>) -> Outcome<Self> {
        Ok(Self(Program::parse(source)?))
    }

    /// The values of fields: those of a puzzle, then those given individually.
    fn fields(
        &self,
        puzzle: Option<&soliter::Puzzle>,
        data: Option<&Bound<'_, PyDict>>,
    ) -> Outcome<FieldValues> {
        let mut given = puzzle.map_or_else(FieldValues::new, |puzzle| fields_in(&self.0, puzzle));
        if puzzle.is_some() && given.is_empty() {
            let message = "the program has none of the fields that a puzzle fills";
            return Err(Failure::unfit(message, "docs/reference/language.md has a table of them"));
        }
        let mut own = FieldValues::new();
        for (name, value) in data.into_iter().flatten() {
            let name: String = name.extract()?;
            if let Some(help) = input::unknown_field(&self.0, &name) {
                return Err(Failure::unfit(format!("the program has no field {name:?}"), help));
            }
            own.insert(name.clone(), self.value(&name, &value)?);
        }
        // The number of pegs is changed together with the pegs.
        for (set, count) in [("Starts", "StartCount"), ("Ends", "EndCount")] {
            if let (Some(Data::Set(holes)), Some(number)) = (own.get(set), given.get_mut(count)) {
                *number = Data::Number(holes.len() as i64);
            }
        }
        given.extend(own);
        Ok(given)
    }

    fn value(&self, name: &str, value: &Bound<'_, PyAny>) -> Outcome<Data> {
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(self.0.data(&Source::new(name, text.to_str()?))?);
        }
        if let Ok(truth) = value.cast::<PyBool>() {
            return Ok(Data::Number(truth.is_true().into()));
        }
        let data = value
            .extract()
            .map(Data::Number)
            .or_else(|_| value.extract().map(Data::Map))
            .or_else(|_| value.extract().map(Data::Pairs))
            .or_else(|_| value.extract().map(Data::Set));
        data.map_err(|_: PyErr| {
            let message = format!("{name} is a number, a set, a dictionary by key, or by pairs");
            PyTypeError::new_err(message).into()
        })
    }

    /// Refuses a puzzle that the program does not fit.
    fn fit(
        &self,
        puzzle: Option<&soliter::Puzzle>,
        given: &FieldValues,
        control: &Control,
    ) -> Outcome<()> {
        let Some(puzzle) = puzzle else { return Ok(()) };
        match unfit(puzzle, &self.0, given, control).map_err(stopped)? {
            Some(fault) => Err(Failure::unfit(fault.message, fault.help)),
            None => Ok(()),
        }
    }
}

#[pymethods]
impl Model {
    #[new]
    #[pyo3(signature = (text, /, *, name = "program.np"))]
    fn new(text: &str, name: &str) -> Outcome<Self> {
        Self::of(&Source::new(name, text))
    }

    /// A program from a file.
    #[staticmethod]
    #[pyo3(signature = (path, /))]
    fn read(path: PathBuf) -> Outcome<Self> {
        Self::of(&reading::file(&path)?)
    }

    /// A built-in program, such as `solitaire`.
    #[staticmethod]
    #[pyo3(signature = (name, /))]
    fn built_in(name: &str) -> Outcome<Self> {
        let missing = || reading::missing("program", name, &library::programs());
        Self::of(&library::program(name).ok_or_else(missing)?)
    }

    /// The names of the fields, which `data` and a puzzle fill.
    #[getter(fields)]
    fn field_names(&self) -> Vec<&str> {
        self.0.fields().map(|(name, _)| name).collect()
    }

    /// Solves the program with its data, for up to `all` solutions. A puzzle fills the fields, as `soliter run --data` does.
    #[pyo3(signature = (puzzle = None, data = None, *, all = 1, seconds = None, memory = None,
        threads = None, progress = None))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn solve(
        &self,
        py: Python<'_>,
        puzzle: Option<&Puzzle>,
        data: Option<&Bound<'_, PyDict>>,
        all: usize,
        seconds: Option<f64>,
        memory: Option<f64>,
        threads: Option<i64>,
        progress: Option<Py<PyAny>>,
    ) -> Outcome<ProgramAnswer> {
        let limits = Limits::new(seconds, memory, threads, progress)?;
        let rules = puzzle.map(|puzzle| &*puzzle.shared);
        let given = self.fields(rules, data)?;
        let solutions = run(py, &limits, |control| {
            self.fit(rules, &given, control)?;
            let request = Request { most: all.max(1), ..Request::default() };
            solve_all(request, &self.0, &given, control).map_err(|why| match why {
                NoAnswer::Faults(faults) => self.0.placed(faults).into(),
                other => Failure::Fault(format!("the values are wrong: {other:?}")),
            })
        })??;
        let line = match puzzle {
            Some(puzzle) => self
                .line(&puzzle.shared, &solutions)?
                .map(|line| Line { puzzle: puzzle.clone(), line }),
            None => None,
        };
        Ok(ProgramAnswer { solutions, line })
    }

    /// The program with its data in the LP format, which other solvers read.
    #[pyo3(signature = (puzzle = None, data = None, *, format = "lp"))]
    fn lp(
        &self,
        py: Python<'_>,
        puzzle: Option<&Puzzle>,
        data: Option<&Bound<'_, PyDict>>,
        format: &str,
    ) -> Outcome<String> {
        let format = self::format(format)?;
        let rules = puzzle.map(|puzzle| &*puzzle.shared);
        let given = self.fields(rules, data)?;
        run(py, &Limits::default(), |control| {
            self.fit(rules, &given, control)?;
            let (_, lowered) =
                prepare(&self.0, &given, control).map_err(|refusal| match refusal {
                    Refusal::Faults(faults) => self.0.placed(faults).into(),
                    Refusal::Stopped(stop) => stopped(stop),
                })?;
            let lines = vec![format!("program: {}", self.0.project.name.text)];
            let (maximised, constant) = (lowered.maximised, lowered.constant as f64);
            let about = About { lines, maximised, constant };
            text(&lowered.program, &about, format, control).map_err(stopped)
        })?
    }

    fn __repr__(&self) -> String {
        format!("<Model {:?}>", self.0.project.name.text)
    }
}

impl Model {
    /// The line of a program whose moves come from a puzzle, if there is one, replayed by the rules.
    fn line(
        &self,
        puzzle: &soliter::Puzzle,
        solutions: &Solutions,
    ) -> Outcome<Option<soliter::Line>> {
        let has_moves = self.0.fields().any(|(name, _)| name == "ValidMoves");
        let values = solutions.list.first().and_then(|answer| answer.values.as_ref());
        let line = values.filter(|_| has_moves).and_then(|values| by_jump::line(puzzle, values));
        match line {
            Some(line) if !replay(puzzle, line.jumps()).solves(puzzle) => {
                Err(Failure::Fault("the line of the program is wrong by the rules".to_owned()))
            }
            line => Ok(line),
        }
    }
}

fn format(word: &str) -> Outcome<Format> {
    match word {
        "lp" => Ok(Format::Lp),
        "mps" => Ok(Format::Mps),
        _ => Err(Failure::unfit(format!("there is no format {word:?}"), "\"lp\" or \"mps\"")),
    }
}

#[pymethods]
impl ProgramAnswer {
    /// What is proved: `optimal`, `feasible`, `infeasible` or `unknown`.
    #[getter]
    fn claim(&self) -> &'static str {
        let first = self.solutions.list.first();
        match first.map(|answer| (answer.status, answer.has_objective)) {
            Some((ProgramStatus::Solved, true)) => "optimal",
            Some((ProgramStatus::Solved | ProgramStatus::Feasible, _)) => "feasible",
            Some((ProgramStatus::Infeasible, _)) => "infeasible",
            Some((ProgramStatus::Unknown, _)) | None => "unknown",
        }
    }

    /// The value of the objective, if the program has one.
    #[getter]
    fn objective(&self) -> Option<i64> {
        self.solutions.list.first()?.objective
    }

    /// No answer is better. Unless the claim is `optimal`, one run of HiGHS says so.
    #[getter]
    fn bound(&self) -> Option<i64> {
        self.solutions.list.first()?.bound
    }

    /// The reason why it stopped early.
    #[getter]
    fn stopped(&self) -> &'static str {
        let first = self.solutions.list.first().and_then(|answer| answer.stopped);
        first.or(self.solutions.stopped).map_or("", |stop| stop.phrase())
    }

    /// For each solution, the values that the program stores, by name.
    #[getter]
    fn solutions<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let found = self.solutions.list.iter().filter(|answer| answer.values.is_some());
        let one = |answer: &soliter::np::solve::ProgramAnswer| {
            let stored = PyDict::new(py);
            for value in &answer.stored {
                let record = value.record.as_ref().map_or_else(String::new, |r| format!("{r}."));
                let key = format!("{record}{}", value.name);
                match &value.word {
                    Some(word) => stored.set_item(key, word)?,
                    None => stored.set_item(key, value.value)?,
                }
            }
            Ok(stored)
        };
        found.map(one).collect()
    }

    /// Whether these are all solutions.
    #[getter]
    fn complete(&self) -> bool {
        self.solutions.complete
    }

    /// The lines that the program prints.
    #[getter]
    fn printed(&self) -> Vec<String> {
        self.solutions.list.first().map_or_else(Vec::new, |answer| answer.printed.clone())
    }

    /// The solution of the given puzzle, replayed by the rules.
    #[getter]
    fn solution(&self) -> Option<Line> {
        self.line.clone()
    }
}
