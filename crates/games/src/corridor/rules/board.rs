//! The board of Corridor: sets of squares as bit sets, steps, and shortest paths.

/// A set of squares: the square in row `s / columns` and column `s % columns`, both from 0, is bit `s`.
pub type Squares = u128;

/// The maximum side length of a board; the squares of the largest board fit into [`Squares`].
pub const MAX_SIDE: usize = 11;

/// The numbers of columns and rows of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The number of squares in a row.
    pub columns: usize,
    /// The number of squares in a column.
    pub rows: usize,
}

impl Size {
    /// Whether it has as many columns as rows.
    pub fn is_square(self) -> bool {
        self.columns == self.rows
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} by {}", self.columns, self.rows)
    }
}

/// The four directions of a pawn's step; north is up the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    North,
    South,
    West,
    East,
}

impl Way {
    pub(crate) const ALL: [Self; 4] = [Self::North, Self::South, Self::West, Self::East];

    /// The two perpendicular directions.
    pub(crate) fn beside(self) -> [Self; 2] {
        match self {
            Self::North | Self::South => [Self::West, Self::East],
            Self::West | Self::East => [Self::North, Self::South],
        }
    }
}

/// The edges of squares that are not blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// Squares whose upper edge is open.
    pub above: Squares,
    /// Squares whose right edge is open.
    pub right: Squares,
}

/// A board of squares. Players are numbered by their starting side: south, north, west, east.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    size: Size,
    /// Every square.
    pub all: Squares,
    /// Each player's edge row (or column).
    home: [Squares; 4],
    /// The edges that are open while there are no sticks.
    pub open: Open,
}

impl Board {
    /// A board of 2 to [`MAX_SIDE`] columns and rows.
    pub fn new(columns: usize, rows: usize) -> Self {
        let south: Squares = (1 << columns) - 1;
        let west = (0..rows).fold(0, |set, row| set | 1 << (row * columns));
        let north = south << (columns * (rows - 1));
        let east = west << (columns - 1);
        let all = (0..rows).fold(0, |set, row| set | south << (row * columns));
        let open = Open { above: all & !north, right: all & !east };
        let size = Size { columns, rows };
        Self { size, all, home: [south, north, west, east], open }
    }

    /// The numbers of columns and rows.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The number of squares.
    pub fn squares(&self) -> usize {
        self.size.columns * self.size.rows
    }

    /// The edge row (or column) from which a player starts.
    pub fn home(&self, player: usize) -> Squares {
        self.home[player & 3]
    }

    /// The edge row (or column) that a player has to reach: the opposite one.
    pub fn goal(&self, player: usize) -> Squares {
        self.home[(player & 3) ^ 1]
    }

    /// The squares one step in a direction from those of a set.
    #[inline]
    pub(crate) fn step(&self, from: Squares, way: Way, open: &Open) -> Squares {
        match way {
            Way::North => (from & open.above) << self.size.columns,
            Way::South => (from >> self.size.columns) & open.above,
            Way::West => (from >> 1) & open.right,
            Way::East => (from & open.right) << 1,
        }
    }

    /// A set and all squares one step away from it.
    #[inline]
    pub fn spread(&self, from: Squares, open: &Open) -> Squares {
        Way::ALL.iter().fold(from, |set, way| set | self.step(from, *way, open))
    }

    /// The length of a shortest path between two sets, in steps, ignoring pawns.
    pub fn distance(&self, from: Squares, to: Squares, open: &Open) -> Option<u32> {
        let mut reached = from;
        let mut steps = 0;
        while reached & to == 0 {
            let next = self.spread(reached, open);
            if next == reached {
                return None;
            }
            reached = next;
            steps += 1;
        }
        Some(steps)
    }

    /// All squares from which a set can be reached.
    pub fn reach(&self, from: Squares, open: &Open) -> Squares {
        let grown = |set: &Squares| Some(self.spread(*set, open)).filter(|next| next != set);
        std::iter::successors(Some(from), grown).last().unwrap_or(from)
    }
}

/// The numbers of the squares in a set, ascending.
pub fn squares_of(mut set: Squares) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}
