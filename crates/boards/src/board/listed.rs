//! Boards whose jumps are listed: graphs, lines, tori, and drawings with lines left out or added.

use crate::board::automorphisms::{Twins, automorphisms};
use crate::board::lattice::{Directions, Lattice};
use crate::board::position::{Hole, Position};
use crate::board::{Board, BoardFault, Jump, MAX_HOLES, MAX_JUMPS};

/// The jumps of a graph whose vertices are holes: if `x`-`y` and `y`-`z` are edges and `x` is not `z`, then `x` may jump
/// over `y` into `z`. (Beeler and Hoilman, 2011.)
pub fn jumps_of_edges(holes: usize, edges: &[(Hole, Hole)]) -> Vec<Jump> {
    let mut near: Vec<Vec<Hole>> = vec![Vec::new(); holes];
    for &(one, other) in edges {
        near[usize::from(one)].push(other);
        near[usize::from(other)].push(one);
    }
    for near in &mut near {
        near.sort_unstable();
        near.dedup();
    }
    let mut jumps = Vec::new();
    for (over, near) in (0..).zip(&near) {
        for &from in near {
            jumps.extend(near.iter().filter(|to| **to != from).map(|&to| Jump { from, over, to }));
        }
    }
    jumps
}

/// The number of the jumps of [`jumps_of_edges`], at most.
pub(crate) fn number_of_jumps(holes: usize, edges: &[(Hole, Hole)]) -> usize {
    let mut degrees = vec![0_usize; holes];
    for (one, other) in edges {
        degrees[usize::from(*one)] += 1;
        degrees[usize::from(*other)] += 1;
    }
    degrees.iter().map(|degree| degree * degree.saturating_sub(1)).sum()
}

/// The jumps along a run of holes in a line, in both directions.
pub fn jumps_of_run(run: &[Hole]) -> impl Iterator<Item = Jump> + '_ {
    run.windows(3).flat_map(|three| {
        let [from, over, to] = [three[0], three[1], three[2]];
        [Jump { from, over, to }, Jump { from: to, over, to: from }]
    })
}

impl Board {
    /// A board given by its jumps, with a name for each hole and perhaps the places of all holes in pictures, in
    /// thousandths of a unit to the right and down.
    pub fn listed(
        names: Vec<String>,
        jumps: Vec<Jump>,
        points: Vec<(i32, i32)>,
    ) -> Result<Self, BoardFault> {
        let holes = names.len();
        if holes > MAX_HOLES {
            return Err(BoardFault::TooManyHoles(holes));
        }
        if jumps.len() > MAX_JUMPS {
            return Err(BoardFault::TooManyJumps(jumps.len()));
        }
        if holes == 0 {
            return Err(BoardFault::NoHole);
        }
        debug_assert!(points.is_empty() || points.len() == holes);
        let board = Self {
            places: (0..holes as i32).map(|hole| (0, hole)).collect(),
            rows: 1,
            columns: holes as i32,
            lattice: Lattice::None,
            directions: Directions::Listed,
            jumps: Vec::new(),
            symmetries: Vec::new(),
            by_ends: Vec::new(),
            changed: true,
            twins: Twins::default(),
            several: Vec::new(),
            own_names: names,
            points,
        };
        Ok(board.with_jumps(jumps))
    }

    /// The jumps of the drawing where it wraps round: the last column is followed by the first one, and so is the last row.
    pub fn torus_jumps(&self) -> Vec<Jump> {
        let wrapped = |place: i32, length: i32| place.rem_euclid(length.max(1));
        let at = |row, column| self.hole_at(wrapped(row, self.rows), wrapped(column, self.columns));
        let mut jumps = Vec::new();
        for (from, &(row, column)) in (0..).zip(&self.places) {
            for &(down, right) in self.directions.steps() {
                let over = at(row + down, column + right);
                let to = at(row + 2 * down, column + 2 * right);
                if let (Some(over), Some(to)) = (over, to)
                    && from != over
                    && over != to
                    && from != to
                {
                    jumps.push(Jump { from, over, to });
                }
            }
        }
        jumps
    }

    /// The same holes with these jumps, in whatever order. A drawing is changed only if they are not its own.
    #[must_use]
    pub fn with_jumps(mut self, mut jumps: Vec<Jump>) -> Self {
        jumps.sort_unstable();
        jumps.dedup();
        let mut own = self.jumps.clone();
        own.sort_unstable();
        if self.is_drawn() && !self.changed && own == jumps {
            return self;
        }
        let holes = self.holes();
        self.several = vec![Position::EMPTY; holes];
        let ends = |number: &u32| (jumps[*number as usize].from, jumps[*number as usize].to);
        let mut by_ends: Vec<u32> = (0..jumps.len() as u32).collect();
        by_ends.sort_unstable_by_key(ends);
        for pair in by_ends.windows(2).filter(|pair| ends(&pair[0]) == ends(&pair[1])) {
            let (from, to) = ends(&pair[0]);
            let several = &mut self.several[usize::from(from)];
            *several = std::mem::take(several).with(to);
        }
        self.by_ends = by_ends;
        if self.several.iter().all(Position::is_empty) {
            self.several.clear();
        }
        (self.twins, self.symmetries) = automorphisms(holes, &jumps);
        (self.jumps, self.changed) = (jumps, true);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_has_two_jumps_between_opposite_corners() {
        let names = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
        let jumps = jumps_of_edges(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]);
        let board = Board::listed(names, jumps, Vec::new()).expect("a board");
        assert_eq!(board.jumps().len(), 8);
        assert!(board.names_leaps() && board.jump(0, 2).is_none() && board.joins(0, 2));
        let over = Jump { from: 0, over: 3, to: 2 };
        assert_eq!(board.find(board.hop(over)), Some(over));
        // Opposite corners have the same neighbours.
        assert_eq!(board.twins().len(), 2);
        assert!(board.goes_both_ways() && board.keeps_classes());
        assert_eq!(board.jump_classes(), [0b0101, 0b1010].map(Position::from));
        let row =
            Board::from_drawing("ooo", Lattice::Square, Directions::Orthogonal).expect("a row");
        let one_way = row.clone().with_jumps(vec![Jump { from: 0, over: 1, to: 2 }]);
        assert!(row.goes_both_ways() && !one_way.goes_both_ways() && one_way.is_changed());
        assert_eq!(row.clone().with_jumps(row.jumps().to_vec()), row);
        // On a torus of three columns a jump may land on the other side.
        let torus = row.torus_jumps();
        assert_eq!(torus.len(), 6);
    }
}
