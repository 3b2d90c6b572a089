//! Positions by jump level: all that can be reached, and those that lie on solutions.

use rayon::prelude::*;

use crate::base::control::{Control, Stop};
use crate::peg::board::Board;
use crate::peg::search::bitmap::Bitmap;
use crate::peg::search::expand::{Expander, Wanted};
use crate::peg::search::table::{SHARDS, Table, shard};

/// Positions that are expanded between looks at the limits, as far as their successors fit a part of
/// the memory limit.
const ROUND: usize = 1 << 16;
/// This part is one of so many.
const SUCCESSORS: u64 = 16;
/// Positions that one thread expands at a time.
const BLOCK: usize = 1 << 11;
/// Positions whose successors are looked up together.
const GROUP: usize = 64;

/// Positions after the same number of jumps, each the least of its images, without repetition.
pub(super) type Level = Vec<u64>;

/// Tells new positions from old ones, by a bit each where that fits the memory, by hashing else.
pub(super) enum Seen {
    Bits(Bitmap),
    /// Split by shard, so that no table that grows keeps anybody waiting.
    Hashed(Vec<Table<()>>),
}

impl Seen {
    /// Takes up to a quarter of the memory limit for bits. All positions must lie in one class.
    pub(super) fn new(board: &Board, control: &Control) -> Self {
        match Bitmap::bytes(board) {
            Some(bytes) if bytes <= control.memory_limit() / 4 => Self::Bits(Bitmap::new(board)),
            _ => Self::hashed(),
        }
    }

    /// Without a bit for each: for positions of any classes, or for few of them.
    pub(super) fn hashed() -> Self {
        Self::Hashed(std::iter::repeat_with(Table::default).take(SHARDS).collect())
    }

    /// The positions one leap from those of a level that were not seen before and that `keep`
    /// keeps. Everything else takes `used` bytes.
    pub(super) fn successors<const LANES: usize>(
        &mut self,
        expander: &Expander<LANES>,
        level: &[u64],
        keep: impl Fn(u64) -> bool + Sync,
        used: u64,
        control: &Control,
    ) -> Result<Level, Stop> {
        let mut next = Level::new();
        // About a quarter of all leaps fit a position that has many; a list is held twice while it
        // is put behind another.
        let of_one = 2 * (expander.leaps() / 4 + 1) * size_of::<u64>();
        let room = control.memory_limit() / SUCCESSORS / of_one as u64;
        let length = room.clamp(1, ROUND as u64) as usize;
        for round in level.chunks(length) {
            control.check()?;
            let lists = (level.len() + 2 * next.capacity()) * size_of::<u64>();
            let arrivals = round.len() * of_one;
            let seen = self.bytes_after(arrivals / size_of::<u64>() / 2);
            control.check_memory(used + seen + (lists + arrivals) as u64)?;
            let blocks = round.par_chunks(BLOCK);
            match self {
                Self::Bits(bits) => {
                    let new = blocks.map(|block| new_successors(expander, block, bits, &keep));
                    new.collect::<Vec<_>>().iter().for_each(|new| next.extend_from_slice(new));
                }
                Self::Hashed(seen) => {
                    let all = blocks.map(|block| expander.all_successors(block));
                    let arrivals = all.collect::<Vec<_>>().into_iter().flatten();
                    next.extend(arrivals.filter(|&position| {
                        keep(position) && seen[shard(position)].insert(position)
                    }));
                }
            }
        }
        next.shrink_to_fit();
        Ok(next)
    }

    /// Bytes taken.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Bits(bits) => bits.heap_bytes(),
            Self::Hashed(seen) => seen.iter().map(Table::bytes).sum(),
        }
    }

    /// Bytes that it may take after `more` arrivals, with a table that grows held twice.
    fn bytes_after(&self, more: usize) -> u64 {
        match self {
            Self::Bits(bits) => bits.heap_bytes(),
            Self::Hashed(seen) => {
                let largest = seen.iter().map(Table::bytes).max().unwrap_or(0);
                let after = |table: &Table<()>| table.bytes().max(table.growth(more / SHARDS + 1));
                largest + seen.iter().map(after).sum::<u64>()
            }
        }
    }

    /// Takes positions as seen.
    pub(super) fn insert_all(&mut self, level: &Level) {
        for &position in level {
            match self {
                Self::Bits(bits) => bits.insert(position),
                Self::Hashed(seen) => seen[shard(position)].insert(position),
            };
        }
    }

    /// Whether a position of the class was seen.
    #[inline]
    pub(super) fn contains(&self, position: u64) -> bool {
        match self {
            Self::Bits(bits) => bits.contains(position),
            Self::Hashed(seen) => seen[shard(position)].get(position).is_some(),
        }
    }

    /// All positions seen, if they are kept as bits.
    pub(super) fn into_bits(self) -> Option<Bitmap> {
        match self {
            Self::Bits(bits) => Some(bits),
            Self::Hashed(_) => None,
        }
    }
}

fn new_successors<const LANES: usize>(
    expander: &Expander<LANES>,
    block: &[u64],
    bits: &Bitmap,
    keep: impl Fn(u64) -> bool,
) -> Level {
    let mut new = Level::new();
    let mut places = Vec::new();
    for group in block.chunks(GROUP) {
        // A look at random misses the cache: all are announced before the first is made.
        for &position in group {
            expander.successors(position, 0, Wanted::Every, |successor| {
                places.push((successor.position, bits.announce(successor.position)));
            });
        }
        let added = places.drain(..).filter(|&(_, place)| bits.insert_at(place));
        new.extend(added.map(|(position, _)| position).filter(|&position| keep(position)));
    }
    new
}

/// One direction of [`on_solutions`].
struct Side<'a, const LANES: usize> {
    expander: &'a Expander<LANES>,
    levels: Vec<Level>,
    seen: Seen,
}

impl<const LANES: usize> Side<'_, LANES> {
    fn depth(&self) -> usize {
        self.levels.len() - 1
    }

    fn bytes(&self) -> u64 {
        let positions: usize = self.levels.iter().map(Vec::len).sum();
        self.seen.bytes() + (positions * size_of::<u64>()) as u64
    }

    fn grow(&mut self, elsewhere: u64, jumps: usize, control: &Control) -> Result<(), Stop> {
        let (depth, last) = (self.depth() + 1, &self.levels[self.depth()]);
        let count = last.len();
        control.say(|| format!("levels: jump {depth} of {jumps}, from {count} positions"));
        let used = elsewhere + self.bytes() - self.seen.bytes();
        let next = self.seen.successors(self.expander, last, |_| true, used, control)?;
        self.levels.push(next);
        Ok(())
    }
}

/// All positions on solutions, by jump level. Empty if there is no solution. Without `finishes` every
/// position after so many jumps is one.
pub(super) fn on_solutions<const LANES: usize>(
    board: &Board,
    [forward, backward]: [&Expander<LANES>; 2],
    start: u64,
    finishes: Option<&[u64]>,
    jumps: usize,
    control: &Control,
) -> Result<Vec<Level>, Stop> {
    let full = board.full().0;
    let side = |expander, ends: &[u64]| {
        let mut levels = vec![Level::new()];
        levels[0].extend(ends.iter().map(|&end| Expander::least(expander, end)));
        sort(&mut levels[0], control)?;
        let mut seen = Seen::new(board, control);
        seen.insert_all(&levels[0]);
        Ok(Side { expander, levels, seen })
    };
    let mut ahead = side(forward, &[start])?;
    let Some(finishes) = finishes else {
        while ahead.depth() < jumps && !ahead.levels[ahead.depth()].is_empty() {
            ahead.grow(0, jumps, control)?;
        }
        let met = if ahead.depth() < jumps { None } else { ahead.levels.pop() };
        return thinned(board, ahead, met.unwrap_or_default(), backward, 0, control);
    };
    if finishes == [full ^ start] {
        // To undo a jump is to make it on the complement: the backward side is the complement of
        // the forward one, and only half of the solutions need be looked at.
        let image = |position: u64| forward.least(full ^ position);
        while ahead.depth() < jumps.div_ceil(2) && !ahead.levels[ahead.depth()].is_empty() {
            ahead.grow(0, jumps, control)?;
        }
        let met = ahead.levels.pop().unwrap_or_default();
        control.check_memory(ahead.bytes() + 3 * bytes(&met))?;
        let met = filtered(&met, |position| ahead.seen.contains(image(position)), control)?;
        let mut all = thinned(board, ahead, met, backward, 0, control)?;
        if !all.is_empty() {
            for depth in all.len()..=jumps {
                let known: u64 = all.iter().map(bytes).sum();
                control.check_memory(known + 2 * bytes(&all[jumps - depth]))?;
                let images = |block: &[u64]| {
                    block.iter().map(|&position| image(position)).collect::<Level>()
                };
                all.push(in_blocks(&all[jumps - depth], images, control)?.concat());
            }
        }
        return Ok(all);
    }
    let mut behind = side(backward, finishes)?;
    while ahead.depth() + behind.depth() < jumps {
        let frontier = [&ahead, &behind].map(|side| side.levels[side.depth()].len());
        if frontier.contains(&0) {
            return Ok(Vec::new());
        }
        if frontier[1] < frontier[0] {
            behind.grow(ahead.bytes(), jumps, control)?;
        } else {
            ahead.grow(behind.bytes(), jumps, control)?;
        }
    }
    let ends = [ahead.levels.pop(), behind.levels.pop()].map(Option::unwrap_or_default);
    let lists = ends.iter().map(bytes).sum::<u64>() + 2 * ends.iter().map(bytes).min().unwrap_or(0);
    control.check_memory(ahead.bytes() + behind.bytes() + lists)?;
    let met = if ends[0].len() < ends[1].len() {
        filtered(&ends[0], |position| behind.seen.contains(position), control)?
    } else {
        filtered(&ends[1], |position| ahead.seen.contains(position), control)?
    };
    drop(ends);
    let elsewhere = behind.bytes() + bytes(&met);
    let mut all = thinned(board, ahead, met.clone(), backward, elsewhere, control)?;
    let elsewhere = all.iter().map(bytes).sum();
    let mut rest = thinned(board, behind, met, forward, elsewhere, control)?;
    rest.pop();
    rest.reverse();
    all.append(&mut rest);
    Ok(all)
}

/// Of the levels of one side those positions that lead to `met`, the last level. Empty if `met` is.
fn thinned<const LANES: usize>(
    board: &Board,
    side: Side<'_, LANES>,
    met: Level,
    undo: &Expander<LANES>,
    elsewhere: u64,
    control: &Control,
) -> Result<Vec<Level>, Stop> {
    if met.is_empty() {
        return Ok(Vec::new());
    }
    let mut levels = vec![met];
    let mut seen = Seen::new(board, control);
    let Side { seen: reached, levels: mut old, .. } = side;
    while old.pop().is_some() {
        let left = old.iter().chain(&levels).map(Vec::len).sum::<usize>() * size_of::<u64>();
        let used = elsewhere + reached.bytes() + left as u64;
        let later = &levels[levels.len() - 1];
        // Positions with as many pegs that were reached at all were reached at this level.
        let earlier = seen.successors(undo, later, |p| reached.contains(p), used, control)?;
        levels.push(earlier);
    }
    levels.reverse();
    Ok(levels)
}

/// The positions of a level that `keep` keeps.
fn filtered(
    level: &[u64],
    keep: impl Fn(u64) -> bool + Sync,
    control: &Control,
) -> Result<Level, Stop> {
    let kept = |block: &[u64]| block.iter().copied().filter(|&p| keep(p)).collect::<Level>();
    Ok(in_blocks(level, kept, control)?.concat())
}

/// What `work` makes of the blocks of a level, in parallel, with a look at the limits before each.
fn in_blocks<T: Send>(
    level: &[u64],
    work: impl Fn(&[u64]) -> T + Sync,
    control: &Control,
) -> Result<Vec<T>, Stop> {
    level.par_chunks(BLOCK).map(|block| control.check().map(|()| work(block))).collect()
}

/// Positions sorted between looks at the limits.
const SORTED: usize = 1 << 18;

/// Sorts a level and drops repetitions.
pub(super) fn sort(level: &mut Level, control: &Control) -> Result<(), Stop> {
    sort_part(level, control)?;
    level.dedup();
    Ok(())
}

fn sort_part(positions: &mut [u64], control: &Control) -> Result<(), Stop> {
    control.check()?;
    if positions.len() <= SORTED {
        positions.sort_unstable();
        return Ok(());
    }
    let (low, _, high) = positions.select_nth_unstable(positions.len() / 2);
    sort_part(low, control)?;
    sort_part(high, control)
}

/// Bytes of a level.
pub(super) fn bytes(level: &Level) -> u64 {
    (level.len() * size_of::<u64>()) as u64
}
