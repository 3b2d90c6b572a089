//! What a program knows of a puzzle: the ordinary game between two ends.

use crate::board::Board;
use crate::line::Line;
use crate::position::{Hole, Position};
use crate::puzzle::{Finish, Puzzle};

/// The ordinary game of a puzzle. A building game is the ordinary game from its finish to its
/// start, backwards.
pub(super) struct Ends<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) start: Finish,
    pub(super) finish: Finish,
}

impl<'a> Ends<'a> {
    pub(super) fn new(puzzle: &'a Puzzle) -> Self {
        let (start, finish) = (Finish::Exactly(puzzle.start), puzzle.finish);
        let [start, finish] = if puzzle.building { [finish, start] } else { [start, finish] };
        Self { puzzle, start, finish }
    }

    pub(super) fn board(&self) -> &'a Board {
        &self.puzzle.board
    }

    pub(super) fn holes(&self) -> impl Iterator<Item = Hole> + use<> {
        self.puzzle.board.full().holes()
    }

    pub(super) fn name(&self, hole: Hole) -> &str {
        self.puzzle.names.name(hole)
    }

    /// A jump's name by its number on the board.
    pub(super) fn jump_name(&self, jump: usize) -> String {
        let jump = self.board().jumps()[jump];
        format!("{}-{}", self.name(jump.from), self.name(jump.to))
    }

    /// A line of the puzzle from the jumps of the ordinary game.
    pub(super) fn line(&self, jumps: impl IntoIterator<Item = (Hole, Hole)>) -> Line {
        let line = Line::from_jumps(jumps);
        if self.puzzle.building { line.reversed() } else { line }
    }

    /// Symmetries of the board that keep both ends.
    pub(super) fn symmetries(&self) -> impl Iterator<Item = &'a Vec<Hole>> {
        let ends = [self.start, self.finish];
        let keeps = move |symmetry: &&Vec<Hole>| {
            ends.iter().all(|end| match end {
                Finish::Pegs(_) => true,
                Finish::Exactly(set) => {
                    set.holes().map(|h| symmetry[usize::from(h)]).collect::<Position>() == *set
                }
            })
        };
        self.board().symmetries().iter().filter(keeps)
    }
}
