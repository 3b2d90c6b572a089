//! Boards, their jumps and their symmetries.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use soliter::base::diagnostic::UnknownWord;
use soliter::games::KINDS;
use soliter::boards::board::{self, BoardFault, word};
use soliter::boards::draw::{svg, text};
use soliter::boards::notation::{Names, Scheme};
use soliter::boards::puzzle::model::Model;
use soliter::{Directions, Lattice, Position as Pegs, library};

use crate::count::stopped;
use crate::errors::{Failure, Outcome};
use crate::picture::inline;
use crate::position::{Position, hole, position};

/// A jump: the peg in `from_hole` leaps over `over_hole` and lands in `to_hole`.
#[pyclass(frozen, eq, hash, from_py_object, module = "soliter", name = "Jump")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Jump(pub(crate) board::Jump);

#[pymethods]
#[allow(clippy::wrong_self_convention, reason = "the names that Python sees")]
impl Jump {
    #[getter]
    fn from_hole(&self) -> u32 {
        self.0.from.into()
    }

    #[getter]
    fn over_hole(&self) -> u32 {
        self.0.over.into()
    }

    #[getter]
    fn to_hole(&self) -> u32 {
        self.0.to.into()
    }

    /// The three holes, as a position.
    #[getter]
    fn holes(&self) -> Position {
        Position(self.0.holes())
    }

    fn __repr__(&self) -> String {
        format!("Jump({}, {}, {})", self.0.from, self.0.over, self.0.to)
    }
}

/// A board: holes on a lattice, the jumps between them, and the names of the holes.
#[pyclass(frozen, eq, from_py_object, module = "soliter", name = "Board")]
#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) title: String,
    pub(crate) board: Arc<soliter::Board>,
    pub(crate) names: Names,
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.names == other.names
    }
}

impl Board {
    pub(crate) fn named(
        title: String,
        board: soliter::Board,
        notation: Option<&str>,
    ) -> Outcome<Self> {
        let names = match notation {
            Some(word) => Names::new(&board, scheme(word)?).map_err(unnameable)?,
            None => usual_names(&board)?,
        };
        Ok(Self { title, board: Arc::new(board), names })
    }

    pub(crate) fn position(&self, value: &Bound<'_, PyAny>) -> Outcome<Pegs> {
        position(value, &self.board, Some(&self.names))
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (drawing, /, *, lattice = "square", directions = None, notation = None,
        title = "custom board"))]
    fn new(
        drawing: &str,
        lattice: &str,
        directions: Option<&str>,
        notation: Option<&str>,
        title: &str,
    ) -> Outcome<Self> {
        let board = drawn(drawing, lattice, directions)?;
        Self::named(title.to_owned(), board, notation)
    }

    /// A built-in board: one of `boards()`.
    #[staticmethod]
    #[pyo3(signature = (name, /))]
    fn built_in(name: &str) -> Outcome<Self> {
        let source = library::model(name)
            .map_err(|fault| Failure::NotFound { message: fault.message, help: fault.help })?;
        if library::entry(&source, "kind").is_some_and(|kind| KINDS.contains(&&*kind)) {
            let message = format!("the model {name:?} is a game's and has no board of this kind");
            return Err(Failure::unfit(message, "take \"english\" or another of boards()"));
        }
        let Model { title, board, scheme, .. } = Model::parse(&source)?;
        Self::named(title, board, Some(scheme.word()))
    }

    /// The board of a `networkx.Graph`: its vertices are the holes.
    #[staticmethod]
    #[pyo3(signature = (graph, /, *, title = None))]
    fn from_networkx(graph: &Bound<'_, PyAny>, title: Option<String>) -> Outcome<Self> {
        let read = graph.py().import("soliter.graphs")?.getattr("_named")?.call1((graph,))?;
        let (names, edges, own): (Vec<String>, Vec<[String; 2]>, String) = read.extract()?;
        let (names, edges) = (serde_json::json!(names), serde_json::json!(edges));
        // Lists of strings are written alike in JSON and in TOML.
        let text = format!("kind = \"peg-solitaire\"\nholes = {names}\nedges = {edges}\n");
        let Model { board, .. } = Model::parse(&soliter::Source::new("graph", text))?;
        Self::named(title.unwrap_or(own), board, None)
    }

    /// The `networkx.Graph` whose jumps are those of the board.
    fn to_networkx<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("soliter.graphs")?.getattr("_graph_of")?.call1((slf,))
    }

    #[getter]
    fn title(&self) -> &str {
        &self.title
    }

    #[getter]
    fn notation(&self) -> &'static str {
        self.names.scheme().word()
    }

    #[getter]
    fn directions(&self) -> &'static str {
        self.board.directions().word()
    }

    /// The names of the holes, hole 0 first.
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.names.iter().collect()
    }

    /// Row from the top and column from the left of each hole, both from 0.
    #[getter]
    fn places(&self) -> Vec<(i32, i32)> {
        self.board.all_holes().map(|hole| self.board.place(hole)).collect()
    }

    #[getter]
    fn full(&self) -> Position {
        Position(self.board.full())
    }

    #[getter]
    fn jumps(&self) -> Vec<Jump> {
        self.board.jumps().iter().copied().map(Jump).collect()
    }

    /// Permutations of the holes: hole `h` goes to `symmetry[h]`. The identity comes first.
    #[getter]
    fn symmetries(&self) -> Vec<Vec<u32>> {
        let wide = |one: &Vec<u16>| one.iter().copied().map(u32::from).collect();
        self.board.symmetries().iter().map(wide).collect()
    }

    /// The same board with its holes named in another notation.
    #[pyo3(signature = (notation, /))]
    fn with_notation(&self, notation: &str) -> Outcome<Self> {
        let names = Names::new(&self.board, scheme(notation)?).map_err(unnameable)?;
        Ok(Self { names, ..self.clone() })
    }

    /// A position of this board from a drawing, an integer, or holes by number or name.
    #[pyo3(name = "position", signature = (holes, /))]
    fn read_position(&self, holes: &Bound<'_, PyAny>) -> Outcome<Position> {
        self.position(holes).map(Position)
    }

    /// The number of a hole by its name.
    #[pyo3(signature = (name, /))]
    fn hole(&self, name: &Bound<'_, PyAny>) -> Outcome<u32> {
        hole(name, self.board.holes(), Some(&self.names)).map(u32::from)
    }

    /// The name of a hole.
    #[pyo3(signature = (hole, /))]
    fn name(&self, hole: &Bound<'_, PyAny>) -> Outcome<&str> {
        let number = crate::position::hole(hole, self.board.holes(), Some(&self.names))?;
        Ok(self.names.name(number))
    }

    /// All images of a position, each once, in ascending order.
    #[pyo3(signature = (position, /))]
    fn images(&self, position: &Bound<'_, PyAny>) -> Outcome<Vec<Position>> {
        let pegs = self.position(position)?;
        let mut images: Vec<Pegs> = self.board.symmetries().iter().map(|s| pegs.image(s)).collect();
        images.sort_unstable();
        images.dedup();
        Ok(images.into_iter().map(Position).collect())
    }

    /// The least image of each of many positions, which are 64-bit integers in native byte order.
    fn _least_images<'py>(
        &self,
        py: Python<'py>,
        positions: &[u8],
    ) -> PyResult<Bound<'py, PyBytes>> {
        let board = &self.board;
        board.fits_u64().map_err(stopped)?;
        let full = board.full().word();
        let least = |bytes: &[u8; 8]| {
            let pegs = u64::from_ne_bytes(*bytes) & full;
            board.symmetries().iter().map(|s| word::image(pegs, s)).min().unwrap_or(pegs)
        };
        let images: Vec<u8> = py.detach(|| {
            positions.as_chunks::<8>().0.iter().flat_map(|one| least(one).to_ne_bytes()).collect()
        });
        Ok(PyBytes::new(py, &images))
    }

    /// A drawing of a position: `o` is a peg, `.` an empty hole.
    #[pyo3(signature = (position = None, /))]
    fn draw(&self, position: Option<&Bound<'_, PyAny>>) -> Outcome<String> {
        let pegs = position.map_or(Ok(self.board.full()), |one| self.position(one))?;
        let symbol = |hole| if pegs.has(hole) { "o" } else { "." }.to_owned();
        Ok(text::board(&self.board, 1, symbol).join("\n"))
    }

    /// A picture of the board with the names of the holes, or of a position.
    #[pyo3(signature = (position = None, /))]
    fn svg(&self, position: Option<&Bound<'_, PyAny>>) -> Outcome<String> {
        let (title, names) = (&self.title, &self.names);
        let Some(position) = position else { return Ok(svg::board(title, &self.board, names)) };
        Ok(svg::position(title, &self.board, names, &self.position(position)?))
    }

    fn _repr_svg_(&self) -> String {
        inline(&svg::board(&self.title, &self.board, &self.names))
    }

    fn __len__(&self) -> usize {
        self.board.holes()
    }

    fn __repr__(&self) -> String {
        let (holes, directions) = (self.board.holes(), self.board.directions().word());
        format!("<Board {:?}, {holes} holes, {directions}>", self.title)
    }
}

/// A board from a drawing; the default directions are the usual ones for its lattice.
pub(crate) fn drawn(
    drawing: &str,
    lattice: &str,
    directions: Option<&str>,
) -> Outcome<soliter::Board> {
    let (lattice, usual) = match lattice {
        "square" => (Lattice::Square, Directions::Orthogonal),
        "triangular" => (Lattice::Triangular, Directions::Lines),
        _ => {
            let message = format!("no lattice is called {lattice:?}");
            return Err(Failure::unfit(message, "\"square\" or \"triangular\""));
        }
    };
    let directions = directions.map_or(Ok(usual), |word| word.parse().map_err(unknown))?;
    soliter::Board::from_drawing(drawing, lattice, directions).map_err(|fault| match fault {
        BoardFault::Drawing(faults) => Failure::drawing("drawing", drawing, faults),
        BoardFault::TooManyHoles(_) | BoardFault::TooManyJumps(_) => {
            Failure::unfit(fault.to_string(), "draw a smaller board")
        }
        BoardFault::WrongDirections => Failure::unfit(
            fault.to_string(),
            "square: \"orthogonal\", \"all\" or \"skew\"; triangular: \"lines\"",
        ),
        BoardFault::FixedJumps | BoardFault::NoHole => {
            Failure::unfit(fault.to_string(), "draw at least one hole")
        }
    })
}

fn usual_names(board: &soliter::Board) -> Outcome<Names> {
    let usual = match board.lattice() {
        Lattice::Square => Scheme::ColumnRow,
        Lattice::Triangular => Scheme::RowColumn,
        Lattice::None => Scheme::Own,
    };
    Names::new(board, usual).or_else(|_| Names::new(board, Scheme::Number)).map_err(unnameable)
}

pub(crate) fn scheme(word: &str) -> Outcome<Scheme> {
    word.parse().map_err(unknown)
}

fn unknown(fault: UnknownWord) -> Failure {
    let message = format!("no {} is called {:?}", fault.kind, fault.word);
    Failure::Unfit { message, help: fault.suggestion }
}

#[allow(clippy::needless_pass_by_value, reason = "the form that map_err asks for")]
pub(crate) fn unnameable(fault: soliter::boards::notation::Unnameable) -> Failure {
    Failure::unfit(fault.to_string(), "choose another notation")
}

/// The string, if Python gives one.
pub(crate) fn as_text(value: &Bound<'_, PyAny>) -> Option<String> {
    value.cast::<PyString>().ok().map(|text| text.to_string_lossy().into_owned())
}
