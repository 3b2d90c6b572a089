//! A puzzle as searches see it: positions as bits, their images under symmetry, the leaps that fit them,
//! and their successors.
//!
//! * [`Space`]: all of it for one puzzle, made once and passed to whatever searches it.
//! * [`expand`]: the successors of a position, up to symmetry; the only place that knows how many images
//!   are handled side by side. [`fitting`] finds the leaps that fit, [`wide`] picks the instructions.
//! * [`symmetry`]: the symmetries that keep a puzzle, and the least image of a position.
//! * [`numbering`]: the positions of a class, numbered without gaps.
//! * [`by_bytes`]: functions of a position that are looked up byte by byte.

pub(crate) mod by_bytes;
pub(crate) mod expand;
pub(crate) mod fitting;
pub(crate) mod numbering;
pub(crate) mod symmetry;
#[allow(unsafe_code, reason = "functions for wide instructions; see the top of the file")]
pub(crate) mod wide;

use crate::base::control::Stop;
use crate::peg::puzzle::{Finish, Puzzle};
use crate::peg::rules::{self, Leap};
use crate::peg::search::space::expand::Expander;
use crate::peg::search::space::symmetry::Group;

/// The positions of a puzzle up to symmetry, and the jumps between them.
pub(crate) struct Space<'a> {
    pub(crate) puzzle: &'a Puzzle,
    /// The symmetries that keep start and finish.
    pub(crate) group: Group,
    /// The jumps of the game.
    pub(crate) leaps: Vec<Leap>,
    /// What undoes each of them.
    pub(crate) undoing: Vec<Leap>,
    /// The jumps of the game, up to symmetry.
    pub(crate) forward: Expander,
    /// What undoes them, up to symmetry.
    pub(crate) backward: Expander,
}

impl<'a> Space<'a> {
    /// # Errors
    /// See [`Expander::new`].
    pub(crate) fn new(puzzle: &'a Puzzle) -> Result<Self, Stop> {
        let group = Group::keeping(puzzle);
        let leaps = rules::leaps(&puzzle.board, puzzle.building);
        let undoing = rules::undoing(&leaps);
        let forward = Expander::new(&puzzle.board, &leaps, &group)?;
        let backward = Expander::new(&puzzle.board, &undoing, &group)?;
        Ok(Self { puzzle, group, leaps, undoing, forward, backward })
    }

    /// The least image of the start.
    pub(crate) fn start(&self) -> u64 {
        self.forward.least(self.puzzle.start.0)
    }
}

/// A puzzle of the ordinary game with the same answer: the building game is the ordinary one played
/// backwards. `None` for a building game with many finishes, of which none could be the start.
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

/// A puzzle with the finish left open, but for its number of pegs: for what asks about the start alone.
pub(crate) fn open(puzzle: &Puzzle) -> Puzzle {
    Puzzle { finish: Finish::Pegs(puzzle.finish.pegs()), ..puzzle.clone() }
}
