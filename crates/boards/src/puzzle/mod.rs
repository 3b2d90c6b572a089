//! Puzzles: a board with a start and a finish, and perhaps conditions on single pegs.
//!
//! A [`Puzzle`] has passed all checks. In the ordinary game a jump takes a peg off the board; Leibniz's
//! reverse game is that game backwards: a jump fills the hole that the peg leaps over.

pub mod ends;
pub(crate) mod listed_board;
pub mod marks;
pub mod model;
pub mod open;
pub(crate) mod puzzle_file;
pub mod setup;

use serde::Serialize;

use crate::answer::Claim;
use crate::board::automorphisms::{TwinWords, subgroup};
use crate::board::position::{Hole, Position};
use crate::board::{Board, Symmetry};
use crate::notation::{Names, Scheme, Unnameable};
use crate::puzzle::marks::Marks;
use soliter_base::control::Stop;

/// A search uses at most this many symmetries: each costs time for every position, and a lattice has at most 12.
const SEARCHED: usize = 16;

/// The condition on the position after the last jump.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finish {
    /// The position has exactly these pegs.
    Exactly(Position),
    /// The position has this number of pegs, wherever they are.
    Pegs(usize),
    /// The position has this number of pegs, of which some holes must have one and others none.
    Holes {
        /// The holes that must have a peg.
        pegs_at: Position,
        /// The holes that must be empty.
        empty_at: Position,
        /// The number of pegs on the board.
        pegs: usize,
    },
}

impl Finish {
    /// The number of pegs at the end.
    pub fn pegs(&self) -> usize {
        match self {
            Self::Exactly(position) => position.len(),
            Self::Pegs(pegs) | Self::Holes { pegs, .. } => *pegs,
        }
    }

    /// The position that a finish asks for; `None` if it allows several.
    pub fn position(&self) -> Option<&Position> {
        if let Self::Exactly(position) = self { Some(position) } else { None }
    }

    /// Whether `position` is a finish.
    pub fn accepts(&self, position: &Position) -> bool {
        match self {
            Self::Exactly(finish) => position == finish,
            Self::Pegs(pegs) => position.len() == *pegs,
            Self::Holes { pegs_at, empty_at, pegs } => {
                position.intersection(&pegs_at.union(empty_at)) == *pegs_at
                    && position.len() == *pegs
            }
        }
    }

    /// Whether the position of a word is a finish, on a board of at most 64 holes.
    pub fn accepts_word(&self, position: u64) -> bool {
        let [pegs_at, empty_at] = self.named_words();
        position & (pegs_at | empty_at) == pegs_at && position.count_ones() as usize == self.pegs()
    }

    /// The holes that must have a peg, and those that must be empty, on a board of at most 64 holes.
    pub fn named_words(&self) -> [u64; 2] {
        match self {
            Self::Exactly(finish) => [finish.word(), !finish.word()],
            Self::Pegs(_) => [0, 0],
            Self::Holes { pegs_at, empty_at, .. } => [pegs_at.word(), empty_at.word()],
        }
    }

    /// The holes that must have a peg, and those that must be empty.
    pub fn named(&self, board: &Board) -> [Position; 2] {
        match self {
            Self::Exactly(pegs) => [pegs.clone(), board.full().difference(pegs)],
            Self::Pegs(_) => [Position::EMPTY; 2],
            Self::Holes { pegs_at, empty_at, .. } => [pegs_at.clone(), empty_at.clone()],
        }
    }
}

/// The known answer of a puzzle, as its file gives it. Lists and pages show it, and tests compare it with the search; no
/// computed answer depends on it.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize)]
pub struct KnownAnswer {
    /// The fewest moves.
    pub moves: Option<usize>,
    /// A proved lower bound on the moves.
    pub at_least: Option<usize>,
    /// The number of moves of the best line found so far.
    pub at_most: Option<usize>,
    /// Whether the puzzle has no solution.
    pub impossible: bool,
    /// A line, in the puzzle's notation.
    pub solution: Option<String>,
}

impl KnownAnswer {
    /// The known answer as a claim; `None` if the file says nothing about the moves.
    pub fn claim(&self) -> Option<Claim> {
        let lower_bound = self.at_least.unwrap_or(1);
        match (self.impossible, self.moves, self.at_most) {
            (true, ..) => Some(Claim::Infeasible),
            (false, Some(moves), _) => Some(Claim::Optimal { moves }),
            (false, None, Some(moves)) if moves == lower_bound => Some(Claim::Optimal { moves }),
            (false, None, Some(moves)) => Some(Claim::Feasible { moves, lower_bound }),
            (false, None, None) => self.at_least.map(|lower_bound| Claim::Unknown { lower_bound }),
        }
    }
}

/// A board, a start and a finish that fit together. [`Puzzle::parse`] makes one from a text, and
/// [`PuzzleSetup::puzzle`](crate::puzzle::setup::PuzzleSetup::puzzle) makes one in code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Puzzle {
    pub(crate) title: String,
    pub(crate) model: String,
    pub(crate) source: Option<String>,
    pub(crate) board: Board,
    pub(crate) names: Names,
    pub(crate) start: Position,
    pub(crate) finish: Finish,
    pub(crate) reverse: bool,
    pub(crate) marked: Marks,
    pub(crate) known: KnownAnswer,
    /// How its diagrams were read, where their signs are not the usual ones.
    #[serde(skip)]
    pub(crate) remarks: Vec<String>,
}

impl Puzzle {
    /// How the diagrams of the file were read, a line each, where their signs are not the usual ones.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// The name for people.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The name of the model, as in the file.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// The source from which the puzzle was taken.
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// The board, with the puzzle's directions.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The names of the holes in the puzzle's notation.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The position before the first jump.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The condition on the position after the last jump.
    pub fn finish(&self) -> &Finish {
        &self.finish
    }

    /// Whether it is reverse solitaire, in which a peg leaps over an empty hole and fills it.
    pub fn reverse(&self) -> bool {
        self.reverse
    }

    /// The conditions on marked pegs.
    pub fn marked(&self) -> Marks {
        self.marked
    }

    /// What the author knows of the answer.
    pub fn known(&self) -> &KnownAnswer {
        &self.known
    }

    /// The number of jumps of every solution.
    pub fn jumps(&self) -> usize {
        self.start.len().abs_diff(self.finish.pegs())
    }

    /// The number of jumps from a position to the finish; `None` if it has too few pegs, or too many in the reverse game.
    pub fn jumps_from(&self, position: &Position) -> Option<usize> {
        let (pegs, finish) = (position.len(), self.finish.pegs());
        if self.reverse { finish.checked_sub(pegs) } else { pegs.checked_sub(finish) }
    }

    /// The same puzzle for questions that do not depend on its start, so that symmetries need not keep it. They do keep a
    /// finish of many positions, which is given by the number of pegs and the class of the start.
    #[must_use]
    pub fn from_any_start(&self) -> Self {
        match &self.finish {
            Finish::Exactly(finish) => self.starting_at(finish.clone()),
            _ => self.clone(),
        }
    }

    /// The sets of holes that a symmetry of the puzzle must keep: its start, the holes of the finish with and without a
    /// peg, and the hole of each marked peg.
    fn kept_sets(&self) -> Vec<Position> {
        let marked = self.marked.each().map(|(_, hole)| Position::EMPTY.with(hole));
        let ends = self.finish.named(&self.board).into_iter().chain([self.start.clone()]);
        ends.chain(marked).collect()
    }

    /// The interchangeable holes of the board that stay interchangeable in this puzzle.
    pub fn twins(&self) -> TwinWords {
        self.board.twin_sets().within(&self.kept_sets()).words()
    }

    /// The symmetries of the puzzle, the identity first, one for all that differ by exchanges of its
    /// [`twins`](Self::twins) only.
    ///
    /// A symmetry of the board may map the pegs of the start to other holes of a set of twins than those of the start.
    /// An exchange of twins corrects that. Example: two stars with joined centres and the leaves a, b and c, d. The
    /// symmetry listed for the board maps a to c and b to d. If a and d are empty at the start, this one maps a to d and
    /// b to c.
    pub fn corrected_symmetries(&self) -> Vec<Symmetry> {
        let sets = self.kept_sets();
        let within = |hole: Hole| sets.iter().map(move |set| set.has(hole));
        let alike = |one: Hole, other: Hole| within(one).eq(within(other));
        let corrected = |symmetry: &Symmetry| {
            let mut map = symmetry.clone();
            for twins in self.board.twin_sets().sets() {
                let mut free: Vec<Hole> = twins.holes().collect();
                let mut into: Vec<Hole> = self
                    .board
                    .all_holes()
                    .filter(|&h| twins.has(symmetry[usize::from(h)]))
                    .collect();
                into.sort_unstable_by_key(|&hole| symmetry[usize::from(hole)]);
                for hole in into {
                    let at = free.iter().position(|&image| alike(hole, image))?;
                    map[usize::from(hole)] = free.remove(at);
                }
            }
            self.board.all_holes().all(|hole| alike(hole, map[usize::from(hole)])).then_some(map)
        };
        self.board.symmetries().iter().filter_map(corrected).collect()
    }

    /// Symmetries by which a search keeps one position of several: a group of bounded size.
    pub fn searched_symmetries(&self) -> Vec<Symmetry> {
        subgroup(&self.symmetries().collect::<Vec<_>>(), SEARCHED)
    }

    /// The number of symmetries that searches use, if the puzzle has more of them. Positions "up to symmetry" are then those
    /// up to these symmetries, and more than the orbits of the complete group.
    pub fn symmetries_used(&self) -> Option<usize> {
        let used = self.searched_symmetries().len();
        (used < self.symmetries().count()).then_some(used)
    }

    /// The symmetries of the board that keep both ends and every marked peg, the identity first.
    pub fn symmetries(&self) -> impl Iterator<Item = &Symmetry> {
        let sets = self.kept_sets();
        let keeps = move |symmetry: &&Symmetry| sets.iter().all(|set| set.image(symmetry) == *set);
        self.board.symmetries().iter().filter(keeps)
    }

    /// Refuses what exhaustive searches do not support: marked pegs, and boards on which a position is not one word.
    pub fn check_plain(&self) -> Result<(), Stop> {
        self.board.fits_u64()?;
        self.marked.unfollowed()
    }

    /// The same puzzle from another start.
    #[must_use]
    pub fn starting_at(&self, start: Position) -> Self {
        Self { start, ..self.clone() }
    }

    /// The same puzzle to another finish.
    #[must_use]
    pub fn finishing_at(&self, finish: Finish) -> Self {
        Self { finish, ..self.clone() }
    }

    /// The ordinary game on the same board from a start to a finish, even if this puzzle is a reverse game.
    #[must_use]
    pub fn ordinary_between(&self, start: Position, finish: Finish) -> Self {
        Self { start, finish, reverse: false, ..self.clone() }
    }

    /// The same puzzle with other conditions on marked pegs.
    #[must_use]
    pub fn with_marks(&self, marked: Marks) -> Self {
        Self { marked, ..self.clone() }
    }

    /// The same puzzle with its holes named in another scheme.
    pub fn with_scheme(mut self, scheme: Scheme) -> Result<Self, Unnameable> {
        self.names = Names::new(&self.board, scheme)?;
        Ok(self)
    }
}
