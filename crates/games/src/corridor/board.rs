//! The board of Corridor: sets of squares as bit sets, steps and shortest paths; sticks, and the chains that
//! they form.

use super::Passability;

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
        let columns = self.size.columns;
        let across = (from & open.above) << columns | (from >> columns) & open.above;
        from | across | (from & open.right) << 1 | (from >> 1) & open.right
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

/// Instead of a square: the pawn is not on the board.
pub const OFF_BOARD: u8 = u8::MAX;
/// Instead of a number of sticks: the player has an unlimited supply.
pub const UNLIMITED: u8 = u8::MAX;

/// The orientation of a stick, on an edge of its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lie {
    /// On the upper edge, written `h`.
    Horizontal,
    /// On the right edge, written `v`.
    Vertical,
}

/// A place for a stick: the upper or right edge of a square. A stick of length 2 is named by its left or
/// lower square. Row 0 and column 0 name the border below and to the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stick {
    /// Column of the square, from 1.
    pub column: u8,
    /// Row of the square, from 1.
    pub row: u8,
    /// The edge.
    pub lie: Lie,
}

/// A player's action in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Moves the pawn to this square, or places it there before the game.
    Pawn(u8),
    /// Lays a stick.
    Stick(Stick),
    /// Does nothing, if nothing else is legal.
    Pass,
}

/// A set of sticks, laid or to be laid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sticks {
    /// Horizontal inner sticks, by square.
    pub horizontal: Squares,
    /// Vertical inner sticks, by square.
    pub vertical: Squares,
    /// Sticks on the border: bits 0.. from the left below the board, `columns`.. above it, `2 * columns`..
    /// from below at its left, `2 * columns + rows`.. at its right.
    pub border: u64,
}

impl Sticks {
    /// The number of sticks.
    pub fn count(&self) -> u32 {
        self.horizontal.count_ones() + self.vertical.count_ones() + self.border.count_ones()
    }

    /// The inner sticks of one orientation.
    pub(super) fn lying(&mut self, lie: Lie) -> &mut Squares {
        match lie {
            Lie::Horizontal => &mut self.horizontal,
            Lie::Vertical => &mut self.vertical,
        }
    }

    /// These sticks and another one.
    #[must_use]
    pub fn with(mut self, stick: Stick, size: Size) -> Self {
        let Size { columns, rows } = size;
        let (column, row) = (usize::from(stick.column), usize::from(stick.row));
        match stick.lie {
            Lie::Horizontal if row == 0 => self.border |= 1 << (column - 1),
            Lie::Horizontal if row == rows => self.border |= 1 << (columns + column - 1),
            Lie::Vertical if column == 0 => self.border |= 1 << (2 * columns + row - 1),
            Lie::Vertical if column == columns => {
                self.border |= 1 << (2 * columns + rows + row - 1);
            }
            lie => *self.lying(lie) |= 1 << ((row - 1) * columns + column - 1),
        }
        self
    }

    /// Whether the set contains a stick.
    pub fn has(self, stick: Stick, size: Size) -> bool {
        self.with(stick, size) == self
    }

    /// All sticks: horizontal, vertical, then those on the border.
    pub fn iter(&self, size: Size) -> impl Iterator<Item = Stick> + use<> {
        let at = move |square: usize, lie| Stick {
            column: (square % size.columns + 1) as u8,
            row: (square / size.columns + 1) as u8,
            lie,
        };
        squares_of(self.horizontal)
            .map(move |square| at(square, Lie::Horizontal))
            .chain(squares_of(self.vertical).map(move |square| at(square, Lie::Vertical)))
            .chain(squares_of(self.border.into()).map(move |bit| border_stick(bit, size)))
    }

    /// The edges that remain open if each stick covers `length` of them.
    #[inline]
    pub fn open(&self, board: &Board, length: usize) -> Open {
        let (above, right) = self.covered(board.size(), length);
        Open { above: board.open.above & !above, right: board.open.right & !right }
    }

    /// The covered upper and right edges of squares.
    #[inline]
    pub fn covered(&self, size: Size, length: usize) -> (Squares, Squares) {
        if length == 1 {
            (self.horizontal, self.vertical)
        } else {
            (self.horizontal | self.horizontal << 1, self.vertical | self.vertical << size.columns)
        }
    }
}

fn border_stick(bit: usize, Size { columns, rows }: Size) -> Stick {
    let stick =
        |column: usize, row: usize, lie| Stick { column: column as u8, row: row as u8, lie };
    if let Some(bit) = bit.checked_sub(2 * columns) {
        let column = if bit < rows { 0 } else { columns };
        return stick(column, bit % rows + 1, Lie::Vertical);
    }
    let row = if bit < columns { 0 } else { rows };
    stick(bit % columns + 1, row, Lie::Horizontal)
}

/// The number of sticks that a player has left, as text.
pub(super) fn sticks_left(number: u8, unlimited: &str) -> String {
    if number == UNLIMITED { unlimited.to_owned() } else { number.to_string() }
}

/// A position. Players are numbered by their starting side: south, north, west, east.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// The square of each pawn, or [`OFF_BOARD`].
    pub pawns: [u8; 4],
    /// The remaining sticks of each player, or [`UNLIMITED`].
    pub left: [u8; 4],
    /// The player to move.
    pub to_move: u8,
    /// The sticks laid.
    pub sticks: Sticks,
}

impl State {
    /// The square of a pawn as a set, empty if it is not on the board.
    #[inline]
    pub fn pawn(&self, player: usize) -> Squares {
        match self.pawns[player & 3] {
            OFF_BOARD => 0,
            square => 1 << square,
        }
    }

    /// The player to move.
    #[inline]
    pub fn mover(&self) -> usize {
        usize::from(self.to_move & 3)
    }

    /// The squares of all pawns but one.
    #[inline]
    pub fn others(&self, player: usize) -> Squares {
        (0..4).filter(|other| *other != player).fold(0, |set, other| set | self.pawn(other))
    }
}

/// Where a chain touches the border.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Touch {
    /// The number of different points of the border that the chain touches.
    pub(super) points: u8,
    /// The sides that it touches: bits 0 to 3 for left, right, lower, upper.
    pub(super) sides: u8,
}

impl Touch {
    fn and(self, other: Self) -> Self {
        Self { points: self.points + other.points, sides: self.sides | other.sides }
    }
}

/// The number of lattice points of the largest board.
const POINTS: usize = (MAX_SIDE + 1) * (MAX_SIDE + 1);

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
