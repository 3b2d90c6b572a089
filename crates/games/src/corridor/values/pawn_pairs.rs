//! Retrograde analysis for one set of sticks: finds all pairs of pawn squares from which the player to move
//! wins or loses. Sets of pairs are bit sets.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};

use crate::corridor::rules::Corridor;
use crate::corridor::rules::board::{Board, Open, Way, squares_of};

/// The squares of the second pawn, one bit each.
pub(crate) trait Row:
    Copy
    + Eq
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// The lowest bits of a set of squares, as many as the row holds.
    fn of(squares: u128) -> Self;
    fn bits(self) -> u128;
    /// All bits if `bit` is set, and none otherwise.
    fn filled(self, bit: usize) -> Self;
}

macro_rules! rows {
    ($($row:ty),*) => {$(
        impl Row for $row {
            fn of(squares: u128) -> Self {
                squares as Self
            }
            fn bits(self) -> u128 {
                u128::from(self)
            }
            #[inline]
            fn filled(self, bit: usize) -> Self {
                (0 as Self).wrapping_sub(self >> bit & 1)
            }
        }
    )*};
}
rows!(u16, u32, u64, u128);

/// A set of pairs: for every square of the first pawn, the squares of the second.
pub(crate) type Pairs<R, const SQUARES: usize> = [R; SQUARES];

/// The values of all pairs for either player to move. A pair in neither set is a draw; a pair in both is illegal.
#[derive(Clone)]
pub(crate) struct Values<R, const SQUARES: usize> {
    /// By the player to move: the pairs that this player wins, and those that this player loses.
    pub(crate) wins: [Pairs<R, SQUARES>; 2],
    pub(crate) loses: [Pairs<R, SQUARES>; 2],
}

/// The results of laying a stick, by the player who lays it.
#[derive(Clone)]
pub(crate) struct Laying<R, const SQUARES: usize> {
    /// Some stick wins.
    pub(crate) wins: [Pairs<R, SQUARES>; 2],
    /// Some stick does not lose.
    pub(crate) holds: [Pairs<R, SQUARES>; 2],
    /// Some stick is legal.
    pub(crate) legal: [Pairs<R, SQUARES>; 2],
}

impl<R: Row, const SQUARES: usize> Default for Laying<R, SQUARES> {
    fn default() -> Self {
        let none = [[R::default(); SQUARES]; 2];
        Self { wins: none, holds: none, legal: none }
    }
}

/// The board for pawn moves, with one set of sticks.
pub(crate) struct Field<R, const SQUARES: usize> {
    /// The number of columns.
    columns: usize,
    above: R,
    right: R,
    /// Filled rows for squares whose upper (right) edge is open; the others are empty.
    row_above: Pairs<R, SQUARES>,
    row_right: Pairs<R, SQUARES>,
    /// Jumps: from, over, to.
    jumps: Vec<[u8; 3]>,
    /// Pairs of different squares.
    apart: Pairs<R, SQUARES>,
    /// Pairs to evaluate: no pawn has arrived, not both are caught, and the path rule holds.
    open: Pairs<R, SQUARES>,
    /// Pairs that break the path rule.
    pub(crate) illegal: Pairs<R, SQUARES>,
    /// Pairs with the first pawn on its goal, and with the second pawn on its goal.
    arrived: [Pairs<R, SQUARES>; 2],
}

impl<R: Row, const SQUARES: usize> Field<R, SQUARES> {
    /// The field with the given open edges. With `paths`, every pawn must have a path.
    pub(crate) fn new(game: &Corridor, open: &Open, paths: bool) -> Self {
        let board = &game.board;
        let all = R::of(board.all);
        let none = [R::default(); SQUARES];
        let row = |open: bool| if open { all } else { R::default() };
        let each = |set: u128| std::array::from_fn(|square| row(set >> square & 1 == 1));
        let reach = [0, 1].map(|player| board.reach(board.goal(player), open));
        let goal = [0, 1].map(|player| board.goal(player));
        let mut field = Self {
            columns: board.size().columns,
            above: R::of(open.above),
            right: R::of(open.right),
            row_above: each(open.above),
            row_right: each(open.right),
            jumps: jumps(game, board, open),
            apart: none,
            open: none,
            illegal: none,
            arrived: [none; 2],
        };
        // A board that is not square may have fewer squares than the arrays.
        for square in 0..board.squares() {
            let first: u128 = 1 << square;
            let apart = !R::of(first) & all;
            field.apart[square] = apart;
            let free = first & reach[0] != 0;
            let (second_free, second_caught) = (R::of(reach[1]), R::of(board.all & !reach[1]));
            let one_free = if free { all } else { second_free };
            let both_free = if free { second_free } else { R::default() };
            let going =
                if first & goal[0] == 0 { R::of(board.all & !goal[1]) } else { R::default() };
            let valued = if paths { both_free } else { one_free };
            field.open[square] = apart & going & valued;
            if paths {
                field.illegal[square] = apart & (if free { second_caught } else { all });
            }
            if first & goal[0] != 0 {
                field.arrived[0][square] = apart;
            } else {
                field.arrived[1][square] = apart & R::of(goal[1]);
            }
        }
        field
    }

    /// The number of pairs that are evaluated.
    pub(crate) fn pairs(&self) -> u64 {
        self.open.iter().map(|row| u64::from(row.bits().count_ones())).sum()
    }

    /// Pairs from which a player's pawn can move into a set.
    #[inline]
    fn before(&self, player: usize, set: &Pairs<R, SQUARES>) -> Pairs<R, SQUARES> {
        let mut found = [R::default(); SQUARES];
        if player == 0 {
            Self::step_rows(set, &mut found, self.columns, &self.row_above);
            Self::step_rows(set, &mut found, 1, &self.row_right);
            for [from, over, to] in &self.jumps {
                let one = R::of(1 << over);
                found[usize::from(*from)] |= set[usize::from(*to)] & one;
            }
        } else {
            let (above, right, columns) = (self.above, self.right, self.columns);
            for (found, set) in found.iter_mut().zip(set) {
                *found = (*set >> columns) & above
                    | (*set & above) << columns
                    | (*set >> 1) & right
                    | (*set & right) << 1;
            }
            for [from, over, to] in &self.jumps {
                let over = usize::from(*over);
                found[over] |= (set[over] >> usize::from(*to) & R::of(1)) << usize::from(*from);
            }
        }
        found
    }

    /// Steps in both directions between squares `apart` numbers apart, if the lower one is open.
    #[inline]
    fn step_rows(
        set: &Pairs<R, SQUARES>,
        found: &mut Pairs<R, SQUARES>,
        apart: usize,
        open: &Pairs<R, SQUARES>,
    ) {
        for ((found, set), open) in found.iter_mut().zip(&set[apart..]).zip(open) {
            *found |= *set & *open;
        }
        for ((found, set), open) in found[apart..].iter_mut().zip(set).zip(open) {
            *found |= *set & *open;
        }
    }

    /// Evaluates all pairs in rounds: first immediate wins and losses, then the pairs that lead to known
    /// ones, until nothing changes. The remaining pairs are draws. `round` gets the values after every round.
    pub(crate) fn solve(
        &self,
        laying: &Laying<R, SQUARES>,
        mut round: impl FnMut(&Values<R, SQUARES>),
    ) -> Values<R, SQUARES> {
        let none = [R::default(); SQUARES];
        // Pairs in which the player can neither move the pawn nor lay a stick.
        let stuck = [0, 1].map(|player| {
            let moving = self.before(player, &self.apart);
            let stuck = |at: usize| self.open[at] & !moving[at] & !laying.legal[player][at];
            std::array::from_fn::<R, SQUARES, _>(stuck)
        });
        let mut values = Values { wins: [none; 2], loses: [self.arrived[1], self.arrived[0]] };
        round(&values);
        loop {
            let mut grown = false;
            for player in [0, 1] {
                let other = 1 - player;
                let winning = self.before(player, &values.loses[other]);
                let not_won = |at: usize| self.apart[at] & !values.wins[other][at];
                let not_won: Pairs<R, SQUARES> = std::array::from_fn(not_won);
                let holding = self.before(player, &not_won);
                for at in 0..SQUARES {
                    // A player without a legal move passes.
                    let pass = stuck[player][at];
                    let win =
                        laying.wins[player][at] | winning[at] | pass & values.loses[other][at];
                    let hold = laying.holds[player][at] | holding[at] | pass & not_won[at];
                    let wins = self.open[at] & win;
                    let loses = values.loses[player][at] | self.open[at] & !hold;
                    grown |= wins != values.wins[player][at] || loses != values.loses[player][at];
                    values.wins[player][at] = wins;
                    values.loses[player][at] = loses;
                }
                round(&values);
            }
            if !grown {
                return values;
            }
        }
    }
}

/// All jumps that the sticks allow: from, over, to.
fn jumps(game: &Corridor, board: &Board, open: &Open) -> Vec<[u8; 3]> {
    let mut found = Vec::new();
    for from in 0..board.squares() {
        for way in Way::ALL {
            let over = board.step(1 << from, way, open);
            if over == 0 {
                continue;
            }
            for to in squares_of(game.jumps(over, way, open)) {
                found.push([from as u8, over.trailing_zeros() as u8, to as u8]);
            }
        }
    }
    found
}
