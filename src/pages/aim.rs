//! The aim of a puzzle, in a sentence for somebody who has never seen one.

use crate::base::wording::counted;
use crate::boards::board::position::Hole;
use crate::boards::draw::layout::Layout;
use crate::boards::puzzle::{Finish, Puzzle};

/// The aim of a puzzle without the number of its moves: "Leave one peg, in the middle". It has no full stop.
pub fn aim(puzzle: &Puzzle) -> String {
    let (verb, pegs) = match (puzzle.reverse(), puzzle.finish().pegs()) {
        (false, 1) => ("Leave", "one peg".to_owned()),
        (false, pegs) => ("Leave", counted(pegs, "peg")),
        (true, pegs) => ("Build up", counted(pegs, "peg")),
    };
    match puzzle.finish() {
        Finish::Pegs(_) => format!("{verb} {pegs}, anywhere on the board"),
        Finish::Holes { .. } => format!("{verb} {pegs}, some of them in given holes"),
        Finish::Exactly(finish) => match finish.holes().next() {
            Some(hole) if finish.len() == 1 && is_middle(puzzle, hole) => {
                format!("{verb} {pegs}, in the middle")
            }
            Some(hole) if finish.len() == 1 => {
                format!("{verb} {pegs}, in hole {}", puzzle.names().name(hole))
            }
            _ => format!("{verb} {pegs}, as in the small picture"),
        },
    }
}

fn is_middle(puzzle: &Puzzle, hole: Hole) -> bool {
    let layout = Layout::new(puzzle.board());
    let (x, y) = layout.point(hole);
    (x - layout.width / 2.0).hypot(y - layout.height / 2.0) < 0.1
}
