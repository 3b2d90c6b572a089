//! A position as a bucket and a key.
//!
//! The positions of a position class are numbered without gaps ([`Numbering`]). The low bits of the number are
//! the key. The high bits are the bucket, after all parts of the key have been added to them without carry. The
//! addition makes the buckets fill evenly, although least images crowd at low numbers.
//!
//! Example: take the number 01 10 11, with two bits for the bucket and four for the key. The key is 1011. Its
//! parts 10 and 11 sum to 01, so the bucket is 01 + 01 = 00.

use crate::space::numbering::Numbering;
use soliter_boards::{board::Board, board::position::Position};

/// The bits of a key, unless the least or the greatest number of buckets requires fewer or more.
const KEY_BITS: u32 = 22;
/// The least and the greatest number of buckets, as powers of two. On the smallest boards the bucket takes half
/// of the bits.
const BUCKET_BITS: [u32; 2] = [4, 12];

/// Maps the positions of a position class to buckets and keys.
pub(crate) struct Index {
    numbering: Numbering,
    key_bits: u32,
    bucket_bits: u32,
}

impl Index {
    /// The index of the class of a position; `None` if keys would not fit into 32 bits.
    pub(crate) fn new(board: &Board, member: &Position) -> Option<Self> {
        let bits = Numbering::bits(board, true);
        let [least, most] = BUCKET_BITS;
        let bucket_bits = bits.saturating_sub(KEY_BITS).clamp(least.min(bits / 2), most);
        let key_bits = bits - bucket_bits;
        if key_bits > u32::BITS {
            return None;
        }
        // Mixing is its own inverse.
        let mix = |number| mixed(number, key_bits, bucket_bits);
        let numbering = Numbering::new(board, Some(member), bits, mix, mix);
        Some(Self { numbering, key_bits, bucket_bits })
    }

    pub(crate) fn buckets(&self) -> usize {
        1 << self.bucket_bits
    }

    /// The bucket and key of a position of the class.
    #[inline]
    pub(crate) fn place(&self, position: u64) -> (usize, u32) {
        let number = self.numbering.number(position);
        let key = number & ((1 << self.key_bits) - 1);
        ((number >> self.key_bits) as usize, key as u32)
    }

    #[inline]
    pub(crate) fn position(&self, bucket: usize, key: u32) -> u64 {
        self.numbering.position((bucket as u64) << self.key_bits | u64::from(key))
    }

    /// Whether a number is within the range of keys.
    pub(crate) fn has_key(&self, key: u32) -> bool {
        u64::from(key) >> self.key_bits == 0
    }
}

/// Adds the parts of the key to the bucket.
fn mixed(number: u64, key_bits: u32, bucket_bits: u32) -> u64 {
    let buckets = (1u64 << bucket_bits) - 1;
    let mut rest = number & ((1 << key_bits) - 1);
    let mut sum = 0;
    while buckets > 0 && rest > 0 {
        sum ^= rest & buckets;
        rest >>= bucket_bits;
    }
    number ^ sum << key_bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{space::random::Random, tests::all_but};

    #[test]
    fn every_position_of_a_class_has_its_own_place() {
        for (model, start) in [
            ("english", "44"),
            ("wiegleb", "55"),
            ("triangle15", "11"),
            ("square6", "33"),
            ("french", "46"),
        ] {
            let puzzle = all_but(start, model);
            let board = puzzle.board();
            let index = Index::new(board, puzzle.start()).expect("32 bits");
            let mut random = Random::new();
            let mut position = puzzle.start().word();
            for _ in 0..2_000 {
                // Flipping the holes of a jump stays in the class, whether the jump is legal or not.
                position ^= board.jumps()[random.below(board.jumps().len())].holes().word();
                let (bucket, key) = index.place(position);
                assert!(bucket < index.buckets() && index.has_key(key));
                assert_eq!(index.position(bucket, key), position);
            }
        }
    }

    #[test]
    fn buckets_fill_evenly() {
        let puzzle = all_but("44", "english");
        let index = Index::new(puzzle.board(), puzzle.start()).expect("32 bits");
        let mut sizes = vec![0usize; index.buckets()];
        // These are the lowest numbers of the class, at which least images crowd.
        for number in 0..1u32 << 20 {
            let mixed = mixed(number.into(), index.key_bits, index.bucket_bits);
            sizes[index.place(index.numbering.position(mixed)).0] += 1;
        }
        let mean = (1 << 20) / sizes.len();
        assert!(sizes.iter().all(|&size| size > mean / 2 && size < mean * 2), "{sizes:?}");
    }
}
