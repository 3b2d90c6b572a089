//! Extends one side of a search by a move. It expands positions and records their successors shard by shard,
//! so that each thread works on its own tables.

use std::sync::Arc;

use crate::fewest::side::{Batch, Shard, Side, batch_bytes};
use crate::space::expand::{Expander, Wanted};
use crate::store::table::{AHEAD, SHARDS};
use crate::{bounds::Bounds, store::compact::CompactTable, store::layout::Layout};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::each_of;

/// The maximum number of positions of one shard that are expanded before their successors are recorded. There are fewer
/// if the successors of all shards would exceed a part of the memory limit ...
const ROUND: usize = 2048;
/// ... which is the limit divided by this number.
const BATCHES: u64 = 8;

/// The result of extending a side by one move.
pub(crate) enum Growth {
    /// The side knows all positions within one move more.
    Complete,
    /// This position is known to the other side as well.
    Met(u64),
    /// The move leads to more positions than allowed. The side is as it was before.
    Abandoned,
}

/// Extends a side by a move, unless that leads to more than `most` positions. All data outside the side take
/// `elsewhere` bytes. If the other side is given, stops at the first position that both sides know.
pub(crate) fn grow(
    side: &mut Side<'_>,
    bounds: &Bounds<'_>,
    control: &Control,
    other: Option<&Side<'_>>,
    elsewhere: u64,
    most: usize,
) -> Result<Growth, Stop> {
    let mut step = Step {
        bounds,
        control,
        other,
        elsewhere,
        expander: side.expander(),
        layout: &Arc::clone(&side.layout),
        forward: side.forward,
        moves: side.moves,
        most,
    };
    let before = side.frontier_len();
    let mut reached = vec![0; side.frontier.len()];
    // A jump removes a peg forwards and adds one backwards. No line continues beyond the other end.
    let mut order: Vec<usize> = if side.forward {
        (side.last_pegs..=64).rev().collect()
    } else {
        (1..=side.last_pegs).collect()
    };
    order.retain(|&pegs| pegs > 0);
    for pegs in order {
        for shard in &mut side.shards {
            std::mem::swap(&mut shard.complete, &mut shard.fresh);
            reached[pegs] += shard.complete.len;
        }
        step.most = step.most.saturating_sub(reached[pegs]);
        let mut sources = Vec::new();
        if reached[pegs] > 0 {
            sources.push((reached[pegs], Wanted::Continuing));
        }
        if side.frontier[pegs] > 0 {
            sources.push((side.frontier[pegs], Wanted::Beginning));
        }
        for (positions, wanted) in sources {
            if pegs != side.last_pegs {
                match step.spread(side, pegs, positions, wanted)? {
                    Growth::Complete => {}
                    Growth::Met(position) => return Ok(Growth::Met(position)),
                    Growth::Abandoned => {
                        side.abandon_growth(most);
                        return Ok(Growth::Abandoned);
                    }
                }
            }
            if wanted == Wanted::Continuing {
                // Until then, all movers of each position are stored, which takes more memory.
                step.settle(side, pegs)?;
            }
        }
    }
    side.frontier = reached;
    side.moves += 1;
    side.grown_from = before;
    side.abandoned_at = 0;
    Ok(Growth::Complete)
}

/// One more move of a side, with the data that it needs besides the tables of the side.
struct Step<'a> {
    bounds: &'a Bounds<'a>,
    control: &'a Control,
    other: Option<&'a Side<'a>>,
    elsewhere: u64,
    expander: &'a Expander,
    layout: &'a Layout,
    forward: bool,
    /// All positions within this many moves are known.
    moves: u32,
    /// The maximum number of positions that this move may still reach.
    most: usize,
}

impl Step<'_> {
    /// Merges the positions just reached into the tables for their number of pegs.
    fn settle(&self, side: &mut Side<'_>, pegs: usize) -> Result<(), Stop> {
        let after = |shard: &Shard| {
            let positions = shard.tables[pegs].len + shard.complete.len;
            CompactTable::bytes_of(self.layout, positions)
        };
        // In the worst case the memory of the old tables is freed late.
        let more: u64 = side.shards.iter().map(after).sum();
        self.control.check_memory(self.elsewhere + side.bytes() + more)?;
        let settled = each_of(&mut side.shards, |_, shard| {
            self.control.check_limits()?;
            shard.settle(self.layout, pegs, self.moves + 1);
            Ok(())
        });
        settled.into_iter().collect()
    }

    /// Expands positions with one number of pegs, just reached or in the frontier, and records their
    /// successors.
    fn spread(
        &self,
        side: &mut Side<'_>,
        pegs: usize,
        positions: usize,
        wanted: Wanted,
    ) -> Result<Growth, Stop> {
        // In positions with many legal leaps, about a quarter of all leaps are legal.
        let of_one = (self.expander.leaps / 4 + 1) * size_of::<(u64, u64)>();
        let room = self.control.memory_limit() / BATCHES;
        let length = (room / (SHARDS * of_one) as u64).clamp(1, ROUND as u64) as usize;
        let expected = (positions.min(length * SHARDS) * of_one) as u64;
        let more = expected.saturating_sub(batch_bytes(&side.batches));
        self.control.check_memory(self.elsewhere + side.bytes() + more)?;
        let Side { shards, batches, .. } = side;
        let mut starts = vec![0; shards.len()];
        loop {
            self.control.check_limits()?;
            let sources = shards.iter().zip(&mut *batches).zip(&mut starts);
            let done = each_of(sources, |number, ((shard, batch), start)| {
                let part = self.part((number, pegs), shard, wanted, start, length);
                self.expand(&part, wanted, batch);
                self.control.check_work(batch.iter().map(Vec::len).sum())?;
                Ok(part.len() < length)
            });
            let done: Vec<bool> = done.into_iter().collect::<Result<_, Stop>>()?;
            let all_done = done.into_iter().all(|done| done);
            self.check_growth(shards, batches)?;
            let to = if self.forward { pegs - 1 } else { pegs + 1 };
            let met = each_of(&mut *shards, |number, shard| {
                self.control.check_limits()?;
                Ok(self.record(number, shard, to, batches))
            });
            let met: Vec<Option<u64>> = met.into_iter().collect::<Result<_, Stop>>()?;
            if let Some(met) = met.into_iter().flatten().min() {
                return Ok(Growth::Met(met));
            }
            if shards.iter().map(|shard| shard.fresh.len).sum::<usize>() > self.most {
                return Ok(Growth::Abandoned);
            }
            if all_done {
                return Ok(Growth::Complete);
            }
        }
    }

    /// Checks that recording the batches stays within the memory limit.
    fn check_growth(&self, shards: &[Shard], batches: &[Vec<Batch>]) -> Result<(), Stop> {
        let mut all = self.elsewhere + batch_bytes(batches);
        let mut largest = 0;
        for (number, shard) in shards.iter().enumerate() {
            let batches = batches.iter().filter_map(|batch| batch.get(number));
            let after = shard.fresh.bytes_after(batches.map(Vec::len).sum());
            all += shard.bytes() - shard.fresh.bytes() + after;
            largest = largest.max(after);
        }
        // While a table grows, its old copy is in memory too; each thread grows one table at a time.
        self.control.check_memory(all + self.control.thread_limit() as u64 * largest)
    }
    /// The next `length` positions of a shard, beginning at a slot, each with pegs that can have made the last
    /// move.
    fn part(
        &self,
        (number, pegs): (usize, usize),
        shard: &Shard,
        wanted: Wanted,
        start: &mut usize,
        length: usize,
    ) -> Vec<(u64, u64)> {
        let mut part = Vec::new();
        if wanted == Wanted::Continuing {
            for (next, number, movers) in shard.complete.positions(*start).take(length) {
                *start = next;
                part.push((self.layout.position(number), movers));
            }
        } else {
            let slots = *start..usize::MAX;
            let wanted = |moves| moves == self.moves;
            let table = &shard.tables[pegs];
            for (next, position, known) in
                table.positions(self.layout, number, slots, wanted).take(length)
            {
                *start = next;
                part.push((position, known.mover));
            }
        }
        part
    }

    /// Puts the successors of some positions into the batches of the shards that they belong to.
    fn expand(&self, positions: &[(u64, u64)], wanted: Wanted, batch: &mut [Batch]) {
        for one in &mut *batch {
            one.clear();
        }
        let counts = &self.bounds.counts[usize::from(!self.forward)];
        for &(position, movers) in positions {
            if wanted == Wanted::Beginning
                && !self.bounds.may_rest(self.forward, position, self.moves + 1)
            {
                continue;
            }
            self.expander.successors(position, movers, wanted, &mut |successor| {
                if !counts.refutes(successor.position) {
                    let number = self.layout.number(successor.position);
                    batch[self.layout.shard(number)].push((number, successor.movers));
                }
            });
        }
    }

    /// Records the arrivals of one shard, of `pegs` pegs. Returns the least new one that the other side knows.
    fn record(
        &self,
        shard: usize,
        own: &mut Shard,
        pegs: usize,
        batches: &[Vec<Batch>],
    ) -> Option<u64> {
        let (layout, level) = (self.layout, self.moves + 1);
        let Shard { tables, fresh, .. } = own;
        let earlier = &tables[pegs];
        let other = self.other.map(|side| (side, &side.shards[shard].tables[pegs]));
        let mut met: Option<u64> = None;
        for batch in batches.iter().filter_map(|batch| batch.get(shard)) {
            for (at, &(number, movers)) in batch.iter().enumerate() {
                if let Some(&(later, _)) = batch.get(at + AHEAD) {
                    fresh.prefetch(layout, later);
                    earlier.prefetch(layout, later);
                }
                let mut position = 0;
                let wanted = || {
                    if earlier.contains(layout, number) {
                        return false;
                    }
                    position = layout.position(number);
                    self.bounds.may_pass(self.forward, position, movers, level)
                };
                let is_new = fresh.arrive(layout, number, movers, wanted);
                let is_met = |(side, table): (&Side<'_>, &CompactTable)| {
                    side.has_unlisted(position) || table.contains(layout, number)
                };
                if is_new && other.is_some_and(is_met) {
                    met = Some(met.map_or(position, |least| least.min(position)));
                }
            }
        }
        met
    }
}
