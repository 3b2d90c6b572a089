//! A puzzle while it is being played.
//!
//! An [`Attempt`] keeps the jumps made, which are given as numbers of holes. Jumps can be undone and redone.

use crate::board::position::Position;
use crate::notation::{Names, Scheme, Unnameable};
use crate::rules::{self, JumpFault};
use crate::verify::{Replay, replay};
use crate::{
    board::Jump,
    line::{Hop, Line},
};
use crate::{puzzle::Puzzle, puzzle::marks::MarkedPegs, puzzle::setup::PuzzleSetup};
use soliter_base::{control::Stop, wording::joined};

/// A jump that the rules do not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{jump}: {why}")]
pub struct IllegalJump {
    /// The jump in notation: `45-25`.
    pub jump: String,
    /// The rule that it breaks.
    pub fault: JumpFault,
    /// The broken rule in a sentence, with the names of the holes.
    pub why: String,
}

/// The line of a puzzle that is being played. A pair of holes stands for the only jump between them.
#[derive(Clone, Debug)]
pub struct Attempt {
    puzzle: Puzzle,
    jumps: Vec<Hop>,
    positions: Vec<Position>,
    /// The places of the marked pegs in each of the positions.
    marked: Vec<MarkedPegs>,
    /// The jumps that were undone; the last of them is the next to be redone.
    undone: Vec<Hop>,
}

impl Attempt {
    /// The puzzle at its start.
    pub fn new(puzzle: Puzzle) -> Self {
        let (positions, marked) =
            (vec![puzzle.start.clone()], vec![MarkedPegs::new(puzzle.marked)]);
        Self { puzzle, jumps: Vec::new(), positions, marked, undone: Vec::new() }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The jumps made.
    pub fn jumps(&self) -> &[Hop] {
        &self.jumps
    }

    /// The start, and the position after each jump.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The places of the marked pegs at the start, and after each jump.
    pub fn marked(&self) -> &[MarkedPegs] {
        &self.marked
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.positions[self.jumps.len()]
    }

    /// The jumps made, as moves.
    pub fn line(&self) -> Line {
        Line::from_jumps(self.jumps.iter().copied())
    }

    /// Whether the current position is a finish.
    pub fn is_finished(&self) -> bool {
        self.puzzle.finish.accepts(self.position())
    }

    /// Whether the jumps made are a solution. They were all legal, so the conditions on marked pegs hold, except those on
    /// a last jump if there is none.
    pub fn is_solved(&self) -> bool {
        let is_missing = self.jumps.is_empty() && self.puzzle.marked.need_a_jump();
        self.jumps.len() == self.puzzle.jumps() && self.is_finished() && !is_missing
    }

    /// The puzzle from the current position on; `None` if fewer pegs are left than the finish has. No puzzle can
    /// express that only the peg on the watch may continue, so the result is [`Stop::Size`] after its first jump.
    pub fn rest(&self) -> Result<Option<Puzzle>, Stop> {
        let marked = self.marked[self.jumps.len()].marks();
        let marked = marked.ok_or(Stop::Size("the peg on the watch has begun the last move"))?;
        let setup =
            PuzzleSetup { start: self.position().clone(), marked, ..self.puzzle.clone().into() };
        Ok(setup.puzzle().ok())
    }

    /// The legal jumps that satisfy the conditions on marked pegs, each with the position after it.
    pub fn legal(&self) -> impl Iterator<Item = (Jump, Position)> + '_ {
        let made = self.jumps.len();
        let (marked, is_last) = (self.marked[made], made + 1 == self.puzzle.jumps());
        let legal = rules::legal(&self.puzzle, self.position());
        legal.filter(move |&(jump, _)| marked.after(jump, is_last).is_ok())
    }

    /// The moves as a record, numbered, with one move in each line.
    pub fn record(&self) -> String {
        let line = self.line();
        let row = |(number, one)| format!("{number}. {}", self.puzzle.names.chain(one));
        let rows = joined((1_usize..).zip(line.moves()).map(row), "\n");
        if rows.is_empty() { "# no jump yet".to_owned() } else { rows }
    }

    /// Undoes up to `number` jumps, and returns how many were undone.
    pub fn undo(&mut self, number: usize) -> usize {
        let number = number.min(self.jumps.len());
        for _ in 0..number {
            self.undone.extend(self.jumps.pop());
            self.positions.pop();
            self.marked.pop();
        }
        number
    }

    /// Redoes up to `number` jumps, and returns how many were redone.
    pub fn redo(&mut self, number: usize) -> usize {
        let number = number.min(self.undone.len());
        let again: Vec<_> = (0..number).filter_map(|_| self.undone.pop()).collect();
        // These jumps were legal here when they were first made.
        let _ = self.push(&again);
        number
    }

    /// Replaces all jumps, or leaves them as they are if one of the new jumps is illegal.
    pub fn replace(&mut self, jumps: &[impl Into<Hop> + Copy]) -> Result<(), IllegalJump> {
        self.undo(usize::MAX);
        self.make(jumps)
    }

    /// Names the holes in another scheme.
    pub fn rename(&mut self, scheme: Scheme) -> Result<(), Unnameable> {
        self.puzzle.names = Names::new(&self.puzzle.board, scheme)?;
        Ok(())
    }

    /// Makes all of the jumps, or none if one of them is illegal.
    pub fn make(&mut self, jumps: &[impl Into<Hop> + Copy]) -> Result<(), IllegalJump> {
        let jumps: Vec<Hop> = jumps.iter().map(|&jump| jump.into()).collect();
        self.push(&jumps)?;
        self.undone.clear();
        Ok(())
    }

    /// The jumps made and the given ones, replayed from the start.
    fn after(&self, jumps: &[Hop]) -> Result<(Vec<Hop>, Replay), IllegalJump> {
        // A player may name the hole leapt over where it is clear, so jumps are compared by their value on the board.
        let board = &self.puzzle.board;
        let plain = |&hop: &Hop| board.find(hop).map_or(hop, |jump| board.hop(jump));
        let all: Vec<Hop> = self.jumps.iter().chain(jumps).map(plain).collect();
        let replay = replay(&self.puzzle, all.iter().copied());
        let Some((index, fault)) = replay.fault else { return Ok((all, replay)) };
        let (jump, next) = (all[index - 1], all.get(index).copied());
        let why = rules::explain_in_line(&self.puzzle, fault, jump, next);
        Err(IllegalJump { jump: self.puzzle.names.hop(jump), fault, why })
    }

    /// Makes all of the jumps or none, and keeps the undone jumps.
    fn push(&mut self, jumps: &[Hop]) -> Result<(), IllegalJump> {
        let (jumps, Replay { positions, marked, .. }) = self.after(jumps)?;
        (self.jumps, self.positions, self.marked) = (jumps, positions, marked);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::lattice::{Directions, Lattice};
    use crate::puzzle::marks::{MarkFault, Marks};
    use crate::{board::Board, puzzle::Finish};

    fn attempt(drawing: &str, start: Position, marked: Marks) -> Attempt {
        let board = Board::from_drawing(drawing, Lattice::Square, Directions::Orthogonal);
        let setup = PuzzleSetup::new(board.expect("a board"), start, Finish::Pegs(1));
        Attempt::new(PuzzleSetup { marked, ..setup }.puzzle().expect("a puzzle"))
    }

    /// A row of five holes, called 11 to 51, with pegs in the first two.
    fn row() -> Attempt {
        attempt("ooooo", Position::from(3), Marks::default())
    }

    #[test]
    fn jumps_are_made_taken_back_and_made_again() {
        let mut row = row();
        assert_eq!(row.make(&[(0, 2)]), Ok(()));
        assert_eq!((row.position(), row.is_finished()), (&Position::from(4), true));
        // The rest is a puzzle of no jumps.
        let rest = row.rest().expect("no peg on the watch").expect("a puzzle");
        assert_eq!((rest.start.clone(), rest.jumps(), row.redo(1)), (Position::from(4), 0, 0));
        assert_eq!((row.undo(9), row.redo(9), row.record().as_str()), (1, 1, "1. 11-31"));
        row.undo(1);
        // Undone jumps are forgotten when another jump is made.
        assert_eq!(row.replace(&[(0, 2)]), Ok(()));
        assert_eq!(row.redo(1), 0);
    }

    /// A row of seven holes with pegs in the second, third and fifth.
    fn marked(marked: Marks) -> Attempt {
        attempt("ooooooo", Position::from(0b10110), marked)
    }

    #[test]
    fn what_is_asked_of_marked_pegs_is_kept() {
        let mut one = marked(Marks { survivor: Some(4), ..Marks::default() });
        assert_eq!(one.make(&[(1, 3)]), Ok(()));
        // One of the two remaining jumps would capture the survivor.
        assert_eq!(one.legal().map(|(jump, _)| (jump.from, jump.to)).collect::<Vec<_>>(), [(4, 2)]);
        let taken = one.make(&[(3, 5)]).map_err(|illegal| illegal.fault);
        assert_eq!(taken, Err(JumpFault::Marked(MarkFault::SurvivorCaptured)));
        assert_eq!((one.jumps().len(), one.make(&[(4, 2)])), (1, Ok(())));
        assert!(one.is_finished());
        assert_eq!((one.undo(2), one.redo(2), one.is_finished()), (2, 2, true));
    }

    #[test]
    fn the_rest_of_a_puzzle_asks_the_same_of_the_pegs_where_they_are_now() {
        let mut one = marked(Marks { survivor: Some(1), ..Marks::default() });
        assert_eq!(one.make(&[(1, 3)]), Ok(()));
        let rest = one.rest().expect("marks can say it").expect("a puzzle");
        assert_eq!(rest.marked(), Marks { survivor: Some(3), ..Marks::default() });
        // The peg on the watch may not stop once it has begun to move.
        let mut one = marked(Marks { watch: Some(1), ..Marks::default() });
        let rest = one.rest().map(|rest| rest.map(|rest| rest.marked().watch));
        assert_eq!(rest, Ok(Some(Some(1))));
        assert_eq!(one.make(&[(1, 3)]), Ok(()));
        assert!(matches!(one.rest(), Err(Stop::Size(_))));
        assert_eq!(one.legal().map(|(jump, _)| (jump.from, jump.to)).collect::<Vec<_>>(), [(3, 5)]);
    }
}
