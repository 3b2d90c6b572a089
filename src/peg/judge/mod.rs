//! Judges records: whether a written line can be read, is legal, and reaches the finish, and in how many
//! moves.
//!
//! Where time allows, it also finds the jump after which a wrong record was lost, and compares a right one
//! with the fewest moves.
//!
//! * `judgement`: reads a record and judges it by the rules alone.
//! * `lost`: finds the jump after which the finish was out of reach.
//! * `report`: the judgement as data for programs.

mod judgement;
mod lost;
mod report;

pub use judgement::{Judgement, Mistake, judge};
pub use lost::Lost;
pub use report::CheckReport;

use crate::base::control::Control;
use crate::peg::answer::Claim;
use crate::peg::puzzle::Puzzle;
use crate::peg::solve::{Method, solve};

/// The claim of the search about the fewest moves, with which a record that reaches the finish is compared.
pub fn fewest_moves(puzzle: &Puzzle, control: &Control) -> Claim {
    // A refused answer proves nothing.
    solve(puzzle, Method::Search, control)
        .map_or(Claim::Unknown { lower_bound: 1 }, |answer| answer.claim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peg::board::Board;
    use crate::peg::board::lattice::{Directions, Lattice};
    use crate::peg::board::position::Position;
    use crate::peg::puzzle::Finish;
    use crate::peg::puzzle::setup::PuzzleSetup;

    /// A row of six holes, called 11 to 61, with three pegs, of which one is to be left.
    fn row() -> Puzzle {
        let board = Board::from_drawing("oooooo", Lattice::Square, Directions::Orthogonal);
        let setup = PuzzleSetup::new(board.expect("a board"), Position(0b1011), Finish::Pegs(1));
        setup.puzzle().expect("a puzzle")
    }

    #[test]
    fn a_right_record_is_held_against_the_fewest_moves() {
        let puzzle = row();
        let right = judge(&puzzle, "11-31-51");
        assert!(right.finish_reached && right.mistake.is_none());
        let fewest = fewest_moves(&puzzle, &Control::default());
        assert_eq!((fewest, right.beats(fewest)), (Claim::Optimal { moves: 1 }, false));
        assert!(right.beats(Claim::Infeasible) && right.beats(Claim::Optimal { moves: 2 }));
        let report = CheckReport::new("row", &puzzle, &right, Lost::No, Some(fewest));
        let json = serde_json::to_value(&report).expect("a value");
        assert_eq!((&json["final"], &json["fewest_moves"]), (&["51"].into(), &1.into()));
    }

    #[test]
    fn a_wrong_record_is_lost_at_some_jump() {
        let puzzle = row();
        let wrong = judge(&puzzle, "21-1, 41-61");
        let mistake = wrong.mistake.as_ref().expect("a mistake");
        assert_eq!((mistake.index, mistake.reason), (1, "no-such-hole"));
        assert_eq!(wrong.lost(&puzzle, &Control::default()), Lost::No);
        let wrong = judge(&puzzle, "11-31, 31-11, 41-21");
        assert_eq!(wrong.illegal_jump(), Some((2, 0)));
        assert_eq!(wrong.line().jumps().collect::<Vec<_>>(), [(0, 2)]);
        assert!(!wrong.beats(Claim::Infeasible));
    }
}
