//! One direction of a search by moves: the positions that it knows, and the jumps that lead to them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::store::layout::{Known, Layout};
use crate::{
    bounds::counts::sample,
    levels::walk::{Jumps, move_into},
};
use crate::{space::MoveTables, space::expand::Expander};
use crate::{store::compact::CompactTable, store::open_set::OpenSet, store::table::SHARDS};
use soliter_base::control::{Control, Stop};
use soliter_base::wording::counted_large;
use soliter_boards::puzzle::Finish;
use soliter_boards::rules::Leap;

/// Arrivals for one shard: the numbers of positions, and the pegs that made the last move to them.
pub(crate) type Batch = Vec<(u64, u64)>;

/// Sampled positions are fewer than this many jumps beyond the frontier.
const MORE_JUMPS: usize = 6;

/// The slots of a part of a table.
const PART: usize = 1 << 12;

/// The tables of a shard, one for each number of pegs; those of 0 and 65 pegs stay empty.
const TABLES: usize = 66;

pub(crate) struct Shard {
    /// The known positions, by their number of pegs.
    pub(crate) tables: Vec<CompactTable>,
    /// All the positions with one number of pegs that the level being built reaches first.
    pub(crate) complete: OpenSet,
    /// The positions that jumps from `complete` lead to.
    pub(crate) fresh: OpenSet,
}

pub(crate) struct Part {
    shard: usize,
    pegs: usize,
    slots: Range<usize>,
}

/// The positions at which a side begins.
#[derive(Clone, Copy)]
pub(crate) enum Ends<'a> {
    /// These positions, all with the same number of pegs.
    Listed(&'a [u64]),
    /// Every position that this finish accepts. They are too many to list, so the side never grows.
    Unlisted(&'a Finish),
}

pub(crate) struct Side<'a> {
    space: &'a MoveTables<'a>,
    pub(crate) layout: Arc<Layout>,
    /// The finish whose positions are the ends, if they are not listed.
    unlisted: Option<Finish>,
    /// The number of pegs at the end of the other side. No line continues beyond it.
    pub(crate) last_pegs: usize,
    pub(crate) shards: Vec<Shard>,
    /// All positions within this many moves of the end are known.
    pub(crate) moves: u32,
    /// The size of the frontier, which are the positions of exactly this many moves, by number of pegs.
    pub(crate) frontier: Vec<usize>,
    /// The size of the frontier before the last move.
    pub(crate) grown_from: usize,
    /// The next frontier has more positions than this, since a growth was abandoned there.
    pub(crate) abandoned_at: usize,
    pub(crate) forward: bool,
    /// The successors of the positions of each shard, grouped by the shard that they belong to. The batches
    /// are kept so that their memory is allocated only once.
    pub(crate) batches: Vec<Vec<Batch>>,
}

impl<'a> Side<'a> {
    /// A side that contains its ends. The layout must have room for every position that can be reached from
    /// listed ends.
    pub(crate) fn new(
        space: &'a MoveTables<'a>,
        layout: Arc<Layout>,
        ends: Ends<'_>,
        forward: bool,
    ) -> Self {
        let (listed, unlisted) = match ends {
            Ends::Listed(listed) => (listed, None),
            Ends::Unlisted(finish) => (&[][..], Some(finish.clone())),
        };
        let mut slots: BTreeMap<(usize, usize), Vec<u64>> = BTreeMap::new();
        for end in listed.iter().map(|&end| space.forward.least(end)) {
            let (number, pegs) = (layout.number(end), end.count_ones() as usize);
            slots.entry((layout.shard(number), pegs)).or_default().push(layout.slot(number, 0, 0));
        }
        let mut shards: Vec<Shard> = std::iter::repeat_with(Shard::new).take(SHARDS).collect();
        let mut frontier = vec![0; TABLES];
        for ((shard, pegs), mut slots) in slots {
            slots.sort_unstable();
            slots.dedup();
            frontier[pegs] += slots.len();
            shards[shard].tables[pegs].add(&layout, &slots);
        }
        let puzzle = space.puzzle;
        let last_pegs = if forward { puzzle.finish().pegs() } else { puzzle.start().len() };
        Self {
            space,
            layout,
            unlisted,
            last_pegs,
            shards,
            moves: 0,
            frontier,
            grown_from: 1,
            abandoned_at: 0,
            forward,
            batches: vec![vec![Batch::new(); SHARDS]; SHARDS],
        }
    }

    /// Whether the side has its ends listed, so that it can grow.
    pub(crate) fn can_grow(&self) -> bool {
        self.unlisted.is_none()
    }

    /// The jumps that lead away from its end.
    fn leaps(&self) -> &'a [Leap] {
        if self.forward { &self.space.leaps } else { &self.space.undoing }
    }

    /// The same jumps, up to symmetry.
    pub(crate) fn expander(&self) -> &'a Expander {
        if self.forward { &self.space.forward } else { &self.space.backward }
    }

    pub(crate) fn get(&self, position: u64) -> Option<Known> {
        self.get_at(self.layout.number(position), position)
    }

    /// Whether a position is an end of the side that is not listed.
    pub(crate) fn has_unlisted(&self, position: u64) -> bool {
        self.unlisted.as_ref().is_some_and(|finish| finish.accepts_word(position))
    }

    /// The entry for a position whose number has been computed.
    pub(crate) fn get_at(&self, number: u64, position: u64) -> Option<Known> {
        if self.unlisted.is_some() {
            return self.has_unlisted(position).then_some(Known { moves: 0, mover: 0 });
        }
        let shard = &self.shards[self.layout.shard(number)];
        shard.tables[position.count_ones() as usize].get(&self.layout, number)
    }

    /// Brings the home slot of a position into the cache; returns the number of the position.
    #[inline]
    pub(crate) fn prefetch(&self, position: u64) -> u64 {
        let number = self.layout.number(position);
        let shard = &self.shards[self.layout.shard(number)];
        shard.tables[position.count_ones() as usize].prefetch(&self.layout, number);
        number
    }

    /// The jumps from the end of this side to a position that it knows or reaches with one more move. One of
    /// `movers` makes the last of them. It is a fault if there are none.
    pub(crate) fn jumps_to(
        &self,
        mut position: u64,
        mut movers: u64,
        control: &Control,
    ) -> Result<Jumps, Stop> {
        let known = self.get(self.space.group.least(position));
        let moves = known.map_or(self.moves + 1, |known| known.moves);
        let mut walked = Vec::new();
        for earlier in (0..moves).rev() {
            let (before, jumps) = move_into(self.leaps(), (position, movers), control, |before| {
                let known = self.get(self.space.group.least(before));
                Ok::<_, Stop>(known.is_some_and(|known| known.moves == earlier))
            })?;
            walked.push(jumps);
            (position, movers) = (before, u64::MAX);
        }
        walked.reverse();
        Ok(walked.concat())
    }

    pub(crate) fn parts(&self) -> Vec<Part> {
        let of_table = |(shard, pegs), table: &CompactTable| {
            let starts = (0..table.slots(&self.layout)).step_by(PART);
            starts.map(move |from| Part { shard, pegs, slots: from..from + PART })
        };
        let of_shard = |(number, shard): (usize, &'_ Shard)| {
            let tables = shard.tables.iter().enumerate();
            tables.flat_map(|(pegs, table)| of_table((number, pegs), table)).collect::<Vec<_>>()
        };
        self.shards.iter().enumerate().flat_map(of_shard).collect()
    }

    /// The positions of a part whose number of moves satisfies a condition.
    pub(crate) fn positions_of<'b>(
        &'b self,
        part: &Part,
        wanted: impl Fn(u32) -> bool + 'b,
    ) -> impl Iterator<Item = (u64, Known)> + 'b {
        let table = &self.shards[part.shard].tables[part.pegs];
        let all = table.positions(&self.layout, part.shard, part.slots.clone(), wanted);
        all.map(|(_, position, known)| (position, known))
    }

    /// The positions of a part that belong to the frontier, each with a peg that can have made the last move.
    pub(crate) fn frontier_of<'b>(&'b self, part: &Part) -> impl Iterator<Item = (u64, u64)> + 'b {
        let all = self.positions_of(part, |moves| moves == self.moves);
        all.map(|(position, known)| (position, known.mover))
    }

    /// A sample of positions that are random numbers of jumps beyond the frontier.
    pub(crate) fn sample(&self) -> Vec<u64> {
        let parts = self.parts();
        let frontier = parts.iter().flat_map(|part| self.frontier_of(part));
        let frontier = frontier.map(|(position, _)| position);
        sample(self.leaps(), frontier, self.frontier_len(), MORE_JUMPS)
    }

    /// A prediction of the size of the next frontier, if the side keeps growing at the same rate.
    pub(crate) fn predicted(&self) -> u128 {
        if !self.can_grow() {
            return u128::MAX;
        }
        let length = self.frontier_len() as u128;
        let rate = length * length / (self.grown_from as u128).max(1);
        rate.max(2 * self.abandoned_at as u128)
    }

    pub(crate) fn frontier_len(&self) -> usize {
        if self.can_grow() { self.frontier.iter().sum() } else { usize::MAX }
    }

    /// The number of positions, and the growth factor of the frontier, as text for the user.
    pub(crate) fn outlook(&self) -> String {
        if !self.can_grow() {
            return "any position".to_owned();
        }
        let growth = self.frontier_len() as f64 / self.grown_from as f64;
        format!("{} (x{growth:.1} a move)", counted_large(self.positions().into(), "position"))
    }

    /// Removes the positions of an incomplete move, which reached more than `most` positions.
    pub(crate) fn abandon_growth(&mut self, most: usize) {
        self.abandoned_at = self.abandoned_at.max(most);
        self.drop_batches();
        for shard in &mut self.shards {
            (shard.complete, shard.fresh) = (OpenSet::default(), OpenSet::default());
            for table in &mut shard.tables {
                table.keep(&self.layout, |moves| moves <= self.moves);
            }
        }
    }

    pub(crate) fn positions(&self) -> u64 {
        self.shards.iter().map(Shard::positions).sum()
    }

    /// The bytes of the tables and of the batches.
    pub(crate) fn bytes(&self) -> u64 {
        self.shards.iter().map(Shard::bytes).sum::<u64>() + batch_bytes(&self.batches)
    }

    pub(crate) fn drop_batches(&mut self) {
        for batch in self.batches.iter_mut().flatten() {
            *batch = Batch::new();
        }
    }
}

pub(crate) fn batch_bytes(batches: &[Vec<Batch>]) -> u64 {
    let entries: usize = batches.iter().flatten().map(Vec::capacity).sum();
    (entries * size_of::<(u64, u64)>()) as u64
}

impl Shard {
    fn new() -> Self {
        let tables = std::iter::repeat_with(CompactTable::default).take(TABLES).collect();
        Self { tables, complete: OpenSet::default(), fresh: OpenSet::default() }
    }

    fn positions(&self) -> u64 {
        let settled: usize = self.tables.iter().map(|table| table.len).sum();
        (settled + self.complete.len + self.fresh.len) as u64
    }

    pub(crate) fn bytes(&self) -> u64 {
        let settled: u64 = self.tables.iter().map(CompactTable::bytes).sum();
        settled + self.complete.bytes() + self.fresh.bytes()
    }

    /// Merges the complete positions, which take `moves` moves, into the table for their number of pegs.
    pub(crate) fn settle(&mut self, layout: &Layout, pegs: usize, moves: u32) {
        let complete = self.complete.positions(0);
        let slots = complete.map(|(_, number, movers)| layout.slot(number, moves, movers));
        let mut slots: Vec<u64> = slots.collect();
        slots.sort_unstable();
        self.tables[pegs].add(layout, &slots);
        self.complete.clear();
    }
}
