//! Positions and moves of Corridor.

use crate::corridor::rules::board::{Board, Open, Size, Squares, squares_of};

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
pub(crate) fn sticks_left(number: u8, unlimited: &str) -> String {
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
