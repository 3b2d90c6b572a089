//! One step of a search by moves: positions are expanded, and their successors recorded, shard by
//! shard, so that threads work on tables of their own.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;

use crate::base::control::{Control, Stop};
use crate::peg::regions::Regions;
use crate::peg::search::counts::Counts;
use crate::peg::search::expand::{Expander, Wanted};
use crate::peg::search::side::{Batch, Shard, Side, bytes};
use crate::peg::search::table::{AHEAD, Arrival, Reach, SHARDS, shard};

/// Positions of one shard that are expanded before their successors are recorded, as far as the
/// successors of all shards fit a part of the memory limit.
const ROUND: usize = 2048;
/// This part is one of so many.
const BATCHES: u64 = 8;

/// Which positions a line within the limit may pass.
pub(super) struct Bounds<'a> {
    pub(super) regions: &'a Regions,
    /// Forwards and backwards.
    pub(super) counts: [Counts; 2],
    /// Lines of more moves are of no interest.
    pub(super) limit: Option<u32>,
    /// Whether a position was left out that lines of more moves may pass.
    pub(super) cut: AtomicBool,
}

impl Bounds<'_> {
    /// Whether a line may pass the position between two moves, `level` - 1 of them at this side.
    pub(super) fn may_rest(&self, forward: bool, position: u64, level: u32) -> bool {
        let elsewhere = |position| {
            if forward { self.regions.ahead(position).0 } else { self.regions.behind(position) }
        };
        self.note(self.limit.is_none_or(|limit| level - 1 + elsewhere(position) <= limit))
    }

    /// Whether a line may pass the position after `level` moves, the last by one of `movers`.
    #[inline]
    pub(super) fn is_hopeful(&self, forward: bool, position: u64, movers: u64, level: u32) -> bool {
        let Some(limit) = self.limit else { return true };
        self.note(if forward {
            let (count, used) = self.regions.ahead(position);
            // The move under way may go on and open one of them.
            level + count - u32::from(movers & used != 0) <= limit
        } else {
            // The move that follows may have begun earlier.
            level + self.regions.behind(position) <= limit + 1
        })
    }

    /// Remembers that a position was left out.
    #[inline]
    fn note(&self, may_pass: bool) -> bool {
        if !may_pass && !self.cut.load(Relaxed) {
            self.cut.store(true, Relaxed);
        }
        may_pass
    }
}

/// What expanding positions needs beside its own side.
pub(super) struct Step<'a, R> {
    pub(super) bounds: &'a Bounds<'a>,
    pub(super) control: &'a Control,
    pub(super) other: &'a [Shard<R>],
    /// Bytes of the other side.
    pub(super) elsewhere: u64,
    /// Bytes of lists of this side that it does not hold itself.
    pub(super) lists: u64,
}

/// Successors on their way to one shard.
fn arrivals<R>(batches: &[Vec<Batch<R>>], shard: usize) -> usize {
    batches.iter().filter_map(|batch| batch.get(shard)).map(Vec::len).sum()
}

impl<R: Reach> Step<'_, R> {
    /// Extends a side by a move; stops at the first position that the other side knows.
    pub(super) fn grow<const LANES: usize>(
        mut self,
        side: &mut Side<'_, LANES, R>,
    ) -> Result<Option<u64>, Stop> {
        let (level, before) = (side.moves + 1, side.frontier_len());
        let mut frontier = std::mem::take(&mut side.frontier);
        frontier.reverse();
        // The list is given back when it has been expanded.
        while let Some(lists) = frontier.pop() {
            self.lists = frontier.iter().map(|lists| bytes(lists)).sum();
            if let Some(met) = self.spread(side, &lists, level, Wanted::Beginning)? {
                return Ok(Some(met));
            }
        }
        // A jump takes a peg forwards and adds one backwards.
        let mut order: Vec<usize> = (0..=64).collect();
        if side.forward {
            order.reverse();
        }
        self.lists = 0;
        let mut done = vec![Vec::new(); 65];
        for pegs in order {
            let lists: Vec<Vec<u64>> = side
                .shards
                .iter_mut()
                .map(|shard| std::mem::take(&mut shard.fresh[pegs]))
                .collect();
            if let Some(met) = self.spread(side, &lists, level, Wanted::Continuing)? {
                return Ok(Some(met));
            }
            self.lists += bytes(&lists);
            done[pegs] = lists;
        }
        done.retain(|lists| lists.iter().any(|list| !list.is_empty()));
        side.frontier = done;
        side.moves = level;
        side.grown_from = before;
        Ok(None)
    }

    /// Expands positions, listed by shard, and records where they lead at the price `level`.
    fn spread<const LANES: usize>(
        &self,
        side: &mut Side<'_, LANES, R>,
        lists: &[Vec<u64>],
        level: u32,
        wanted: Wanted,
    ) -> Result<Option<u64>, Stop> {
        let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
        // About a quarter of all leaps fit a position that has many.
        let of_one = (side.leaps.len() / 4 + 1) * size_of::<(u64, R)>();
        let room = self.control.memory_limit() / BATCHES;
        let length = (room / (SHARDS * of_one) as u64).clamp(1, ROUND as u64) as usize;
        let expected = (longest.min(length) * SHARDS * of_one) as u64;
        let more = expected.saturating_sub(side.batch_bytes());
        let known = self.elsewhere + side.bytes() + self.lists + bytes(lists);
        self.control.check_memory(known + more)?;
        for round in (0..longest).step_by(length) {
            self.control.check()?;
            let (expander, forward) = (side.expander, side.forward);
            let Side { shards, batches, .. } = &mut *side;
            (lists, &*shards, &mut *batches).into_par_iter().for_each(|(list, shard, batch)| {
                let part = &list[round.min(list.len())..(round + length).min(list.len())];
                self.expand(expander, shard, part, batch, forward, level, wanted);
            });
            self.check_growth(shards, batches, bytes(lists))?;
            let met = shards
                .par_iter_mut()
                .enumerate()
                .filter_map(|(number, shard)| self.record(number, shard, batches, forward, level))
                .min();
            if met.is_some() {
                return Ok(met);
            }
        }
        Ok(None)
    }

    /// Puts the successors of some positions of one shard into a batch for each shard they belong to.
    #[allow(clippy::too_many_arguments, reason = "all differ from call to call")]
    fn expand<const LANES: usize>(
        &self,
        expander: &Expander<LANES>,
        own: &Shard<R>,
        positions: &[u64],
        batch: &mut [Batch<R>],
        forward: bool,
        level: u32,
        wanted: Wanted,
    ) {
        for one in &mut *batch {
            one.clear();
        }
        let counts = &self.bounds.counts[usize::from(!forward)];
        for (number, &position) in positions.iter().enumerate() {
            if let Some(&later) = positions.get(number + AHEAD) {
                own.table.announce(later);
            }
            let Some(reach) = own.table.get(position) else { continue };
            if wanted == Wanted::Beginning && !self.bounds.may_rest(forward, position, level) {
                continue;
            }
            expander.successors(position, reach.movers(), wanted, |successor| {
                let to = successor.position;
                if !counts.drop(to) {
                    batch[shard(to)].push((to, R::new(level, successor.movers)));
                }
            });
        }
    }

    /// Refuses to go on if recording the batches would outgrow the memory limit. Expanded positions
    /// take `expanded` bytes.
    fn check_growth(
        &self,
        shards: &[Shard<R>],
        batches: &[Vec<Batch<R>>],
        expanded: u64,
    ) -> Result<(), Stop> {
        let mut all = self.elsewhere + self.lists + expanded;
        let mut largest = 0;
        for (number, shard) in shards.iter().enumerate() {
            all += shard.bytes_after(arrivals(batches, number));
            largest = largest.max(shard.table.bytes());
        }
        all += batches.iter().map(|batch| bytes(batch)).sum::<u64>();
        // A table that grows is held twice, one in each thread.
        self.control.check_memory(all + self.control.thread_limit() as u64 * largest)
    }

    /// Records the arrivals of one shard; gives the least new position that the other side knows.
    fn record(
        &self,
        number: usize,
        own: &mut Shard<R>,
        batches: &[Vec<Batch<R>>],
        forward: bool,
        level: u32,
    ) -> Option<u64> {
        let other = &self.other[number].table;
        let mut met: Option<u64> = None;
        own.table.reserve(arrivals(batches, number));
        for batch in batches.iter().filter_map(|batch| batch.get(number)) {
            for (number, &(position, reach)) in batch.iter().enumerate() {
                if let Some(&(later, _)) = batch.get(number + AHEAD) {
                    own.table.announce(later);
                    other.announce(later);
                }
                let hopeful = || self.bounds.is_hopeful(forward, position, reach.movers(), level);
                if own.table.arrive(position, reach, hopeful) == Arrival::Better {
                    own.fresh[position.count_ones() as usize].push(position);
                    if other.get(position).is_some() {
                        met = Some(met.map_or(position, |least| least.min(position)));
                    }
                }
            }
        }
        met
    }
}
