//! A position: the set of holes that hold a peg, as a 64-bit board.

use std::fmt;

use serde::{Serialize, Serializer};

/// The index of a hole on its board, below 64. Holes are numbered from 0, row by row from the top.
pub type Hole = u8;

/// A set of holes, usually those that hold a peg. Bit `h` stands for hole `h`. In JSON an array of numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[must_use]
pub struct Position(pub u64);

impl Position {
    /// The position without any peg.
    pub const EMPTY: Self = Self(0);

    /// The position with a peg in each of the first `holes` holes (at most 64).
    pub fn full(holes: usize) -> Self {
        debug_assert!(holes <= 64);
        Self(if holes == 64 { u64::MAX } else { (1 << holes) - 1 })
    }

    /// The image of the position when hole `h` goes to `symmetry[h]`.
    pub fn image(self, symmetry: &[Hole]) -> Self {
        self.holes().map(|hole| symmetry[usize::from(hole)]).collect()
    }

    /// Whether hole `h` holds a peg.
    pub fn has(self, h: Hole) -> bool {
        self.0 >> h & 1 == 1
    }

    /// The same position with a peg at `h`.
    pub fn with(self, h: Hole) -> Self {
        Self(self.0 | 1 << h)
    }

    /// The same position without a peg at `h`.
    pub fn without(self, h: Hole) -> Self {
        Self(self.0 & !(1 << h))
    }

    /// The number of pegs.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the position has no peg.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The holes that hold a peg, in ascending order.
    pub fn holes(self) -> impl Iterator<Item = Hole> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let h = rest.trailing_zeros() as Hole;
            (rest != 0).then(|| {
                rest &= rest - 1;
                h
            })
        })
    }
}

impl FromIterator<Hole> for Position {
    fn from_iter<I: IntoIterator<Item = Hole>>(holes: I) -> Self {
        holes.into_iter().fold(Self::EMPTY, Self::with)
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
