//! Levels of positions, by the number of jumps from the start or from the finish.

pub(crate) mod finale;
pub(crate) mod finishes;
pub(crate) mod remaining;
pub(crate) mod solutions;
pub(crate) mod walk;
pub(crate) mod winning;

use crate::space::expand::{Expander, Wanted};
use crate::store::bitmap::Bitmap;
use crate::store::table::{SHARDS, Table, shard};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::each_chunk;
use soliter_boards::board::Board;

/// The maximum number of positions that are expanded between two checks of the limits. There are fewer if their
/// successors would exceed a part of the memory limit ...
const ROUND: usize = 1 << 16;
/// ... which is the limit divided by this number.
const SUCCESSORS: u64 = 16;
/// The positions that one thread handles between two checks of the limits.
pub(super) const BLOCK: usize = 1 << 11;
/// The positions whose successors are looked up together.
const GROUP: usize = 64;

/// Positions after the same number of jumps, each the least of its images, without repetition.
pub(super) type Level = Vec<u64>;

/// The positions seen so far: one bit for each possible position if there is memory for it, or hash tables.
pub(super) enum Seen {
    Bits(Bitmap),
    /// Hash tables by shard. Each table is kept small enough that the search can be stopped while a table
    /// grows.
    Hashed(Vec<Table<()>>),
}

impl Seen {
    /// An empty set for the positions of one position class. Bits take up to a quarter of the memory limit.
    pub(super) fn new(board: &Board, control: &Control) -> Self {
        match Bitmap::bytes(board) {
            Some(bytes) if bytes <= control.memory_limit() / 4 => Self::Bits(Bitmap::new(board, 1)),
            _ => Self::hashed(),
        }
    }

    /// Empty hash tables, for few positions or for positions of several classes.
    pub(super) fn hashed() -> Self {
        Self::Hashed(std::iter::repeat_with(Table::default).take(SHARDS).collect())
    }

    /// The positions one leap from those of a level that `keep` accepts and that were not seen before. They
    /// are marked as seen. All other data in memory take `used` bytes.
    pub(super) fn successors(
        &mut self,
        expander: &Expander,
        level: &[u64],
        keep: impl Fn(u64) -> bool + Sync,
        used: u64,
        control: &Control,
    ) -> Result<Level, Stop> {
        let mut next = Level::new();
        // At most about a quarter of all leaps are legal. A list is in memory twice while it is extended.
        let of_one = 2 * (expander.leaps / 4 + 1) * size_of::<u64>();
        let room = control.memory_limit() / SUCCESSORS / of_one as u64;
        let length = room.clamp(1, ROUND as u64) as usize;
        for round in level.chunks(length) {
            control.check_work(round.len() * expander.leaps / 8)?;
            let lists = (level.len() + 2 * next.capacity()) * size_of::<u64>();
            let arrivals = round.len() * of_one;
            let seen = self.bytes_after(arrivals / size_of::<u64>() / 2);
            control.check_memory(used + seen + (lists + arrivals) as u64)?;
            match self {
                Self::Bits(bits) => {
                    let new = |block: &[u64]| new_successors(expander, block, bits, &keep);
                    let new = each_chunk(round, BLOCK, new);
                    for new in &new {
                        next.extend_from_slice(new);
                    }
                }
                Self::Hashed(seen) => {
                    let all = |block: &[u64]| {
                        let mut all = Level::new();
                        expander.each_successor(block, |position| all.push(position));
                        all
                    };
                    let arrivals = each_chunk(round, BLOCK, all).into_iter().flatten();
                    next.extend(arrivals.filter(|&position| {
                        keep(position) && seen[shard(position)].insert(position)
                    }));
                }
            }
        }
        next.shrink_to_fit();
        Ok(next)
    }

    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Bits(bits) => bits.heap_bytes(),
            Self::Hashed(seen) => seen.iter().map(Table::bytes).sum(),
        }
    }

    /// The bytes that it may take after `more` arrivals, including the old copy of a growing table.
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

    /// The key with which [`Self::has`] looks a position up. Its memory is brought into the cache.
    #[inline]
    fn prefetch(&self, position: u64) -> u64 {
        match self {
            Self::Bits(bits) => bits.prefetch(position) as u64,
            Self::Hashed(seen) => {
                seen[shard(position)].prefetch(position);
                position
            }
        }
    }

    /// Whether the position with a key was seen.
    #[inline]
    fn has(&self, look: u64) -> bool {
        match self {
            Self::Bits(bits) => bits.contains_at(look as usize),
            Self::Hashed(seen) => seen[shard(look)].get(look).is_some(),
        }
    }
}

/// The successors of a block that `keep` accepts and that are new in the bits.
fn new_successors(
    expander: &Expander,
    block: &[u64],
    bits: &Bitmap,
    keep: impl Fn(u64) -> bool,
) -> Level {
    let mut new = Level::new();
    let mut places = Vec::new();
    for group in block.chunks(GROUP) {
        // A random lookup misses the cache, so all are prefetched before the first lookup.
        expander.each_successor(group, |position| {
            if keep(position) {
                places.push((position, bits.prefetch(position)));
            }
        });
        let added = places.drain(..).filter(|&(_, place)| bits.insert_at(place));
        new.extend(added.map(|(position, _)| position));
    }
    new
}

pub(super) fn filter_seen(level: &[u64], seen: &Seen, control: &Control) -> Result<Level, Stop> {
    let kept = |block: &[u64]| {
        let mut kept = Level::new();
        for group in block.chunks(GROUP) {
            let looks: [u64; GROUP] =
                std::array::from_fn(|n| group.get(n).map_or(0, |&p| seen.prefetch(p)));
            let known = group.iter().zip(looks).filter(|&(_, look)| seen.has(look));
            kept.extend(known.map(|(&position, _)| position));
        }
        kept
    };
    Ok(in_blocks(level, kept, control)?.concat())
}

/// The positions of a level from which a leap leads to a seen position. The holes of `turn` are flipped in
/// each position before the leap is made.
pub(super) fn filter_leading_to_seen(
    level: &[u64],
    turn: u64,
    expander: &Expander,
    seen: &Seen,
    control: &Control,
) -> Result<Level, Stop> {
    let kept = |block: &[u64]| {
        let (mut kept, mut looks) = (Level::new(), Vec::new());
        for group in block.chunks(GROUP) {
            for &position in group {
                expander.inlined_successors(position ^ turn, 0, Wanted::Every, |successor| {
                    looks.push((position, seen.prefetch(successor.position)));
                });
            }
            let leads = looks.drain(..).filter(|&(_, look)| seen.has(look));
            kept.extend(leads.map(|(position, _)| position));
        }
        kept.dedup();
        kept
    };
    Ok(in_blocks(level, kept, control)?.concat())
}

/// Applies `work` to the blocks of a level in parallel, and checks the limits before each block.
pub(super) fn in_blocks<U: Sync, T: Send>(
    level: &[U],
    work: impl Fn(&[U]) -> T + Sync,
    control: &Control,
) -> Result<Vec<T>, Stop> {
    let work = |block: &[U]| control.check().map(|()| work(block));
    each_chunk(level, BLOCK, work).into_iter().collect()
}

/// The positions that are sorted between two checks of the limits.
const SORTED: usize = 1 << 18;

/// Sorts a level and removes repetitions.
pub(super) fn sort(level: &mut Level, control: &Control) -> Result<(), Stop> {
    sort_part(level, control)?;
    level.dedup();
    Ok(())
}

/// Sorts positions by quicksort with exact medians. Small parts are sorted directly.
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

pub(super) fn bytes(level: &Level) -> u64 {
    (level.len() * size_of::<u64>()) as u64
}
