//! A set of positions of one class, a bit each.
//!
//! Within a position class some holes follow from the others ([`class::dependent_holes`]). The
//! bits of the rest, pushed together, are a perfect index: 2^29 bits (64 MiB) for the 33 holes of
//! the English board.

use crate::board::Board;
use crate::class;

/// A set of positions that all lie in one class.
pub(super) struct Bitmap {
    words: Vec<u64>,
    /// By byte of the position and value of the byte: its part of the index.
    parts: Vec<[u64; 256]>,
    /// Index bits below those that name the part.
    part_shift: u32,
}

/// The bits in order are cut into so many parts: 1 MiB each for the English board, so that a part
/// stays in the cache while many positions are looked up in it.
pub(super) const PARTS: usize = 64;

impl Bitmap {
    /// Bytes of a bitmap for a board; `None` if that is beyond any machine.
    pub(super) fn bytes(board: &Board) -> Option<u64> {
        let kept = board.holes() - class::dependent_holes(board).len();
        (kept <= 40).then(|| (1u64 << kept).div_ceil(64) * 8)
    }

    /// The empty set.
    pub(super) fn new(board: &Board) -> Self {
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
            index
        };
        let bytes = board.holes().div_ceil(8);
        let part = |byte: usize| std::array::from_fn(|value| index((value as u64) << (8 * byte)));
        let words = (1usize << kept.count_ones()).div_ceil(64);
        let part_shift = kept.count_ones().saturating_sub(PARTS.trailing_zeros());
        Self { words: vec![0; words], parts: (0..bytes).map(part).collect(), part_shift }
    }

    /// Bytes taken.
    pub(super) fn heap_bytes(&self) -> u64 {
        (self.words.len() * 8) as u64
    }

    #[inline]
    fn index(&self, position: u64) -> usize {
        let part =
            |(byte, part): (usize, &[u64; 256])| part[(position >> (8 * byte) & 255) as usize];
        self.parts.iter().enumerate().map(part).fold(0, |index, part| index | part) as usize
    }

    /// The part of the bits, of [`PARTS`], that a position belongs to.
    #[inline]
    pub(super) fn part(&self, position: u64) -> usize {
        self.index(position) >> self.part_shift
    }

    /// Adds a position; whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, position: u64) -> bool {
        let index = self.index(position);
        let word = &mut self.words[index >> 6];
        let bit = 1 << (index & 63);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Whether a position of the class is in the set.
    #[inline]
    pub(super) fn contains(&self, position: u64) -> bool {
        let index = self.index(position);
        self.words[index >> 6] >> (index & 63) & 1 == 1
    }
}
