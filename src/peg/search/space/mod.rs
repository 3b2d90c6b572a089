//! The search space of a puzzle: positions as bits, their images under symmetry, the legal leaps in a position,
//! and its successors. A *leap* is a jump, or the undoing of a jump, as a pattern of bits.
//!
//! * [`Space`]: the search space of one puzzle. It is made once and passed to every search of the puzzle.
//! * [`expand`]: the successors of a position up to symmetry. [`fitting`] finds the legal leaps, and [`wide`]
//!   chooses the instructions of the processor.
//! * [`symmetry`]: the symmetries that keep a puzzle, and the least image of a position under them.
//! * [`numbering`]: numbers the positions of a position class without gaps.
//! * [`by_bytes`]: lookup tables for functions of a set of holes. [`random`]: random numbers for samples.

pub(crate) mod by_bytes;
pub(crate) mod expand;
pub(crate) mod fitting;
pub(crate) mod numbering;
pub(crate) mod random;
pub(crate) mod symmetry;
#[allow(unsafe_code, reason = "functions for wide instructions; see the top of the file")]
pub(crate) mod wide;

use crate::base::control::Stop;
use crate::peg::puzzle::{Finish, Puzzle};
use crate::peg::rules::{self, Leap};
use crate::peg::search::space::{expand::Expander, symmetry::Group};

/// The positions of a puzzle up to symmetry, and the jumps between them.
pub(crate) struct Space<'a> {
    pub(crate) puzzle: &'a Puzzle,
    /// The symmetries that keep start and finish.
    pub(crate) group: Group,
    /// The jumps of the game.
    pub(crate) leaps: Vec<Leap>,
    /// The leaps that undo them.
    pub(crate) undoing: Vec<Leap>,
    /// The jumps of the game, up to symmetry.
    pub(crate) forward: Expander,
    /// The leaps that undo them, up to symmetry.
    pub(crate) backward: Expander,
}

impl<'a> Space<'a> {
    pub(crate) fn new(puzzle: &'a Puzzle) -> Result<Self, Stop> {
        let group = Group::keeping(puzzle);
        let leaps = rules::leaps(&puzzle.board, puzzle.building);
        let undoing = rules::undoing(&leaps);
        let forward = Expander::new(&puzzle.board, &leaps, &group)?;
        let backward = Expander::new(&puzzle.board, &undoing, &group)?;
        Ok(Self { puzzle, group, leaps, undoing, forward, backward })
    }

    pub(crate) fn start(&self) -> u64 {
        self.forward.least(self.puzzle.start.0)
    }
}

/// The puzzle of the ordinary game that has the same answer: a building game is an ordinary game played
/// backwards. `None` for a building game whose finish is a number of pegs, since the ordinary game would have
/// many starts.
pub(crate) fn ordinary(puzzle: &Puzzle) -> Option<Puzzle> {
    match (puzzle.building, puzzle.finish) {
        (false, _) => Some(puzzle.clone()),
        (true, Finish::Exactly(finish)) => Some(Puzzle {
            start: finish,
            finish: Finish::Exactly(puzzle.start),
            building: false,
            ..puzzle.clone()
        }),
        (true, Finish::Pegs(_)) => None,
    }
}

/// The puzzle with a finish of any position with as many pegs, for questions that depend on the start alone.
pub(crate) fn open(puzzle: &Puzzle) -> Puzzle {
    Puzzle { finish: Finish::Pegs(puzzle.finish.pegs()), ..puzzle.clone() }
}
