//! Tables of positions with the number of moves to each, in few bytes per position.
//!
//! The slots of a table are in the order of their keys, and a key is found by interpolation: a key that is a
//! third of the way through all keys is a third of the way through the table, or soon after. A lookup can
//! therefore end at the first greater key, and a table can be nearly full. A table is rebuilt after each
//! level of moves with as many slots as it needs.

use crate::store::layout::{Known, Layout};
use crate::store::prefetch::prefetch;

/// The number of slots for some positions. Four of five slots are used, and a lookup passes over two or three
/// slots.
const fn slots(positions: usize) -> usize {
    positions + positions / 4 + 1
}

/// The bytes after the last home slot: for slots that were pushed back, and so that a word can be read at
/// every slot.
const MARGIN: usize = 64;

/// The positions of one shard that have the same number of pegs.
#[derive(Default)]
pub(crate) struct CompactTable {
    /// The slots in order, followed by a free one, so that a word can be read at the last slot.
    bytes: Vec<u8>,
    /// The number of slots at which a lookup can begin.
    homes: usize,
    pub(crate) len: usize,
}

impl CompactTable {
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.capacity() as u64
    }

    /// The bytes of a table of this many positions.
    pub(crate) fn bytes_of(layout: &Layout, positions: usize) -> u64 {
        (slots(positions) * layout.width + MARGIN) as u64
    }

    /// The number of slots, including free ones.
    pub(crate) fn slots(&self, layout: &Layout) -> usize {
        self.bytes.len() / layout.width
    }

    #[inline]
    fn slot_at(&self, layout: &Layout, at: usize) -> u64 {
        let word = self.bytes.get(at..).and_then(|bytes| bytes.first_chunk());
        word.map_or(0, |&word| u64::from_le_bytes(word)) & u64::MAX >> (64 - 8 * layout.width)
    }

    /// Brings the home slot of a number into the cache.
    #[inline]
    pub(crate) fn prefetch(&self, layout: &Layout, number: u64) {
        prefetch(&self.bytes, layout.home(number, self.homes) * layout.width);
    }

    /// The slot of a number; 0 if the table does not contain it.
    #[inline]
    fn find(&self, layout: &Layout, number: u64) -> u64 {
        let info = layout.info_bits();
        let key = number & ((1 << layout.key_bits) - 1);
        let mut at = layout.home(number, self.homes) * layout.width;
        loop {
            let slot = self.slot_at(layout, at);
            if slot == 0 || slot >> info > key {
                return 0;
            }
            if slot >> info == key {
                return slot;
            }
            at += layout.width;
        }
    }

    #[inline]
    pub(crate) fn contains(&self, layout: &Layout, number: u64) -> bool {
        self.find(layout, number) != 0
    }

    #[inline]
    pub(crate) fn get(&self, layout: &Layout, number: u64) -> Option<Known> {
        let slot = self.find(layout, number);
        (slot != 0).then(|| layout.known(slot))
    }

    /// The positions in some slots whose number of moves satisfies a condition, each with the index of the
    /// next slot.
    pub(crate) fn positions<'a>(
        &'a self,
        layout: &'a Layout,
        shard: usize,
        slots: std::ops::Range<usize>,
        wanted: impl Fn(u32) -> bool + 'a,
    ) -> impl Iterator<Item = (usize, u64, Known)> + 'a {
        let end = slots.end.min(self.slots(layout));
        (slots.start..end).filter_map(move |at| {
            let slot = self.slot_at(layout, at * layout.width);
            let found = slot != 0 && wanted(Layout::moves(slot));
            found.then(|| (at + 1, layout.position_of(shard, slot), layout.known(slot)))
        })
    }

    /// Keeps only the positions whose number of moves satisfies a condition.
    pub(crate) fn keep(&mut self, layout: &Layout, wanted: impl Fn(u32) -> bool) {
        let slots = (0..self.slots(layout)).map(|at| self.slot_at(layout, at * layout.width));
        let kept: Vec<u64> =
            slots.filter(|&slot| slot != 0 && wanted(Layout::moves(slot))).collect();
        if kept.len() < self.len {
            *self = Self::default();
            self.add(layout, &kept);
        }
    }

    /// Adds slots, which must be in ascending order and have new numbers.
    pub(crate) fn add(&mut self, layout: &Layout, new: &[u64]) {
        let len = self.len + new.len();
        let homes = slots(len);
        let mut bytes = vec![0; homes * layout.width + MARGIN];
        let mut next = 0;
        let mut put = |slot: u64| {
            let place = layout.home(slot >> layout.info_bits(), homes).max(next);
            next = place + 1;
            let at = place * layout.width;
            if bytes.len() < at + layout.width + size_of::<u64>() {
                bytes.reserve_exact(MARGIN);
                bytes.resize(at + MARGIN, 0);
            }
            // The bytes written beyond this slot belong to free slots, or are overwritten by the next slots.
            bytes[at..at + size_of::<u64>()].copy_from_slice(&slot.to_le_bytes());
        };
        let mut new = new.iter().copied().peekable();
        for at in 0..self.slots(layout) {
            let old = self.slot_at(layout, at * layout.width);
            if old == 0 {
                continue;
            }
            while let Some(slot) = new.next_if(|&slot| slot < old) {
                put(slot);
            }
            put(old);
        }
        new.for_each(put);
        *self = Self { bytes, homes, len };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::table::SHARDS;
    use proptest::prelude::*;
    use soliter_boards::board::lattice::{Directions, Lattice};
    use soliter_boards::{board::Board, board::position::Position};
    use soliter_testing::cases::cases;
    use std::collections::hash_map::Entry;
    use std::collections::{HashMap, HashSet};

    fn board(rows: usize, columns: usize, directions: Directions) -> Board {
        let drawing = vec!["o".repeat(columns); rows].join("\n");
        Board::from_drawing(&drawing, Lattice::Square, directions).expect("a board")
    }

    /// Compares all results of tables with a map that has the same contents.
    fn check(layout: &Layout, tables: &[CompactTable], plain: &HashMap<u64, (u32, u64)>) {
        let known = |position: u64| {
            let number = layout.number(position);
            let table = &tables[layout.shard(number)];
            let known = table.get(layout, number);
            assert_eq!(table.contains(layout, number), known.is_some());
            known
        };
        let fits = |known: Known, (moves, movers): (u32, u64)| {
            assert_eq!(known.moves, moves);
            assert_eq!(known.mover == 0, moves == 0 || !layout.holds_mover);
            assert!(known.mover.count_ones() < 2 && known.mover & !movers == 0);
        };
        for (&position, &plain) in plain {
            fits(known(position).expect("a position that was put in"), plain);
        }
        let mut all = HashSet::new();
        for (shard, table) in tables.iter().enumerate() {
            assert!(table.bytes() <= CompactTable::bytes_of(layout, table.len) + 256);
            for (_, position, known) in table.positions(layout, shard, 0..usize::MAX, |_| true) {
                fits(known, plain[&position]);
                assert!(all.insert(position));
            }
        }
        assert_eq!(all.len(), plain.len());
        assert_eq!(tables.iter().map(|table| table.len).sum::<usize>(), plain.len());
    }

    proptest! {
        #![proptest_config(cases(100))]

        /// The boards have 9 to 64 holes and slots of 2 to 8 bytes; levels of moves are added in turn.
        #[test]
        fn tables_agree_with_a_map(
            (rows, columns, all) in (3..=8usize, 3..=8usize, any::<bool>()),
            in_one_class in any::<bool>(),
            start in any::<u64>(),
            steps in prop::collection::vec((any::<usize>(), 1..u64::MAX), 0..600),
            absent in prop::collection::vec(any::<usize>(), 0..50),
        ) {
            let board = board(rows, columns, if all { Directions::All } else { Directions::Orthogonal });
            let start = Position::from(start & board.full().word());
            let layout = Layout::new(&board, in_one_class.then_some(&start));
            let jumps = board.jumps();
            // Flipping the holes of a jump stays in the class, whether the jump is legal or not.
            let flip = |position: u64, step: usize| position ^ jumps[step % jumps.len()].holes().word();
            let mut tables: Vec<CompactTable> = Vec::new();
            tables.resize_with(SHARDS, CompactTable::default);
            let mut plain = HashMap::new();
            let mut position = start.word();
            for (moves, level) in (0..).zip(steps.chunks(100)) {
                let mut new = vec![Vec::new(); SHARDS];
                for &(step, movers) in level {
                    position = flip(position, step);
                    let number = layout.number(position);
                    prop_assert_eq!(layout.position(number), position);
                    let movers = movers & board.full().word() | 1;
                    if let Entry::Vacant(entry) = plain.entry(position) {
                        entry.insert((moves, movers));
                        new[layout.shard(number)].push(layout.slot(number, moves, movers));
                    }
                }
                for (table, mut new) in tables.iter_mut().zip(new) {
                    new.sort_unstable();
                    table.add(&layout, &new);
                }
                check(&layout, &tables, &plain);
            }
            for step in absent {
                position = flip(position, step);
                let number = layout.number(position);
                let known = tables[layout.shard(number)].get(&layout, number);
                prop_assert_eq!(known.is_some(), plain.contains_key(&position));
            }
        }
    }

    /// All keys have the last slot as their home slot, and many are pushed beyond it.
    #[test]
    fn crowded_keys_find_room() {
        let board = board(8, 8, Directions::All);
        let layout = Layout::new(&board, None);
        let number = |n: u64| (1 << layout.key_bits) - 1 - n;
        let mut table = CompactTable::default();
        for part in 0..3u64 {
            let mut new: Vec<u64> =
                (0..1000).map(|n| layout.slot(number(3 * n + part), part as u32, 1)).collect();
            new.reverse();
            table.add(&layout, &new);
        }
        for n in 0..3000 {
            let known = Known { moves: (n % 3) as u32, mover: 0 };
            assert_eq!(table.get(&layout, number(n)), Some(known));
        }
        assert_eq!(table.get(&layout, number(3000)), None);
        assert_eq!(table.get(&layout, 0), None);
    }

    /// Least images and positions with few pegs have low numbers, but after mixing most are at their home
    /// slot or near it.
    #[test]
    fn numbers_are_well_mixed() {
        let board = board(6, 6, Directions::Orthogonal);
        let layout = Layout::new(&board, None);
        let mut new: Vec<Vec<u64>> = vec![Vec::new(); SHARDS];
        for position in (0..1u64 << 20).filter(|position| position.count_ones() < 9) {
            let number = layout.number(position);
            new[layout.shard(number)].push(layout.slot(number, 0, 0));
        }
        let mean = new.iter().map(Vec::len).sum::<usize>() / SHARDS;
        for mut slots in new {
            assert!(slots.len() > mean / 2 && slots.len() < mean * 2);
            slots.sort_unstable();
            let mut table = CompactTable::default();
            table.add(&layout, &slots);
            let mut far = 0;
            for (next, position, _) in table.positions(&layout, 0, 0..usize::MAX, |_| true) {
                let home = layout.home(layout.number(position), table.homes);
                far = far.max(next - 1 - home);
            }
            assert!(far < 200, "{far}");
        }
    }
}
