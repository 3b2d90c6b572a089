//! A puzzle as the programs and clauses see it: the ordinary game between a start and a finish.

use crate::peg::puzzle::{Finish, Puzzle};
use crate::peg::{board::Board, board::position::Hole, line::Line};

/// The two ends of the ordinary game, which a building game is when it is played backwards.
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

    /// The line of the puzzle that these jumps of the ordinary game make.
    pub(crate) fn line(&self, jumps: impl IntoIterator<Item = (Hole, Hole)>) -> Line {
        let line = Line::from_jumps(jumps);
        if self.puzzle.building { line.reversed() } else { line }
    }
}

#[cfg(feature = "milp")]
impl Ends<'_> {
    pub(crate) fn name(&self, hole: Hole) -> &str {
        self.puzzle.names.name(hole)
    }

    /// The name of a jump, which is given by its index on the board.
    pub(crate) fn jump_name(&self, jump: usize) -> String {
        let jump = self.board().jumps()[jump];
        self.puzzle.names.jump(jump.from, jump.to)
    }
}
