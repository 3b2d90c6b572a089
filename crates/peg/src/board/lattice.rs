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
}

impl Directions {
    /// All values, for help texts.
    pub const ALL: [Self; 3] = [Self::Orthogonal, Self::All, Self::Lines];

    /// The word used in files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Orthogonal => "orthogonal",
            Self::All => "all",
            Self::Lines => "lines",
        }
    }

    /// The steps (rows down, columns right) from a hole to its neighbours.
    pub fn steps(self) -> &'static [(i32, i32)] {
        match self {
            Self::Orthogonal => &[(-1, 0), (0, 1), (1, 0), (0, -1)],
            Self::All => &[(-1, 0), (0, 1), (1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1)],
            Self::Lines => &[(-1, 0), (0, 1), (1, 1), (1, 0), (0, -1), (-1, -1)],
        }
    }

    /// The lattice these directions belong to.
    pub fn lattice(self) -> Lattice {
        if self == Self::Lines { Lattice::Triangular } else { Lattice::Square }
    }
}

impl FromStr for Directions {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        Self::ALL.into_iter().find(|d| d.word() == word).ok_or_else(|| UnknownWord {
            kind: "set of directions",
            word: word.to_owned(),
            suggestion: diagnostic::suggestion(word, Self::ALL.map(Self::word)),
        })
    }
}
