//! The fewest moves, level by level of moves from both ends.
//!
//! Both sides know all positions within so many moves of their end. Inside one level of moves,
//! positions are handled in the order of their jumps, so that a position's movers are complete
//! before its moves are continued. A line of `a + b` moves passes, after its first `a` moves,
//! through a position that the one side knows within `a` and the other within `b` moves; as long
//! as no position is known to both, there is no such line. The first that is gives the fewest.

use rayon::prelude::*;

use crate::class;
use crate::control::{Control, Stop};
use crate::line::Line;
use crate::position::{Hole, Position};
use crate::search::beam::{Game, Targets};
use crate::search::bitmap::Bitmap;
use crate::search::expand::{Expander, Wanted};
use crate::search::last_moves::{Meeting, meet};
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
pub(super) struct Side<'a, const LANES: usize> {
    leaps: &'a [Leap],
    pub(super) expander: &'a Expander<LANES>,
    shards: Vec<Shard>,
    /// All positions within so many moves are known.
    pub(super) moves: u32,
    /// Positions of exactly so many moves, by number of pegs and shard.
    frontier: Vec<Vec<Vec<u64>>>,
    pub(super) forward: bool,
    /// For each shard, the successors of its positions by the shard they belong to. Kept, so that
    /// their memory is taken once.
    batches: Vec<Vec<Batch>>,
}

/// What both sides of a search share.
pub(super) struct ByMoves<'a, const LANES: usize> {
    game: &'a Game<'a>,
    bounds: Bounds<'a>,
    /// All positions of the search lie in one class, so that a bit each can tell them apart.
    one_class: bool,
    /// Positions that took a bit each.
    in_bits: u64,
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
        let markings = class::markings(game.board);
        let odd = |end: u64| markings.iter().map(move |&m| class::is_odd(m, Position(end)));
        let one_class = finishes.iter().all(|&end| odd(end).eq(odd(game.start.0)));
        let bounds = Bounds { regions, limit: None };
        Self { game, bounds, one_class, in_bits: 0, sides, control }
    }

    /// From now on, lines of more moves are of no interest.
    pub(super) fn set_limit(&mut self, moves: usize) {
        self.bounds.limit = Some(moves as u32);
    }

    /// Every line has at least so many moves.
    pub(super) fn lower_bound(&self) -> u32 {
        self.sides[0].moves + self.sides[1].moves + 1
    }

    /// Positions known.
    pub(super) fn positions(&self) -> u64 {
        let shards = self.sides.iter().flat_map(|side| &side.shards);
        shards.map(|shard| shard.table.len() as u64).sum::<u64>() + self.in_bits
    }

    /// Looks for the shortest line, until more than `pause` positions are known.
    pub(super) fn run(&mut self, pause: u64) -> Result<End, Stop> {
        loop {
            if self.bounds.limit.is_some_and(|limit| self.lower_bound() > limit) {
                return Ok(End::None);
            }
            let sizes = [0, 1].map(|n: usize| self.sides[n].frontier_len());
            if sizes.contains(&0) {
                return Ok(End::None);
            }
            let (bound, known) = (self.lower_bound(), self.positions());
            self.control.say(|| format!("search: at least {bound} moves, {known} positions"));
            if self.bounds.limit == Some(bound + 1)
                && let Some(end) = self.last_moves()?
            {
                return Ok(end);
            }
            if known > pause {
                return Ok(End::Paused);
            }
            let which = usize::from(sizes[1] < sizes[0]);
            if let Some(position) = self.grow(which)? {
                return self
                    .line(position)
                    .map(End::Met)
                    .ok_or(Stop::BackEnd("search lost its way"));
            }
        }
    }

    /// The end of the search, if two more moves are all that is of interest; `None` if bits for all
    /// positions take too much memory.
    fn last_moves(&mut self) -> Result<Option<End>, Stop> {
        let board = self.game.board;
        let (Some(bytes), true) = (Bitmap::bytes(board), self.one_class) else { return Ok(None) };
        let tables: u64 = self.sides.iter().map(Side::bytes).sum();
        if self.control.check_memory(tables + bytes).is_err() {
            return Ok(None);
        }
        let (meeting, positions) = meet(&self.sides, board, &self.bounds, self.control)?;
        self.in_bits += positions;
        let Some(Meeting { position, first }) = meeting else { return Ok(Some(End::None)) };
        let [to, from] =
            [0, 1].map(|n: usize| self.sides[n].jumps_from_end(self.game, position, first != Some(n)));
        let line = to.zip(from).map(|(mut jumps, from)| {
            jumps.extend(from.into_iter().rev().map(|(from, to)| (to, from)));
            End::Met(Line::from_jumps(jumps))
        });
        line.map(Some).ok_or(Stop::BackEnd("search lost its way"))
    }

    /// Extends one side by a move; stops at the first position that the other side knows.
    fn grow(&mut self, which: usize) -> Result<Option<u64>, Stop> {
        let (first, second) = self.sides.split_at_mut(1);
        let (side, other) =
            if which == 0 { (&mut first[0], &second[0]) } else { (&mut second[0], &first[0]) };
        let elsewhere = other.bytes();
        let level = side.moves + 1;
        let step = Step {
            bounds: self.bounds,
            control: self.control,
            other: &other.shards,
            elsewhere,
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

    pub(super) fn get(&self, position: u64) -> Option<Reach> {
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

    /// The jumps from this side's end to a position that it reaches with all the moves it knows, and
    /// with one more if `moved`.
    fn jumps_from_end(
        &self,
        game: &Game<'_>,
        position: u64,
        moved: bool,
    ) -> Option<Vec<(Hole, Hole)>> {
        let (before, mut last) =
            if moved { self.move_into(game, position)? } else { (position, Vec::new()) };
        let movers = game.group.back(before, self.get(game.group.least(before))?.movers());
        let played = game.start.len().abs_diff(before.count_ones() as usize);
        let steps = if self.forward { played } else { game.jumps - played };
        let mut jumps = self.walk(game, before, movers, steps)?;
        jumps.reverse();
        jumps.append(&mut last);
        Some(jumps)
    }

    /// One move into a position from one that takes all the moves this side knows.
    fn move_into(&self, game: &Game<'_>, position: u64) -> Option<(u64, Vec<(Hole, Hole)>)> {
        // Positions with the jumps of one peg from there to the position asked about.
        let mut open = vec![(position, Vec::new())];
        while let Some((after, jumps)) = open.pop() {
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
                    return Some((before, earlier));
                }
                open.push((before, earlier));
            }
        }
        None
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

    pub(super) fn frontier_len(&self) -> usize {
        self.frontier().map(Vec::len).sum()
    }

    /// Bytes of the tables.
    fn bytes(&self) -> u64 {
        self.shards.iter().map(|shard| shard.table.bytes()).sum()
    }
}

/// Which positions a line within the limit may pass.
#[derive(Clone, Copy)]
pub(super) struct Bounds<'a> {
    regions: &'a Regions,
    /// Lines of more moves are of no interest.
    limit: Option<u32>,
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
struct Step<'a> {
    bounds: Bounds<'a>,
    control: &'a Control,
    other: &'a [Shard],
    /// Bytes of the other side.
    elsewhere: u64,
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
                    self.record(number, shard, batches, forward, level)
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
            if wanted == Wanted::Beginning && !self.bounds.may_rest(forward, position, level) {
                continue;
            }
            expander.successors(position, reach.movers(), wanted, |successor| {
                let to = successor.position;
                batch[shard(to)].push((to, Reach::new(level, successor.movers)));
            });
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
    fn record(
        &self,
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
                    own.table.announce(later);
                    other.announce(later);
                }
                let hopeful =
                    || self.bounds.is_hopeful(forward, position, reach.movers(), level);
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
