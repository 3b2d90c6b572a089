//! Puzzles: built from a board, a start and a finish, or read from a text.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

use num_bigint::BigUint;
use pyo3::prelude::*;
use soliter::boards::draw::svg;
use soliter::boards::puzzle::{KnownAnswer, marks::Marks};
use soliter::boards::{pddl, rules};
use soliter::pages::{html, puzzle_data};
use soliter::program::file::Format;
use soliter::{Finish, Hole, Position as Pegs, PuzzleSetup, Source, puzzle_text};

use crate::board::{Board, as_text, drawn, scheme, unnameable};
use crate::errors::{Failure, Outcome};
use crate::export;
use crate::jump::{Jump, hop};
use crate::line::Line;
use crate::picture::inline;
use crate::position::{Position, hole};
use crate::reading;

/// A board, a start and a finish.
///
/// A position is a drawing, a `Position`, or a list of holes by name or number. Instead of a finish, `pegs=2` accepts
/// any position with two pegs. Without either, the finish is one peg in any hole.
///
/// >>> board = soliter.Board.built_in("english")
/// >>> puzzle = soliter.Puzzle(board, ["35", "43", "44", "45", "46", "55"], ["44"])
/// >>> puzzle
/// <Puzzle "untitled", English board, 6 to 1 pegs>
/// >>> puzzle == soliter.Puzzle.built_in("gardner/latin-cross")
/// True
/// >>> puzzle.name(puzzle.legal()[0])
/// '45-47'
#[pyclass(frozen, eq, hash, module = "soliter._soliter", name = "Puzzle")]
#[derive(Clone)]
pub(crate) struct Puzzle {
    pub(crate) shared: Arc<soliter::Puzzle>,
    pub(crate) parts: Board,
}

/// Puzzles are equal if they have the same board, ends and conditions; title, source and known answer do not matter.
impl PartialEq for Puzzle {
    fn eq(&self, other: &Self) -> bool {
        let (one, other_one) = (&self.shared, &other.shared);
        Arc::ptr_eq(one, other_one)
            || self.parts == other.parts
                && one.start() == other_one.start()
                && one.finish() == other_one.finish()
                && (one.reverse(), one.marked()) == (other_one.reverse(), other_one.marked())
    }
}

impl Hash for Puzzle {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let puzzle = &self.shared;
        self.parts.hash(state);
        puzzle.start().hash(state);
        (puzzle.finish().pegs(), puzzle.reverse(), puzzle.marked()).hash(state);
    }
}

impl From<soliter::Puzzle> for Puzzle {
    fn from(puzzle: soliter::Puzzle) -> Self {
        let title = puzzle.model().to_owned();
        let parts = Board::new_of(title, puzzle.board().clone(), puzzle.names().clone());
        Self { shared: Arc::new(puzzle), parts }
    }
}

/// The finish, given by its pegs or their number.
fn finish(
    board: &Board,
    finish: Option<&Bound<'_, PyAny>>,
    pegs: Option<usize>,
) -> Outcome<Finish> {
    match (finish, pegs) {
        (Some(finish), None) => board.pegs(finish).map(Finish::Exactly),
        (None, Some(pegs)) => Ok(Finish::Pegs(pegs)),
        (None, None) => Ok(Finish::Pegs(1)),
        (Some(_), Some(_)) => {
            Err(Failure::unfit("finish and pegs are both given", "leave one of them out"))
        }
    }
}

/// The pickled form of a finish: its pegs, or their number and the holes that it names.
type Ending = (Option<BigUint>, usize, Option<(BigUint, BigUint)>);
/// The pickled form of a known answer.
type Known = (Option<usize>, Option<usize>, Option<usize>, bool, Option<String>);

/// A puzzle from its pickled form.
#[pyfunction]
pub(crate) fn _puzzle(
    board: &Bound<'_, Board>,
    ends: (BigUint, Ending),
    rules: (bool, [Option<Hole>; 3]),
    called: (String, Option<String>),
    known: Known,
) -> Outcome<Puzzle> {
    let board = board.get();
    let (start, (finish, pegs, named)) = ends;
    let (reverse, [survivor, watch, last_captured]) = rules;
    let ((title, source), (moves, at_least, at_most, impossible, solution)) = (called, known);
    let finish = match (finish, named) {
        (Some(finish), _) => Finish::Exactly(finish.into()),
        (None, Some((pegs_at, empty_at))) => {
            Finish::Holes { pegs_at: pegs_at.into(), empty_at: empty_at.into(), pegs }
        }
        (None, None) => Finish::Pegs(pegs),
    };
    let setup = PuzzleSetup {
        title,
        model: board.title.clone(),
        source,
        scheme: board.names.scheme(),
        reverse,
        marked: Marks { survivor, watch, last_captured },
        known: KnownAnswer { moves, at_least, at_most, impossible, solution },
        ..PuzzleSetup::new(board.board.clone(), start.into(), finish)
    };
    Ok(Puzzle { shared: Arc::new(setup.puzzle()?), parts: board.clone() })
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
        let start = board.pegs(start)?;
        let finish = self::finish(board, finish, pegs)?;
        let setup = PuzzleSetup {
            title: title.to_owned(),
            model: board.title.clone(),
            scheme: board.names.scheme(),
            reverse,
            ..PuzzleSetup::new(board.board.clone(), start, finish)
        };
        Ok(Self { shared: Arc::new(setup.puzzle()?), parts: board.clone() })
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
        let drawn = drawn(&holes, lattice, directions)?;
        let read = |name: &str, text: &str| {
            let read = drawn.read_position(text);
            read.map_err(|faults| Failure::drawing(name, text, faults))
        };
        let start = read("start", start)?;
        let finish = match finish.and_then(as_text).filter(|_| pegs.is_none()) {
            Some(text) => Finish::Exactly(read("finish", &text)?),
            None => self::finish(&Board::named(String::new(), drawn.clone(), None)?, finish, pegs)?,
        };
        let setup = PuzzleSetup::new(drawn, start, finish);
        let setup = PuzzleSetup { title: title.to_owned(), reverse, ..setup };
        Ok(setup.puzzle()?.into())
    }

    /// A built-in puzzle: one of `puzzles()`.
    #[staticmethod]
    #[pyo3(signature = (name, /))]
    fn built_in(name: &str) -> Outcome<Self> {
        reading::built_in(name).map(Self::from)
    }

    /// A puzzle from the text of a puzzle file.
    #[staticmethod]
    #[pyo3(signature = (text, /, *, name = "puzzle.toml"))]
    fn parse(text: &str, name: &str) -> Outcome<Self> {
        reading::parse(&Source::new(name, text), None).map(Self::from)
    }

    /// A puzzle from a file, or from an entry of a collection: `FILE#NAME`. If it names a model file, that file is looked up relative to the folder of the puzzle.
    #[staticmethod]
    #[pyo3(signature = (path, /))]
    fn read(path: PathBuf) -> Outcome<Self> {
        reading::parse(&reading::file(&path)?, path.parent()).map(Self::from)
    }

    /// The title.
    #[getter]
    fn title(&self) -> &str {
        self.shared.title()
    }

    /// The source from which the puzzle was taken, if it is given.
    #[getter]
    fn source(&self) -> Option<&str> {
        self.shared.source()
    }

    /// The board.
    #[getter]
    fn board(&self) -> Board {
        self.parts.clone()
    }

    /// The position before the first jump.
    #[getter]
    fn start(&self) -> Position {
        self.on(self.shared.start().clone())
    }

    /// The pegs of the finish; `None` if only their number is given.
    #[getter]
    fn finish(&self) -> Option<Position> {
        match self.shared.finish() {
            Finish::Exactly(finish) => Some(self.on(finish.clone())),
            Finish::Pegs(_) | Finish::Holes { .. } => None,
        }
    }

    /// The number of pegs at the end.
    #[getter]
    fn pegs_left(&self) -> usize {
        self.shared.finish().pegs()
    }

    /// The number of jumps of every solution.
    #[getter]
    fn jump_count(&self) -> usize {
        self.shared.jumps()
    }

    /// Whether it is reverse solitaire.
    #[getter]
    fn reverse(&self) -> bool {
        self.shared.reverse()
    }

    /// The holes of marked pegs, by their conditions.
    #[getter]
    fn marked(&self) -> BTreeMap<&'static str, String> {
        self.shared.marked().named(self.shared.names())
    }

    /// The notation in which holes are named.
    #[getter]
    fn notation(&self) -> &'static str {
        self.shared.names().scheme().as_str()
    }

    /// The same puzzle with its holes named in another notation.
    #[pyo3(signature = (notation, /))]
    fn with_notation(&self, notation: &str) -> Outcome<Self> {
        let puzzle = (*self.shared).clone().with_scheme(scheme(notation)?).map_err(unnameable)?;
        Ok(puzzle.into())
    }

    /// The number of a hole by its name.
    #[pyo3(signature = (name, /))]
    fn hole(&self, name: &Bound<'_, PyAny>) -> Outcome<u32> {
        hole(name, self.shared.board().holes(), Some(self.shared.names())).map(u32::from)
    }

    /// The name of a hole, or of a jump.
    #[pyo3(signature = (what, /))]
    fn name(&self, what: &Bound<'_, PyAny>) -> Outcome<String> {
        let names = self.shared.names();
        if let Ok(jump) = what.cast::<Jump>() {
            return Ok(names.hop(self.shared.board().hop(jump.get().0)));
        }
        let hole = hole(what, self.shared.board().holes(), Some(names))?;
        Ok(names.name(hole).to_owned())
    }

    /// The legal jumps in a position, or at the start.
    #[pyo3(signature = (position = None, /))]
    fn legal(&self, position: Option<&Bound<'_, PyAny>>) -> Outcome<Vec<Jump>> {
        let pegs = self.pegs(position)?;
        Ok(rules::legal_jumps(&self.shared, &pegs).map(Jump).collect())
    }

    /// Whether a position is a finish.
    #[pyo3(signature = (position, /))]
    fn is_finish(&self, position: &Bound<'_, PyAny>) -> Outcome<bool> {
        Ok(self.shared.finish().accepts(&self.parts.pegs(position)?))
    }

    /// The position after a jump, which is a `Jump`, two holes or three holes.
    #[pyo3(signature = (jump, position = None, /))]
    fn after(
        &self,
        jump: &Bound<'_, PyAny>,
        position: Option<&Bound<'_, PyAny>>,
    ) -> Outcome<Position> {
        let hop = hop(self, jump)?;
        match rules::apply(&self.shared, &self.pegs(position)?, hop) {
            Ok((_, after)) => Ok(self.on(after)),
            Err(fault) => {
                let why = rules::explain(&self.shared, fault, hop);
                let message = format!("{}: {why}", self.shared.names().hop(hop));
                Err(Failure::Illegal { index: 1, reason: fault.reason(), message })
            }
        }
    }

    /// A legal line from a text, or from jumps or moves. Raises `IllegalMove` if the rules do not allow a jump.
    ///
    /// A text is read in the puzzle's notation or, if that is not possible, in whichever notation fits; `notation`
    /// requires one.
    #[pyo3(signature = (moves, /, *, notation = None))]
    fn line(&self, moves: &Bound<'_, PyAny>, notation: Option<&str>) -> Outcome<Line> {
        Line::read(self, moves, notation)
    }

    /// An integer program in the LP format, as `soliter export` writes it: by move, with at most `moves` moves (the minimum
    /// by default), or by jump.
    ///
    /// The program by move has no objective: it is feasible if there is a solution of at most this number of moves. The
    /// program by jump minimises the number of moves; it needs a drawn board.
    #[pyo3(signature = (formulation = "by-move", *, moves = None))]
    fn to_lp(&self, py: Python<'_>, formulation: &str, moves: Option<usize>) -> Outcome<String> {
        export::text(py, self, formulation, moves, Format::Lp)
    }

    /// The program that `to_lp` writes, in the MPS format.
    #[pyo3(signature = (formulation = "by-move", *, moves = None))]
    fn to_mps(&self, py: Python<'_>, formulation: &str, moves: Option<usize>) -> Outcome<String> {
        export::text(py, self, formulation, moves, Format::Mps)
    }

    /// The solution that another solver has found, given the values of the program's columns by name.
    ///
    /// Columns without a value count as 0. `formulation` and `moves` are those of `to_lp`.
    #[pyo3(signature = (values, /, formulation = "by-move", *, moves = None))]
    fn line_from(
        &self,
        py: Python<'_>,
        values: &Bound<'_, PyAny>,
        formulation: &str,
        moves: Option<usize>,
    ) -> Outcome<Line> {
        export::line(py, self, values, formulation, moves)
    }

    /// The text of a puzzle file, as `soliter show --to toml` writes it.
    fn to_toml(&self) -> String {
        puzzle_text::of(&self.shared, None)
    }

    /// A planning problem in PDDL, as `soliter export` writes it: the domain, and the problem.
    fn to_pddl(&self) -> Outcome<(&'static str, String)> {
        let problem = pddl::problem(&self.shared);
        let problem = problem.map_err(|fault| Failure::unfit(fault.to_string(), fault.help()))?;
        Ok((pddl::DOMAIN, problem))
    }

    /// The complete page that plays a line and lets the reader try the puzzle; it makes no network requests.
    #[pyo3(signature = (line = None, /))]
    fn html(&self, line: Option<&Line>) -> Outcome<String> {
        let line = line.map(|line| self.own(line)).transpose()?;
        let lines = line.map_or(&[][..], std::slice::from_ref);
        Ok(html::player(&self.shared, line, &puzzle_data::data(&self.shared, lines, None)))
    }

    /// A picture of start and finish.
    fn svg(&self) -> String {
        svg::puzzle(&self.shared)
    }

    fn _repr_svg_(&self) -> String {
        inline(&self.svg())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let puzzle = &*self.shared;
        let bits = |pegs: &Pegs| BigUint::from(pegs.clone());
        let finish = puzzle.finish();
        let named = match finish {
            Finish::Holes { pegs_at, empty_at, .. } => Some((bits(pegs_at), bits(empty_at))),
            Finish::Exactly(_) | Finish::Pegs(_) => None,
        };
        let ending: Ending = (finish.position().map(bits), finish.pegs(), named);
        let Marks { survivor, watch, last_captured } = puzzle.marked();
        let KnownAnswer { moves, at_least, at_most, impossible, solution } = puzzle.known().clone();
        let known: Known = (moves, at_least, at_most, impossible, solution);
        let state = (
            self.parts.clone(),
            (bits(puzzle.start()), ending),
            (puzzle.reverse(), [survivor, watch, last_captured]),
            (puzzle.title(), puzzle.source()),
            known,
        );
        let make = py.import("soliter._soliter")?.getattr("_puzzle")?;
        Ok((make, state).into_pyobject(py)?.into_any())
    }

    fn __repr__(&self) -> String {
        let (before, after) = (self.shared.start().len(), self.shared.finish().pegs());
        format!("<Puzzle {:?}, {}, {before} to {after} pegs>", self.title(), self.shared.model())
    }
}

impl Puzzle {
    /// A position of the puzzle's board.
    fn on(&self, pegs: Pegs) -> Position {
        Position::on(&self.parts, pegs)
    }

    fn pegs(&self, position: Option<&Bound<'_, PyAny>>) -> Outcome<Pegs> {
        position.map_or_else(|| Ok(self.shared.start().clone()), |one| self.parts.pegs(one))
    }

    /// The line, if it belongs to this puzzle.
    fn own<'a>(&self, line: &'a Line) -> Outcome<&'a soliter::Line> {
        let other = || Failure::unfit("the line is not of this puzzle", "solve this one");
        (line.puzzle == *self).then_some(&line.line).ok_or_else(other)
    }

    /// The puzzle, unless it has marked pegs, which `what` does not support.
    pub(crate) fn plain(&self, what: &str) -> Outcome<Arc<soliter::Puzzle>> {
        if self.shared.marked().is_empty() {
            return Ok(Arc::clone(&self.shared));
        }
        let message = format!("{what} does not follow marked pegs, which the puzzle has");
        Err(Failure::unfit(message, "solve and check follow them"))
    }
}
