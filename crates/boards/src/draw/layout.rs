//! The places of the holes on the plane.

use crate::board::{Board, lattice::Lattice, position::Hole};
use crate::draw::stress;

/// The height of a row of a triangular lattice: half the square root of 3.
const ROW: f64 = 0.866_025_403_784_438_6;
/// The distance from the middle of an outer hole to the edge of the picture.
const MARGIN: f64 = 0.95;

/// The places of the holes, in units of the distance of neighbours, down and right from a corner at (0, 0).
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The middles of all holes.
    pub points: Vec<(f64, f64)>,
    /// The pairs of holes between which a line is drawn.
    neighbours: Vec<(Hole, Hole)>,
    /// The width of the picture.
    pub width: f64,
    /// The height of the picture.
    pub height: f64,
}

impl Layout {
    /// Lays out a board. The rows of a triangular lattice are staggered; a board without a drawing has the places that
    /// its model gives, or as good ones as can be computed.
    pub fn new(board: &Board) -> Self {
        if !board.is_drawn() {
            let neighbours = side_by_side(board);
            let given = board.points().iter();
            let thousandths = |at: i32| f64::from(at) / 1000.0;
            let given = given.map(|&(x, y)| (thousandths(x), thousandths(y))).collect::<Vec<_>>();
            let points =
                if given.is_empty() { stress::places(board.holes(), &neighbours) } else { given };
            return Self::of(&points, neighbours);
        }
        let place = |hole: Hole| {
            let (row, column) = board.place(hole);
            let (row, column) = (f64::from(row), f64::from(column));
            match board.lattice() {
                Lattice::Square | Lattice::None => (column, row),
                Lattice::Triangular => (column - row / 2.0, row * ROW),
            }
        };
        let points: Vec<(f64, f64)> = board.all_holes().map(place).collect();
        let steps: &[(i32, i32)] = match board.lattice() {
            Lattice::Square | Lattice::None => &[(0, 1), (1, 0)],
            Lattice::Triangular => &[(0, 1), (1, 0), (1, 1)],
        };
        let after = |hole: Hole| {
            let (row, column) = board.place(hole);
            let next = move |(down, right): &(i32, i32)| {
                Some((hole, board.hole_at(row + down, column + right)?))
            };
            steps.iter().filter_map(next)
        };
        let neighbours = board.all_holes().flat_map(after).collect();
        Self::of(&points, neighbours)
    }

    /// Holes at these places, shifted so that the corner of the picture is at (0, 0).
    fn of(points: &[(f64, f64)], neighbours: Vec<(Hole, Hole)>) -> Self {
        let bounds = |of: fn(&(f64, f64)) -> f64| {
            let least = points.iter().map(of).fold(f64::INFINITY, f64::min);
            let most = points.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
            (least, most - least + 2.0 * MARGIN)
        };
        let ((left, width), (top, height)) = (bounds(|p| p.0), bounds(|p| p.1));
        let shifted = points.iter().map(|(x, y)| (x - left + MARGIN, y - top + MARGIN));
        Self { points: shifted.collect(), neighbours, width, height }
    }

    /// The middle of a hole.
    pub fn point(&self, hole: Hole) -> (f64, f64) {
        self.points[usize::from(hole)]
    }

    /// The pairs of holes that touch, each once; on a square lattice only in the same row or column. On a board without a
    /// drawing, the pairs that a jump has side by side.
    pub fn neighbours(&self) -> &[(Hole, Hole)] {
        &self.neighbours
    }
}

/// The pairs of holes of which a jump leaps over one from or into the other.
fn side_by_side(board: &Board) -> Vec<(Hole, Hole)> {
    let pairs =
        board.jumps().iter().flat_map(|jump| [(jump.from, jump.over), (jump.over, jump.to)]);
    let mut pairs: Vec<_> = pairs.map(|(a, b)| (a.min(b), a.max(b))).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::lattice::Directions;

    #[test]
    fn neighbours_are_the_holes_at_distance_one() {
        let drawing = "o.oo.oo\noo.ooo\n.oooo.o\nooooo".replace('.', " ");
        for (lattice, directions) in
            [(Lattice::Square, Directions::All), (Lattice::Triangular, Directions::Lines)]
        {
            let board = Board::from_drawing(&drawing, lattice, directions).expect("a board");
            let layout = Layout::new(&board);
            let apart = |a: Hole, b: Hole| {
                let ((x, y), (u, v)) = (layout.point(a), layout.point(b));
                (x - u).hypot(y - v)
            };
            let holes = board.holes() as Hole;
            let pairs = (0..holes).flat_map(|a| (a + 1..holes).map(move |b| (a, b)));
            let close: Vec<_> = pairs.filter(|&(a, b)| apart(a, b) < 1.01).collect();
            assert_eq!(layout.neighbours(), close);
        }
    }

    #[test]
    fn triangles_are_equilateral() {
        let board = Board::from_drawing("o\noo\nooo", Lattice::Triangular, Directions::Lines);
        let layout = Layout::new(&board.expect("a board"));
        assert_eq!(layout.neighbours().len(), 9);
        assert!((layout.width - (2.0 + 2.0 * MARGIN)).abs() < 1e-9);
        assert!((layout.point(0).0 - layout.width / 2.0).abs() < 1e-9);
        assert!(layout.point(3).0 < layout.point(1).0);
    }
}
