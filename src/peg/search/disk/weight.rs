//! The weight that travels with a position: nothing, the number of jump sequences that lead to it, or the
//! fewest moves to it with the pegs that can have made the last of them.

use crate::peg::search::store::table::{PackedReach, Reach as _};

/// The weight of a position.
pub(crate) trait Weight: Copy + Send + Sync + 'static {
    /// Whether a number is written with each position.
    const IS_NUMBER: bool;

    /// Whether this number counts jump sequences.
    const IS_COUNT: bool;

    /// The weight that is written as a number; `None` if the number does not fit.
    fn of(number: u128) -> Option<Self>;

    /// The number as which the weight is written.
    fn number(self) -> u128;

    /// The weight of a position that was reached with both weights; `None` on overflow.
    fn plus(self, other: Self) -> Option<Self>;
}

impl Weight for () {
    const IS_NUMBER: bool = false;
    const IS_COUNT: bool = false;

    fn of(_: u128) -> Option<Self> {
        Some(())
    }

    fn number(self) -> u128 {
        0
    }

    #[inline]
    fn plus(self, (): Self) -> Option<Self> {
        Some(())
    }
}

macro_rules! numbers {
    ($($number:ty),+) => {
        $(impl Weight for $number {
            const IS_NUMBER: bool = true;
            const IS_COUNT: bool = true;

            fn of(number: u128) -> Option<Self> {
                number.try_into().ok()
            }

            fn number(self) -> u128 {
                self.into()
            }

            #[inline]
            fn plus(self, other: Self) -> Option<Self> {
                self.checked_add(other)
            }
        })+
    };
}
numbers!(u64, u128);

/// The bits of the number that hold the moves. The movers are in the bits above them.
const MOVE_BITS: u32 = 6;

impl Weight for PackedReach {
    const IS_NUMBER: bool = true;
    const IS_COUNT: bool = false;

    fn of(number: u128) -> Option<Self> {
        let number = u64::try_from(number).ok()?;
        Some(Self::new((number & ((1 << MOVE_BITS) - 1)) as u32, number >> MOVE_BITS))
    }

    fn number(self) -> u128 {
        u128::from(self.movers() << MOVE_BITS | u64::from(self.moves()))
    }

    /// The weight of fewer moves; if both have as many, the pegs of both are joined.
    #[inline]
    fn plus(self, other: Self) -> Option<Self> {
        Some(match self.moves().cmp(&other.moves()) {
            std::cmp::Ordering::Less => self,
            std::cmp::Ordering::Equal => self.join(other),
            std::cmp::Ordering::Greater => other,
        })
    }
}
