//! Jumps, and the forms in which Python may give one.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use soliter::Hole;
use soliter::boards::board;
use soliter::boards::line::Hop;

use crate::errors::{Failure, Outcome};
use crate::position::{Position, hole};
use crate::puzzle::Puzzle;

/// A jump: the peg in `from_hole` leaps over `over_hole` and lands in `to_hole`.
///
/// >>> puzzle = soliter.Puzzle.drawn("oo.")
/// >>> jump = puzzle.legal()[0]
/// >>> jump
/// Jump(0, 1, 2)
/// >>> from_hole, over_hole, to_hole = jump
/// >>> puzzle.after(soliter.Jump(0, 1, 2)) == {2}
/// True
#[pyclass(frozen, eq, hash, module = "soliter._soliter", name = "Jump")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Jump(pub(crate) board::Jump);

#[pymethods]
#[allow(clippy::wrong_self_convention, reason = "the names that Python sees")]
impl Jump {
    #[new]
    #[pyo3(signature = (from_hole, over_hole, to_hole, /))]
    fn new(
        from_hole: &Bound<'_, PyAny>,
        over_hole: &Bound<'_, PyAny>,
        to_hole: &Bound<'_, PyAny>,
    ) -> Outcome<Self> {
        let number = |value| hole(value, board::MAX_HOLES, None);
        let (from, over, to) = (number(from_hole)?, number(over_hole)?, number(to_hole)?);
        if from == over || over == to || from == to {
            return Err(Failure::unfit("a jump has three different holes", "from, over, to"));
        }
        Ok(Self(board::Jump { from, over, to }))
    }

    /// The hole where the peg starts.
    #[getter]
    fn from_hole(&self) -> u32 {
        self.0.from.into()
    }

    /// The hole that the peg leaps over.
    #[getter]
    fn over_hole(&self) -> u32 {
        self.0.over.into()
    }

    /// The hole where the peg lands.
    #[getter]
    fn to_hole(&self) -> u32 {
        self.0.to.into()
    }

    /// The three holes, as a position.
    #[getter]
    fn holes(&self) -> Position {
        Position { pegs: self.0.holes(), board: None }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let holes = [self.from_hole(), self.over_hole(), self.to_hole()];
        Ok(holes.into_pyobject(py)?.try_iter()?.into_any())
    }

    fn __repr__(&self) -> String {
        format!("Jump({}, {}, {})", self.0.from, self.0.over, self.0.to)
    }

    fn __getnewargs__(&self) -> (Hole, Hole, Hole) {
        (self.0.from, self.0.over, self.0.to)
    }
}

/// A jump given by Python: a `Jump`, or two or three holes by number or name.
pub(crate) fn hop(puzzle: &Puzzle, value: &Bound<'_, PyAny>) -> Outcome<Hop> {
    let board = puzzle.shared.board();
    let hole = |value: &Bound<'_, PyAny>| hole(value, board.holes(), Some(puzzle.shared.names()));
    let three = |from, over, to| {
        let named = Hop { from, to, over: Some(over) };
        // A jump that the board does not have keeps its three holes, so that the rules refuse it.
        board.find(named).map_or(named, |jump| board.hop(jump))
    };
    if let Ok(jump) = value.cast::<Jump>() {
        let board::Jump { from, over, to } = jump.get().0;
        return Ok(three(from, over, to));
    }
    let parts: Vec<Bound<'_, PyAny>> = if value.is_instance_of::<PyString>() {
        Vec::new()
    } else {
        value.try_iter().and_then(Iterator::collect).unwrap_or_default()
    };
    match &parts[..] {
        [from, to] => Ok((hole(from)?, hole(to)?).into()),
        [from, over, to] => Ok(three(hole(from)?, hole(over)?, hole(to)?)),
        _ => Err(PyTypeError::new_err("a jump is a Jump, (from, to) or (from, over, to)").into()),
    }
}

/// The jumps of a sequence, whose items are jumps or, as in `Line.moves`, sequences of them.
pub(crate) fn hops(puzzle: &Puzzle, moves: &Bound<'_, PyAny>) -> Outcome<Vec<Hop>> {
    let mut found = Vec::new();
    for one in moves.try_iter()? {
        let one = one?;
        let parts = one.extract::<Vec<Bound<'_, Jump>>>().unwrap_or_default();
        if parts.is_empty() || one.cast::<Jump>().is_ok() {
            found.push(hop(puzzle, &one)?);
            continue;
        }
        for jump in parts {
            found.push(hop(puzzle, jump.as_any())?);
        }
    }
    Ok(found)
}
