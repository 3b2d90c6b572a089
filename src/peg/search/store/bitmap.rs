//! Sets of positions of one class, a bit each.
//!
//! The positions of a class are numbered without gaps ([`Numbering`]), which makes a perfect index: 2^29 bits
//! (64 MiB) for the 33 holes of the English board.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::peg::board::Board;
use crate::peg::board::position::Position;
use crate::peg::search::space::numbering::Numbering;
use crate::peg::search::store::prefetch::prefetch;

/// Sets of positions that all lie in one class, often only one. Threads may add to them side by side.
pub(crate) struct Bitmap {
    words: Vec<AtomicU64>,
    /// The number of a position is its place.
    numbering: Numbering,
    /// The bits of one position, from its place on: a bit for each set.
    sets: u64,
}

impl Bitmap {
    /// Bytes of a bitmap for a board; `None` if that is beyond any machine.
    pub(crate) fn bytes(board: &Board) -> Option<u64> {
        let kept = Numbering::bits(board, true);
        (kept <= 40).then(|| (1u64 << kept).div_ceil(64) * 8)
    }

    /// The empty set.
    pub(crate) fn new(board: &Board) -> Self {
        Self::of_sets(board, 1)
    }

    /// So many empty sets, at most 64: as many bits for each position, rounded up to a power of two.
    pub(crate) fn of_sets(board: &Board, sets: usize) -> Self {
        let stride = sets.next_power_of_two().min(64);
        let shift = stride.trailing_zeros();
        let bits = Numbering::bits(board, true) + shift;
        // Of which class does not matter: the holes that tell the class are not looked at.
        let member = Some(Position::EMPTY);
        let numbering = Numbering::new(board, member, bits, |bit| bit << shift, |bit| bit >> shift);
        // Zero pages that are never touched take no memory.
        let words = bytemuck::zeroed_vec((1usize << bits).div_ceil(64));
        Self { words, numbering, sets: u64::MAX >> (64 - stride) }
    }

    /// Bytes taken.
    pub(crate) fn heap_bytes(&self) -> u64 {
        (self.words.len() * 8) as u64
    }

    #[inline]
    fn index(&self, position: u64) -> usize {
        self.numbering.number(position) as usize
    }

    /// The place of a position, which is brought into the cache.
    #[inline]
    pub(crate) fn prefetch(&self, position: u64) -> usize {
        let index = self.index(position);
        prefetch(&self.words, index >> 6);
        index
    }

    /// Adds the position of a place; whether it is new.
    #[inline]
    pub(crate) fn insert_at(&self, index: usize) -> bool {
        let (word, bit) = (&self.words[index >> 6], 1 << (index & 63));
        // Most are old, and a look is cheaper than a locked write.
        word.load(Relaxed) & bit == 0 && word.fetch_or(bit, Relaxed) & bit == 0
    }

    /// Adds a position; whether it is new.
    pub(crate) fn insert(&self, position: u64) -> bool {
        self.insert_at(self.index(position))
    }

    /// Whether a position of the class is in the set.
    #[inline]
    pub(crate) fn contains(&self, position: u64) -> bool {
        self.contains_at(self.index(position))
    }

    /// Which sets the position of a place is in, a bit for each.
    #[inline]
    pub(crate) fn sets_at(&self, index: usize) -> u64 {
        self.words[index >> 6].load(Relaxed) >> (index & 63) & self.sets
    }

    /// Whether the position of a place is in the set.
    #[inline]
    pub(crate) fn contains_at(&self, index: usize) -> bool {
        self.words[index >> 6].load(Relaxed) >> (index & 63) & 1 == 1
    }
}
