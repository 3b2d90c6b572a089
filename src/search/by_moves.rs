//! The fewest moves, level by level of moves from both ends.
//!
//! Both sides know all positions within so many moves of their end. Inside one level of moves,
//! positions are handled in the order of their jumps, so that a position's movers are complete
//! before its moves are continued. A line of `a + b` moves passes, after its first `a` moves,
//! through a position that the one side knows within `a` and the other within `b` moves; as long
//! as no position is known to both, there is no such line. The first that is gives the fewest.

use rayon::prelude::*;

use crate::control::{Control, Stop};
use crate::line::Line;
use crate::position::Hole;
use crate::search::beam::{Game, Targets};
use crate::search::expand::{Expander, Wanted};
use crate::search::regions::Regions;
use crate::search::table::{AHEAD, Arrival, Reach, SHARDS, Table, shard};
use crate::search::walk::walk;
use crate::solitaire::Leap;

/// Positions of one shard that are expanded before their successors are recorded.
const ROUND: usize = 2048;

/// How a search by moves ended.
pub(super) enum End {
    /// A line of the fewest moves.
    Met(Line),
    /// No line has as few moves as asked for.
    None,
    /// So many positions are known as were asked for.
    Paused,
}

/// Arrivals on their way to one shard.
type Batch = Vec<(u64, Reach)>;

/// One shard of a side.
#[derive(Default)]
struct Shard {
    table: Table,
    /// Positions first reached in the level being built, by number of pegs.
    fresh: Vec<Vec<u64>>,
}

/// One direction of the search.
struct Side<'a, const LANES: usize> {
    leaps: &'a [Leap],
    expander: &'a Expander<LANES>,
    shards: Vec<Shard>,
    /// All positions within so many moves are known.
    moves: u32,
    /// Positions of exactly so many moves, by number of pegs and shard.
    frontier: Vec<Vec<Vec<u64>>>,
    forward: bool,
    /// For each shard, the successors of its positions by the shard they belong to. Kept, so that
    /// their memory is taken once.
    batches: Vec<Vec<Batch>>,
}

/// What both sides of a search share.
pub(super) struct ByMoves<'a, const LANES: usize> {
    game: &'a Game<'a>,
    regions: &'a Regions,
    /// Lines of more moves are of no interest.
    limit: Option<u32>,
    sides: [Side<'a, LANES>; 2],
    control: &'a Control,
}

impl<'a, const LANES: usize> ByMoves<'a, LANES> {
    /// A search between the start and `finishes`; leaps and expanders are forwards and backwards.
    pub(super) fn new(
        game: &'a Game<'a>,
        undoing: &'a [Leap],
        expanders: [&'a Expander<LANES>; 2],
        regions: &'a Regions,
        finishes: &[u64],
        control: &'a Control,
    ) -> Self {
        let [forward, backward] = expanders;
        let sides = [
            Side::new(game.leaps, forward, &[game.start.0], true),
            Side::new(undoing, backward, finishes, false),
        ];
        Self { game, regions, limit: None, sides, control }
    }

    /// From now on, lines of more moves are of no interest.
    pub(super) fn set_limit(&mut self, moves: usize) {
        self.limit = Some(moves as u32);
    }

    /// Every line has at least so many moves.
    pub(super) fn lower_bound(&self) -> u32 {
        self.sides[0].moves + self.sides[1].moves + 1
    }

    /// Positions known.
    pub(super) fn positions(&self) -> u64 {
        self.sides.iter().flat_map(|side| &side.shards).map(|s| s.table.len() as u64).sum()
    }

    /// Looks for the shortest line, until more than `pause` positions are known.
    pub(super) fn run(&mut self, pause: u64) -> Result<End, Stop> {
        loop {
            if self.limit.is_some_and(|limit| self.lower_bound() > limit) {
                return Ok(End::None);
            }
            let sizes = [0, 1].map(|n: usize| self.sides[n].frontier_len());
            if sizes.contains(&0) {
                return Ok(End::None);
            }
            let (bound, known) = (self.lower_bound(), self.positions());
            if known > pause {
                return Ok(End::Paused);
            }
            let which = usize::from(sizes[1] < sizes[0]);
            self.control.say(|| format!("search: at least {bound} moves, {known} positions"));
            if let Some(position) = self.grow(which)? {
                return self
                    .line(position)
                    .map(End::Met)
                    .ok_or(Stop::BackEnd("search lost its way"));
            }
        }
    }

    /// Extends one side by a move; stops at the first position that the other side knows.
    fn grow(&mut self, which: usize) -> Result<Option<u64>, Stop> {
        let (first, second) = self.sides.split_at_mut(1);
        let (side, other) =
            if which == 0 { (&mut first[0], &second[0]) } else { (&mut second[0], &first[0]) };
        let elsewhere: u64 = other.shards.iter().map(|shard| shard.table.bytes()).sum();
        let level = side.moves + 1;
        let step = Step {
            regions: self.regions,
            limit: self.limit,
            control: self.control,
            other: &other.shards,
            elsewhere,
            is_last: self.limit == Some(level + other.moves),
        };
        let frontier = std::mem::take(&mut side.frontier);
        for lists in &frontier {
            if let Some(met) = step.spread(side, lists, level, Wanted::Beginning)? {
                return Ok(Some(met));
            }
        }
        drop(frontier);
        // A jump takes a peg forwards and adds one backwards.
        let mut order: Vec<usize> = (0..=64).collect();
        if side.forward {
            order.reverse();
        }
        let mut done = vec![Vec::new(); 65];
        for pegs in order {
            let lists: Vec<Vec<u64>> = side
                .shards
                .iter_mut()
                .map(|shard| std::mem::take(&mut shard.fresh[pegs]))
                .collect();
            if let Some(met) = step.spread(side, &lists, level, Wanted::Continuing)? {
                return Ok(Some(met));
            }
            done[pegs] = lists;
        }
        done.retain(|lists| lists.iter().any(|list| !list.is_empty()));
        side.frontier = done;
        side.moves = level;
        Ok(None)
    }

    fn line(&self, position: u64) -> Option<Line> {
        let played = self.game.start.len() - position.count_ones() as usize;
        let movers = self.sides[0].get(position)?.movers();
        let mut jumps = self.sides[0].walk(self.game, position, movers, played)?;
        jumps.reverse();
        jumps.extend(self.jumps(position, self.rest(position)?.movers())?);
        Some(Line::from_jumps(jumps))
    }
}

/// What the backward side knows.
impl<const LANES: usize> Targets for ByMoves<'_, LANES> {
    fn rest(&self, position: u64) -> Option<Reach> {
        self.sides[1].get(position)
    }

    fn jumps(&self, position: u64, movers: u64) -> Option<Vec<(Hole, Hole)>> {
        let played = self.game.start.len() - position.count_ones() as usize;
        let left = self.game.jumps - played;
        let walked = self.sides[1].walk(self.game, position, movers, left)?;
        Some(walked.into_iter().map(|(from, to)| (to, from)).collect())
    }
}

impl<'a, const LANES: usize> Side<'a, LANES> {
    fn new(leaps: &'a [Leap], expander: &'a Expander<LANES>, ends: &[u64], forward: bool) -> Self {
        let mut shards: Vec<Shard> = std::iter::repeat_with(Shard::default).take(SHARDS).collect();
        for shard in &mut shards {
            shard.fresh = vec![Vec::new(); 65];
        }
        let batches = vec![vec![Batch::new(); SHARDS]; SHARDS];
        let mut lists = vec![Vec::new(); SHARDS];
        for &end in ends {
            let least = expander.least(end);
            let number = shard(least);
            shards[number].table.reserve(1);
            if shards[number].table.arrive(least, Reach::new(0, 0), || true) == Arrival::Better {
                lists[number].push(least);
            }
        }
        Self { leaps, expander, shards, moves: 0, frontier: vec![lists], forward, batches }
    }

    fn get(&self, position: u64) -> Option<Reach> {
        self.shards[shard(position)].table.get(position)
    }

    /// Steps back to this side's end.
    fn walk(
        &self,
        game: &Game<'_>,
        position: u64,
        movers: u64,
        steps: usize,
    ) -> Option<Vec<(Hole, Hole)>> {
        let look_up = |_: usize, position: u64| self.get(position);
        walk(self.leaps, game.group, (position, movers), steps, look_up)
    }

    fn frontier_len(&self) -> usize {
        self.frontier.iter().flatten().map(Vec::len).sum()
    }
}

/// What expanding positions needs beside its own side.
struct Step<'a> {
    regions: &'a Regions,
    limit: Option<u32>,
    control: &'a Control,
    other: &'a [Shard],
    /// Bytes of the other side.
    elsewhere: u64,
    /// Nothing follows this level: only positions that the other side knows are of interest, and
    /// those from which the move goes on.
    is_last: bool,
}

impl Step<'_> {
    /// Expands positions, listed by shard, and records where they lead at the price `level`.
    fn spread<const LANES: usize>(
        &self,
        side: &mut Side<'_, LANES>,
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
                .filter_map(|(number, shard)| {
                    self.record(expander, number, shard, batches, forward, level)
                })
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
        own: &Shard,
        positions: &[u64],
        batch: &mut [Batch],
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
            if wanted == Wanted::Beginning && !forward && !self.may_begin_before(position, level) {
                continue;
            }
            expander.successors(position, reach.movers(), wanted, |successor| {
                let to = successor.position;
                batch[shard(to)].push((to, Reach::new(level, successor.movers)));
            });
        }
    }

    /// Backwards: whether a move may end before this position within the limit.
    fn may_begin_before(&self, position: u64, level: u32) -> bool {
        self.limit.is_none_or(|limit| level - 1 + self.regions.behind(position) <= limit)
    }

    /// Whether a line through an arrival may stay within the limit.
    #[inline]
    fn is_hopeful(&self, position: u64, movers: u64, forward: bool, level: u32) -> bool {
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

    /// Refuses to go on if the tables would outgrow the memory limit.
    fn check_growth(&self, shards: &[Shard], batches: &[Vec<Batch>]) -> Result<(), Stop> {
        let mut bytes = self.elsewhere;
        for (number, shard) in shards.iter().enumerate() {
            let more = batches.iter().filter_map(|batch| batch.get(number)).map(Vec::len).sum();
            bytes += shard.table.bytes() + shard.table.growth(more);
        }
        // Lists of positions take up to half as much again.
        self.control.check_memory(bytes + bytes / 2)
    }

    /// Records the arrivals of one shard; gives the least new position that the other side knows.
    fn record<const LANES: usize>(
        &self,
        expander: &Expander<LANES>,
        number: usize,
        own: &mut Shard,
        batches: &[Vec<Batch>],
        forward: bool,
        level: u32,
    ) -> Option<u64> {
        let other = &self.other[number].table;
        let mut met: Option<u64> = None;
        for batch in batches.iter().filter_map(|batch| batch.get(number)) {
            own.table.reserve(batch.len());
            for (number, &(position, reach)) in batch.iter().enumerate() {
                if let Some(&(later, _)) = batch.get(number + AHEAD) {
                    if !self.is_last {
                        own.table.announce(later);
                    }
                    other.announce(later);
                }
                if self.is_last
                    && other.get(position).is_none()
                    && !expander.can_continue(position, reach.movers())
                {
                    continue;
                }
                let hopeful = || self.is_hopeful(position, reach.movers(), forward, level);
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
