//! A puzzle as the programs and clauses see it: the ordinary game between a start and a finish.

use crate::board::{Board, Jump, position::Hole};
use crate::line::Line;
use crate::puzzle::{Finish, Puzzle};

/// The two ends of the ordinary game, which a reverse game is when it is played backwards.
pub struct Ends<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The start of the ordinary game, which may be any position with a number of pegs.
    pub start: Finish,
    /// Its finish.
    pub finish: Finish,
}

impl<'a> Ends<'a> {
    /// The ends of a puzzle.
    pub fn new(puzzle: &'a Puzzle) -> Self {
        let (start, finish) = (Finish::Exactly(puzzle.start.clone()), puzzle.finish.clone());
        let [start, finish] = if puzzle.reverse { [finish, start] } else { [start, finish] };
        Self { puzzle, start, finish }
    }

    /// The board.
    pub fn board(&self) -> &'a Board {
        &self.puzzle.board
    }

    /// All holes of the board.
    pub fn holes(&self) -> impl Iterator<Item = Hole> + use<> {
        self.board().all_holes()
    }

    /// The line of the puzzle that these jumps of the ordinary game make.
    pub fn line(&self, jumps: impl IntoIterator<Item = Jump>) -> Line {
        let line = Line::from_jumps(jumps.into_iter().map(|jump| self.board().hop(jump)));
        if self.puzzle.reverse { line.reversed() } else { line }
    }

    /// The name of a hole.
    pub fn name(&self, hole: Hole) -> &str {
        self.puzzle.names.name(hole)
    }

    /// The name of a jump, which is given by its index on the board.
    pub fn jump_name(&self, jump: usize) -> String {
        let jump = self.board().jumps()[jump];
        self.puzzle.names.hop(self.board().hop(jump))
    }
}
