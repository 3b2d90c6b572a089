//! Positions and moves of Corridor.

use crate::corridor::rules::board::{Board, Open, Squares, squares_of};

/// In place of a square: the pawn is not on the board.
pub const OFF_BOARD: u8 = u8::MAX;
/// In place of a number of sticks: the player has as many as he wants.
pub const UNLIMITED: u8 = u8::MAX;

/// Which side of a square a stick lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lie {
    /// On the upper side, written `h`.
    Horizontal,
    /// On the right side, written `v`.
    Vertical,
}

/// A place for a stick: the upper or the right side of a square. A stick of two sides' length is
/// named by its left or lower square. Row 0 and column 0 name the border below and to the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stick {
    /// Column of the square, from 1.
    pub column: u8,
    /// Row of the square, from 1.
    pub row: u8,
    /// The side.
    pub lie: Lie,
}

/// What a player does in his turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Moves the pawn to this square, or places it there before the game.
    Pawn(u8),
    /// Lays a stick.
    Stick(Stick),
    /// Does nothing, since nothing else is legal.
    Pass,
}

/// Sticks, laid or to be laid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sticks {
    /// Horizontal ones by their square.
    pub horizontal: Squares,
    /// Vertical ones by their square.
    pub vertical: Squares,
    /// On the border: bits 0.. from the left below the board, `side`.. above it, `2 * side`.. from
    /// below at its left, `3 * side`.. at its right.
    pub border: u64,
}

impl Sticks {
    /// How many.
    pub fn count(&self) -> u32 {
        self.horizontal.count_ones() + self.vertical.count_ones() + self.border.count_ones()
    }

    /// The inner sticks that lie in one direction.
    pub(super) fn lying(&mut self, lie: Lie) -> &mut Squares {
        match lie {
            Lie::Horizontal => &mut self.horizontal,
            Lie::Vertical => &mut self.vertical,
        }
    }

    /// The same sticks and one more.
    #[must_use]
    pub fn with(mut self, stick: Stick, side: usize) -> Self {
        let (column, row) = (usize::from(stick.column), usize::from(stick.row));
        match stick.lie {
            Lie::Horizontal if row == 0 => self.border |= 1 << (column - 1),
            Lie::Horizontal if row == side => self.border |= 1 << (side + column - 1),
            Lie::Vertical if column == 0 => self.border |= 1 << (2 * side + row - 1),
            Lie::Vertical if column == side => self.border |= 1 << (3 * side + row - 1),
            lie => *self.lying(lie) |= 1 << ((row - 1) * side + column - 1),
        }
        self
    }

    /// Whether a stick is among them.
    pub fn has(self, stick: Stick, side: usize) -> bool {
        self.with(stick, side) == self
    }

    /// All of them: horizontal, vertical, then those on the border.
    pub fn iter(&self, side: usize) -> impl Iterator<Item = Stick> + use<> {
        let at = move |square: usize, lie| Stick {
            column: (square % side + 1) as u8,
            row: (square / side + 1) as u8,
            lie,
        };
        squares_of(self.horizontal)
            .map(move |square| at(square, Lie::Horizontal))
            .chain(squares_of(self.vertical).map(move |square| at(square, Lie::Vertical)))
            .chain(squares_of(self.border.into()).map(move |bit| border_stick(bit, side)))
    }

    /// The sides of squares that stay open if each stick covers `length` of them.
    #[inline]
    pub fn open(&self, board: &Board, length: usize) -> Open {
        let (above, right) = self.covered(board.side(), length);
        Open { above: board.open.above & !above, right: board.open.right & !right }
    }

    /// The upper and the right sides of squares that are covered.
    #[inline]
    pub fn covered(&self, side: usize, length: usize) -> (Squares, Squares) {
        if length == 1 {
            (self.horizontal, self.vertical)
        } else {
            (self.horizontal | self.horizontal << 1, self.vertical | self.vertical << side)
        }
    }
}

fn border_stick(bit: usize, side: usize) -> Stick {
    let along = (bit % side + 1) as u8;
    let (far, stick) = (side as u8, |column, row, lie| Stick { column, row, lie });
    match bit / side {
        0 => stick(along, 0, Lie::Horizontal),
        1 => stick(along, far, Lie::Horizontal),
        2 => stick(0, along, Lie::Vertical),
        _ => stick(far, along, Lie::Vertical),
    }
}

/// How many sticks a player has left, as text.
pub(crate) fn sticks_left(number: u8, unlimited: &str) -> String {
    if number == UNLIMITED { unlimited.to_owned() } else { number.to_string() }
}

/// A position. Players are numbered by the side they start from: south, north, west, east.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// The square of each pawn, or [`OFF_BOARD`].
    pub pawns: [u8; 4],
    /// The sticks each player has left, or [`UNLIMITED`].
    pub left: [u8; 4],
    /// Who is to move.
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
