//! One direction of a search by moves: the positions it knows, and the jumps that led to them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::base::control::{Control, Stop};
use crate::peg::board::position::Hole;
use crate::peg::rules::Leap;
use crate::peg::search::fewest::beam::Targets;
use crate::peg::search::levels::walk::{Jumps, undone};
use crate::peg::search::space::Space;
use crate::peg::search::space::expand::Expander;
use crate::peg::search::store::compact::CompactTable;
use crate::peg::search::store::fresh::Fresh;
use crate::peg::search::store::layout::{Known, Layout};
use crate::peg::search::store::table::{Reach, SHARDS};

/// Arrivals on their way to one shard: numbers of positions, and the pegs that got there.
pub(crate) type Batch = Vec<(u64, u64)>;

/// Positions beyond the frontier are sampled up to so many jumps from there.
const MORE_JUMPS: usize = 6;

/// Slots of a part of a table.
const PART: usize = 1 << 12;

/// Tables of a shard, by number of pegs; those of 0 and 65 pegs stay empty.
const TABLES: usize = 66;

/// One shard of a side.
pub(crate) struct Shard {
    /// The positions known, by number of pegs.
    pub(crate) tables: Vec<CompactTable>,
    /// Positions first reached in the level being built: those of one number of pegs, which all have been
    /// reached ...
    pub(crate) complete: Fresh,
    /// ... and those that jumps from there lead to.
    pub(crate) fresh: Fresh,
}

/// Some slots of a table.
pub(crate) struct Part {
    shard: usize,
    pegs: usize,
    slots: Range<usize>,
}

/// One direction of the search.
pub(crate) struct Side<'a> {
    space: &'a Space<'a>,
    pub(crate) layout: Arc<Layout>,
    pub(crate) shards: Vec<Shard>,
    /// All positions within so many moves are known.
    pub(crate) moves: u32,
    /// The frontier, the positions of exactly so many moves: how many there are, by number of pegs.
    pub(crate) frontier: Vec<usize>,
    /// The number of positions of one move less.
    pub(crate) grown_from: usize,
    pub(crate) forward: bool,
    /// For each shard, the successors of its positions by the shard they belong to. Kept, so that
    /// their memory is taken once.
    pub(crate) batches: Vec<Vec<Batch>>,
}

impl<'a> Side<'a> {
    /// A side that knows its ends. The layout holds every position that jumps lead to from there.
    pub(crate) fn new(
        space: &'a Space<'a>,
        layout: Arc<Layout>,
        ends: &[u64],
        forward: bool,
    ) -> Self {
        let mut slots: BTreeMap<(usize, usize), Vec<u64>> = BTreeMap::new();
        for end in ends.iter().map(|&end| space.forward.least(end)) {
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
        let batches = vec![vec![Batch::new(); SHARDS]; SHARDS];
        Self { space, layout, shards, moves: 0, frontier, grown_from: 1, forward, batches }
    }

    /// The jumps that lead away from its end.
    fn leaps(&self) -> &'a [Leap] {
        if self.forward { &self.space.leaps } else { &self.space.undoing }
    }

    /// The same, up to symmetry.
    pub(crate) fn expander(&self) -> &'a Expander {
        if self.forward { &self.space.forward } else { &self.space.backward }
    }

    /// What is known of a position.
    pub(crate) fn get(&self, position: u64) -> Option<Known> {
        self.get_at(self.layout.number(position), position)
    }

    /// The same for a position whose number has been found.
    pub(crate) fn get_at(&self, number: u64, position: u64) -> Option<Known> {
        let shard = &self.shards[self.layout.shard(number)];
        shard.tables[position.count_ones() as usize].get(&self.layout, number)
    }

    /// Announces a look at a position; its number.
    #[inline]
    pub(crate) fn prefetch(&self, position: u64) -> u64 {
        let number = self.layout.number(position);
        let shard = &self.shards[self.layout.shard(number)];
        shard.tables[position.count_ones() as usize].prefetch(&self.layout, number);
        number
    }

    /// The jumps from this side's end to a position that it knows, or that it reaches with one move more.
    /// One of `movers` makes the last of them.
    pub(crate) fn jumps_to(
        &self,
        mut position: u64,
        mut movers: u64,
        control: &Control,
    ) -> Result<Option<Jumps>, Stop> {
        let known = self.get(self.space.group.least(position));
        let moves = known.map_or(self.moves + 1, |known| known.moves);
        let mut walked = Vec::new();
        for earlier in (0..moves).rev() {
            let into = self.move_into(position, movers, earlier, control)?;
            let Some((before, jumps)) = into else { return Ok(None) };
            walked.push(jumps);
            (position, movers) = (before, u64::MAX);
        }
        walked.reverse();
        Ok(Some(walked.concat()))
    }

    /// One move into a position, by one of `movers`, from one that takes so many moves.
    fn move_into(
        &self,
        position: u64,
        movers: u64,
        moves: u32,
        control: &Control,
    ) -> Result<Option<(u64, Jumps)>, Stop> {
        // Positions with the jumps of one peg from there to the position asked about. Of the ways to
        // one by the same peg only the first is followed.
        let mut open = vec![(position, Vec::new())];
        let mut seen = FxHashSet::default();
        while let Some((after, jumps)) = open.pop() {
            control.check()?;
            for leap in self.leaps() {
                let before = after ^ leap.all;
                let goes_on = jumps
                    .first()
                    .map_or(movers >> leap.to & 1 == 1, |&(from, _): &(Hole, _)| from == leap.to);
                if !goes_on || !leap.fits(before) {
                    continue;
                }
                let mut earlier = vec![(leap.from, leap.to)];
                earlier.extend_from_slice(&jumps);
                let known = self.get(self.space.group.least(before));
                if known.is_some_and(|known| known.moves == moves) {
                    return Ok(Some((before, earlier)));
                }
                if seen.insert((before, leap.from)) {
                    open.push((before, earlier));
                }
            }
        }
        Ok(None)
    }

    /// The tables in parts.
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

    /// The positions of a part whose moves are wanted.
    pub(crate) fn positions_of<'b>(
        &'b self,
        part: &Part,
        wanted: impl Fn(u32) -> bool + 'b,
    ) -> impl Iterator<Item = (u64, Known)> + 'b {
        let table = &self.shards[part.shard].tables[part.pegs];
        let all = table.positions(&self.layout, part.shard, part.slots.clone(), wanted);
        all.map(|(_, position, known)| (position, known))
    }

    /// The positions of a part that take exactly as many moves as the side knows, each with a peg that can
    /// have made the last.
    pub(crate) fn frontier_of<'b>(&'b self, part: &Part) -> impl Iterator<Item = (u64, u64)> + 'b {
        let all = self.positions_of(part, |moves| moves == self.moves);
        all.map(|(position, known)| (position, known.mover))
    }

    /// About so many positions, some random jumps beyond those of exactly as many moves as the side knows.
    pub(crate) fn sample(&self, number: usize) -> Vec<u64> {
        let every = (self.frontier_len() / number).max(1);
        let mut random = 1u64;
        let mut next = |below: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) as usize % below
        };
        let beyond = |mut position: u64| {
            for _ in 0..next(MORE_JUMPS) {
                let fitting: Vec<&Leap> =
                    self.leaps().iter().filter(|leap| leap.fits(position)).collect();
                if fitting.is_empty() {
                    break;
                }
                position ^= fitting[next(fitting.len())].all;
            }
            position
        };
        let parts = self.parts();
        let frontier = parts.iter().flat_map(|part| self.frontier_of(part));
        frontier.map(|(position, _)| position).step_by(every).map(beyond).collect()
    }

    /// How many positions one more move is going to lead to, if the side goes on growing as it did.
    pub(crate) fn predicted(&self) -> u128 {
        let length = self.frontier_len() as u128;
        length * length / (self.grown_from as u128).max(1)
    }

    pub(crate) fn frontier_len(&self) -> usize {
        self.frontier.iter().sum()
    }

    /// Positions known.
    pub(crate) fn positions(&self) -> u64 {
        self.shards.iter().map(Shard::positions).sum()
    }

    /// Bytes of the tables and of the batches.
    pub(crate) fn bytes(&self) -> u64 {
        self.shards.iter().map(Shard::bytes).sum::<u64>() + self.batch_bytes()
    }

    /// Bytes of the batches.
    pub(crate) fn batch_bytes(&self) -> u64 {
        let entries: usize = self.batches.iter().flatten().map(Vec::capacity).sum();
        (entries * size_of::<(u64, u64)>()) as u64
    }

    /// Gives back the memory of the batches.
    pub(crate) fn drop_batches(&mut self) {
        for batch in self.batches.iter_mut().flatten() {
            *batch = Batch::new();
        }
    }
}

impl Shard {
    fn new() -> Self {
        let tables = std::iter::repeat_with(CompactTable::default).take(TABLES).collect();
        Self { tables, complete: Fresh::default(), fresh: Fresh::default() }
    }

    fn positions(&self) -> u64 {
        let settled: usize = self.tables.iter().map(CompactTable::len).sum();
        (settled + self.complete.len() + self.fresh.len()) as u64
    }

    /// Bytes of the tables.
    pub(crate) fn bytes(&self) -> u64 {
        let settled: u64 = self.tables.iter().map(CompactTable::bytes).sum();
        settled + self.complete.bytes() + self.fresh.bytes()
    }

    /// Puts the complete positions, which take so many moves, into the table of their number of pegs.
    pub(crate) fn settle(&mut self, layout: &Layout, pegs: usize, moves: u32) {
        let complete = self.complete.positions(0);
        let slots = complete.map(|(_, number, movers)| layout.slot(number, moves, movers));
        let mut slots: Vec<u64> = slots.collect();
        slots.sort_unstable();
        self.tables[pegs].add(layout, &slots);
        self.complete.clear();
    }
}

/// What a backward side knows, as the target of a beam.
pub(crate) struct Behind<'a> {
    pub(crate) side: &'a Side<'a>,
    pub(crate) control: &'a Control,
}

impl<R: Reach> Targets<R> for Behind<'_> {
    fn rest(&self, position: u64) -> Option<R> {
        self.side.get(position).map(|known| R::new(known.moves, known.mover))
    }

    fn jumps(&self, position: u64, movers: u64) -> Option<Jumps> {
        let movers = if movers == 0 { u64::MAX } else { movers };
        // A stop ends the beam at its own next look.
        let jumps = self.side.jumps_to(position, movers, self.control).ok()??;
        Some(undone(jumps).collect())
    }
}
