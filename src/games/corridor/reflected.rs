//! Values of reflected positions: collected as they are kept, turned back once for all.

use crate::games::corridor::pawn_pairs::{Laying, Pairs, Row};
use crate::games::corridor::stick_sets::{REFLECTIONS, SWAPS};

/// Where the pawns and the player to move come by a reflection.
pub(super) fn image(
    pawns: [usize; 2],
    player: usize,
    bits: usize,
    side: usize,
) -> ([usize; 2], usize) {
    let one = |square: usize| {
        let (row, column) = (square / side, square % side);
        let column = if bits & 1 != 0 { side - 1 - column } else { column };
        let row = if bits & SWAPS != 0 { side - 1 - row } else { row };
        row * side + column
    };
    let [first, second] = pawns.map(one);
    if bits & SWAPS != 0 { ([second, first], 1 - player) } else { ([first, second], player) }
}

/// Unions of entries by the reflection they are kept in, and by the player who lays the stick that
/// leads to them.
pub(super) struct Reflected<R, const SQUARES: usize> {
    rows: usize,
    used: [bool; REFLECTIONS],
    laying: [Laying<R, SQUARES>; REFLECTIONS],
}

impl<R: Row, const SQUARES: usize> Reflected<R, SQUARES> {
    /// None yet; entries have so many rows a set.
    pub(super) fn new(rows: usize) -> Self {
        Self { rows, used: [false; REFLECTIONS], laying: std::array::from_fn(|_| Laying::default()) }
    }

    /// Adds the entry that a stick of a player leads to, as the reflection keeps it.
    #[inline]
    pub(super) fn add(&mut self, player: usize, bits: usize, entry: &[R]) {
        self.used[bits] = true;
        // The other is to move; where the reflection swaps the players, it is the same.
        let mover = if bits & SWAPS != 0 { player } else { 1 - player };
        let (wins, loses) = entry[2 * mover * self.rows..][..2 * self.rows].split_at(self.rows);
        let to = &mut self.laying[bits];
        let sums = to.wins[player].iter_mut().zip(&mut to.holds[player]).zip(&mut to.legal[player]);
        for (((win, hold), legal), (his_win, his_loss)) in sums.zip(wins.iter().zip(loses)) {
            *win |= *his_loss & !*his_win;
            *hold |= !*his_win;
            *legal |= !(*his_win & *his_loss);
        }
    }

    /// The union of all, each turned back.
    pub(super) fn collect(mut self, side: usize, into: &mut Laying<R, SQUARES>) {
        for bits in [1, 3] {
            if self.used[bits] {
                let mirrored = std::mem::take(&mut self.laying[bits]);
                let onto = bits & SWAPS;
                self.used[onto] = true;
                each(&mut self.laying[onto], &mirrored, |set| mirror(set, side));
            }
        }
        if self.used[SWAPS] {
            let swapped = std::mem::take(&mut self.laying[SWAPS]);
            each(&mut self.laying[0], &swapped, |set| swap(set, side));
        }
        *into = std::mem::take(&mut self.laying[0]);
    }
}

fn each<R: Row, const SQUARES: usize>(
    to: &mut Laying<R, SQUARES>,
    from: &Laying<R, SQUARES>,
    turned: impl Fn(&Pairs<R, SQUARES>) -> Pairs<R, SQUARES>,
) {
    for player in [0, 1] {
        for (to, from) in [
            (&mut to.wins[player], &from.wins[player]),
            (&mut to.holds[player], &from.holds[player]),
            (&mut to.legal[player], &from.legal[player]),
        ] {
            for (row, more) in to.iter_mut().zip(turned(from)) {
                *row |= more;
            }
        }
    }
}

/// Left and right swapped for both pawns.
fn mirror<R: Row, const SQUARES: usize>(set: &Pairs<R, SQUARES>, side: usize) -> Pairs<R, SQUARES> {
    let column = R::of((0..side).fold(0, |set, row| set | 1 << (row * side)));
    let mut turned = [R::default(); SQUARES];
    for (square, row) in set.iter().enumerate() {
        let mut image = R::default();
        for at in 0..side {
            image |= (*row >> at & column) << (side - 1 - at);
        }
        turned[square / side * side + side - 1 - square % side] = image;
    }
    turned
}

/// Bottom and top swapped, and the pawns.
fn swap<R: Row, const SQUARES: usize>(set: &Pairs<R, SQUARES>, side: usize) -> Pairs<R, SQUARES> {
    let flip = |square: usize| (side - 1 - square / side) * side + square % side;
    let mut turned = [R::default(); SQUARES];
    for (square, row) in set.iter().enumerate() {
        let to = flip(square);
        for (other, into) in turned.iter_mut().enumerate() {
            *into |= (*row >> flip(other) & R::of(1)) << to;
        }
    }
    turned
}
