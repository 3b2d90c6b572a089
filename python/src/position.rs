//! Positions: sets of holes, and the forms in which Python may give one.

use num_bigint::BigUint;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFrozenSet, PyInt, PyString};
use soliter::boards::board::MAX_HOLES;
use soliter::boards::draw::text;
use soliter::boards::notation::Names;
use soliter::{Hole, Position as Pegs};

use crate::board::Board;
use crate::errors::{Failure, Outcome};
use crate::picture::inline;

/// A set of holes, usually those with a peg: a `collections.abc.Set` of hole numbers.
///
/// It compares with sets as sets do: `<=` means "is a subset of". `int(position)` has bit `h` for hole `h`, and
/// `Position(16)` reads such an integer. A position that comes from a board or a puzzle has a picture.
///
/// >>> position = soliter.Position([0, 3])
/// >>> 3 in position, len(position), int(position)
/// (True, 2, 9)
/// >>> position | {5}
/// Position([0, 3, 5])
/// >>> position == {0, 3} == soliter.Position(9)
/// True
/// >>> print(soliter.Board("oooo").position([0, 3]))
/// o . . o
#[pyclass(frozen, module = "soliter._soliter", name = "Position")]
#[derive(Clone)]
pub(crate) struct Position {
    pub(crate) pegs: Pegs,
    pub(crate) board: Option<Board>,
}

/// A position from its pickled form.
#[pyfunction]
pub(crate) fn _position(pegs: BigUint, board: Option<Bound<'_, Board>>) -> Position {
    Position { pegs: pegs.into(), board: board.map(|board| board.get().clone()) }
}

/// The integer that a value is, which may be one of numpy's; `None` for truth values and other types.
pub(crate) fn integer<'py>(value: &Bound<'py, PyAny>) -> Option<Bound<'py, PyInt>> {
    if value.is_instance_of::<PyBool>() {
        return None;
    }
    if let Ok(integer) = value.cast::<PyInt>() {
        return Some(integer.clone());
    }
    value.call_method0("__index__").ok()?.cast_into().ok()
}

/// The holes of a set, and whether it has other members; `None` if the value is not a set.
fn members(value: &Bound<'_, PyAny>) -> PyResult<Option<(Pegs, bool)>> {
    if let Ok(position) = value.cast::<Position>() {
        return Ok(Some((position.get().pegs.clone(), false)));
    }
    if !value.is_instance(&value.py().import("collections.abc")?.getattr("Set")?)? {
        return Ok(None);
    }
    let (mut pegs, mut has_others) = (Pegs::EMPTY, false);
    for one in value.try_iter()? {
        match integer(&one?).and_then(|number| number.extract::<Hole>().ok()) {
            Some(hole) => pegs = pegs.with(hole),
            None => has_others = true,
        }
    }
    Ok(Some((pegs, has_others)))
}

impl Position {
    pub(crate) fn on(board: &Board, pegs: Pegs) -> Self {
        Self { pegs, board: Some(board.clone()) }
    }

    /// The result of an operator on this and another set.
    fn combined<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        needs_holes: bool,
        combine: impl FnOnce(&Pegs, &Pegs) -> Pegs,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        match members(other)? {
            None => Ok(py.NotImplemented().into_bound(py)),
            Some((_, true)) if needs_holes => {
                Err(PyTypeError::new_err("a position has the numbers of holes, and nothing else"))
            }
            Some((holes, _)) => {
                let pegs = combine(&self.pegs, &holes);
                let made = Self { pegs, board: self.board.clone() };
                Ok(Bound::new(py, made)?.into_any())
            }
        }
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (holes = None, /))]
    fn new(holes: Option<&Bound<'_, PyAny>>) -> Outcome<Self> {
        let plain = |pegs| Self { pegs, board: None };
        let Some(holes) = holes else { return Ok(plain(Pegs::EMPTY)) };
        if holes.is_instance_of::<PyString>() {
            let error = PyTypeError::new_err("a drawing needs a board: board.position(drawing)");
            return Err(error.into());
        }
        if let Some(bits) = integer(holes) {
            let wrong = |_| PyOverflowError::new_err("a position is an integer, 0 or more");
            return Ok(plain(bits.extract::<BigUint>().map_err(wrong)?.into()));
        }
        pegs(holes, MAX_HOLES, None).map(plain)
    }

    fn __int__(&self) -> BigUint {
        self.pegs.clone().into()
    }

    /// The hash of a `frozenset` with the same holes, to which the position is equal.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyFrozenSet::new(py, self.holes())?.hash()
    }

    fn __len__(&self) -> usize {
        self.pegs.len()
    }

    fn __bool__(&self) -> bool {
        !self.pegs.is_empty()
    }

    fn __contains__(&self, hole: &Bound<'_, PyAny>) -> bool {
        let number = integer(hole).and_then(|number| number.extract::<Hole>().ok());
        number.is_some_and(|hole| self.pegs.has(hole))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.holes().into_pyobject(py)?.try_iter()?.into_any())
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        by: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let Some((holes, has_others)) = members(other)? else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let (is_same, within) = (self.pegs == holes, self.pegs.is_within(&holes));
        let around = !has_others && holes.is_within(&self.pegs);
        let holds = match by {
            CompareOp::Eq => is_same && !has_others,
            CompareOp::Ne => !is_same || has_others,
            CompareOp::Le => within,
            CompareOp::Lt => within && (!is_same || has_others),
            CompareOp::Ge => around,
            CompareOp::Gt => around && !is_same,
        };
        Ok(PyBool::new(py, holds).to_owned().into_any())
    }

    fn __and__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.combined(other, false, Pegs::intersection)
    }

    fn __rand__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.combined(other, false, Pegs::intersection)
    }

    fn __or__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.combined(other, true, Pegs::union)
    }

    fn __ror__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.combined(other, true, Pegs::union)
    }

    fn __xor__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.combined(other, true, Pegs::symmetric_difference)
    }

    fn __rxor__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.combined(other, true, Pegs::symmetric_difference)
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.combined(other, false, Pegs::difference)
    }

    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.combined(other, true, |this, other| other.difference(this))
    }

    /// Whether the two sets have no hole in common.
    #[pyo3(signature = (other, /))]
    fn isdisjoint(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        for one in other.try_iter()? {
            if self.__contains__(&one?) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The numbers of the holes, in ascending order.
    #[getter]
    fn holes(&self) -> Vec<u32> {
        self.pegs.holes().map(u32::from).collect()
    }

    /// The drawing, if the board is known.
    fn __str__(&self) -> String {
        let Some(board) = &self.board else { return self.__repr__() };
        let symbol = |hole| if self.pegs.has(hole) { "o" } else { "." }.to_owned();
        text::board(&board.board, 1, symbol).join("\n")
    }

    fn __repr__(&self) -> String {
        format!("Position({:?})", self.holes())
    }

    /// The picture for notebooks; `None` if the board is not known.
    fn _repr_svg_(&self) -> Option<String> {
        let board = self.board.as_ref()?;
        Some(inline(&board.picture(&self.pegs)))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let make = py.import("soliter._soliter")?.getattr("_position")?;
        let state = (BigUint::from(self.pegs.clone()), self.board.clone());
        Ok((make, state).into_pyobject(py)?.into_any())
    }
}

/// A position of a board given by Python: a `Position`, a drawing, or holes by number or name.
pub(crate) fn position(value: &Bound<'_, PyAny>, board: &Board) -> Outcome<Pegs> {
    let holes = board.board.holes();
    if let Ok(text) = value.cast::<PyString>() {
        let text = text.to_str()?;
        return (board.board.read_position(text))
            .map_err(|faults| Failure::drawing("drawing", text, faults));
    }
    if let Some(number) = integer(value) {
        let message = format!("{number} could be a hole, a number of pegs or a set of holes");
        let help = format!("write [{number}], pegs={number} or Position({number})");
        return Err(Failure::unfit(message, help));
    }
    let pegs = pegs(value, holes, Some(&board.names))?;
    let beyond = pegs.difference(&board.board.full());
    if beyond.is_empty() {
        return Ok(pegs);
    }
    let message = format!("the board has no holes {beyond:?}");
    Err(Failure::unfit(message, format!("holes are 0 to {}", holes - 1)))
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
    let Some(number) = integer(value) else {
        let what = if names.is_some() { "a number or a name" } else { "a number" };
        return Err(PyTypeError::new_err(format!("a hole is {what}, not {}", shown())).into());
    };
    match number.extract::<Hole>() {
        Ok(hole) if usize::from(hole) < holes => Ok(hole),
        _ => {
            let message = format!("there is no hole {number}");
            Err(Failure::unfit(message, format!("holes are 0 to {}", holes.max(1) - 1)))
        }
    }
}

fn pegs(value: &Bound<'_, PyAny>, holes: usize, names: Option<&Names>) -> Outcome<Pegs> {
    if let Ok(position) = value.cast::<Position>() {
        return Ok(position.get().pegs.clone());
    }
    let list = value
        .try_iter()
        .map_err(|_| PyTypeError::new_err("a position is a Position or a list of holes"))?;
    let mut pegs = Pegs::EMPTY;
    for one in list {
        pegs = pegs.with(hole(&one?, holes, names)?);
    }
    Ok(pegs)
}
