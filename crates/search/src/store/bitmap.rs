//! Sets of positions of one position class, with one bit for each position.
//!
//! The positions of a class are numbered without gaps ([`Numbering`]), so that the number is a perfect index.
//! The 33 holes of the English board take 2^29 bits (64 MiB).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::{space::numbering::Numbering, store::prefetch::prefetch};
use soliter_boards::{board::Board, board::position::Position};

/// One or several sets of positions, which all lie in one class. Threads may add to them concurrently.
pub(crate) struct Bitmap {
    words: Vec<AtomicU64>,
    /// The number of a position is the index of its first bit.
    numbering: Numbering,
    /// A mask with one bit for each set.
    sets: u64,
}

impl Bitmap {
    /// The bytes of a bitmap for a board; `None` if they exceed the memory of any machine.
    pub(crate) fn bytes(board: &Board) -> Option<u64> {
        let kept = Numbering::bits(board, true);
        (kept <= 40).then(|| (1u64 << kept).div_ceil(64) * 8)
    }

    /// `sets` empty sets, at most 64. Each position has as many bits, rounded up to a power of two.
    pub(crate) fn new(board: &Board, sets: usize) -> Self {
        let stride = sets.next_power_of_two().min(64);
        let shift = stride.trailing_zeros();
        let bits = Numbering::bits(board, true) + shift;
        // The bitmap serves every class, since the number does not depend on the dependent holes.
        let member = Some(&Position::EMPTY);
        let numbering = Numbering::new(board, member, bits, |bit| bit << shift, |bit| bit >> shift);
        // Zeroed pages use no physical memory until they are touched.
        let words = bytemuck::zeroed_vec((1usize << bits).div_ceil(64));
        Self { words, numbering, sets: u64::MAX >> (64 - stride) }
    }

    pub(crate) fn heap_bytes(&self) -> u64 {
        (self.words.len() * 8) as u64
    }

    #[inline]
    fn index(&self, position: u64) -> usize {
        self.numbering.number(position) as usize
    }

    /// The index of a position. Its memory is brought into the cache.
    #[inline]
    pub(crate) fn prefetch(&self, position: u64) -> usize {
        let index = self.index(position);
        prefetch(&self.words, index >> 6);
        index
    }

    /// Adds the position with an index; returns whether it is new.
    #[inline]
    pub(crate) fn insert_at(&self, index: usize) -> bool {
        let (word, bit) = (&self.words[index >> 6], 1 << (index & 63));
        // Most positions are in the set already, and a load is cheaper than an atomic read-modify-write.
        word.load(Relaxed) & bit == 0 && word.fetch_or(bit, Relaxed) & bit == 0
    }

    pub(crate) fn insert(&self, position: u64) -> bool {
        self.insert_at(self.index(position))
    }

    #[inline]
    pub(crate) fn contains(&self, position: u64) -> bool {
        self.contains_at(self.index(position))
    }

    /// The sets that contain the position with an index, as one bit for each set.
    #[inline]
    pub(crate) fn sets_at(&self, index: usize) -> u64 {
        self.words[index >> 6].load(Relaxed) >> (index & 63) & self.sets
    }

    /// Whether the position with an index is in the set.
    #[inline]
    pub(crate) fn contains_at(&self, index: usize) -> bool {
        self.words[index >> 6].load(Relaxed) >> (index & 63) & 1 == 1
    }
}
