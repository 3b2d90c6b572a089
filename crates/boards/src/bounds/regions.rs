//! Merson regions: a lower bound on the moves still to be made.
//!
//! A region is a set of holes such that no jump has its middle inside and both of its ends outside. A peg
//! from outside can then neither land in a full region nor take a peg from it, so only a move that starts in
//! the region opens it. Disjoint full regions need one move each. (R. Merson, 1962; see Beasley, The Ins and
//! Outs of Peg Solitaire, chapter 4.)

use crate::{board::Board, board::position::Position, puzzle::Finish};

const MAX_SIZE: u32 = 6;

/// The regions of an ordinary game that are not full at its finish, in ascending order of size.
pub struct Regions {
    masks: Vec<u64>,
    start: u64,
}

impl Regions {
    /// The regions that are not full at the finish.
    pub fn new(board: &Board, start: &Position, finish: &Finish) -> Self {
        Self::of_all(board, start, std::slice::from_ref(finish))
    }

    /// The regions that are full at none of the finishes.
    pub fn of_all(board: &Board, start: &Position, finishes: &[Finish]) -> Self {
        let jumps: Vec<[u64; 3]> =
            board.jumps().iter().map(|j| [j.from, j.over, j.to].map(|h| 1u64 << h)).collect();
        let mut found = Vec::new();
        for hole in 0..board.holes() {
            close(1 << hole, &jumps, &mut found);
        }
        let opened_by = |mask: u64, finish: &Finish| match finish {
            Finish::Exactly(finish) => mask & !finish.word() != 0,
            Finish::Pegs(pegs) => mask.count_ones() as usize > *pegs,
            Finish::Holes { pegs_at, empty_at, pegs } => {
                let further = (mask & !pegs_at.word()).count_ones() as usize;
                mask & empty_at.word() != 0 || pegs_at.len() + further > *pegs
            }
        };
        found.retain(|&mask| finishes.iter().all(|finish| opened_by(mask, finish)));
        found.sort_unstable_by_key(|&mask: &u64| (mask.count_ones(), mask));
        found.dedup();
        let mut masks: Vec<u64> = Vec::new();
        for mask in found {
            if !masks.iter().any(|&smaller| smaller & !mask == 0) {
                masks.push(mask);
            }
        }
        Self { masks, start: start.word() }
    }

    /// The regions in the order in which disjoint ones are chosen.
    pub fn masks(&self) -> &[u64] {
        &self.masks
    }

    /// A lower bound on the number of moves that still have to begin at `position`, and the union of the
    /// regions that they open.
    #[inline]
    pub fn ahead(&self, position: u64) -> (u32, u64) {
        let (mut count, mut used) = (0, 0);
        for &mask in &self.masks {
            if position & mask == mask && used & mask == 0 {
                used |= mask;
                count += 1;
            }
        }
        (count, used)
    }

    /// A lower bound on the number of moves that have begun before `position`: disjoint regions that have
    /// been opened.
    #[inline]
    pub fn behind(&self, position: u64) -> u32 {
        let (mut count, mut used) = (0, 0);
        for &mask in &self.masks {
            if self.start & mask == mask && position & mask != mask && used & mask == 0 {
                used |= mask;
                count += 1;
            }
        }
        count
    }
}

/// Adds holes until no jump violates the definition, and tries every way that stays within [`MAX_SIZE`].
fn close(region: u64, jumps: &[[u64; 3]], found: &mut Vec<u64>) {
    let violates = |[from, over, to]: &[u64; 3]| region & over != 0 && region & (from | to) == 0;
    let Some(&[from, _, to]) = jumps.iter().find(|jump| violates(jump)) else {
        found.push(region);
        return;
    };
    if region.count_ones() < MAX_SIZE {
        close(region | from, jumps, found);
        close(region | to, jumps, found);
    }
}
