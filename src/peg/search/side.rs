//! One direction of a search by moves: the positions it knows, and how it came to them.

use rustc_hash::FxHashSet;

use crate::base::control::{Control, Stop};
use crate::peg::position::Hole;
use crate::peg::rules::Leap;
use crate::peg::search::beam::{Game, Targets};
use crate::peg::search::expand::Expander;
use crate::peg::search::table::{Arrival, Reach, SHARDS, Table, shard};
use crate::peg::search::walk::walk;

/// Arrivals on their way to one shard.
pub(super) type Batch<R> = Vec<(u64, R)>;

/// Positions beyond the frontier are sampled up to so many jumps from there.
const MORE_JUMPS: usize = 6;

/// Start and landing hole of each jump.
type Jumps = Vec<(Hole, Hole)>;

/// One shard of a side.
#[derive(Default)]
pub(super) struct Shard<R> {
    pub(super) table: Table<R>,
    /// Positions first reached in the level being built, by number of pegs.
    pub(super) fresh: Vec<Vec<u64>>,
}

/// One direction of the search.
pub(super) struct Side<'a, const LANES: usize, R> {
    pub(super) leaps: &'a [Leap],
    pub(super) expander: &'a Expander<LANES>,
    pub(super) shards: Vec<Shard<R>>,
    /// All positions within so many moves are known.
    pub(super) moves: u32,
    /// Positions of exactly so many moves, by number of pegs and shard.
    pub(super) frontier: Vec<Vec<Vec<u64>>>,
    /// The number of positions of one move less.
    pub(super) grown_from: usize,
    pub(super) forward: bool,
    /// For each shard, the successors of its positions by the shard they belong to. Kept, so that
    /// their memory is taken once.
    pub(super) batches: Vec<Vec<Batch<R>>>,
}

impl<'a, const LANES: usize, R: Reach> Side<'a, LANES, R> {
    pub(super) fn new(
        leaps: &'a [Leap],
        expander: &'a Expander<LANES>,
        ends: &[u64],
        forward: bool,
    ) -> Self {
        let mut shards: Vec<Shard<R>> =
            std::iter::repeat_with(Shard::default).take(SHARDS).collect();
        for shard in &mut shards {
            shard.fresh = vec![Vec::new(); 65];
        }
        let batches = vec![vec![Batch::<R>::new(); SHARDS]; SHARDS];
        let mut lists = vec![Vec::new(); SHARDS];
        for &end in ends {
            let least = expander.least(end);
            let number = shard(least);
            shards[number].table.reserve(1);
            if shards[number].table.arrive(least, R::new(0, 0), || true) == Arrival::Better {
                lists[number].push(least);
            }
        }
        Self {
            leaps,
            expander,
            shards,
            moves: 0,
            frontier: vec![lists],
            grown_from: 1,
            forward,
            batches,
        }
    }

    pub(super) fn get(&self, position: u64) -> Option<R> {
        self.shards[shard(position)].table.get(position)
    }

    /// Steps back to this side's end.
    pub(super) fn walk(
        &self,
        game: &Game<'_>,
        position: u64,
        movers: u64,
        steps: usize,
    ) -> Option<Vec<(Hole, Hole)>> {
        let look_up = |_: usize, position: u64| self.get(position);
        walk(self.leaps, game.group, (position, movers), steps, look_up)
    }

    /// The jumps from this side's end to a position that it reaches with all the moves it knows, and
    /// with one more if `moved`.
    pub(super) fn jumps_from_end(
        &self,
        game: &Game<'_>,
        position: u64,
        moved: bool,
        control: &Control,
    ) -> Result<Option<Jumps>, Stop> {
        let into = if moved {
            self.move_into(game, position, control)?
        } else {
            Some((position, Vec::new()))
        };
        let Some((before, mut last)) = into else { return Ok(None) };
        let Some(reach) = self.get(game.group.least(before)) else { return Ok(None) };
        let movers = game.group.back(before, reach.movers());
        let played = game.start.len().abs_diff(before.count_ones() as usize);
        let steps = if self.forward { played } else { game.jumps - played };
        let Some(mut jumps) = self.walk(game, before, movers, steps) else { return Ok(None) };
        jumps.reverse();
        jumps.append(&mut last);
        Ok(Some(jumps))
    }

    /// One move into a position from one that takes all the moves this side knows.
    fn move_into(
        &self,
        game: &Game<'_>,
        position: u64,
        control: &Control,
    ) -> Result<Option<(u64, Jumps)>, Stop> {
        // Positions with the jumps of one peg from there to the position asked about. Of the ways to
        // one by the same peg the first stands for all.
        let mut open = vec![(position, Vec::new())];
        let mut seen = FxHashSet::default();
        while let Some((after, jumps)) = open.pop() {
            control.check()?;
            for leap in self.leaps {
                let before = after ^ leap.all;
                let goes_on = jumps.first().is_none_or(|&(from, _)| from == leap.to);
                if !goes_on || !leap.fits(before) {
                    continue;
                }
                let mut earlier = vec![(leap.from, leap.to)];
                earlier.extend_from_slice(&jumps);
                let known = self.get(game.group.least(before));
                if known.is_some_and(|reach| reach.moves() == self.moves) {
                    return Ok(Some((before, earlier)));
                }
                if seen.insert((before, leap.from)) {
                    open.push((before, earlier));
                }
            }
        }
        Ok(None)
    }

    /// Announces looks at some positions.
    pub(super) fn announce(&self, positions: &[u64]) {
        for &position in positions {
            self.shards[shard(position)].table.announce(position);
        }
    }

    /// Positions of exactly as many moves as the side knows.
    pub(super) fn frontier(&self) -> impl Iterator<Item = &Vec<u64>> {
        self.frontier.iter().flatten()
    }

    /// About so many positions, some random jumps beyond those of exactly as many moves as the side knows.
    pub(super) fn sample(&self, number: usize) -> Vec<u64> {
        let every = (self.frontier_len() / number).max(1);
        let mut random = 1u64;
        let mut next = |below: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) as usize % below
        };
        let beyond = |mut position: u64| {
            for _ in 0..next(MORE_JUMPS) {
                let fitting: Vec<&Leap> =
                    self.leaps.iter().filter(|leap| leap.fits(position)).collect();
                if fitting.is_empty() {
                    break;
                }
                position ^= fitting[next(fitting.len())].all;
            }
            position
        };
        self.frontier().flatten().copied().step_by(every).map(beyond).collect()
    }

    /// How many positions one more move is going to lead to, if the side goes on growing as it did.
    pub(super) fn predicted(&self) -> u128 {
        let length = self.frontier_len() as u128;
        length * length / (self.grown_from as u128).max(1)
    }

    pub(super) fn frontier_len(&self) -> usize {
        self.frontier().map(Vec::len).sum()
    }

    /// Positions known.
    pub(super) fn positions(&self) -> u64 {
        self.shards.iter().map(|shard| shard.table.len() as u64).sum()
    }

    /// Bytes of the tables, of the lists of positions, and of the batches.
    pub(super) fn bytes(&self) -> u64 {
        let shards: u64 = self.shards.iter().map(Shard::bytes).sum();
        shards + self.frontier.iter().map(|lists| bytes(lists)).sum::<u64>() + self.batch_bytes()
    }

    /// Bytes of the batches.
    pub(super) fn batch_bytes(&self) -> u64 {
        self.batches.iter().map(|batches| bytes(batches)).sum()
    }

    /// Gives back the memory of the batches.
    pub(super) fn drop_batches(&mut self) {
        for batch in self.batches.iter_mut().flatten() {
            *batch = Batch::new();
        }
    }
}

/// What a backward side knows, as the target of a beam.
pub(super) struct Behind<'a, const LANES: usize, R> {
    pub(super) game: &'a Game<'a>,
    pub(super) side: &'a Side<'a, LANES, R>,
}

impl<const LANES: usize, R: Reach> Targets<R> for Behind<'_, LANES, R> {
    fn rest(&self, position: u64) -> Option<R> {
        self.side.get(position)
    }

    fn jumps(&self, position: u64, movers: u64) -> Option<Jumps> {
        let played = self.game.start.len() - position.count_ones() as usize;
        let left = self.game.jumps - played;
        let walked = self.side.walk(self.game, position, movers, left)?;
        Some(walked.into_iter().map(|(from, to)| (to, from)).collect())
    }
}

/// Bytes of some lists.
pub(super) fn bytes<T>(lists: &[Vec<T>]) -> u64 {
    let entries: usize = lists.iter().map(Vec::capacity).sum();
    (entries * size_of::<T>()) as u64
}

impl<R: Reach> Shard<R> {
    /// Bytes of the table and the lists.
    pub(super) fn bytes(&self) -> u64 {
        self.table.bytes() + bytes(&self.fresh)
    }

    /// Bytes that the shard may take after `more` arrivals: the table, and lists that double.
    pub(super) fn bytes_after(&self, more: usize) -> u64 {
        let table = self.table.growth(more).max(self.table.bytes());
        table + 2 * bytes(&self.fresh) + (more * size_of::<u64>()) as u64
    }
}
