//! The fewest remaining moves from each position on a solution, level by level of jumps.

use crate::levels::{Level, bytes, in_blocks};
use crate::space::expand::{Expander, Wanted};
use crate::store::table::{Reach, Table};
use soliter_base::control::{Control, Stop};

/// The positions whose successors are looked up together.
pub(crate) const GROUP: usize = 32;

/// The fault when a position is on a solution but has no successor on one.
pub(crate) const NO_SUCCESSOR: Stop = Stop::Fault("a position on solutions has none");
/// More moves than any line has.
const NO_MOVES: u32 = 63;

/// For each level of jumps, the fewest moves from its positions on solutions to the finish.
pub(crate) type Remaining<R> = Vec<Table<R>>;

/// The fewest moves from each position on a solution to the finish, and the pegs that can begin them.
pub(crate) fn remaining<R: Reach>(
    forward: &Expander,
    levels: &[Level],
    control: &Control,
) -> Result<Remaining<R>, Stop> {
    let lists: u64 = levels.iter().map(bytes).sum();
    let tables: u64 = levels.iter().map(|level| Table::<R>::bytes_of(level.len())).sum();
    // The values of a level are in memory as blocks and as a list before they are put into its table.
    let longest = levels.iter().map(Vec::len).max().unwrap_or(0);
    control.check_memory(lists + tables + 2 * (longest * size_of::<R>()) as u64)?;
    let mut known = Remaining::<R>::new();
    for level in levels.iter().rev() {
        let block = |block: &[u64]| {
            let found = known.last().map_or_else(
                || vec![R::new(0, 0); block.len()],
                |later| reaches(forward, later, block),
            );
            let leads_on = found.iter().all(|reach| reach.moves() < NO_MOVES);
            if leads_on { Ok(found) } else { Err(NO_SUCCESSOR) }
        };
        let blocks = in_blocks(level, block, control)?.into_iter();
        let found = blocks.collect::<Result<Vec<_>, Stop>>()?.concat();
        known.push(Table::of(level, found, control)?);
    }
    known.reverse();
    Ok(known)
}

/// The fewest moves from some positions, given those of their successors.
fn reaches<R: Reach>(forward: &Expander, later: &Table<R>, positions: &[u64]) -> Vec<R> {
    let mut found = Vec::with_capacity(positions.len());
    let mut looks = Vec::new();
    for group in positions.chunks(GROUP) {
        for (number, &position) in group.iter().enumerate() {
            forward.inlined_successors(position, 0, Wanted::Every, |after| {
                later.prefetch(after.position);
                looks.push((number, after));
            });
        }
        let start = found.len();
        found.resize(start + group.len(), R::new(NO_MOVES, 0));
        for (number, after) in looks.drain(..) {
            let Some(reach) = later.get(after.position) else { continue };
            let moves = reach.moves() + u32::from(reach.movers() & after.movers == 0);
            let best = &mut found[start + number];
            if moves < best.moves() {
                *best = R::new(moves, 1 << after.from);
            } else if moves == best.moves() {
                *best = R::new(moves, best.movers() | 1 << after.from);
            }
        }
    }
    found
}

/// The number of moves that still have to begin after a peg has landed in the hole `last`.
pub(crate) fn still_to_begin(reach: impl Reach, last: u64) -> u32 {
    reach.moves() - u32::from(reach.movers() & last != 0)
}
