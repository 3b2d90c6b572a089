//! What is known of a puzzle before its slots are counted.

use crate::base::control::{Control, Stop};
use crate::peg::board::Jump;
use crate::peg::board::position::Position;
use crate::peg::bounds::cycles::Cycle;
use crate::peg::milp::regions;
use crate::peg::milp::sweep::slots::Slot;
use crate::peg::puzzle::ends::Ends;

/// What is known of a puzzle before its slots are counted, and which rows are made of it.
pub(crate) struct Knowledge {
    /// By number of the jump, the most times it can be made.
    pub(crate) most_uses: Vec<usize>,
    /// What the first slots can be, and the last ones from the finish on.
    pub(crate) first: Vec<Slot>,
    pub(crate) last: Vec<Slot>,
    /// Holes that a peg can go to and fro between, with a jump at least.
    pub(crate) classes: Vec<Position>,
    /// Sets of holes in which a move must begin.
    pub(crate) regions: Vec<Position>,
    pub(crate) cycles: Vec<Cycle>,
}

impl Knowledge {
    /// Nothing but the rules.
    pub(crate) fn none(ends: &Ends<'_>) -> Self {
        Self {
            most_uses: vec![usize::MAX; ends.board().jumps().len()],
            first: Vec::new(),
            last: Vec::new(),
            classes: Vec::new(),
            regions: Vec::new(),
            cycles: Vec::new(),
        }
    }

    /// Holes by the class of the pegs that come there.
    pub(crate) fn add_classes(&mut self, ends: &Ends<'_>) {
        let jumps = ends.board().jumps();
        let mut left = jumps.iter().fold(0u64, |set, jump| set | 1 << jump.from | 1 << jump.to);
        while left != 0 {
            let mut class = left & left.wrapping_neg();
            loop {
                let reached = |set: u64, jump: &Jump| {
                    if set >> jump.from & 1 == 1 { set | 1 << jump.to } else { set }
                };
                let larger = jumps.iter().fold(class, reached);
                if larger == class {
                    break;
                }
                class = larger;
            }
            self.classes.push(Position(class));
            left &= !class;
        }
    }

    /// Merson regions that are full at the start.
    pub(crate) fn add_regions(&mut self, ends: &Ends<'_>, control: &Control) -> Result<(), Stop> {
        self.regions = regions::to_open(ends, control)?;
        Ok(())
    }
}
