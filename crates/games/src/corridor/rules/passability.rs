//! The passability rule: decides which sticks would form a continuous wall from edge to edge.
//!
//! Sticks join at the lattice points where squares meet; the border is not a stick. The rule considers the
//! chain of joined sticks that the new stick belongs to. The variant `path` considers the pawns instead: each
//! must keep a path to its goal.

use crate::corridor::rules::board::{Size, squares_of};
use crate::corridor::rules::state::{Lie, Sticks};

/// What the passability rule forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passability {
    /// Nothing.
    None,
    /// A chain that touches two different points of the border.
    Border,
    /// A chain that touches two different sides of the board.
    Sides,
    /// A chain that joins two opposite sides of the board.
    Opposite,
    /// A stick that leaves a pawn without a path to its goal, ignoring pawns.
    Path,
}

pub(crate) const PASSABILITIES: [(&str, Passability); 5] = [
    ("none", Passability::None),
    ("border", Passability::Border),
    ("sides", Passability::Sides),
    ("opposite", Passability::Opposite),
    ("path", Passability::Path),
];

impl Passability {
    fn forbids(self, touch: Touch) -> bool {
        match self {
            Self::None | Self::Path => false,
            Self::Border => touch.points > 1,
            Self::Sides => touch.sides.count_ones() > 1,
            Self::Opposite => touch.sides & 0b0011 == 0b0011 || touch.sides & 0b1100 == 0b1100,
        }
    }
}

/// Where a chain touches the border.
#[derive(Clone, Copy, Debug, Default)]
struct Touch {
    /// The number of different points of the border that the chain touches.
    points: u8,
    /// The sides that it touches: bits 0 to 3 for left, right, lower, upper.
    sides: u8,
}

impl Touch {
    fn and(self, other: Self) -> Self {
        Self { points: self.points + other.points, sides: self.sides | other.sides }
    }
}

/// The number of lattice points of the largest board.
const POINTS: usize = (super::board::MAX_SIDE + 1) * (super::board::MAX_SIDE + 1);

/// The laid sticks, joined at lattice points.
pub struct Chains {
    size: Size,
    length: usize,
    /// For every lattice point, another point of its chain; the head of a chain points to itself.
    next: [u8; POINTS],
    /// For each head, where its chain touches the border.
    touch: [Touch; POINTS],
}

impl Chains {
    /// The chains of the inner sticks. With `one_border`, all points of the border belong to one chain.
    pub fn new(sticks: &Sticks, size: Size, length: usize, one_border: bool) -> Self {
        let mut next = [0; POINTS];
        let mut touch = [Touch::default(); POINTS];
        let Size { columns, rows } = size;
        let across = columns + 1;
        for (point, next) in next.iter_mut().enumerate().take(across * (rows + 1)) {
            *next = point as u8;
            let (x, y) = (point % across, point / across);
            let sides = u8::from(x == 0)
                | u8::from(x == columns) << 1
                | u8::from(y == 0) << 2
                | u8::from(y == rows) << 3;
            if sides != 0 {
                touch[point] = Touch { points: 1, sides };
                if one_border {
                    *next = 0;
                }
            }
        }
        let mut chains = Self { size, length, next, touch };
        let sets = [(sticks.horizontal, Lie::Horizontal), (sticks.vertical, Lie::Vertical)];
        for (set, lie) in sets {
            squares_of(set).for_each(|square| chains.lay(square, lie));
        }
        chains
    }

    /// The heads of the chains at both ends and in the middle of a stick.
    fn heads(&self, square: usize, lie: Lie) -> [usize; 3] {
        let columns = self.size.columns;
        let across = columns + 1;
        let (x, y) = (square % columns, square / columns);
        let (start, step) = match lie {
            Lie::Horizontal => ((y + 1) * across + x, 1),
            Lie::Vertical => (y * across + x + 1, across),
        };
        [start, start + step, start + step * self.length].map(|point| self.head(point))
    }

    fn head(&self, mut point: usize) -> usize {
        while usize::from(self.next[point]) != point {
            point = usize::from(self.next[point]);
        }
        point
    }

    fn lay(&mut self, square: usize, lie: Lie) {
        let [a, b, c] = self.heads(square, lie);
        self.join(b, a);
        // The head may have changed by joining.
        let [a, _, c] = [a, b, c].map(|point| self.head(point));
        self.join(c, a);
    }

    fn join(&mut self, head: usize, other: usize) {
        if head != other {
            self.touch[other] = self.touch[other].and(self.touch[head]);
            self.next[head] = other as u8;
        }
    }

    /// Whether the rule forbids the chain that a new stick would belong to.
    #[inline]
    pub fn forbidden(&self, square: usize, lie: Lie, rule: Passability) -> bool {
        let [a, b, c] = self.heads(square, lie);
        let mut touch = self.touch[a];
        if b != a {
            touch = touch.and(self.touch[b]);
        }
        if c != a && c != b {
            touch = touch.and(self.touch[c]);
        }
        rule.forbids(touch)
    }

    /// Whether a new stick closes a ring, possibly with the border: only a ring cuts squares off.
    #[inline]
    pub fn closes(&self, square: usize, lie: Lie) -> bool {
        let [a, b, c] = self.heads(square, lie);
        if self.length == 1 { a == b } else { a == b || b == c || a == c }
    }

    /// Whether one of these chains breaks the rule.
    pub fn broken(&self, rule: Passability) -> bool {
        let points = (self.size.columns + 1) * (self.size.rows + 1);
        let heads = (0..points).filter(|point| usize::from(self.next[*point]) == *point);
        heads.map(|head| self.touch[head]).any(|touch| rule.forbids(touch) && touch.points > 1)
    }
}
