//! Facts about a puzzle that do not depend on the number of slots.
//!
//! The possible positions in the first and last slots are derived from exact sets of positions, as long as
//! these sets are small. A slot may hold any part of a move, since a chain may be cut between two slots. So
//! the sets contain the positions after every chain of jumps, not only after complete moves.

use rustc_hash::FxHashSet;

use soliter_base::control::{Control, Stop};
use soliter_peg::board::position::{Hole, Position};
use soliter_peg::rules::{Leap, leaps, undoing};
use soliter_peg::{bounds::cycles::Cycle, puzzle::Finish, puzzle::ends::Ends};

/// The maximum number of positions in a set; larger sets are not expanded.
const MAX_POSITIONS: usize = 5000;
/// The maximum number of jumps that lead to a set: with diagonals, a single peg can make millions of chains.
/// (A time limit would make exported programs depend on the clock.)
const MAX_JUMPS: usize = 250_000;

/// Each field becomes rows or removes columns; an empty field does neither.
#[derive(Default)]
pub(crate) struct Knowledge {
    /// For each jump, an upper bound on how often it can be made.
    pub(crate) most_uses: Vec<usize>,
    pub(crate) first: Vec<Slot>,
    pub(crate) last: Vec<Slot>,
    /// The parity classes that have any jump: the sets of holes within which a peg can move.
    pub(crate) classes: Vec<Position>,
    pub(crate) regions: Vec<Position>,
    pub(crate) cycles: Vec<Cycle>,
}

/// The possibilities in one slot and in the position at its outer end: the end nearer to the start of the
/// game for one of the first slots, and nearer to the finish for one of the last.
pub(crate) struct Slot {
    /// The holes that hold a peg in all positions at the outer end.
    pub(crate) all: u64,
    /// The holes that hold a peg in any position at the outer end.
    pub(crate) any: u64,
    /// The holes where the chain may have its outer end.
    pub(crate) outer: u64,
    /// The holes where the chain may have its inner end.
    pub(crate) inner: u64,
    /// For each jump, whether it may be made in the slot.
    pub(crate) jumps: Vec<bool>,
}

/// The first slots, from the start on. Of first moves that are symmetric to each other, given both ends, only
/// those from the least hole are kept.
pub(crate) fn first(ends: &Ends<'_>, control: &Control) -> Result<Vec<Slot>, Stop> {
    // Positions are words here.
    let (Finish::Exactly(start), Ok(())) = (&ends.start, ends.board().fits_word()) else {
        return Ok(Vec::new());
    };
    let is_least = |hole: &Hole| ends.puzzle.symmetries().all(|s| s[usize::from(*hole)] >= *hole);
    let least = ends.holes().filter(is_least).fold(0, |set, hole| set | 1 << hole);
    follow(&leaps(ends.board(), false), start.word(), least, control)
}

/// The last slots, from the finish backwards.
pub(crate) fn last(ends: &Ends<'_>, control: &Control) -> Result<Vec<Slot>, Stop> {
    let (Finish::Exactly(finish), Ok(())) = (&ends.finish, ends.board().fits_word()) else {
        return Ok(Vec::new());
    };
    follow(&undoing(&leaps(ends.board(), false)), finish.word(), u64::MAX, control)
}

/// The slots from one end of the game inwards, as far as the limits allow.
fn follow(leaps: &[Leap], end: u64, mut from: u64, control: &Control) -> Result<Vec<Slot>, Stop> {
    let mut slots = Vec::new();
    let mut positions = FxHashSet::from_iter([end]);
    loop {
        let mut slot = Slot {
            all: positions.iter().fold(u64::MAX, |all, position| all & position),
            any: positions.iter().fold(0, |any, position| any | position),
            outer: 0,
            inner: 0,
            jumps: vec![false; leaps.len()],
        };
        let mut next = FxHashSet::default();
        let mut made = 0;
        for &position in &positions {
            control.check()?;
            let mut seen = FxHashSet::default();
            for hole in (0..64).filter(|hole| from & position >> hole & 1 == 1) {
                // The position, and the hole of the moving peg.
                let mut open = vec![(position, hole)];
                while let Some((before, at)) = open.pop() {
                    for (number, leap) in leaps.iter().enumerate() {
                        if leap.from != at || !leap.fits(before) {
                            continue;
                        }
                        slot.outer |= 1 << hole;
                        slot.inner |= 1 << leap.to;
                        slot.jumps[number] = true;
                        let after = before ^ leap.all;
                        made += 1;
                        if made > MAX_JUMPS {
                            return Ok(slots);
                        }
                        if seen.insert((after, leap.to)) {
                            next.insert(after);
                            open.push((after, leap.to));
                        }
                    }
                }
            }
        }
        slots.push(slot);
        if next.is_empty() || next.len() > MAX_POSITIONS {
            return Ok(slots);
        }
        (positions, from) = (next, u64::MAX);
    }
}
