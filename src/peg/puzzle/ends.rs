//! A puzzle as the programs and clauses see it: the ordinary game between a start and a finish.

use crate::peg::board::Board;
use crate::peg::board::position::Hole;
#[cfg(feature = "milp")]
use crate::peg::board::position::Position;
use crate::peg::line::Line;
use crate::peg::puzzle::{Finish, Puzzle};

/// The ordinary game of a puzzle. A building game is the ordinary game from its finish to its
/// start, backwards.
pub(crate) struct Ends<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) start: Finish,
    pub(crate) finish: Finish,
}

impl<'a> Ends<'a> {
    pub(crate) fn new(puzzle: &'a Puzzle) -> Self {
        let (start, finish) = (Finish::Exactly(puzzle.start), puzzle.finish);
        let [start, finish] = if puzzle.building { [finish, start] } else { [start, finish] };
        Self { puzzle, start, finish }
    }

    pub(crate) fn board(&self) -> &'a Board {
        &self.puzzle.board
    }

    pub(crate) fn holes(&self) -> impl Iterator<Item = Hole> + use<> {
        self.puzzle.board.full().holes()
    }

    /// A line of the puzzle from the jumps of the ordinary game.
    pub(crate) fn line(&self, jumps: impl IntoIterator<Item = (Hole, Hole)>) -> Line {
        let line = Line::from_jumps(jumps);
        if self.puzzle.building { line.reversed() } else { line }
    }
}

#[cfg(feature = "milp")]
impl<'a> Ends<'a> {
    pub(crate) fn name(&self, hole: Hole) -> &str {
        self.puzzle.names.name(hole)
    }

    /// A jump's name by its number on the board.
    pub(crate) fn jump_name(&self, jump: usize) -> String {
        let jump = self.board().jumps()[jump];
        format!("{}-{}", self.name(jump.from), self.name(jump.to))
    }

    /// Symmetries of the board that keep both ends and the marked pegs.
    pub(crate) fn symmetries(&self) -> impl Iterator<Item = &'a Vec<Hole>> {
        let ends = [self.start, self.finish];
        let keeps = move |symmetry: &&Vec<Hole>| {
            ends.iter().all(|end| match end {
                Finish::Pegs(_) => true,
                Finish::Exactly(set) => {
                    set.holes().map(|h| symmetry[usize::from(h)]).collect::<Position>() == *set
                }
            }) && self.puzzle.marked().are_kept_by(symmetry)
        };
        self.board().symmetries().iter().filter(keeps)
    }
}
