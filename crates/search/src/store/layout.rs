//! How the search by moves packs a position into a few bytes.
//!
//! The bits of the number of a position ([`Numbering`]) are mixed. The upper bits are the shard, and the others
//! are the key in one of the tables of that shard. A slot of a table holds the key, the number of moves, and
//! one of the pegs that can have made the last move. On the French board these are 39 bits, which fit into 5
//! bytes.

use crate::{space::numbering::Numbering, store::table::SHARDS};
use soliter_boards::{board::Board, board::position::Position};

/// The bits of the number that are the shard.
const SHARD_BITS: u32 = SHARDS.trailing_zeros();
/// The bits of a slot for the number of moves plus 1, since 0 marks a free slot.
const MOVE_BITS: u32 = 6;
/// The bits of a slot for a hole.
const HOLE_BITS: u32 = 6;

/// The xor-shifts that mix a number; positive ones shift to the left.
const MIXING: [i32; 6] = [13, -7, 17, -11, 5, -19];

/// The data about a position in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// The fewest moves to it.
    pub(crate) moves: u32,
    /// The hole of one of the pegs that can have made the last of these moves, as a bit. It is 0 for the end
    /// itself, and on boards whose slots have no room for it.
    pub(crate) mover: u64,
}

/// How the tables of a search encode positions.
pub(crate) struct Layout {
    numbering: Numbering,
    pub(crate) key_bits: u32,
    /// Whether a slot has room for a mover.
    pub(crate) holds_mover: bool,
    /// The number of bytes of a slot.
    pub(crate) width: usize,
}

impl Layout {
    /// The layout for the positions of a board that lie in the class of `member`, or for all positions.
    pub(crate) fn new(board: &Board, member: Option<&Position>) -> Self {
        // This leaves bits for a shard and a key even on boards whose numbers have fewer bits.
        let bits = Numbering::bits(board, member.is_some()).max(SHARD_BITS + 1);
        let key_bits = bits - SHARD_BITS;
        let holds_mover = key_bits + MOVE_BITS + HOLE_BITS <= u64::BITS;
        let slot_bits = key_bits + MOVE_BITS + if holds_mover { HOLE_BITS } else { 0 };
        let mix = |number| MIXING.iter().fold(number, |number, &by| xor_shift(number, by, bits));
        let unmix = |number| {
            MIXING.iter().rev().fold(number, |number, &by| undo_xor_shift(number, by, bits))
        };
        let numbering = Numbering::new(board, member, bits, mix, unmix);
        Self { numbering, key_bits, holds_mover, width: slot_bits.div_ceil(8) as usize }
    }

    #[inline]
    pub(crate) fn number(&self, position: u64) -> u64 {
        self.numbering.number(position)
    }

    #[inline]
    pub(crate) fn position(&self, number: u64) -> u64 {
        self.numbering.position(number)
    }

    #[inline]
    pub(crate) fn shard(&self, number: u64) -> usize {
        (number >> self.key_bits) as usize
    }

    /// The home slot of a number, out of this many slots, at which a lookup begins.
    #[inline]
    pub(crate) fn home(&self, number: u64, places: usize) -> usize {
        ((u128::from(number << (64 - self.key_bits)) * places as u128) >> 64) as usize
    }

    /// Makes a slot, whose value increases with the number. It keeps one of the movers.
    pub(crate) fn slot(&self, number: u64, moves: u32, movers: u64) -> u64 {
        let number = number & ((1 << self.key_bits) - 1);
        let info = u64::from(moves + 1);
        if self.holds_mover {
            let hole = u64::from(movers.trailing_zeros()) % 64;
            (number << HOLE_BITS | hole) << MOVE_BITS | info
        } else {
            number << MOVE_BITS | info
        }
    }

    #[inline]
    pub(crate) fn moves(slot: u64) -> u32 {
        (slot & ((1 << MOVE_BITS) - 1)) as u32 - 1
    }

    /// The number of bits of a slot below the key.
    #[inline]
    pub(crate) fn info_bits(&self) -> u32 {
        if self.holds_mover { MOVE_BITS + HOLE_BITS } else { MOVE_BITS }
    }

    pub(crate) fn known(&self, slot: u64) -> Known {
        let moves = Self::moves(slot);
        let has_mover = self.holds_mover && moves > 0;
        let mover = if has_mover { 1 << (slot >> MOVE_BITS & 63) } else { 0 };
        Known { moves, mover }
    }

    /// The position of a slot in a shard.
    pub(crate) fn position_of(&self, shard: usize, slot: u64) -> u64 {
        self.position((shard as u64) << self.key_bits | slot >> self.info_bits())
    }
}

/// Xors a number of `bits` bits with a shifted copy of itself.
fn xor_shift(number: u64, by: i32, bits: u32) -> u64 {
    let places = by.unsigned_abs();
    let other = if by > 0 { number.checked_shl(places) } else { number.checked_shr(places) };
    number ^ other.unwrap_or(0) & (u64::MAX >> (64 - bits))
}

/// Undoes [`xor_shift`].
fn undo_xor_shift(mut number: u64, mut by: i32, bits: u32) -> u64 {
    while by.unsigned_abs() < bits {
        number = xor_shift(number, by, bits);
        by *= 2;
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::from_full;
    use soliter_boards::board::lattice::{Directions, Lattice};

    /// Wiegleb's board, for example, has 45 holes, of which 41 do not follow from others.
    #[test]
    fn slots_are_as_wide_as_they_need_be() {
        let drawing = ["oooooooo"; 8].join("\n");
        let square = Board::from_drawing(&drawing, Lattice::Square, Directions::Orthogonal);
        for (board, widths) in [
            (from_full("english", "orthogonal").board().clone(), [5, 5]),
            (from_full("wiegleb", "orthogonal").board().clone(), [6, 7]),
            (square.expect("a board"), [8, 8]),
        ] {
            let width = |member| Layout::new(&board, member).width;
            assert_eq!([Some(&board.full()), None].map(width), widths);
        }
    }
}
