//! Hash tables of positions, split by hash into shards that are filled side by side.

use crate::peg::search::prefetch::prefetch;

/// How far ahead a look at a position is announced.
pub(super) const AHEAD: usize = 12;

/// Number of shards: batches for one shard stay in the cache, and threads own whole shards.
pub(super) const SHARDS: usize = 64;

/// Bits of an entry's value that hold the movers; the moves are above them.
const MOVER_BITS: u32 = 58;
/// Boards of more holes do not fit an entry.
pub(super) const MAX_HOLES: usize = MOVER_BITS as usize;

/// The fewest moves to a position and the pegs that can have moved last at that price.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Reach(u64);

impl Reach {
    pub(super) fn new(moves: u32, movers: u64) -> Self {
        Self(u64::from(moves) << MOVER_BITS | movers)
    }

    pub(super) fn moves(self) -> u32 {
        (self.0 >> MOVER_BITS) as u32
    }

    pub(super) fn movers(self) -> u64 {
        self.0 & ((1 << MOVER_BITS) - 1)
    }
}

/// What an arrival changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Arrival {
    /// The position is new, or was known at a higher price.
    Better,
    /// Another peg for the same price, nothing, or not wanted.
    Same,
}

/// Values by position: open addressing with linear probing. No position is 0, which marks free
/// slots.
#[derive(Default)]
pub(super) struct Table<V = Reach> {
    slots: Vec<(u64, V)>,
    used: usize,
}

#[inline]
fn hash(position: u64) -> u64 {
    // The upper bits of the product depend on all bits of the folded position.
    (position ^ position >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The shard of a position.
#[inline]
pub(super) fn shard(position: u64) -> usize {
    (hash(position) >> 58) as usize
}

impl<V: Copy + Default> Table<V> {
    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.used
    }

    /// Bytes taken.
    pub(super) fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<(u64, V)>()) as u64
    }

    /// Bytes that room for `more` positions would take while the table grows, 0 if there is room.
    pub(super) fn growth(&self, more: usize) -> u64 {
        self.wanted_slots(more).map_or(0, |slots| (slots * size_of::<(u64, V)>()) as u64)
    }

    /// At most 2 of 3 slots are used, since a look for a new position passes over a run of used ones;
    /// a table grows by half.
    fn wanted_slots(&self, more: usize) -> Option<usize> {
        let needed = (self.used + more) * 3 / 2 + 1;
        (needed > self.slots.len()).then(|| needed.max(self.slots.len() * 3 / 2).max(16))
    }

    /// Makes room for `more` positions.
    pub(super) fn reserve(&mut self, more: usize) {
        let Some(slots) = self.wanted_slots(more) else { return };
        let old = std::mem::replace(&mut self.slots, vec![(0, V::default()); slots]);
        for (position, value) in old {
            if position != 0 {
                let at = self.find(position);
                self.slots[at] = (position, value);
            }
        }
    }

    /// Where the search for a position begins: the hash bits below those of the shard, scaled to
    /// the size.
    #[inline]
    fn home(&self, position: u64) -> usize {
        ((u128::from(hash(position) << 6) * self.slots.len() as u128) >> 64) as usize
    }

    /// Announces a look at a position.
    #[inline]
    pub(super) fn announce(&self, position: u64) {
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

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, position: u64) -> Option<V> {
        if self.slots.is_empty() {
            return None;
        }
        let slot = self.slots[self.find(position)];
        (slot.0 != 0).then_some(slot.1)
    }

    /// The values of different positions.
    pub(super) fn of(positions: &[u64], values: Vec<V>) -> Self {
        let mut table = Self::default();
        table.reserve(positions.len());
        for (number, (&position, value)) in positions.iter().zip(values).enumerate() {
            if let Some(&later) = positions.get(number + AHEAD) {
                table.announce(later);
            }
            let at = table.find(position);
            table.slots[at] = (position, value);
        }
        table.used = positions.len();
        table
    }

    /// Bytes of a table of so many positions.
    pub(super) fn bytes_of(positions: usize) -> u64 {
        (positions as u64 * 3 / 2 + 16) * size_of::<(u64, V)>() as u64
    }
}

impl Table<Reach> {
    /// Records an arrival; there must be room. A new position is kept only if `wanted` says so.
    #[inline]
    pub(super) fn arrive(
        &mut self,
        position: u64,
        reach: Reach,
        wanted: impl FnOnce() -> bool,
    ) -> Arrival {
        let at = self.find(position);
        let slot = &mut self.slots[at];
        if slot.0 == 0 {
            if !wanted() {
                return Arrival::Same;
            }
            *slot = (position, reach);
            self.used += 1;
            return Arrival::Better;
        }
        let (old, new) = (slot.1.moves(), reach.moves());
        if new < old {
            slot.1 = reach;
            return Arrival::Better;
        }
        if new == old {
            slot.1.0 |= reach.0;
        }
        Arrival::Same
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn arrivals_keep_the_fewest_moves_and_all_their_movers() {
        let mut table = Table::default();
        let mut plain: HashMap<u64, (u32, u64)> = HashMap::new();
        let mut random = 1u64;
        for _ in 0..20_000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let position = (random >> 40) % 3000 + 1;
            let (moves, movers) = ((random >> 20 & 3) as u32, 1 << (random & 31));
            table.reserve(1);
            let arrival = table.arrive(position, Reach::new(moves, movers), || true);
            let entry = plain.entry(position).or_insert((u32::MAX, 0));
            assert_eq!(arrival == Arrival::Better, moves < entry.0);
            if moves < entry.0 {
                *entry = (moves, movers);
            } else if moves == entry.0 {
                entry.1 |= movers;
            }
        }
        assert_eq!(table.len(), plain.len());
        for position in 1..=3001 {
            let known = table.get(position).map(|reach| (reach.moves(), reach.movers()));
            assert_eq!(known, plain.get(&position).copied());
        }
    }
}
