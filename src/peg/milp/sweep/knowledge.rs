//! All that is known of a puzzle before the number of slots is chosen.

use crate::peg::board::Jump;
use crate::peg::board::position::Position;
use crate::peg::bounds::cycles::Cycle;

use crate::peg::milp::sweep::slots::Slot;
use crate::peg::puzzle::ends::Ends;

/// All that is known of a puzzle before the number of slots is chosen. Each part of it turns into rows, or
/// leaves out columns; a part that is empty does neither.
pub(crate) struct Knowledge {
    /// For each jump, an upper bound on how often it can be made.
    pub(crate) most_uses: Vec<usize>,
    /// What is possible in the first slots, from the start on.
    pub(crate) first: Vec<Slot>,
    /// What is possible in the last slots, from the finish backwards.
    pub(crate) last: Vec<Slot>,
    /// The parity classes: the sets of holes between which a peg can move, if they have any jump.
    pub(crate) classes: Vec<Position>,
    pub(crate) regions: Vec<Position>,
    pub(crate) cycles: Vec<Cycle>,
}

impl Knowledge {
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
}
