//! The board of Corridor: sets of squares as bits, steps, and shortest paths.

/// A set of squares; square `s` of row `s / columns` and column `s % columns`, both from 0, is bit `s`.
pub type Squares = u128;

/// The longest side of a board: the squares of the largest one fit into [`Squares`].
pub const MAX_SIDE: usize = 11;

/// How many columns and rows of squares a board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Squares in a row.
    pub columns: usize,
    /// Squares in a column.
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

/// The four ways a pawn can step; north is up the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    North,
    South,
    West,
    East,
}

impl Way {
    pub(crate) const ALL: [Self; 4] = [Self::North, Self::South, Self::West, Self::East];

    /// The two ways at a right angle to this one.
    pub(crate) fn beside(self) -> [Self; 2] {
        match self {
            Self::North | Self::South => [Self::West, Self::East],
            Self::West | Self::East => [Self::North, Self::South],
        }
    }
}

/// The sides of squares that nothing bars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// Squares whose upper side is open.
    pub above: Squares,
    /// Squares whose right side is open.
    pub right: Squares,
}

/// A board of squares. Players are numbered by the side they start from: south,
/// north, west, east.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    size: Size,
    /// Every square.
    pub all: Squares,
    /// The edge row of each player.
    home: [Squares; 4],
    /// The sides of squares that are open while no stick lies.
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

    /// Its columns and rows.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Squares in all.
    pub fn squares(&self) -> usize {
        self.size.columns * self.size.rows
    }

    /// The edge row (or column) that a player starts from.
    pub fn home(&self, player: usize) -> Squares {
        self.home[player & 3]
    }

    /// The edge row (or column) that a player wants to reach: the opposite one.
    pub fn goal(&self, player: usize) -> Squares {
        self.home[(player & 3) ^ 1]
    }

    /// The squares one step away from those of a set.
    #[inline]
    pub(crate) fn step(&self, from: Squares, way: Way, open: &Open) -> Squares {
        match way {
            Way::North => (from & open.above) << self.size.columns,
            Way::South => (from >> self.size.columns) & open.above,
            Way::West => (from >> 1) & open.right,
            Way::East => (from & open.right) << 1,
        }
    }

    /// A set together with all squares a step away from it.
    #[inline]
    pub fn spread(&self, from: Squares, open: &Open) -> Squares {
        Way::ALL.iter().fold(from, |set, way| set | self.step(from, *way, open))
    }

    /// The number of steps of a shortest path between two sets, pawns ignored.
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

    /// All squares with a path to a set.
    pub fn reach(&self, from: Squares, open: &Open) -> Squares {
        let grown = |set: &Squares| Some(self.spread(*set, open)).filter(|next| next != set);
        std::iter::successors(Some(from), grown).last().unwrap_or(from)
    }
}

/// The numbers of the squares of a set, ascending.
pub fn squares_of(mut set: Squares) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}
