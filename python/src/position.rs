//! Positions: sets of holes that are integers, and the ways in which Python may give one.

use num_bigint::BigUint;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};
use soliter::boards::board::MAX_HOLES;
use soliter::boards::notation::Names;
use soliter::{Board, Hole, Position as Pegs};

use crate::errors::{Failure, Outcome};

/// A set of holes, usually those with a peg. Hole `h` is bit `h` of `int(position)`.
#[pyclass(frozen, from_py_object, module = "soliter", name = "Position")]
#[derive(Clone)]
pub(crate) struct Position(pub(crate) Pegs);

/// The holes of the other operand, which may be an integer.
fn operand(value: &Bound<'_, PyAny>) -> Option<Pegs> {
    if let Ok(position) = value.cast::<Position>() {
        return Some(position.get().0.clone());
    }
    value.extract::<BigUint>().ok().filter(|_| !value.is_instance_of::<PyBool>()).map(Pegs::from)
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (holes = None, /))]
    fn new(holes: Option<&Bound<'_, PyAny>>) -> Outcome<Self> {
        let Some(holes) = holes else { return Ok(Self(Pegs::EMPTY)) };
        if holes.is_instance_of::<PyString>() {
            let error = PyTypeError::new_err("a drawing needs a board: board.position(drawing)");
            return Err(error.into());
        }
        pegs(holes, MAX_HOLES, None).map(Self)
    }

    fn __int__(&self) -> BigUint {
        self.0.clone().into()
    }

    fn __index__(&self) -> BigUint {
        self.0.clone().into()
    }

    /// The hash of the integer, to which the position is equal.
    fn __hash__<'py>(&self, py: Python<'py>) -> PyResult<isize> {
        BigUint::from(self.0.clone()).into_pyobject(py)?.hash()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __bool__(&self) -> bool {
        !self.0.is_empty()
    }

    fn __contains__(&self, hole: &Bound<'_, PyAny>) -> bool {
        hole.extract::<Hole>().is_ok_and(|hole| self.0.has(hole))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.holes().into_pyobject(py)?.try_iter()?.into_any())
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        by: CompareOp,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Some(other) = operand(other) else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let this = &self.0;
        let holds = match by {
            CompareOp::Eq => *this == other,
            CompareOp::Ne => *this != other,
            // As with sets: `<=` means "is a subset of".
            CompareOp::Le => this.is_within(&other),
            CompareOp::Lt => this.is_within(&other) && *this != other,
            CompareOp::Ge => other.is_within(this),
            CompareOp::Gt => other.is_within(this) && *this != other,
        };
        Ok(PyBool::new(py, holds).to_owned().into_any())
    }

    fn __and__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(self.0.common(&both(other)?)))
    }

    fn __or__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(self.0.union(&both(other)?)))
    }

    fn __xor__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(self.0.difference(&both(other)?)))
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(self.0.minus(&both(other)?)))
    }

    /// The holes, in ascending order.
    #[getter]
    fn holes(&self) -> Vec<u32> {
        self.0.holes().map(u32::from).collect()
    }

    fn __repr__(&self) -> String {
        format!("Position({:?})", self.holes())
    }

    fn __getnewargs__(&self) -> (BigUint,) {
        (self.0.clone().into(),)
    }
}

fn both(other: &Bound<'_, PyAny>) -> PyResult<Pegs> {
    let wrong = || PyTypeError::new_err("the other side is a Position or an integer, 0 or more");
    operand(other).ok_or_else(wrong)
}

/// A position of a board given by Python: a `Position`, an integer, a drawing, or holes by number or name.
pub(crate) fn position(
    value: &Bound<'_, PyAny>,
    board: &Board,
    names: Option<&Names>,
) -> Outcome<Pegs> {
    if let Ok(text) = value.cast::<PyString>() {
        let text = text.to_str()?;
        return board
            .read_position(text)
            .map_err(|faults| Failure::drawing("drawing", text, faults));
    }
    let pegs = pegs(value, board.holes(), names)?;
    let beyond = pegs.minus(&board.full());
    if beyond.is_empty() {
        return Ok(pegs);
    }
    let message = format!("the board has no holes {beyond:?}");
    Err(Failure::unfit(message, format!("holes are 0 to {}", board.holes() - 1)))
}

/// A hole of a board, by its number or its name.
pub(crate) fn hole(value: &Bound<'_, PyAny>, holes: usize, names: Option<&Names>) -> Outcome<Hole> {
    let shown = || value.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
    if let (Ok(name), Some(names)) = (value.cast::<PyString>(), names) {
        return names.hole(name.to_str()?).ok_or_else(|| {
            let all = names.iter().collect::<Vec<_>>().join(" ");
            Failure::unfit(format!("no hole is called {}", shown()), format!("they are: {all}"))
        });
    }
    if !value.is_instance_of::<PyInt>() || value.is_instance_of::<PyBool>() {
        let what = if names.is_some() { "a number or a name" } else { "a number" };
        return Err(PyTypeError::new_err(format!("a hole is {what}, not {}", shown())).into());
    }
    match value.extract::<Hole>() {
        Ok(hole) if usize::from(hole) < holes => Ok(hole),
        _ => {
            let message = format!("there is no hole {}", shown());
            Err(Failure::unfit(message, format!("holes are 0 to {}", holes.max(1) - 1)))
        }
    }
}

fn pegs(value: &Bound<'_, PyAny>, holes: usize, names: Option<&Names>) -> Outcome<Pegs> {
    if let Some(pegs) = operand(value) {
        return Ok(pegs);
    }
    if value.is_instance_of::<PyInt>() {
        let error = PyOverflowError::new_err("a position is an integer, 0 or more");
        return Err(error.into());
    }
    // numpy's integers are not instances of `int`, but have `__index__`.
    if let Ok(index) = value.call_method0("__index__")
        && let Ok(bits) = index.extract::<BigUint>()
    {
        return Ok(bits.into());
    }
    let list = value.try_iter().map_err(|_| {
        PyTypeError::new_err("a position is a Position, an integer, or a list of holes")
    })?;
    let mut pegs = Pegs::EMPTY;
    for one in list {
        pegs = pegs.with(hole(&one?, holes, names)?);
    }
    Ok(pegs)
}
