//! Sets of positions of one class, a bit each.
//!
//! Within a position class some holes follow from the others ([`class::dependent_holes`]). The
//! bits of the rest, pushed together, are a perfect index: 2^29 bits (64 MiB) for the 33 holes of
//! the English board.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::peg::board::Board;
use crate::peg::bounds::class;
use crate::peg::search::space::by_bytes::ByBytes;
use crate::peg::search::store::prefetch::prefetch;

/// Sets of positions that all lie in one class, often only one. Threads may add to them side by side.
pub(crate) struct Bitmap {
    words: Vec<AtomicU64>,
    /// The place of a position.
    places: ByBytes<u64>,
    /// The bits of one position, from its place on: a bit for each set.
    sets: u64,
}

impl Bitmap {
    /// Bytes of a bitmap for a board; `None` if that is beyond any machine.
    pub(crate) fn bytes(board: &Board) -> Option<u64> {
        let kept = board.holes() - class::dependent_holes(board).len();
        (kept <= 40).then(|| (1u64 << kept).div_ceil(64) * 8)
    }

    /// The empty set.
    pub(crate) fn new(board: &Board) -> Self {
        Self::of_sets(board, 1)
    }

    /// So many empty sets, at most 64: as many bits for each position, rounded up to a power of two.
    pub(crate) fn of_sets(board: &Board, sets: usize) -> Self {
        let stride = sets.next_power_of_two().min(64);
        let kept = board.full().0 & !class::dependent_holes(board).0;
        let index = |set: u64| {
            let mut at = 0;
            let mut index = 0;
            for hole in 0..board.holes() {
                if kept >> hole & 1 == 1 {
                    index |= (set >> hole & 1) << at;
                    at += 1;
                }
            }
            index * stride as u64
        };
        let words = ((1usize << kept.count_ones()) * stride).div_ceil(64);
        // Zero pages that are never touched take no memory.
        let words = bytemuck::zeroed_vec(words);
        let places = ByBytes::new(board.holes(), index);
        Self { words, places, sets: u64::MAX >> (64 - stride) }
    }

    /// Bytes taken.
    pub(crate) fn heap_bytes(&self) -> u64 {
        (self.words.len() * 8) as u64
    }

    #[inline]
    fn index(&self, position: u64) -> usize {
        self.places.of(position).fold(0, |place, part| place | part) as usize
    }

    /// The place of a position, which is brought into the cache.
    #[inline]
    pub(crate) fn announce(&self, position: u64) -> usize {
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
