//! The jumps and the symmetries that follow from the places of the holes and the directions of jumps.

use serde::Serialize;

use crate::peg::board::lattice::Directions;
use crate::peg::board::position::{Hole, Position};

/// A geometric jump: the peg at `from` leaps over `over` and lands at `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Jump {
    /// The hole where the jumping peg starts.
    pub from: Hole,
    /// The hole that it leaps over.
    pub over: Hole,
    /// The hole where it lands.
    pub to: Hole,
}

impl Jump {
    /// The three holes of the jump.
    pub fn holes(self) -> Position {
        [self.from, self.over, self.to].into_iter().collect()
    }
}

/// A permutation of the holes: hole `h` goes to `symmetry[h]`.
pub type Symmetry = Vec<Hole>;

/// The jumps between holes at these places, ordered by starting hole and then by direction.
pub(super) fn jumps(places: &[(i32, i32)], directions: Directions) -> Vec<Jump> {
    let mut jumps = Vec::new();
    for (from, &(row, column)) in places.iter().enumerate() {
        for &(down, right) in directions.steps() {
            let over = hole_at(places, (row + down, column + right));
            let to = hole_at(places, (row + 2 * down, column + 2 * right));
            if let (Some(over), Some(to)) = (over, to) {
                jumps.push(Jump { from: from as Hole, over, to });
            }
        }
    }
    jumps
}

/// The symmetries of the set of holes: every linear map of the lattice that permutes the directions and,
/// followed by a shift, maps the set to itself. A square lattice has 8 candidates, a triangular one 12.
pub(super) fn symmetries(places: &[(i32, i32)], directions: Directions) -> Vec<Symmetry> {
    let steps = directions.steps();
    let mut found: Vec<Symmetry> = Vec::new();
    // The base-3 digits of `code`, minus 1, are the entries of one of the 3^4 matrices.
    for code in 0..81 {
        let [a, b, c, d] = [1, 3, 9, 27].map(|unit| code / unit % 3 - 1);
        let map = |(row, column): (i32, i32)| (a * row + b * column, c * row + d * column);
        if a * d - b * c == 0 || !steps.iter().all(|&s| steps.contains(&map(s))) {
            continue;
        }
        let images: Vec<(i32, i32)> = places.iter().map(|&p| map(p)).collect();
        let top = images.iter().map(|p| p.0).min().unwrap_or(0);
        let left = images.iter().map(|p| p.1).min().unwrap_or(0);
        let shifted = images.iter().map(|(row, column)| (row - top, column - left));
        let symmetry: Option<Symmetry> = shifted.map(|place| hole_at(places, place)).collect();
        if let Some(symmetry) = symmetry
            && !found.contains(&symmetry)
        {
            found.push(symmetry);
        }
    }
    // Ascending order puts the identity first: it fixes hole 0, then hole 1, and so on.
    found.sort();
    found
}

pub(super) fn hole_at(places: &[(i32, i32)], place: (i32, i32)) -> Option<Hole> {
    places.iter().position(|&other| other == place).map(|hole| hole as Hole)
}
