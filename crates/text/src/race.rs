//! The score to beat: a reading that cannot beat it any more is abandoned.

use crate::reading::WrittenJump;
use soliter_boards::puzzle::Puzzle;

/// A reading on its way, against the best of those before.
pub(crate) struct Race<'a> {
    puzzle: &'a Puzzle,
    /// The tokens that the best reading before, if it has a jump, did not explain.
    pub(crate) most_lost: usize,
    /// The legal jumps that do not suffice if both explain equally much.
    pub(crate) too_few: Option<usize>,
    pegs: Vec<bool>,
    /// The number of legal jumps so far.
    pub(crate) legal: usize,
    /// Whether a jump was illegal.
    pub(crate) ended: bool,
}

impl<'a> Race<'a> {
    pub(crate) fn new(puzzle: &'a Puzzle, most_lost: usize, too_few: Option<usize>) -> Self {
        let mut pegs = vec![false; puzzle.board().holes()];
        puzzle.start().holes().for_each(|hole| pegs[usize::from(hole)] = true);
        Self { puzzle, most_lost, too_few, pegs, legal: 0, ended: false }
    }

    /// The position after the legal jumps.
    pub(crate) fn pegs(&self) -> &[bool] {
        &self.pegs
    }

    /// Makes the jumps that were read since the last time, up to an illegal one.
    pub(crate) fn follow(&mut self, jumps: &[WrittenJump]) {
        while let Some(jump) = jumps.get(self.legal).filter(|_| !self.ended) {
            self.ended = !self.make(jump);
            self.legal += usize::from(!self.ended);
        }
    }

    fn make(&mut self, jump: &WrittenJump) -> bool {
        let (board, reverse) = (self.puzzle.board(), self.puzzle.reverse());
        let Some(found) = board.find(jump.hop).filter(|_| jump.wrong.is_none()) else {
            return false;
        };
        let [from, over, to] = [found.from, found.over, found.to].map(usize::from);
        let pegs = &mut self.pegs;
        if !pegs[from] || pegs[over] == reverse || pegs[to] {
            return false;
        }
        (pegs[from], pegs[over], pegs[to]) = (false, reverse, true);
        true
    }

    /// Whether the reading loses, whatever follows, with these tokens that it did not explain.
    pub(crate) fn is_lost(&self, lost: usize) -> bool {
        lost > self.most_lost
            || lost == self.most_lost && self.ended && Some(self.legal) <= self.too_few
    }
}
