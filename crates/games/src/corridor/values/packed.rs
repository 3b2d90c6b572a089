//! Packs the values for one set of sticks into bytes, for large tables: two bits for each player to move and
//! each pair of squares on which no pawn has arrived.

use std::marker::PhantomData;

use crate::corridor::values::pawn_pairs::Row;

/// The packing of rows for a board of `SQUARES` squares. The first pawn's goal is the highest row of squares,
/// which has no entries; the second pawn's goal is the lowest, whose bits are omitted. If `SQUARES` is not a
/// perfect square, the board is not square either, and nothing is omitted.
pub(crate) struct Packed<R, const SQUARES: usize>(PhantomData<R>);

impl<R: Row, const SQUARES: usize> Packed<R, SQUARES> {
    const SIDE: usize =
        if SQUARES.isqrt() * SQUARES.isqrt() == SQUARES { SQUARES.isqrt() } else { 0 };
    /// The number of squares of the first pawn that have entries, and of bits for the second pawn.
    pub(crate) const ROWS: usize = SQUARES - Self::SIDE;
    /// Whether the wins and losses of a row fit into one word.
    const ONE_WORD: bool = 2 * Self::ROWS <= 128;
    /// The number of bytes of a row: wins, then losses.
    const BYTES: usize =
        if Self::ONE_WORD { (2 * Self::ROWS).div_ceil(8) } else { 2 * Self::ROWS.div_ceil(8) };
    /// The number of bytes of the values for one player to move.
    pub(crate) const HALF: usize = Self::ROWS * Self::BYTES;
    /// The number of bytes of the values for a set of sticks.
    pub(crate) const ENTRY: usize = 2 * Self::HALF;

    /// Writes a row of wins and losses for one player to move, with the first pawn on `square`, to the half
    /// of that player.
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

    /// Reads a row that [`Self::write`] wrote: wins and losses.
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

    /// Rows are read back without the lowest row of the board, whatever the adjacent bytes are.
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
