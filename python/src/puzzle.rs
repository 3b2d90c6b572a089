//! Puzzles: built from a board, a start and a finish, or read from a text.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use num_bigint::BigUint;
use pyo3::prelude::*;
use soliter::pages::{html, puzzle_data};
use soliter::boards::board::lattice::Lattice;
use soliter::boards::draw::svg;
use soliter::boards::rules;
use soliter::{Finish, Position as Pegs, PuzzleSetup, Source};

use crate::board::{Board, Jump, as_text, drawn, scheme, unnameable};
use crate::errors::{Failure, Outcome};
use crate::line::{Line, jump};
use crate::picture::inline;
use crate::position::{Position, hole, position};
use crate::reading;

/// A board, a start and a finish.
#[pyclass(frozen, eq, from_py_object, module = "soliter", name = "Puzzle")]
#[derive(Clone, PartialEq)]
pub(crate) struct Puzzle(pub(crate) Arc<soliter::Puzzle>);

/// The finish, given by its pegs or their number.
fn finish(
    board: &soliter::Board,
    names: Option<&soliter::boards::notation::Names>,
    finish: Option<&Bound<'_, PyAny>>,
    pegs: Option<usize>,
) -> Outcome<Finish> {
    match (finish, pegs) {
        (Some(finish), None) => position(finish, board, names).map(Finish::Exactly),
        (None, Some(pegs)) => Ok(Finish::Pegs(pegs)),
        (None, None) => Ok(Finish::Pegs(1)),
        (Some(_), Some(_)) => {
            Err(Failure::unfit("finish and pegs are both given", "leave one of them out"))
        }
    }
}

/// A puzzle from its pickled form.
#[pyfunction]
#[allow(clippy::type_complexity, reason = "as it was pickled")]
pub(crate) fn _puzzle(
    words: (String, String, String, String),
    ends: (BigUint, (Option<BigUint>, Option<usize>)),
    reverse: bool,
    titles: (String, String, Option<String>),
) -> Outcome<Puzzle> {
    let (drawing, lattice, directions, notation) = words;
    let ((start, finish), (title, model, source)) = (ends, titles);
    let board = drawn(&drawing, &lattice, Some(&directions))?;
    let finish = match finish {
        (_, Some(pegs)) => Finish::Pegs(pegs),
        (finish, None) => Finish::Exactly(finish.unwrap_or_default().into()),
    };
    let setup = PuzzleSetup {
        title,
        model,
        source,
        scheme: scheme(&notation)?,
        reverse,
        ..PuzzleSetup::new(board, start.into(), finish)
    };
    Ok(Puzzle(Arc::new(setup.puzzle()?)))
}

#[pymethods]
impl Puzzle {
    #[new]
    #[pyo3(signature = (board, start, finish = None, *, pegs = None, reverse = false,
        title = "untitled"))]
    fn new(
        board: &Board,
        start: &Bound<'_, PyAny>,
        finish: Option<&Bound<'_, PyAny>>,
        pegs: Option<usize>,
        reverse: bool,
        title: &str,
    ) -> Outcome<Self> {
        let start = board.position(start)?;
        let finish = self::finish(&board.board, Some(&board.names), finish, pegs)?;
        let setup = PuzzleSetup {
            title: title.to_owned(),
            model: board.title.clone(),
            scheme: board.names.scheme(),
            reverse,
            ..PuzzleSetup::new((*board.board).clone(), start, finish)
        };
        Ok(Self(Arc::new(setup.puzzle()?)))
    }

    /// A puzzle from a drawing of its start; the finish is a drawing too, or holes.
    #[staticmethod]
    #[pyo3(signature = (start, finish = None, *, pegs = None, reverse = false,
        lattice = "square", directions = None, title = "untitled"))]
    fn drawn(
        start: &str,
        finish: Option<&Bound<'_, PyAny>>,
        pegs: Option<usize>,
        reverse: bool,
        lattice: &str,
        directions: Option<&str>,
        title: &str,
    ) -> Outcome<Self> {
        let holes = start.replace(['.', '\u{b7}'], "o");
        let board = drawn(&holes, lattice, directions)?;
        let read = board.read_position(start);
        let pegs_there = read.map_err(|faults| Failure::drawing("start", start, faults))?;
        let mut setup = PuzzleSetup::new(board, pegs_there, Finish::Pegs(1));
        let names = soliter::boards::notation::Names::new(&setup.board, setup.scheme);
        setup.finish = match (finish, finish.and_then(as_text)) {
            (Some(_), Some(text)) if pegs.is_none() => Finish::Exactly(
                setup
                    .board
                    .read_position(&text)
                    .map_err(|faults| Failure::drawing("finish", &text, faults))?,
            ),
            _ => self::finish(&setup.board, names.as_ref().ok(), finish, pegs)?,
        };
        let setup = PuzzleSetup { title: title.to_owned(), reverse, ..setup };
        Ok(Self(Arc::new(setup.puzzle()?)))
    }

    /// A built-in puzzle: one of `puzzles()`.
    #[staticmethod]
    #[pyo3(signature = (name, /))]
    fn built_in(name: &str) -> Outcome<Self> {
        reading::built_in(name).map(|puzzle| Self(Arc::new(puzzle)))
    }

    /// A puzzle from the text of a puzzle file.
    #[staticmethod]
    #[pyo3(signature = (text, /, *, name = "puzzle.toml"))]
    fn parse(text: &str, name: &str) -> Outcome<Self> {
        let puzzle = reading::parse(&Source::new(name, text), None)?;
        Ok(Self(Arc::new(puzzle)))
    }

    /// A puzzle from a file, or from an entry of a collection: `FILE#NAME`. If it names a model file, that file is looked up relative to the folder of the puzzle.
    #[staticmethod]
    #[pyo3(signature = (path, /))]
    fn read(path: PathBuf) -> Outcome<Self> {
        let puzzle = reading::parse(&reading::file(&path)?, path.parent())?;
        Ok(Self(Arc::new(puzzle)))
    }

    #[getter]
    fn title(&self) -> &str {
        self.0.title()
    }

    #[getter]
    fn source(&self) -> Option<&str> {
        self.0.source()
    }

    #[getter]
    fn board(&self) -> Board {
        Board {
            title: self.0.model().to_owned(),
            board: Arc::new(self.0.board().clone()),
            names: self.0.names().clone(),
        }
    }

    #[getter]
    fn start(&self) -> Position {
        Position(self.0.start().clone())
    }

    /// The pegs of the finish; `None` if only their number is given.
    #[getter]
    fn finish(&self) -> Option<Position> {
        match self.0.finish() {
            Finish::Exactly(finish) => Some(Position(finish.clone())),
            Finish::Pegs(_) | Finish::Holes { .. } => None,
        }
    }

    /// The number of pegs at the end.
    #[getter]
    fn pegs_left(&self) -> usize {
        self.0.finish().pegs()
    }

    /// The number of jumps of every solution.
    #[getter]
    fn jumps(&self) -> usize {
        self.0.jumps()
    }

    /// Whether it is reverse solitaire.
    #[getter]
    fn reverse(&self) -> bool {
        self.0.reverse()
    }

    /// The holes of marked pegs, by their conditions.
    #[getter]
    fn marked(&self) -> BTreeMap<&'static str, String> {
        self.0.marked().named(self.0.names())
    }

    #[getter]
    fn notation(&self) -> &'static str {
        self.0.names().scheme().word()
    }

    /// The same puzzle with its holes named in another notation.
    #[pyo3(signature = (notation, /))]
    fn with_notation(&self, notation: &str) -> Outcome<Self> {
        let puzzle = (*self.0).clone().with_scheme(scheme(notation)?).map_err(unnameable)?;
        Ok(Self(Arc::new(puzzle)))
    }

    /// The number of a hole by its name.
    #[pyo3(signature = (name, /))]
    fn hole(&self, name: &Bound<'_, PyAny>) -> Outcome<u32> {
        hole(name, self.0.board().holes(), Some(self.0.names())).map(u32::from)
    }

    /// The name of a hole, or of a jump.
    #[pyo3(signature = (what, /))]
    fn name(&self, what: &Bound<'_, PyAny>) -> Outcome<String> {
        let names = self.0.names();
        if let Ok(jump) = what.cast::<Jump>() {
            return Ok(names.hop(self.0.board().hop(jump.get().0)));
        }
        let hole = hole(what, self.0.board().holes(), Some(names))?;
        Ok(names.name(hole).to_owned())
    }

    /// The legal jumps in a position, or at the start.
    #[pyo3(signature = (position = None, /))]
    fn legal(&self, position: Option<&Bound<'_, PyAny>>) -> Outcome<Vec<Jump>> {
        let pegs = self.pegs(position)?;
        Ok(rules::legal(&self.0, &pegs).map(|(jump, _)| Jump(jump)).collect())
    }

    /// The position after a jump.
    #[pyo3(signature = (jump, position = None, /))]
    fn after(
        &self,
        jump: &Bound<'_, PyAny>,
        position: Option<&Bound<'_, PyAny>>,
    ) -> Outcome<Position> {
        let hop = self::jump(&self.0, jump)?;
        match rules::apply(&self.0, &self.pegs(position)?, hop) {
            Ok((_, after)) => Ok(Position(after)),
            Err(fault) => {
                let why = rules::explain(&self.0, fault, hop);
                let message = format!("{}: {why}", self.0.names().hop(hop));
                Err(Failure::Illegal { index: 1, reason: fault.reason(), message })
            }
        }
    }

    /// A legal line: a record in any notation, or jumps.
    #[pyo3(signature = (moves, /))]
    fn line(&self, moves: &Bound<'_, PyAny>) -> Outcome<Line> {
        Line::read(&self.0, moves)
    }

    /// The puzzle as an integer program in the LP or MPS format, by jump, or by move with at most `moves` moves (the
    /// minimum by default).
    #[pyo3(signature = (formulation = "by-move", *, moves = None, format = "lp"))]
    fn to_lp(
        &self,
        py: Python<'_>,
        formulation: &str,
        moves: Option<usize>,
        format: &str,
    ) -> Outcome<String> {
        #[cfg(feature = "milp")]
        return crate::model::puzzle_text(py, self, formulation, moves, format);
        #[cfg(not(feature = "milp"))]
        {
            let _ = (self, py, formulation, moves, format);
            Err(Failure::WithoutMilp)
        }
    }

    /// The complete page that plays a line and lets the reader try the puzzle; it makes no network requests.
    #[pyo3(signature = (line = None, /))]
    fn html(&self, line: Option<&Line>) -> Outcome<String> {
        let line = line.map(|line| self.own(line)).transpose()?;
        let lines = line.map_or(&[][..], std::slice::from_ref);
        Ok(html::player(&self.0, line, &puzzle_data::data(&self.0, lines, None)))
    }

    /// A picture of start and finish.
    fn svg(&self) -> String {
        svg::puzzle(&self.0)
    }

    fn _repr_svg_(&self) -> String {
        inline(&self.svg())
    }

    /// A pickled puzzle is rebuilt from its board, start and finish.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let puzzle = &*self.0;
        let board = puzzle.board();
        if board.is_changed() {
            let message = "a puzzle whose board lists its jumps cannot be pickled";
            return Err(pyo3::exceptions::PyTypeError::new_err(message));
        }
        let symbol = |_| "o".to_owned();
        let drawing = soliter::boards::draw::text::board(board, 1, symbol).join("\n");
        let lattice = match board.lattice() {
            Lattice::Square | Lattice::None => "square",
            Lattice::Triangular => "triangular",
        };
        let words = (drawing, lattice, board.directions().word(), puzzle.names().scheme().word());
        let finish = match puzzle.finish() {
            Finish::Exactly(finish) => (Some(BigUint::from(finish.clone())), None),
            Finish::Pegs(pegs) => (None, Some(*pegs)),
            Finish::Holes { .. } => {
                let message = "a puzzle whose finish names some holes cannot be pickled";
                return Err(pyo3::exceptions::PyTypeError::new_err(message));
            }
        };
        if !puzzle.marked().is_empty() {
            let message = "a puzzle with marked pegs cannot be pickled";
            return Err(pyo3::exceptions::PyTypeError::new_err(message));
        }
        let titles = (puzzle.title(), puzzle.model(), puzzle.source());
        let all =
            (words, (BigUint::from(puzzle.start().clone()), finish), puzzle.reverse(), titles);
        let make = py.import("soliter._soliter")?.getattr("_puzzle")?;
        Ok((make, all).into_pyobject(py)?.into_any())
    }

    fn __repr__(&self) -> String {
        let (before, after) = (self.0.start().len(), self.0.finish().pegs());
        format!("<Puzzle {:?}, {}, {before} to {after} pegs>", self.0.title(), self.0.model())
    }
}

impl Puzzle {
    fn pegs(&self, position: Option<&Bound<'_, PyAny>>) -> Outcome<Pegs> {
        let read = |one| self::position(one, self.0.board(), Some(self.0.names()));
        position.map_or_else(|| Ok(self.0.start().clone()), read)
    }

    /// The line, if it belongs to this puzzle.
    fn own<'a>(&self, line: &'a Line) -> Outcome<&'a soliter::Line> {
        let legal = soliter::boards::verify::replay(&self.0, line.line.jumps()).fault.is_none();
        let other = || Failure::unfit("the line is not of this puzzle", "solve this one");
        legal.then_some(&line.line).ok_or_else(other)
    }

    /// The puzzle, unless it has marked pegs, which `what` does not support.
    pub(crate) fn plain(&self, what: &str) -> Outcome<Arc<soliter::Puzzle>> {
        if self.0.marked().is_empty() {
            return Ok(Arc::clone(&self.0));
        }
        let message = format!("{what} does not follow marked pegs, which the puzzle has");
        Err(Failure::unfit(message, "solve and check follow them"))
    }
}
