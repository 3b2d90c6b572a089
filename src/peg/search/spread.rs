//! One step of a search by moves: positions are expanded, and their successors recorded, shard by
//! shard, so that threads work on tables of their own.

use rayon::prelude::*;

use crate::base::control::{Control, Stop};
use crate::peg::regions::Regions;
use crate::peg::search::expand::{Expander, Wanted};
use crate::peg::search::side::{Batch, Shard, Side};
use crate::peg::search::table::{AHEAD, Arrival, Reach, shard};

/// Positions of one shard that are expanded before their successors are recorded.
const ROUND: usize = 2048;

/// Which positions a line within the limit may pass.
#[derive(Clone, Copy)]
pub(super) struct Bounds<'a> {
    pub(super) regions: &'a Regions,
    /// Lines of more moves are of no interest.
    pub(super) limit: Option<u32>,
}

impl Bounds<'_> {
    /// Whether a line may pass the position between two moves, `level` - 1 of them at this side.
    pub(super) fn may_rest(&self, forward: bool, position: u64, level: u32) -> bool {
        let elsewhere = |position| {
            if forward { self.regions.ahead(position).0 } else { self.regions.behind(position) }
        };
        self.limit.is_none_or(|limit| level - 1 + elsewhere(position) <= limit)
    }

    /// Whether a line may pass the position after `level` moves, the last by one of `movers`.
    #[inline]
    pub(super) fn is_hopeful(&self, forward: bool, position: u64, movers: u64, level: u32) -> bool {
        let Some(limit) = self.limit else { return true };
        if forward {
            let (count, used) = self.regions.ahead(position);
            // The move under way may go on and open one of them.
            level + count - u32::from(movers & used != 0) <= limit
        } else {
            // The move that follows may have begun earlier.
            level + self.regions.behind(position) <= limit + 1
        }
    }
}

/// What expanding positions needs beside its own side.
pub(super) struct Step<'a, R> {
    pub(super) bounds: Bounds<'a>,
    pub(super) control: &'a Control,
    pub(super) other: &'a [Shard<R>],
    /// Bytes of the other side.
    pub(super) elsewhere: u64,
}

impl<R: Reach> Step<'_, R> {
    /// Expands positions, listed by shard, and records where they lead at the price `level`.
    pub(super) fn spread<const LANES: usize>(
        &self,
        side: &mut Side<'_, LANES, R>,
        lists: &[Vec<u64>],
        level: u32,
        wanted: Wanted,
    ) -> Result<Option<u64>, Stop> {
        let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
        for round in (0..longest).step_by(ROUND) {
            self.control.check()?;
            let (expander, forward) = (side.expander, side.forward);
            let Side { shards, batches, .. } = &mut *side;
            (lists, &*shards, &mut *batches).into_par_iter().for_each(|(list, shard, batch)| {
                let part = &list[round.min(list.len())..(round + ROUND).min(list.len())];
                self.expand(expander, shard, part, batch, forward, level, wanted);
            });
            self.check_growth(shards, batches)?;
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
                batch[shard(to)].push((to, R::new(level, successor.movers)));
            });
        }
    }

    /// Refuses to go on if the tables would outgrow the memory limit.
    fn check_growth(&self, shards: &[Shard<R>], batches: &[Vec<Batch<R>>]) -> Result<(), Stop> {
        let mut bytes = self.elsewhere;
        for (number, shard) in shards.iter().enumerate() {
            let more = batches.iter().filter_map(|batch| batch.get(number)).map(Vec::len).sum();
            bytes += shard.table.bytes() + shard.table.growth(more);
        }
        // Lists of positions take up to half as much again.
        self.control.check_memory(bytes + bytes / 2)
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
        for batch in batches.iter().filter_map(|batch| batch.get(number)) {
            own.table.reserve(batch.len());
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
