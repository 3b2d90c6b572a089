//! Hash tables of positions. Searches split them by hash into shards, which threads fill in parallel.

use crate::store::prefetch::prefetch;
use soliter_base::control::{Control, Stop};

/// The prefetch distance: slots are brought into the cache this many positions ahead.
pub(crate) const AHEAD: usize = 12;

/// The positions that are put into a table between two checks of the limits.
const LOOK: usize = 1 << 16;

/// The number of shards. Batches for one shard stay in the cache, and a thread works on whole shards.
pub(crate) const SHARDS: usize = 64;

/// The fewest moves to a position and the pegs that can have made the last of them.
///
/// There are two forms: [`PackedReach`] takes 8 bytes and serves boards of up to 58 holes, and [`WideReach`]
/// takes 16 bytes and serves every board. The macro [`for_reaches`] chooses the form that a search uses.
pub(crate) trait Reach: Copy + Default + PartialEq + std::fmt::Debug + Send + Sync {
    /// `moves` is below 64, since a board of 64 holes has lines of at most 62 jumps.
    fn new(moves: u32, movers: u64) -> Self;
    fn moves(self) -> u32;
    /// The holes of the pegs that can have made the last move.
    fn movers(self) -> u64;
    /// Joins the movers of two reaches with equally many moves.
    fn join(self, other: Self) -> Self {
        Self::new(self.moves(), self.movers() | other.movers())
    }
    /// The number of moves of a line through a position that one side reaches like this and the other side
    /// like `other`, with the peg that moves last before the position and the peg that moves first after it.
    /// If a move runs through the position, one move is saved, and the peg is the same on both sides.
    fn meet(self, other: Self) -> (u32, u64, u64) {
        let (moves, through) = (self.moves() + other.moves(), self.movers() & other.movers());
        if through == 0 {
            return (moves, self.movers(), other.movers());
        }
        let peg = through & through.wrapping_neg();
        (moves - 1, peg, peg)
    }
}

/// The bits of a [`PackedReach`] that hold the movers; the moves are in the bits above them.
pub(crate) const MOVER_BITS: usize = 58;

/// A [`Reach`] on a board of at most 58 holes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PackedReach(u64);

impl Reach for PackedReach {
    #[inline(always)]
    fn new(moves: u32, movers: u64) -> Self {
        debug_assert!(moves < 64 && movers >> MOVER_BITS == 0);
        Self(u64::from(moves) << MOVER_BITS | movers)
    }

    #[inline(always)]
    fn moves(self) -> u32 {
        (self.0 >> MOVER_BITS) as u32
    }

    #[inline(always)]
    fn movers(self) -> u64 {
        self.0 & ((1 << MOVER_BITS) - 1)
    }

    #[inline(always)]
    fn join(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A [`Reach`] on any board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct WideReach {
    moves: u32,
    movers: u64,
}

impl Reach for WideReach {
    fn new(moves: u32, movers: u64) -> Self {
        Self { moves, movers }
    }

    fn moves(self) -> u32 {
        self.moves
    }

    fn movers(self) -> u64 {
        self.movers
    }
}

/// Calls a function that is generic over [`Reach`] with the smallest form that holds a board.
macro_rules! for_reaches {
    ($board:expr, $call:ident($($argument:expr),* $(,)?)) => {
        if $board.holes() > $crate::store::table::MOVER_BITS {
            $call::<$crate::store::table::WideReach>($($argument),*)
        } else {
            $call::<$crate::store::table::PackedReach>($($argument),*)
        }
    };
}
pub(crate) use for_reaches;

/// A map from positions, never 0, to values, with open addressing and linear probing. 0 marks a free slot.
#[derive(Default)]
pub(crate) struct Table<V> {
    slots: Vec<(u64, V)>,
    used: usize,
}

#[inline]
fn hash(position: u64) -> u64 {
    // The upper bits of the product depend on all bits of the position.
    (position ^ position >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[inline]
pub(crate) fn shard(position: u64) -> usize {
    (hash(position) >> 58) as usize
}

impl<V: Copy + Default> Table<V> {
    pub(crate) fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<(u64, V)>()) as u64
    }

    /// The bytes of the table that makes room for `more` positions; 0 if there is room already.
    pub(crate) fn growth(&self, more: usize) -> u64 {
        self.wanted_slots(more).map_or(0, |slots| (slots * size_of::<(u64, V)>()) as u64)
    }

    /// The number of slots after growing by at least half to make room for `more` positions; `None` if there
    /// is room already. The load factor is at most 2/3, since a lookup of a new position passes over a run of
    /// used slots.
    fn wanted_slots(&self, more: usize) -> Option<usize> {
        let needed = (self.used + more) * 3 / 2 + 1;
        (needed > self.slots.len()).then(|| needed.max(self.slots.len() * 3 / 2).max(16))
    }

    /// Makes room for `more` positions.
    pub(crate) fn reserve(&mut self, more: usize) {
        let Some(slots) = self.wanted_slots(more) else { return };
        let old = std::mem::replace(&mut self.slots, vec![(0, V::default()); slots]);
        for (position, value) in old {
            if position != 0 {
                let at = self.find(position);
                self.slots[at] = (position, value);
            }
        }
    }

    /// The home slot of a position, at which a lookup begins: the hash bits below those of the shard, scaled
    /// to the size of the table.
    #[inline]
    fn home(&self, position: u64) -> usize {
        ((u128::from(hash(position) << 6) * self.slots.len() as u128) >> 64) as usize
    }

    /// Brings the home slot of a position into the cache.
    #[inline]
    pub(crate) fn prefetch(&self, position: u64) {
        prefetch(&self.slots, self.home(position));
    }

    /// The slot of a position, or the free slot where it belongs.
    #[inline]
    fn find(&self, position: u64) -> usize {
        let size = self.slots.len();
        let mut at = self.home(position);
        while self.slots[at].0 != position && self.slots[at].0 != 0 {
            at += 1;
            if at == size {
                at = 0;
            }
        }
        at
    }

    #[inline]
    pub(crate) fn get(&self, position: u64) -> Option<V> {
        if self.slots.is_empty() {
            return None;
        }
        let slot = self.slots[self.find(position)];
        (slot.0 != 0).then_some(slot.1)
    }

    /// Builds a table from the values of different positions.
    pub(crate) fn of(positions: &[u64], values: Vec<V>, control: &Control) -> Result<Self, Stop> {
        let mut table = Self::default();
        table.reserve(positions.len());
        for (number, (&position, value)) in positions.iter().zip(values).enumerate() {
            if number.is_multiple_of(LOOK) {
                control.check()?;
            }
            if let Some(&later) = positions.get(number + AHEAD) {
                table.prefetch(later);
            }
            let at = table.find(position);
            table.slots[at] = (position, value);
        }
        table.used = positions.len();
        Ok(table)
    }

    /// The maximum number of bytes of a table of this many positions.
    pub(crate) fn bytes_of(positions: usize) -> u64 {
        (positions as u64 * 3 / 2 + 16) * size_of::<(u64, V)>() as u64
    }
}

/// A table without values, which is a set.
impl Table<()> {
    /// Adds a position; returns whether it is new.
    pub(crate) fn insert(&mut self, position: u64) -> bool {
        self.reserve(1);
        let at = self.find(position);
        let is_new = self.slots[at].0 == 0;
        if is_new {
            self.slots[at].0 = position;
            self.used += 1;
        }
        is_new
    }
}
