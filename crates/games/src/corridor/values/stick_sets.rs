//! Sets of sticks that may still be laid: their ranks among the sets of the same size, and their images under
//! the reflections that preserve the game.

use crate::corridor::rules::board::{Size, squares_of};
use crate::corridor::rules::state::{Lie, State, Stick, Sticks};
use crate::corridor::rules::{Corridor, passability::Passability};

/// A set of places for sticks: bit `i` is place `i` of [`Places`].
pub(crate) type StickSet = u128;

/// The number of reflections that may preserve a game: bit 0 swaps left and right, and bit 1 swaps top and
/// bottom, and the players with them.
pub(crate) const REFLECTIONS: usize = 4;
/// The bit of a reflection that swaps the players.
pub(crate) const SWAPS: usize = 2;

/// The remaining places for sticks in a position, and their images under reflections.
pub(crate) struct Places<'a> {
    pub(crate) game: &'a Corridor,
    pub(crate) root: &'a State,
    pub(crate) sticks: Vec<Stick>,
    /// For every place, the places of the sticks that a stick there would overlap or cross.
    pub(crate) conflicts: Vec<StickSet>,
    /// The reflections that preserve the position; the first is the identity.
    pub(crate) reflections: Vec<Reflection>,
    /// `choose[n][k]`: the number of subsets with `k` elements of a set of `n`.
    choose: Vec<Vec<u64>>,
}

/// The action of a reflection on places.
pub(crate) struct Reflection {
    /// Its bits, see [`REFLECTIONS`].
    pub(crate) bits: usize,
    /// The images of single places.
    pub(crate) place: Vec<StickSet>,
    /// The images of eight places at once, by their eight bits.
    bytes: Vec<[StickSet; 256]>,
}

impl Reflection {
    pub(crate) fn image(&self, set: StickSet) -> StickSet {
        let parts = self.bytes.iter().enumerate();
        parts.fold(0, |image, (at, table)| image | table[(set >> (8 * at)) as usize & 255])
    }
}

impl<'a> Places<'a> {
    /// The places of a position for at most `most` further sticks. `None` if there are too many places.
    pub(crate) fn new(game: &'a Corridor, root: &'a State, most: usize) -> Option<Self> {
        let size = game.board.size();
        let mut sticks = Vec::new();
        if most > 0 {
            let mut free = *root;
            free.pawns[..2].fill(0);
            // Places that the rule forbids remain forbidden, except under the path rule: there, pawn moves
            // may allow a stick again.
            if game.passability == Passability::Path {
                sticks.extend(game.free_places(&root.sticks).iter(size));
            } else {
                free.left = [1; 4];
                sticks.extend(game.sticks_to_lay(&free).iter(size));
            }
        }
        if sticks.len() > 128 {
            return None;
        }
        let conflict = |one: &Stick, other: &Stick| {
            let laid = Sticks::default().with(*one, size);
            one != other && !game.free_places(&laid).has(*other, size)
        };
        let with = |one: &Stick| {
            let others = sticks.iter().enumerate().filter(|(_, other)| conflict(one, other));
            others.fold(0, |set, (at, _)| set | 1 << at)
        };
        let conflicts = sticks.iter().map(with).collect();
        let (reflections, choose) = (Vec::new(), pascal(most.min(128)));
        let mut places = Self { game, root, sticks, conflicts, reflections, choose };
        for bits in 0..REFLECTIONS {
            let swaps = bits & SWAPS != 0;
            let same = |stick: Stick| root.sticks.has(reflect(stick, bits, game), size);
            let fits = (!swaps || root.left[0] == root.left[1]) && root.sticks.iter(size).all(same);
            if fits {
                places.reflections.push(places.reflection(bits));
            }
        }
        Some(places)
    }

    fn reflection(&self, bits: usize) -> Reflection {
        let image = |stick: &Stick| {
            let image = reflect(*stick, bits, self.game);
            let at = self.sticks.iter().position(|other| *other == image);
            at.map_or(0, |at| 1 << at)
        };
        let place: Vec<StickSet> = self.sticks.iter().map(image).collect();
        let union = |eight: &[StickSet], byte: usize| {
            let set = eight.iter().enumerate().filter(|(at, _)| byte >> at & 1 == 1);
            set.fold(0, |set, (_, one)| set | one)
        };
        let table = |eight| std::array::from_fn(|byte| union(eight, byte));
        let bytes = place.chunks(8).map(table).collect();
        Reflection { bits, place, bytes }
    }

    pub(crate) fn sets(&self, size: usize) -> u64 {
        self.choose[self.sticks.len()].get(size).copied().unwrap_or(0)
    }

    /// The rank of a set among those of its size, in ascending numerical order.
    #[inline]
    pub(crate) fn rank(&self, set: StickSet) -> u64 {
        (1..).zip(squares_of(set)).map(|(size, place): (usize, _)| self.choose[place][size]).sum()
    }

    pub(crate) fn set(&self, mut rank: u64, size: usize) -> StickSet {
        let mut set = 0;
        let mut place = self.sticks.len();
        for size in (1..=size).rev() {
            place -= 1;
            while self.choose[place][size] > rank {
                place -= 1;
            }
            rank -= self.choose[place][size];
            set |= 1 << place;
        }
        set
    }

    /// The sticks of the position and those of a set.
    pub(crate) fn laid(&self, set: StickSet) -> Sticks {
        let size = self.game.board.size();
        let places = squares_of(set);
        places.fold(self.root.sticks, |sticks, place| sticks.with(self.sticks[place], size))
    }

    /// Whether no two sticks of a set overlap or cross.
    pub(crate) fn fit(&self, set: StickSet) -> bool {
        let mut places = squares_of(set);
        places.all(|place| self.conflicts[place] & set == 0)
    }
}

/// The next larger number with the same number of bits set; the empty set maps to itself.
#[inline]
pub(crate) fn next_set(set: StickSet) -> StickSet {
    if set == 0 {
        return 0;
    }
    let lowest = set & set.wrapping_neg();
    let carried = set.wrapping_add(lowest);
    carried | ((carried ^ set) >> 2).checked_shr(lowest.trailing_zeros()).unwrap_or(0)
}

fn reflect(stick: Stick, bits: usize, game: &Corridor) -> Stick {
    let Size { columns, rows } = game.board.size();
    let (columns, rows) = (columns as u8, rows as u8);
    // The sum of a column and its image, and the sum of a row and its image.
    let more = 2 - game.wall_length as u8;
    let (columns, rows) = match stick.lie {
        Lie::Horizontal => (columns + more, rows),
        Lie::Vertical => (columns, rows + more),
    };
    let column = if bits & 1 != 0 { columns - stick.column } else { stick.column };
    let row = if bits & SWAPS != 0 { rows - stick.row } else { stick.row };
    Stick { column, row, ..stick }
}

/// Pascal's triangle up to `n` = 128 and `k` = `most`; numbers saturate at the maximum.
fn pascal(most: usize) -> Vec<Vec<u64>> {
    let mut rows = vec![vec![0u64; most + 2]; 129];
    for n in 0..rows.len() {
        rows[n][0] = 1;
        for k in 1..most + 2 {
            rows[n][k] = if n == 0 { 0 } else { rows[n - 1][k - 1].saturating_add(rows[n - 1][k]) };
        }
    }
    rows
}
