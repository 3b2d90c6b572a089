//! Boards, their jumps and their symmetries.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use soliter::base::diagnostic::UnknownWord;
use soliter::boards::board::{self, BoardFault, word};
use soliter::boards::draw::{svg, text};
use soliter::boards::notation::{Names, Scheme};
use soliter::boards::puzzle::model::Model;
use soliter::games::KINDS;
use soliter::{Directions, Hole, Lattice, Position as Pegs, library};

use crate::count::stopped;
use crate::errors::{Failure, Outcome};
use crate::jump::Jump;
use crate::picture::inline;
use crate::position::{Position, hole, integer, position};

/// The maximum number of images of a position that are listed.
const MOST_IMAGES: usize = 1_000_000;

/// A board: holes, the jumps between them, and the names of the holes.
///
/// It is made from a drawing in which `o` is a hole, or by one of the static methods. Iteration gives the numbers of
/// the holes, row by row from the top.
///
/// >>> board = soliter.Board(" oo\noooo\n oo")
/// >>> len(board), list(board)[:3], board.name(0), board.hole("33")
/// (8, [0, 1, 2], '23', 1)
/// >>> len(board.jumps), len(board.symmetries)
/// (8, 4)
/// >>> len(soliter.Board("ooooo", wrap="torus").jumps)
/// 10
#[pyclass(frozen, eq, hash, module = "soliter._soliter", name = "Board")]
#[derive(Clone)]
pub(crate) struct Board(Arc<Parts>);

/// The parts of a board.
#[derive(Clone)]
pub(crate) struct Parts {
    pub(crate) title: String,
    pub(crate) board: soliter::Board,
    pub(crate) names: Names,
}

impl Deref for Board {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

/// Boards are equal if they have the same holes, jumps and names; the title does not matter.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.board == other.board && self.names == other.names
    }
}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.board.holes().hash(state);
        self.board.jumps().hash(state);
        self.names.scheme().hash(state);
    }
}

type Three = (Hole, Hole, Hole);

/// A board from its pickled form: places and directions, the jumps unless they are those of the drawing, and the names
/// and points of a board without a drawing.
#[pyfunction]
#[allow(clippy::type_complexity, reason = "as it was pickled")]
pub(crate) fn _board(
    drawing: (Vec<(i32, i32)>, String),
    jumps: Option<Vec<Three>>,
    without_drawing: (Vec<String>, Vec<(i32, i32)>),
    called: (String, String),
) -> Outcome<Board> {
    let ((places, directions), (own_names, points)) = (drawing, without_drawing);
    let (title, notation) = called;
    let jumps = jumps.map(|jumps| {
        let jump = |(from, over, to)| board::Jump { from, over, to };
        jumps.into_iter().map(jump).collect::<Vec<_>>()
    });
    let board = if own_names.is_empty() {
        let directions: Directions = directions.parse().map_err(unknown)?;
        let drawn = soliter::Board::of_places(&places, directions.lattice(), directions);
        let drawn = drawn.map_err(|fault| Failure::unfit(fault.to_string(), ""))?;
        jumps.map_or_else(|| drawn.clone(), |jumps| drawn.clone().with_jumps(jumps))
    } else {
        soliter::Board::listed(own_names, jumps.unwrap_or_default(), points)
            .map_err(|fault| Failure::unfit(fault.to_string(), ""))?
    };
    Board::named(title, board, Some(&notation))
}

impl Board {
    pub(crate) fn new_of(title: String, board: soliter::Board, names: Names) -> Self {
        Self(Arc::new(Parts { title, board, names }))
    }

    pub(crate) fn named(
        title: String,
        board: soliter::Board,
        notation: Option<&str>,
    ) -> Outcome<Self> {
        let names = match notation {
            Some("own") => Names::new(&board, Scheme::Own).map_err(unnameable)?,
            Some(word) => Names::new(&board, scheme(word)?).map_err(unnameable)?,
            None => usual_names(&board)?,
        };
        Ok(Self::new_of(title, board, names))
    }

    /// A board defined by a list of names and a list of jumps or edges, through the reader of model files.
    fn listed(
        title: String,
        key: &str,
        names: &[String],
        list: serde_json::Value,
    ) -> Outcome<Self> {
        // Lists of strings have the same form in JSON and in TOML.
        let names = serde_json::json!(names);
        let text = format!("kind = \"peg-solitaire\"\nholes = {names}\n{key} = {list}\n");
        let Model { board, .. } = Model::parse(&soliter::Source::new(key, text))?;
        Self::named(title, board, None)
    }

    pub(crate) fn pegs(&self, value: &Bound<'_, PyAny>) -> Outcome<Pegs> {
        position(value, self)
    }

    pub(crate) fn picture(&self, pegs: &Pegs) -> String {
        svg::position(&self.title, &self.board, &self.names, pegs)
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (drawing, /, *, lattice = "square", directions = None, wrap = None,
        notation = None, title = "custom board"))]
    fn new(
        drawing: &str,
        lattice: &str,
        directions: Option<&str>,
        wrap: Option<&str>,
        notation: Option<&str>,
        title: &str,
    ) -> Outcome<Self> {
        let board = drawn(drawing, lattice, directions)?;
        let board = match wrap {
            None => board,
            Some("torus") if board.lattice() == Lattice::Square => {
                let jumps = board.torus_jumps();
                board.with_jumps(jumps)
            }
            Some("torus") => {
                let message = "only a board on a square lattice can be a torus";
                return Err(Failure::unfit(message, "leave out wrap"));
            }
            Some(word) => {
                return Err(Failure::unfit(format!("unknown wrap {word:?}"), "\"torus\" or None"));
            }
        };
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
        Self::named(title, board, Some(scheme.as_str()))
    }

    /// The board of a `networkx.Graph`: its vertices are the holes.
    ///
    /// If the vertices are numbers, they must be those from 0 up, and are the numbers of the holes. Otherwise they
    /// become the names of the holes if they consist of letters, digits and `_` only; if not, holes are numbered in the
    /// order of the vertices.
    #[staticmethod]
    #[pyo3(signature = (graph, /, *, title = None))]
    fn from_networkx(graph: &Bound<'_, PyAny>, title: Option<String>) -> Outcome<Self> {
        let read = graph.py().import("soliter._graphs")?.getattr("_named")?.call1((graph,))?;
        let (names, edges, own): (Vec<String>, Vec<[String; 2]>, String) = read.extract()?;
        Self::listed(title.unwrap_or(own), "edges", &names, serde_json::json!(edges))
    }

    /// A board given by its jumps, each as three holes: from, over, to. Jumps go one way.
    ///
    /// Holes are numbers from 0, or names of letters, digits and `_`. Without `names`, numbered holes are named by
    /// their numbers, and named holes come in the order in which they first appear.
    ///
    /// >>> board = soliter.Board.from_jumps([("a", "b", "c"), ("c", "b", "a")])
    /// >>> board.names, board.jumps
    /// (['a', 'b', 'c'], [Jump(0, 1, 2), Jump(2, 1, 0)])
    #[staticmethod]
    #[pyo3(signature = (jumps, /, *, names = None, title = "custom board"))]
    fn from_jumps(
        jumps: &Bound<'_, PyAny>,
        names: Option<Vec<String>>,
        title: &str,
    ) -> Outcome<Self> {
        let read = jumps.py().import("soliter._graphs")?.getattr("_listed")?;
        let (names, jumps): (Vec<String>, Vec<[String; 3]>) =
            read.call1((jumps, names))?.extract()?;
        Self::listed(title.to_owned(), "jumps", &names, serde_json::json!(jumps))
    }

    /// The `networkx.Graph` whose jumps are those of the board.
    fn to_networkx<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("soliter._graphs")?.getattr("_graph_of")?.call1((slf,))
    }

    /// The title.
    #[getter]
    fn title(&self) -> &str {
        &self.title
    }

    /// The notation in which holes are named.
    #[getter]
    fn notation(&self) -> &'static str {
        self.names.scheme().as_str()
    }

    /// The directions in which pegs jump.
    #[getter]
    fn directions(&self) -> &'static str {
        self.board.directions().as_str()
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

    /// The position with a peg in every hole.
    #[getter]
    fn full(&self) -> Position {
        Position::on(self, self.board.full())
    }

    /// All jumps.
    #[getter]
    fn jumps(&self) -> Vec<Jump> {
        self.board.jumps().iter().copied().map(Jump).collect()
    }

    /// Permutations of the holes: hole `h` goes to `symmetry[h]`. The identity comes first.
    ///
    /// Symmetries that only exchange `interchangeable` holes are not listed. If there are more than 1024 others, some
    /// are left out, and images under these count as different.
    #[getter]
    fn symmetries(&self) -> Vec<Vec<u32>> {
        let wide = |one: &Vec<u16>| one.iter().copied().map(u32::from).collect();
        self.board.symmetries().iter().map(wide).collect()
    }

    /// Sets of holes, any two of which can be exchanged, such as the leaves at one vertex of a graph.
    #[getter]
    fn interchangeable(&self) -> Vec<Vec<u32>> {
        let holes = |set: &Pegs| set.holes().map(u32::from).collect();
        self.board.twins().iter().map(holes).collect()
    }

    /// The same board with its holes named in another notation.
    #[pyo3(signature = (notation, /))]
    fn with_notation(&self, notation: &str) -> Outcome<Self> {
        Self::named(self.title.clone(), self.board.clone(), Some(notation))
    }

    /// A position of this board from a drawing, a `Position`, or a list of holes by number or name.
    #[pyo3(name = "position", signature = (holes, /))]
    fn read_position(&self, holes: &Bound<'_, PyAny>) -> Outcome<Position> {
        self.pegs(holes).map(|pegs| Position::on(self, pegs))
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

    /// All images of a position, each once, in ascending order. `LimitReached` is raised if there are more than a million.
    #[pyo3(signature = (position, /))]
    fn images(&self, position: &Bound<'_, PyAny>) -> Outcome<Vec<Position>> {
        let pegs = self.pegs(position)?;
        let mut images: BTreeSet<Pegs> =
            self.board.symmetries().iter().map(|symmetry| pegs.image(symmetry)).collect();
        // Exchanges of two neighbours in a set of interchangeable holes generate all others.
        let sets = self.board.twins().iter().map(|set| set.holes().collect::<Vec<_>>());
        let pairs: Vec<Pegs> = sets
            .flat_map(|set| {
                set.windows(2).map(|two| two.iter().copied().collect()).collect::<Vec<_>>()
            })
            .collect();
        let mut fresh: Vec<Pegs> = images.iter().cloned().collect();
        while let Some(pegs) = fresh.pop() {
            for pair in pairs.iter().filter(|pair| pegs.intersection(pair).len() == 1) {
                let image = pegs.symmetric_difference(pair);
                if images.insert(image.clone()) {
                    fresh.push(image);
                }
            }
            if images.len() > MOST_IMAGES {
                let message = format!("the position has more than {MOST_IMAGES} images");
                return Err(Failure::Limit(message));
            }
        }
        Ok(images.into_iter().map(|pegs| Position::on(self, pegs)).collect())
    }

    /// The least image of each of many positions, which are 64-bit integers in native byte order.
    fn _least_images<'py>(
        &self,
        py: Python<'py>,
        positions: &[u8],
    ) -> PyResult<Bound<'py, PyBytes>> {
        let board = &self.board;
        board.fits_u64().map_err(stopped)?;
        let (full, twins) = (board.full().word(), board.twin_sets().words());
        let least = |bytes: &[u8; 8]| {
            let pegs = u64::from_ne_bytes(*bytes) & full;
            let images = board.symmetries().iter().map(|s| twins.gathered(word::image(pegs, s)));
            images.min().unwrap_or(pegs)
        };
        let images: Vec<u8> = py.detach(|| {
            positions.as_chunks::<8>().0.iter().flat_map(|one| least(one).to_ne_bytes()).collect()
        });
        Ok(PyBytes::new(py, &images))
    }

    /// A drawing of a position: `o` is a peg, `.` an empty hole.
    #[pyo3(signature = (position = None, /))]
    fn draw(&self, position: Option<&Bound<'_, PyAny>>) -> Outcome<String> {
        let pegs = position.map_or(Ok(self.board.full()), |one| self.pegs(one))?;
        let symbol = |hole| if pegs.has(hole) { "o" } else { "." }.to_owned();
        Ok(text::board(&self.board, 1, symbol).join("\n"))
    }

    /// A picture of the board with the names of the holes, or of a position.
    #[pyo3(signature = (position = None, /))]
    fn svg(&self, position: Option<&Bound<'_, PyAny>>) -> Outcome<String> {
        match position {
            Some(position) => Ok(self.picture(&self.pegs(position)?)),
            None => Ok(svg::board(&self.title, &self.board, &self.names)),
        }
    }

    fn _repr_svg_(&self) -> String {
        inline(&svg::board(&self.title, &self.board, &self.names))
    }

    fn __len__(&self) -> usize {
        self.board.holes()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("builtins")?
            .getattr("range")?
            .call1((self.board.holes(),))?
            .try_iter()
            .map(Bound::into_any)
    }

    fn __contains__(&self, hole: &Bound<'_, PyAny>) -> bool {
        let number = integer(hole).and_then(|number| number.extract::<usize>().ok());
        number.is_some_and(|number| number < self.board.holes())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let board = &self.board;
        let (own_names, points) = (board.own_names(), board.points());
        let places = if board.is_drawn() { self.places() } else { Vec::new() };
        let three = |jump: &board::Jump| (jump.from, jump.over, jump.to);
        let jumps: Option<Vec<Three>> =
            board.is_changed().then(|| board.jumps().iter().map(three).collect());
        let state = (
            (places, self.directions()),
            jumps,
            (own_names, points),
            (&self.title, self.notation()),
        );
        let make = py.import("soliter._soliter")?.getattr("_board")?;
        Ok((make, state).into_pyobject(py)?.into_any())
    }

    fn __repr__(&self) -> String {
        let (holes, directions) = (self.board.holes(), self.board.directions().as_str());
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

/// The string, if the Python value is one.
pub(crate) fn as_text(value: &Bound<'_, PyAny>) -> Option<String> {
    value.cast::<PyString>().ok().map(|text| text.to_string_lossy().into_owned())
}
