//! Puzzles: a board, a start, a finish.
//!
//! * [`setup`]: the parts of a puzzle before they are checked, and the checks.
//! * [`model`], `puzzle_file`: reading the files of boards and of puzzles.
//! * [`marks`]: what may be asked of single pegs.
//! * `ends`: the start and the finish as the provers take them, the building game backwards.

#[cfg(any(feature = "milp", feature = "sat"))]
pub(crate) mod ends;
pub mod marks;
pub mod model;
pub(crate) mod puzzle_file;
pub mod setup;

use serde::Serialize;

use crate::peg::board::position::Position;
use crate::peg::board::{Board, Symmetry};
use crate::peg::notation::{Names, Scheme, Unnameable};
use crate::peg::puzzle::marks::Marks;

/// What the position after the last jump must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finish {
    /// Exactly these pegs.
    Exactly(Position),
    /// Any position of so many pegs.
    Pegs(usize),
}

impl Finish {
    /// The number of pegs at the end.
    pub fn pegs(self) -> usize {
        match self {
            Self::Exactly(position) => position.len(),
            Self::Pegs(pegs) => pegs,
        }
    }

    /// Whether `position` is a finish.
    pub fn accepts(self, position: Position) -> bool {
        match self {
            Self::Exactly(finish) => position == finish,
            Self::Pegs(pegs) => position.len() == pegs,
        }
    }
}

/// What the author of a puzzle knows of its answer. For tests; no answer depends on it.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize)]
pub struct KnownAnswer {
    /// The fewest moves.
    pub moves: Option<usize>,
    /// Proved lower bound on the moves.
    pub at_least: Option<usize>,
    /// Moves of the best line found so far.
    pub at_most: Option<usize>,
    /// The puzzle has no solution.
    pub impossible: bool,
    /// A line, in the puzzle's notation.
    pub solution: Option<String>,
}

/// A board, a start and a finish that fit together. There are two ways to one: [`Puzzle::parse`]
/// from a text, [`PuzzleSetup::puzzle`](crate::peg::puzzle::setup::PuzzleSetup::puzzle) from code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Puzzle {
    pub(crate) title: String,
    pub(crate) model: String,
    pub(crate) source: Option<String>,
    pub(crate) board: Board,
    pub(crate) names: Names,
    pub(crate) start: Position,
    pub(crate) finish: Finish,
    pub(crate) building: bool,
    pub(crate) marked: Marks,
    pub(crate) known: KnownAnswer,
}

impl Puzzle {
    /// Name for people.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The model as the file names it.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Where the puzzle is from.
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// The board, with the puzzle's directions.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Names of the holes in the puzzle's notation.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The position before the first jump.
    pub fn start(&self) -> Position {
        self.start
    }

    /// The position after the last jump.
    pub fn finish(&self) -> Finish {
        self.finish
    }

    /// Whether it is Leibniz's game: a peg leaps over an empty hole, which is filled.
    pub fn building(&self) -> bool {
        self.building
    }

    /// What is asked of marked pegs.
    pub fn marked(&self) -> Marks {
        self.marked
    }

    /// What its author knows of the answer.
    pub fn known(&self) -> &KnownAnswer {
        &self.known
    }

    /// The number of jumps of every solution.
    pub fn jumps(&self) -> usize {
        self.start.len().abs_diff(self.finish.pegs())
    }

    /// The symmetries of the board that keep the start, the finish and every marked peg, the identity
    /// first.
    pub(crate) fn symmetries(&self) -> impl Iterator<Item = &Symmetry> {
        let finish = match self.finish {
            Finish::Exactly(finish) => finish,
            Finish::Pegs(_) => Position::EMPTY,
        };
        let keeps = move |symmetry: &&Symmetry| {
            [self.start, finish].iter().all(|set| set.image(symmetry) == *set)
                && self.marked.are_kept_by(symmetry)
        };
        self.board.symmetries().iter().filter(keeps)
    }

    /// The same puzzle with its holes named in another scheme.
    pub fn with_scheme(mut self, scheme: Scheme) -> Result<Self, Unnameable> {
        self.names = Names::new(&self.board, scheme)?;
        Ok(self)
    }
}
