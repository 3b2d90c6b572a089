//! Lines of play: moves, each a chain of jumps by one peg.

use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use soliter::boards::draw::svg;
use soliter::boards::line::{Hop, Move};
use soliter::boards::rules;
use soliter::boards::verify::replay;
use soliter::prove::judge::Verdict;
use soliter::text::{Form, Style};
use soliter::{Control, Hole, judge};

use crate::board::as_text;
use crate::count::stopped;
use crate::errors::{Failure, Outcome};
use crate::jump::{Jump, hops};
use crate::picture::inline;
use crate::position::Position;
use crate::puzzle::Puzzle;

/// A legal line of a puzzle from its start, whether or not it ends at the finish.
///
/// Its text is read as it is written: `puzzle.line(str(line)) == line`.
///
/// >>> puzzle = soliter.Puzzle.built_in("gardner/latin-cross")
/// >>> line = puzzle.line("45-25, 43-45")
/// >>> line.finish_reached, len(line), line.jumps == [jump for move in line.moves for jump in move]
/// (False, 2, True)
/// >>> [puzzle.name(hole) for hole in line.moves[0][0]]
/// ['45', '35', '25']
/// >>> puzzle.line(line.moves) == puzzle.line(line.jumps) == line
/// True
#[pyclass(frozen, eq, hash, module = "soliter._soliter", name = "Line")]
#[derive(Clone)]
pub(crate) struct Line {
    pub(crate) puzzle: Puzzle,
    pub(crate) line: soliter::Line,
}

impl PartialEq for Line {
    fn eq(&self, other: &Self) -> bool {
        self.line == other.line && self.puzzle == other.puzzle
    }
}

impl Hash for Line {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.line.hash(state);
    }
}

/// The pickled form of a jump.
pub(crate) type HopState = (Hole, Hole, Option<Hole>);

pub(crate) fn hop_states(line: &soliter::Line) -> Vec<HopState> {
    line.jumps().map(|Hop { from, to, over }| (from, to, over)).collect()
}

pub(crate) fn line_of(states: Vec<HopState>) -> soliter::Line {
    soliter::Line::from_jumps(states.into_iter().map(|(from, to, over)| Hop { from, to, over }))
}

/// A line from its pickled form.
#[pyfunction]
pub(crate) fn _line(puzzle: &Bound<'_, Puzzle>, jumps: Vec<HopState>) -> Outcome<Line> {
    Line::legal(puzzle.get(), line_of(jumps).jumps().collect())
}

/// The style in which a puzzle's lines are written.
pub(crate) fn own_style(puzzle: &Puzzle) -> [Style; 2] {
    [Style::Scheme(puzzle.shared.names().scheme()), Style::Form(Form::Notation)]
}

/// The style with a name.
pub(crate) fn style(word: &str) -> Outcome<Style> {
    word.parse().map_err(|fault: soliter::base::diagnostic::UnknownWord| {
        let message = format!("no notation is called {word:?}");
        Failure::Unfit { message, help: fault.suggestion }
    })
}

impl Line {
    /// A line given by Python: a text, or jumps. An illegal line is refused.
    pub(crate) fn read(
        puzzle: &Puzzle,
        moves: &Bound<'_, PyAny>,
        notation: Option<&str>,
    ) -> Outcome<Self> {
        let Some(text) = as_text(moves) else {
            if let Some(word) = notation {
                let help = "leave out notation";
                return Err(Failure::unfit(format!("jumps are not read in {word}"), help));
            }
            return Self::legal(puzzle, hops(puzzle, moves)?);
        };
        // A line without a jump is written as no text.
        if text.trim().is_empty() {
            return Ok(Self { puzzle: puzzle.clone(), line: soliter::Line::default() });
        }
        let judged = |styles: &[Style]| {
            judge(&puzzle.shared, &text, styles, &Control::default()).map_err(stopped)
        };
        let judgement = match notation {
            Some(word) => judged(&[style(word)?])?,
            None => match judged(&own_style(puzzle))? {
                unread if unread.verdict == Verdict::Unreadable => judged(&[])?,
                read => read,
            },
        };
        match &judgement.mistake {
            None => Ok(Self { line: judgement.line(), puzzle: puzzle.clone() }),
            Some(mistake) => Err(Failure::Illegal {
                index: mistake.index,
                reason: mistake.reason,
                message: mistake.to_string(),
            }),
        }
    }

    /// The line of jumps, if they are legal.
    fn legal(puzzle: &Puzzle, jumps: Vec<Hop>) -> Outcome<Self> {
        let rules_of = &puzzle.shared;
        if let Some((index, fault)) = replay(rules_of, jumps.iter().copied()).fault {
            let hop = jumps[index - 1];
            let why = rules::explain(rules_of, fault, hop);
            let message = format!("jump {index}, {}: {why}", rules_of.names().hop(hop));
            return Err(Failure::Illegal { index, reason: fault.reason(), message });
        }
        Ok(Self { line: soliter::Line::from_jumps(jumps), puzzle: puzzle.clone() })
    }

    fn jumps_of(&self, hops: impl Iterator<Item = Hop>) -> Vec<Jump> {
        let board = self.puzzle.shared.board();
        hops.filter_map(|hop| board.find(hop)).map(Jump).collect()
    }
}

#[pymethods]
impl Line {
    /// The puzzle.
    #[getter]
    fn puzzle(&self) -> Puzzle {
        self.puzzle.clone()
    }

    /// The moves, each a list of jumps by one peg.
    #[getter]
    fn moves(&self) -> Vec<Vec<Jump>> {
        let jumps = |one: &Move| self.jumps_of(one.jumps());
        self.line.moves().iter().map(jumps).collect()
    }

    /// All jumps.
    #[getter]
    fn jumps(&self) -> Vec<Jump> {
        self.jumps_of(self.line.jumps())
    }

    /// The start, and the position after each jump.
    #[getter]
    fn positions(&self) -> Vec<Position> {
        let replayed = replay(&self.puzzle.shared, self.line.jumps());
        let on = |pegs| Position::on(&self.puzzle.parts, pegs);
        replayed.positions.into_iter().map(on).collect()
    }

    /// Whether it ends at the finish.
    #[getter]
    fn finish_reached(&self) -> bool {
        replay(&self.puzzle.shared, self.line.jumps()).solves(&self.puzzle.shared)
    }

    /// The number of moves.
    fn __len__(&self) -> usize {
        self.line.moves().len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.moves().into_pyobject(py)?.try_iter()?.into_any())
    }

    /// The line in the puzzle's notation.
    fn __str__(&self) -> String {
        self.puzzle.shared.names().line(&self.line)
    }

    fn __repr__(&self) -> String {
        format!("<Line {}>", self.__str__())
    }

    /// A picture of every move, side by side.
    fn svg(&self) -> String {
        svg::line(&self.puzzle.shared, &self.line, None)
    }

    fn _repr_svg_(&self) -> String {
        inline(&self.svg())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let make = py.import("soliter._soliter")?.getattr("_line")?;
        let state = (self.puzzle.clone(), hop_states(&self.line));
        Ok((make, state).into_pyobject(py)?.into_any())
    }
}
