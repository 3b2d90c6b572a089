//! Combines the values of positions that are stored as reflections. Forms the union of the stored entries for
//! each reflection, and reverses each reflection only once, at the end.

use crate::corridor::rules::board::Size;
use crate::corridor::values::packed::Packed;
use crate::corridor::values::pawn_pairs::{Laying, Pairs, Row};
use crate::corridor::values::stick_sets::{REFLECTIONS, SWAPS};

/// The image of the pawns, and of the player to move, under a reflection.
pub(crate) fn image(
    pawns: [usize; 2],
    player: usize,
    bits: usize,
    size: Size,
) -> ([usize; 2], usize) {
    let Size { columns, rows } = size;
    let one = |square: usize| {
        let (row, column) = (square / columns, square % columns);
        let column = if bits & 1 != 0 { columns - 1 - column } else { column };
        let row = if bits & SWAPS != 0 { rows - 1 - row } else { row };
        row * columns + column
    };
    let [first, second] = pawns.map(one);
    if bits & SWAPS != 0 { ([second, first], 1 - player) } else { ([first, second], player) }
}

/// Unions of entries, by the reflection in which they are stored, and by the player who lays the stick.
pub(crate) struct Reflected<R, const SQUARES: usize> {
    /// Whether the pawns' squares determine which sticks are legal.
    paths: bool,
    used: [[bool; 2]; REFLECTIONS],
    laying: [Laying<R, SQUARES>; REFLECTIONS],
}

impl<R: Row, const SQUARES: usize> Reflected<R, SQUARES> {
    pub(crate) fn new(paths: bool) -> Self {
        let laying = std::array::from_fn(|_| Laying::default());
        Self { paths, used: [[false; 2]; REFLECTIONS], laying }
    }

    /// Adds the entry after a player's stick, as stored in a reflection.
    #[inline]
    pub(crate) fn add(&mut self, player: usize, bits: usize, entry: &[u8]) {
        self.used[bits][player] = true;
        // The other player is to move then; a reflection that swaps the players makes this `player`.
        let mover = if bits & SWAPS != 0 { player } else { 1 - player };
        let half = &entry[mover * Packed::<R, SQUARES>::HALF..][..Packed::<R, SQUARES>::HALF];
        let to = &mut self.laying[bits];
        for at in 0..Packed::<R, SQUARES>::ROWS {
            let [his_win, his_loss] = Packed::<R, SQUARES>::read(half, at);
            to.wins[player][at] |= his_loss & !his_win;
            to.holds[player][at] |= !his_win;
            if self.paths {
                to.legal[player][at] |= !(his_win & his_loss);
            }
        }
    }

    /// The union of all entries, with the reflections reversed.
    pub(crate) fn collect(mut self, size: Size) -> Laying<R, SQUARES> {
        for player in [0, 1] {
            for (from, onto) in [(1, 0), (1 | SWAPS, SWAPS)] {
                self.turn(player, from, onto, |set| mirror(set, size));
            }
            self.turn(player, SWAPS, 0, |set| swap(set, size));
        }
        let [mut laying, ..] = self.laying;
        for (legal, used) in laying.legal.iter_mut().zip(self.used[0]) {
            if used && !self.paths {
                *legal = [!R::default(); SQUARES];
            }
        }
        laying
    }

    /// Reflects the union of `from`, and adds it to that of `onto`, a reflection with a lower number.
    fn turn(
        &mut self,
        player: usize,
        from: usize,
        onto: usize,
        turned: impl Fn(&Pairs<R, SQUARES>) -> Pairs<R, SQUARES>,
    ) {
        if !self.used[from][player] {
            return;
        }
        self.used[onto][player] = true;
        let (low, high) = self.laying.split_at_mut(from);
        let (from, onto) = (&high[0], &mut low[onto]);
        let add = |onto: &mut Pairs<R, SQUARES>, from: &Pairs<R, SQUARES>| {
            for (row, more) in onto.iter_mut().zip(turned(from)) {
                *row |= more;
            }
        };
        add(&mut onto.wins[player], &from.wins[player]);
        add(&mut onto.holds[player], &from.holds[player]);
        if self.paths {
            add(&mut onto.legal[player], &from.legal[player]);
        }
    }
}

/// Swaps left and right for both pawns.
fn mirror<R: Row, const SQUARES: usize>(set: &Pairs<R, SQUARES>, size: Size) -> Pairs<R, SQUARES> {
    let Size { columns, rows } = size;
    let column = R::of((0..rows).fold(0, |set, row| set | 1 << (row * columns)));
    std::array::from_fn(|square| {
        if square >= columns * rows {
            return R::default();
        }
        let row = set[square / columns * columns + columns - 1 - square % columns];
        let moved = |at: usize| (row >> at & column) << (columns - 1 - at);
        (0..columns).fold(R::default(), |image, at| image | moved(at))
    })
}

/// Swaps bottom and top, and the pawns.
fn swap<R: Row, const SQUARES: usize>(set: &Pairs<R, SQUARES>, size: Size) -> Pairs<R, SQUARES> {
    let Size { columns, rows } = size;
    let flip = |square: usize| (rows - 1 - square / columns) * columns + square % columns;
    let one: Pairs<R, SQUARES> = std::array::from_fn(|square| {
        if square < columns * rows { R::of(1 << flip(square)) } else { R::default() }
    });
    std::array::from_fn(|other| {
        if other >= columns * rows {
            return R::default();
        }
        let bit = flip(other);
        let rows = set.iter().zip(&one);
        rows.fold(R::default(), |row, (from, one)| row | from.filled(bit) & *one)
    })
}
