//! Packs the values with one set of sticks into bytes, for large tables: two bits for every pair of
//! squares on which nobody has arrived, and for each player to move.

use std::marker::PhantomData;

use crate::corridor::values::pawn_pairs::Row;

/// How the rows of a board of `SQUARES` squares are packed. The first pawn arrives in the highest row
/// of squares, which has no entries; the second pawn in the lowest, whose bits are left out. If `SQUARES` is no
/// square, the board is not square either, and nothing is left out.
pub(crate) struct Packed<R, const SQUARES: usize>(PhantomData<R>);

impl<R: Row, const SQUARES: usize> Packed<R, SQUARES> {
    const SIDE: usize =
        if SQUARES.isqrt() * SQUARES.isqrt() == SQUARES { SQUARES.isqrt() } else { 0 };
    /// Squares of the first pawn, and bits of the second.
    pub(crate) const ROWS: usize = SQUARES - Self::SIDE;
    /// Whether wins and losses of a row fit into one word.
    const ONE_WORD: bool = 2 * Self::ROWS <= 128;
    /// Bytes of a row: wins, then losses.
    const BYTES: usize =
        if Self::ONE_WORD { (2 * Self::ROWS).div_ceil(8) } else { 2 * Self::ROWS.div_ceil(8) };
    /// Bytes of the values for one player to move.
    pub(crate) const HALF: usize = Self::ROWS * Self::BYTES;
    /// Bytes of the values of a set of sticks.
    pub(crate) const ENTRY: usize = 2 * Self::HALF;

    /// Writes the wins and losses of a player to move with the first pawn on a square into his half.
    #[inline]
    pub(crate) fn write(half: &mut [u8], square: usize, wins: R, loses: R) {
        let [wins, loses] = [wins, loses].map(|row| (row >> Self::SIDE).bits());
        let bytes = &mut half[square * Self::BYTES..][..Self::BYTES];
        if Self::ONE_WORD {
            let word = wins | loses << Self::ROWS;
            bytes.copy_from_slice(&word.to_le_bytes()[..Self::BYTES]);
        } else {
            let (low, high) = bytes.split_at_mut(Self::BYTES / 2);
            low.copy_from_slice(&wins.to_le_bytes()[..Self::BYTES / 2]);
            high.copy_from_slice(&loses.to_le_bytes()[..Self::BYTES / 2]);
        }
    }

    /// What [`Self::write`] wrote: wins and losses.
    #[inline]
    pub(crate) fn read(half: &[u8], square: usize) -> [R; 2] {
        let bytes = &half[square * Self::BYTES..][..Self::BYTES];
        let words = if Self::ONE_WORD {
            let word = word(bytes);
            [word & ((1 << Self::ROWS) - 1), word >> Self::ROWS]
        } else {
            let (low, high) = bytes.split_at(Self::BYTES / 2);
            [word(low), word(high)]
        };
        words.map(|row| R::of(row) << Self::SIDE)
    }
}

#[inline]
fn word(bytes: &[u8]) -> u128 {
    let mut word = [0; 16];
    word[..bytes.len()].copy_from_slice(bytes);
    u128::from_le_bytes(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows come back without the lowest row of the board, whatever lies beside them.
    fn round<R: Row + std::fmt::Debug, const SQUARES: usize>() {
        let packed = |seed: u128| {
            let row = R::of(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835));
            row & !(!R::default() << (SQUARES - 1) << 1)
        };
        let rows = |square: usize| [square as u128, !(square as u128)].map(packed);
        let mut half = vec![0; Packed::<R, SQUARES>::HALF];
        for square in 0..Packed::<R, SQUARES>::ROWS {
            let [wins, loses] = rows(square);
            Packed::<R, SQUARES>::write(&mut half, square, wins, loses);
        }
        let lost = Packed::<R, SQUARES>::SIDE;
        for square in 0..Packed::<R, SQUARES>::ROWS {
            let kept = rows(square).map(|row| row >> lost << lost);
            assert_eq!(Packed::<R, SQUARES>::read(&half, square), kept, "{SQUARES}: {square}");
        }
    }

    #[test]
    fn what_is_packed_comes_back() {
        round::<u16, 9>();
        round::<u16, 16>();
        round::<u32, 25>();
        round::<u64, 36>();
        round::<u64, 49>();
        round::<u64, 64>();
        round::<u128, 81>();
        round::<u128, 100>();
        round::<u128, 121>();
        round::<u16, 15>();
        round::<u32, 32>();
        round::<u64, 63>();
        round::<u128, 128>();
        assert_eq!(Packed::<u32, 25>::ENTRY, 200);
    }
}
