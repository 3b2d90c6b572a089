//! Finds the jump of a record after which the finish was out of reach.

use crate::reach::Continuations;
use soliter_base::control::Control;
use soliter_boards::puzzle::Puzzle;
use soliter_boards::puzzle::open::{Aim, OpenPuzzle};
use soliter_text::Judgement;

/// Whether the legal part of a record can still be continued to the finish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// A solution still exists.
    No,
    /// No solution existed after the jump with this number; 0 means that the puzzle has none.
    After(usize),
    /// A limit was reached before the question was settled.
    Unknown,
}

impl Lost {
    /// The jump after which no solution existed, if known.
    pub fn after(self) -> Option<usize> {
        if let Self::After(jump) = self { Some(jump) } else { None }
    }

    /// The stable word for programs.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::No => "no",
            Self::After(_) => "yes",
            Self::Unknown => "unknown",
        }
    }
}

/// Finds whether, and after which jump, the finish became unreachable.
pub fn lost(judgement: &Judgement, puzzle: &Puzzle, control: &Control) -> Lost {
    if judgement.finish_reached {
        return Lost::No;
    }
    let continuations = Continuations::new(puzzle, control);
    continuations.lost(&judgement.replay.positions, &judgement.replay.marked, control)
}

/// Like [`lost`] for a puzzle whose finish leaves the number of pegs open. If the aim is the
/// fewest pegs, the finish is that of `puzzle`. If holes are left open, a solution with any number of pegs
/// counts.
pub fn lost_open(
    judgement: &Judgement,
    open: &OpenPuzzle,
    puzzle: &Puzzle,
    control: &Control,
) -> Lost {
    match open.aim() {
        Aim::FewestPegs => return lost(judgement, puzzle, control),
        // Which positions lead to the most pegs is not searched.
        Aim::MostPegs => return Lost::Unknown,
        Aim::Holes { .. } => {}
    }
    let (mut last, mut is_known) = (0, true);
    for pegs in open.numbers() {
        match lost(judgement, &open.with_pegs(pegs), control) {
            Lost::No => return Lost::No,
            Lost::After(jump) => last = last.max(jump),
            Lost::Unknown => is_known = false,
        }
    }
    if is_known { Lost::After(last) } else { Lost::Unknown }
}
