//! Puzzles whose finish does not fix its number of pegs, and so does not fix the number of jumps.
//!
//! For each number of pegs that the finish allows, such a puzzle is an ordinary [`Puzzle`]. The most pegs are the exception:
//! no [`Finish`] says that no jump is left.

use std::ops::RangeInclusive;

use crate::board::Board;
use crate::board::position::Position;
use crate::notation::{Scheme, Unnameable};
use crate::puzzle::{Finish, Puzzle};

/// What an open puzzle asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Aim {
    /// As few pegs as possible, and the fewest moves to that number.
    FewestPegs,
    /// As many pegs as possible in a position without a jump (fool's solitaire).
    MostPegs,
    /// The fewest moves to a position in which these holes have a peg and those are empty.
    Holes {
        /// The holes that must have a peg.
        pegs_at: Position,
        /// The holes that must be empty.
        empty_at: Position,
    },
}

impl Aim {
    /// The finish with one of the numbers of pegs.
    fn finish(&self, pegs: usize) -> Finish {
        match self {
            Self::FewestPegs | Self::MostPegs => Finish::Pegs(pegs),
            Self::Holes { pegs_at, empty_at } => {
                let (pegs_at, empty_at) = (pegs_at.clone(), empty_at.clone());
                Finish::Holes { pegs_at, empty_at, pegs }
            }
        }
    }

    /// The numbers of pegs at the end, which may be none.
    pub(crate) fn numbers(
        &self,
        board: &Board,
        start: &Position,
        reverse: bool,
    ) -> RangeInclusive<usize> {
        let (least, most) = match self {
            Self::FewestPegs | Self::MostPegs => (1, board.holes()),
            Self::Holes { pegs_at, empty_at } => {
                (pegs_at.len().max(1), board.holes() - empty_at.len())
            }
        };
        if reverse { least.max(start.len())..=most } else { least..=most.min(start.len()) }
    }
}

/// A puzzle whose finish leaves the number of pegs open: as few as possible, or some holes are not named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPuzzle {
    /// The puzzle with one of the numbers of pegs.
    puzzle: Puzzle,
    aim: Aim,
}

impl OpenPuzzle {
    /// The puzzle with this aim instead of its finish; `None` if no number of pegs is possible.
    pub(crate) fn new(puzzle: Puzzle, aim: Aim) -> Option<Self> {
        let numbers = aim.numbers(&puzzle.board, &puzzle.start, puzzle.reverse);
        let finish = aim.finish(*numbers.start());
        (!numbers.is_empty()).then_some(Self { puzzle: Puzzle { finish, ..puzzle }, aim })
    }

    /// What it asks for.
    pub fn aim(&self) -> &Aim {
        &self.aim
    }

    /// The numbers of pegs that the finish may have; at least one.
    pub fn numbers(&self) -> RangeInclusive<usize> {
        self.aim.numbers(&self.puzzle.board, &self.puzzle.start, self.puzzle.reverse)
    }

    /// The puzzle with the number of pegs at the end that is nearest to this one.
    pub fn with_pegs(&self, pegs: usize) -> Puzzle {
        let (least, most) = self.numbers().into_inner();
        self.puzzle.finishing_at(self.aim.finish(pegs.clamp(least, most)))
    }

    /// The puzzle with one of the numbers of pegs, for its title, board and start.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The same puzzle with its holes named in another scheme.
    pub fn with_scheme(mut self, scheme: Scheme) -> Result<Self, Unnameable> {
        self.puzzle = self.puzzle.with_scheme(scheme)?;
        Ok(self)
    }
}

/// A puzzle as a file states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyPuzzle {
    /// The finish has a fixed number of pegs.
    Fixed(Puzzle),
    /// The finish leaves the number of pegs open.
    Open(OpenPuzzle),
}
