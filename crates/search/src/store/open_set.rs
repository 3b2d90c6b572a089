//! The new positions of a level of moves that is being built, in a table for each shard and number of pegs.

use crate::{store::layout::Layout, store::prefetch::prefetch};

/// The number of slots of the smallest table.
const LEAST: usize = 16;

/// For each position of one shard, the pegs that can have made the last move to it: a hash table by the
/// number of the position, with open addressing and linear probing.
#[derive(Default)]
pub(crate) struct OpenSet {
    /// The number and the movers of each position; a free slot has no movers.
    slots: Vec<(u64, u64)>,
    pub(crate) len: usize,
}

impl OpenSet {
    pub(crate) fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<(u64, u64)>()) as u64
    }

    /// The maximum number of bytes that the table takes while it grows by `more` positions.
    pub(crate) fn bytes_after(&self, more: usize) -> u64 {
        let mut slots = self.slots.len();
        let mut old = 0;
        while !has_room(slots, self.len + more) {
            old = slots;
            slots = larger(slots);
        }
        ((old + slots) * size_of::<(u64, u64)>()) as u64
    }

    /// Brings the home slot of a number into the cache.
    #[inline]
    pub(crate) fn prefetch(&self, layout: &Layout, number: u64) {
        prefetch(&self.slots, layout.home(number, self.slots.len()));
    }

    /// The slot of a number, or the free slot where it belongs.
    #[inline]
    fn find(&self, layout: &Layout, number: u64) -> usize {
        let size = self.slots.len();
        let mut at = layout.home(number, size);
        while self.slots[at].0 != number && self.slots[at].1 != 0 {
            at += 1;
            if at == size {
                at = 0;
            }
        }
        at
    }

    /// Records an arrival by some pegs. A new position is added only if `wanted` accepts it. Returns whether
    /// one was added.
    #[inline]
    pub(crate) fn arrive(
        &mut self,
        layout: &Layout,
        number: u64,
        movers: u64,
        wanted: impl FnOnce() -> bool,
    ) -> bool {
        if !has_room(self.slots.len(), self.len + 1) {
            self.grow(layout);
        }
        let at = self.find(layout, number);
        let slot = &mut self.slots[at];
        if slot.1 != 0 {
            slot.1 |= movers;
            return false;
        }
        let is_new = wanted();
        if is_new {
            *slot = (number, movers);
            self.len += 1;
        }
        is_new
    }

    fn grow(&mut self, layout: &Layout) {
        let size = larger(self.slots.len());
        for (number, movers) in std::mem::replace(&mut self.slots, vec![(0, 0); size]) {
            if movers != 0 {
                let at = self.find(layout, number);
                self.slots[at] = (number, movers);
            }
        }
    }

    /// The positions beginning at a slot: for each, the index of the next slot, the number, and the movers.
    pub(crate) fn positions(&self, from: usize) -> impl Iterator<Item = (usize, u64, u64)> {
        let slots = self.slots.iter().zip(1..).skip(from);
        slots.filter(|(slot, _)| slot.1 != 0).map(|(slot, next)| (next, slot.0, slot.1))
    }

    /// Removes all positions. The memory is kept if they filled a good part of it.
    pub(crate) fn clear(&mut self) {
        if self.len * 4 < self.slots.len() {
            self.slots = Vec::new();
        } else {
            self.slots.fill((0, 0));
        }
        self.len = 0;
    }
}

/// Whether the load factor stays at or below 2/3.
fn has_room(slots: usize, used: usize) -> bool {
    used * 3 <= slots * 2
}

/// The next larger size, which is half as large again.
fn larger(slots: usize) -> usize {
    (slots * 3 / 2).max(LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::random::Random;
    use soliter_boards::board::Board;
    use soliter_boards::board::lattice::{Directions, Lattice};
    use std::collections::HashMap;

    #[test]
    fn arrivals_are_joined() {
        let board = Board::from_drawing("ooooo\nooooo\nooooo", Lattice::Square, Directions::All);
        let layout = Layout::new(&board.expect("a board"), None);
        let (mut fresh, mut plain) = (OpenSet::default(), HashMap::<u64, u64>::new());
        let mut random = Random::new();
        for _ in 0..2 {
            for _ in 0..20_000 {
                let random = random.word();
                let (number, movers) = ((random >> 40) % 3000, 1 << (random >> 33 & 15));
                // Every fourth new position is rejected.
                let is_wanted = random >> 60 & 3 != 0;
                let is_new = fresh.arrive(&layout, number, movers, || is_wanted);
                assert_eq!(is_new, is_wanted && !plain.contains_key(&number));
                if is_wanted || plain.contains_key(&number) {
                    *plain.entry(number).or_default() |= movers;
                }
            }
            assert_eq!(fresh.len, plain.len());
            assert!(fresh.bytes() <= fresh.bytes_after(0));
            let all: HashMap<u64, u64> =
                fresh.positions(0).map(|(_, number, movers)| (number, movers)).collect();
            assert_eq!(all, plain);
            fresh.clear();
            plain.clear();
            assert_eq!((fresh.len, fresh.positions(0).count()), (0, 0));
        }
    }
}
