//! A position: the set of holes that hold a peg.
//!
//! A [`Position`] has any number of holes. The searches work with boards of at most 64 holes, on which a position is one
//! word: [`Position::word`] gives it, and [`word`] has what the searches do with it.

use std::fmt;

use num_bigint::BigUint;
use serde::{Serialize, Serializer};

use crate::board::word;

/// The index of a hole on its board. Holes are numbered from 0, row by row from the top.
pub type Hole = u16;

/// A set of holes, usually those that hold a peg. In JSON an array of numbers.
///
/// It is a number in which bit `h` stands for hole `h`, so that sets are equal whatever the boards they are on, and have
/// the order of their words.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[must_use]
pub struct Position(BigUint);

impl Position {
    /// The position without any peg.
    pub const EMPTY: Self = Self(BigUint::ZERO);

    /// The position with a peg in each of the first `holes` holes.
    pub fn full(holes: usize) -> Self {
        Self((BigUint::from(1_u8) << holes) - 1_u8)
    }

    /// The position as one word, in which bit `h` stands for hole `h`.
    ///
    /// # Panics
    ///
    /// If a hole from 64 on is in the set. [`Board::fits_u64`](crate::board::Board::fits_u64) rules this out.
    pub fn word(&self) -> u64 {
        assert!(self.0.bits() <= 64, "a position of more than 64 holes is not one word");
        self.0.iter_u64_digits().next().unwrap_or(0)
    }

    /// The words of the set, the first with the holes below 64; none after the last with a hole.
    pub fn words(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.iter_u64_digits()
    }

    /// The image of the position when hole `h` goes to `symmetry[h]`.
    pub fn image(&self, symmetry: &[Hole]) -> Self {
        self.holes().map(|hole| symmetry[usize::from(hole)]).collect()
    }

    /// Whether hole `h` holds a peg.
    pub fn has(&self, h: Hole) -> bool {
        self.0.bit(h.into())
    }

    /// The same position with a peg at `h`.
    pub fn with(mut self, h: Hole) -> Self {
        self.0.set_bit(h.into(), true);
        self
    }

    /// The same position without a peg at `h`.
    pub fn without(mut self, h: Hole) -> Self {
        self.0.set_bit(h.into(), false);
        self
    }

    /// The holes that are in this set or in the other.
    pub fn union(&self, other: &Self) -> Self {
        Self(&self.0 | &other.0)
    }

    /// The holes that are in both sets.
    pub fn intersection(&self, other: &Self) -> Self {
        Self(&self.0 & &other.0)
    }

    /// The holes that are in one of the two sets and not in the other.
    pub fn symmetric_difference(&self, other: &Self) -> Self {
        Self(&self.0 ^ &other.0)
    }

    /// The holes of this set that are not in the other.
    pub fn difference(&self, other: &Self) -> Self {
        self.symmetric_difference(&self.intersection(other))
    }

    /// Whether all holes of this set are in the other.
    pub fn is_within(&self, other: &Self) -> bool {
        self.intersection(other) == *self
    }

    /// The number of pegs.
    pub fn len(&self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the position has no peg.
    pub fn is_empty(&self) -> bool {
        self.0 == BigUint::ZERO
    }

    /// The holes that hold a peg, in ascending order.
    pub fn holes(&self) -> impl Iterator<Item = Hole> + '_ {
        (0..).zip(self.words()).flat_map(|(n, word)| word::holes(word).map(move |h| 64 * n + h))
    }
}

impl From<u64> for Position {
    /// The position of a word, in which bit `h` stands for hole `h`.
    fn from(word: u64) -> Self {
        Self(BigUint::from(word))
    }
}

impl From<BigUint> for Position {
    /// The position of a number, in which bit `h` stands for hole `h`.
    fn from(number: BigUint) -> Self {
        Self(number)
    }
}

impl From<Position> for BigUint {
    fn from(position: Position) -> Self {
        position.0
    }
}

impl FromIterator<Hole> for Position {
    fn from_iter<I: IntoIterator<Item = Hole>>(holes: I) -> Self {
        holes.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::LowerHex for Position {
    /// The position as a number in hexadecimal, in which bit `h` stands for hole `h`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.0, f)
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.holes())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.holes()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_any_width_are_equal_by_their_holes() {
        let wide = Position::from(0b101).with(1000);
        assert_eq!(wide.clone().without(1000), Position::from(0b101));
        assert_eq!((wide.len(), wide.has(1000), wide.has(999)), (3, true, false));
        assert_eq!(wide.holes().collect::<Vec<_>>(), [0, 2, 1000]);
        assert_eq!(wide.difference(&Position::from(1)).holes().collect::<Vec<_>>(), [2, 1000]);
        assert!(Position::from(4).is_within(&wide) && !wide.is_within(&Position::full(1000)));
        assert!(wide.is_within(&Position::full(1001)) && Position::full(64).word() == u64::MAX);
        assert!(Position::from(u64::MAX) < Position::EMPTY.with(64));
        assert_eq!(wide.union(&Position::from(2)).symmetric_difference(&wide), Position::from(2));
    }

    #[test]
    #[should_panic(expected = "more than 64 holes")]
    fn a_wide_position_is_not_one_word() {
        let _ = Position::EMPTY.with(64).word();
    }
}
