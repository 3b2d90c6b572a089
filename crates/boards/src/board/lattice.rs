//! Lattices, on which the holes lie, and the directions in which a peg may jump.

use std::str::FromStr;

use serde::Serialize;

use soliter_base::diagnostic::{self, UnknownWord};

/// The arrangement of the holes of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lattice {
    /// Rows and columns.
    Square,
    /// Skew rows: hole (r, i) touches (r, i±1), (r±1, i) and, with equal signs, (r±1, i±1).
    Triangular,
    /// There is no drawing: the board lists its jumps.
    None,
}

/// The directions in which a peg may jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Directions {
    /// Along rows and columns of a square lattice (4).
    Orthogonal,
    /// Along rows, columns and diagonals of a square lattice (8).
    All,
    /// Along the three lines of a triangular lattice (6).
    Lines,
    /// Along rows, columns and the diagonals from the top left to the bottom right of a square lattice (6).
    Skew,
    /// In no direction: the board lists its jumps.
    Listed,
}

impl Directions {
    /// The values that a file can give.
    pub const ALL: [Self; 4] = [Self::Orthogonal, Self::All, Self::Lines, Self::Skew];

    /// The word used in files.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Orthogonal => "orthogonal",
            Self::All => "all",
            Self::Lines => "lines",
            Self::Skew => "skew",
            Self::Listed => "listed",
        }
    }

    /// The steps (rows down, columns right) from a hole to its neighbours.
    pub fn steps(self) -> &'static [(i32, i32)] {
        match self {
            Self::Orthogonal => &[(-1, 0), (0, 1), (1, 0), (0, -1)],
            Self::All => &[(-1, 0), (0, 1), (1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1)],
            Self::Lines | Self::Skew => &[(-1, 0), (0, 1), (1, 1), (1, 0), (0, -1), (-1, -1)],
            Self::Listed => &[],
        }
    }

    /// The lattice these directions belong to.
    pub fn lattice(self) -> Lattice {
        match self {
            Self::Orthogonal | Self::All | Self::Skew => Lattice::Square,
            Self::Lines => Lattice::Triangular,
            Self::Listed => Lattice::None,
        }
    }
}

impl FromStr for Directions {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        Self::ALL.into_iter().find(|d| d.as_str() == word).ok_or_else(|| UnknownWord {
            kind: "set of directions",
            word: word.to_owned(),
            suggestion: diagnostic::suggestion(word, Self::ALL.map(Self::as_str)),
        })
    }
}
