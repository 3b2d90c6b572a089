//! Lines of play: moves, each a chain of jumps by one peg.

use std::sync::Arc;

use pyo3::prelude::*;
use soliter::boards::draw::svg;
use soliter::boards::line::{Hop, Move};
use soliter::boards::verify::replay;
use soliter::{Control, Puzzle, judge};

use crate::board::{Jump, as_text};
use crate::count::stopped;
use crate::errors::{Failure, Outcome};
use crate::picture::inline;
use crate::position::{Position, hole};

/// A legal line of a puzzle from its start, whether or not it ends at the finish.
#[pyclass(frozen, module = "soliter", name = "Line")]
pub(crate) struct Line {
    pub(crate) puzzle: Arc<Puzzle>,
    pub(crate) line: soliter::Line,
}

impl Line {
    /// A line given by Python: a record in any notation, or jumps. An illegal line is refused.
    pub(crate) fn read(puzzle: &Arc<Puzzle>, moves: &Bound<'_, PyAny>) -> Outcome<Self> {
        let puzzle = Arc::clone(puzzle);
        if let Some(text) = as_text(moves) {
            // A line without a jump is written as no text.
            if text.trim().is_empty() {
                return Ok(Self { puzzle, line: soliter::Line::default() });
            }
            let judgement = judge(&puzzle, &text, &[], &Control::default()).map_err(stopped)?;
            return match &judgement.mistake {
                None => Ok(Self { line: judgement.line(), puzzle }),
                Some(mistake) => Err(Failure::Illegal {
                    index: mistake.index,
                    reason: mistake.reason,
                    message: mistake.to_string(),
                }),
            };
        }
        let mut jumps = Vec::new();
        for one in moves.try_iter()? {
            jumps.push(jump(&puzzle, &one?)?);
        }
        let played = replay(&puzzle, jumps.iter().copied());
        if let Some((index, fault)) = played.fault {
            let hop = jumps[index - 1];
            let why = soliter::boards::rules::explain(&puzzle, fault, hop);
            let message = format!("jump {index}, {}: {why}", puzzle.names().hop(hop));
            return Err(Failure::Illegal { index, reason: fault.reason(), message });
        }
        Ok(Self { line: soliter::Line::from_jumps(jumps), puzzle })
    }
}

/// A jump given by Python: a `Jump`, or two holes by number or name.
pub(crate) fn jump(puzzle: &Puzzle, value: &Bound<'_, PyAny>) -> Outcome<Hop> {
    if let Ok(jump) = value.cast::<Jump>() {
        return Ok(puzzle.board().hop(jump.get().0));
    }
    let (from, to): (Bound<'_, PyAny>, Bound<'_, PyAny>) = value.extract()?;
    let hole = |value| hole(value, puzzle.board().holes(), Some(puzzle.names()));
    Ok((hole(&from)?, hole(&to)?).into())
}

#[pymethods]
impl Line {
    /// The moves, each given by the holes that its peg visits.
    #[getter]
    fn moves(&self) -> Vec<Vec<u32>> {
        let wide = |one: &Move| one.holes().iter().copied().map(u32::from).collect();
        self.line.moves().iter().map(wide).collect()
    }

    #[getter]
    fn jumps(&self) -> Vec<Jump> {
        let board = self.puzzle.board();
        self.line.jumps().filter_map(|hop| board.find(hop)).map(Jump).collect()
    }

    /// The start, and the position after each jump.
    #[getter]
    fn positions(&self) -> Vec<Position> {
        replay(&self.puzzle, self.line.jumps()).positions.into_iter().map(Position).collect()
    }

    /// Whether it ends at the finish.
    #[getter]
    fn finish_reached(&self) -> bool {
        replay(&self.puzzle, self.line.jumps()).solves(&self.puzzle)
    }

    /// The number of moves.
    fn __len__(&self) -> usize {
        self.line.moves().len()
    }

    fn __bool__(&self) -> bool {
        !self.line.moves().is_empty()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.moves().into_pyobject(py)?.try_iter()?.into_any())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let same = |other: &Self| self.line == other.line && self.puzzle == other.puzzle;
        other.cast::<Self>().is_ok_and(|other| same(other.get()))
    }

    fn __hash__(&self) -> u64 {
        self.line.jumps().fold(0xcbf2_9ce4_8422_2325, |sum, hop| {
            (sum ^ u64::from(hop.from) << 8 ^ u64::from(hop.to)).wrapping_mul(0x0100_0000_01b3)
        })
    }

    /// The line in the puzzle's notation.
    fn __str__(&self) -> String {
        self.puzzle.names().line(&self.line)
    }

    fn __repr__(&self) -> String {
        format!("<Line {}>", self.__str__())
    }

    /// A picture of every move, side by side.
    fn svg(&self) -> String {
        svg::line(&self.puzzle, &self.line, None)
    }

    fn _repr_svg_(&self) -> String {
        inline(&self.svg())
    }
}
