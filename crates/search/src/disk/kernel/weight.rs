//! The weight that travels with a position: nothing, the number of jump sequences that lead to it, or the pegs
//! that can have made the last jump to it.

/// The weight of a position.
pub(crate) trait Weight: Copy + Send + Sync + 'static {
    /// Whether a number is written with each position.
    const IS_NUMBER: bool;

    /// Whether this number counts jump sequences.
    const IS_COUNT: bool;

    /// The weight that is written as this number; `None` if the number does not fit.
    fn of(number: u128) -> Option<Self>;

    /// The number that is written for the weight.
    fn number(self) -> u128;

    /// The weight of a position that was reached with both weights; `None` on overflow.
    fn plus(self, other: Self) -> Option<Self>;

    /// The weight of a position that a search begins with.
    fn first() -> Self;

    /// The pegs that can have made the last move, if they are kept.
    fn movers(self) -> u64 {
        0
    }

    /// The weight of the position after a jump that these pegs can have made.
    #[must_use]
    fn moved(self, _: u64) -> Self {
        self
    }
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

    fn first() -> Self {}
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

            fn first() -> Self {
                1
            }
        })+
    };
}
numbers!(u64, u128);

/// The pegs that can have made the last jump to a position, as holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Movers(pub(crate) u64);

impl Weight for Movers {
    const IS_NUMBER: bool = true;
    const IS_COUNT: bool = false;

    /// Usually there is one peg. Its number is odd, twice its hole plus 1, and takes one byte in a run.
    fn of(number: u128) -> Option<Self> {
        if number >> 65 != 0 {
            return None;
        }
        if number & 1 == 0 {
            return Some(Self((number >> 1) as u64));
        }
        let hole = u32::try_from(number >> 1).ok().filter(|&hole| hole < u64::BITS)?;
        Some(Self(1 << hole))
    }

    fn number(self) -> u128 {
        if self.0.is_power_of_two() {
            u128::from(self.0.trailing_zeros() << 1 | 1)
        } else {
            u128::from(self.0) << 1
        }
    }

    #[inline]
    fn plus(self, other: Self) -> Option<Self> {
        Some(Self(self.0 | other.0))
    }

    fn first() -> Self {
        Self(0)
    }

    #[inline]
    fn movers(self) -> u64 {
        self.0
    }

    #[inline]
    fn moved(self, movers: u64) -> Self {
        Self(movers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movers_come_back_from_their_number() {
        for movers in [0, 1, 2, 3, 1 << 63, u64::MAX, 0b1010] {
            assert_eq!(Movers::of(Movers(movers).number()), Some(Movers(movers)));
        }
        assert_eq!(Movers(1 << 40).number(), 81);
        assert_eq!((Movers::of(129), Movers::of(1 << 65)), (None, None));
    }
}
