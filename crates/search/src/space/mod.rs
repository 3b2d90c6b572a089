//! The search space of a puzzle: positions as bits, their images under symmetry, the legal leaps in a position,
//! and its successors. A *leap* is a jump, or the undoing of a jump, as a pattern of bits.

pub(crate) mod by_bytes;
pub(crate) mod expand;
pub(crate) mod fitting;
pub(crate) mod many;
pub(crate) mod numbering;
pub(crate) mod random;
pub(crate) mod symmetry;

use crate::{space::expand::Expander, space::symmetry::Group};
use soliter_base::control::Stop;
use soliter_boards::puzzle::{Finish, Puzzle};
use soliter_boards::rules::{self, Leap};

/// The positions of a puzzle up to symmetry, and the jumps between them.
pub struct MoveTables<'a> {
    pub(crate) puzzle: &'a Puzzle,
    /// The symmetries that keep start and finish.
    pub(crate) group: Group,
    /// The jumps of the game, and the leaps that undo them.
    pub(crate) leaps: Vec<Leap>,
    pub(crate) undoing: Vec<Leap>,
    /// The same leaps, up to symmetry.
    pub(crate) forward: Expander,
    pub(crate) backward: Expander,
}

impl<'a> MoveTables<'a> {
    /// The leaps and symmetries of a puzzle. A board of more than 64 holes is refused.
    pub fn new(puzzle: &'a Puzzle) -> Result<Self, Stop> {
        puzzle.board().fits_u64()?;
        Self::with_group(puzzle, group(puzzle).with_twins(puzzle.twins()))
    }

    /// Like [`Self::new`], but without exchanges of interchangeable holes, for a search that distinguishes the
    /// images of a hole.
    pub(crate) fn without_twins(puzzle: &'a Puzzle) -> Result<Self, Stop> {
        puzzle.board().fits_u64()?;
        Self::with_group(puzzle, group(puzzle))
    }

    fn with_group(puzzle: &'a Puzzle, group: Group) -> Result<Self, Stop> {
        let leaps = rules::leaps(puzzle.board(), puzzle.reverse());
        let undoing = rules::undoing(&leaps);
        let forward = Expander::new(puzzle.board(), &leaps, &group)?;
        let backward = Expander::new(puzzle.board(), &undoing, &group)?;
        Ok(Self { puzzle, group, leaps, undoing, forward, backward })
    }

    pub(crate) fn start(&self) -> u64 {
        self.forward.least(self.puzzle.start().word())
    }
}

/// The symmetries of a puzzle. A search keeps one of the positions that they map to each other.
pub(crate) fn group(puzzle: &Puzzle) -> Group {
    Group::of(puzzle.searched_symmetries().iter())
}

/// The puzzle of ordinary solitaire that has the same answer: a reverse game is an ordinary game played backwards.
/// `None` for a reverse game whose finish allows several positions, since the ordinary game would have many starts.
pub fn ordinary(puzzle: &Puzzle) -> Option<Puzzle> {
    match (puzzle.reverse(), puzzle.finish().clone()) {
        (false, _) => Some(puzzle.clone()),
        (true, Finish::Exactly(finish)) => {
            Some(puzzle.ordinary_between(finish, Finish::Exactly(puzzle.start().clone())))
        }
        (true, Finish::Pegs(_) | Finish::Holes { .. }) => None,
    }
}

/// The puzzle in which every position with the number of pegs of the finish is a finish, for questions that depend on
/// the start alone.
pub(crate) fn open(puzzle: &Puzzle) -> Puzzle {
    puzzle.finishing_at(Finish::Pegs(puzzle.finish().pegs()))
}
