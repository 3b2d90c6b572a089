//! Closes a gap of one or two moves between the sides of a search by moves.
//!
//! Since nothing follows these moves, it is only necessary to know whether both sides reach a position. One
//! bit for each position is enough for that, without any table.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::{bounds::Bounds, fewest::side::Side, space::expand::Wanted, store::bitmap::Bitmap};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::each_of;
use soliter_boards::board::Board;

/// The positions whose successors are looked up together.
const GROUP: usize = 64;
/// If more positions than this follow the same number of jumps, duplicates are removed.
const MANY: usize = 1 << 12;
/// The size of the sample by which the side that makes the last move is chosen: the number of parts, and the most
/// positions of each.
const SAMPLED_PARTS: usize = 64;
const SAMPLED_OF_PART: usize = 16;

/// Finds a position on a line with one move more than both sides together, or two moves more if there is no
/// such line. Also returns the number of positions that were marked. All positions have to lie in one class,
/// and no line may have fewer moves.
pub(crate) fn meet(
    sides: &[Side<'_>; 2],
    board: &Board,
    bounds: &Bounds<'_>,
    control: &Control,
) -> Result<(Option<u64>, u64), Stop> {
    let kept = usize::from(sides[1].frontier_len() < sides[0].frontier_len());
    let frontier = || {
        let bits = Bitmap::new(board, 1);
        let done = each_of(sides[kept].parts(), |_, part| {
            control.check()?;
            for (position, _) in sides[kept].frontier_of(&part) {
                bits.insert(position);
            }
            Ok(())
        });
        done.into_iter().collect::<Result<(), Stop>>()?;
        Ok(bits)
    };
    let positions = AtomicU64::new(0);
    let reached_by_other = |bits: &Bitmap| {
        let prefetch = |position| bits.prefetch(position);
        let is_met = |_, place| bits.contains_at(place);
        met_by_move(&sides[1 - kept], prefetch, bounds, control, is_met)
    };
    let bits = frontier()?;
    let prefetch = |position| bits.prefetch(position);
    each_move(&sides[kept], prefetch, bounds, control, |_, place| {
        positions.fetch_add(u64::from(bits.insert_at(place)), Relaxed);
        true
    })?;
    let two = reached_by_other(&bits)?;
    drop(bits);
    // Only now is it worth checking whether one move would have been enough.
    let one = if two.is_some() { reached_by_other(&frontier()?)? } else { None };
    Ok((one.or(two), positions.into_inner()))
}

/// Finds a position on a line with one move more than both sides together. No line may have fewer moves.
pub(crate) fn meet_by_one(
    sides: &[Side<'_>; 2],
    bounds: &Bounds<'_>,
    control: &Control,
) -> Result<Option<u64>, Stop> {
    let [ahead, behind] = sides;
    // One position of an abandoned side may lead to millions, so even a sample of it may take long.
    let may_sample = sides.iter().all(|side| side.can_grow() && side.abandoned_at == 0);
    let moves_back = if may_sample {
        expected_visits(behind, bounds, control)? < expected_visits(ahead, bounds, control)?
    } else {
        behind.predicted() < ahead.predicted()
    };
    let moving = usize::from(moves_back);
    let (side, other) = (&sides[moving], &sides[1 - moving]);
    let prefetch = |position| other.prefetch(position);
    let is_met = |position, number| other.get_at(number, position).is_some();
    met_by_move(side, prefetch, bounds, control, is_met)
}

/// The number of positions that one more move of a side is expected to visit, by a sample of its frontier. The growth of
/// the side says little about it: duplicates are visited, and positions that the other side cannot know.
fn expected_visits(side: &Side<'_>, bounds: &Bounds<'_>, control: &Control) -> Result<u128, Stop> {
    let parts = side.parts();
    let some = parts.iter().step_by((parts.len() / SAMPLED_PARTS).max(1));
    let sample: Vec<(u64, u64)> =
        some.flat_map(|part| side.frontier_of(part).take(SAMPLED_OF_PART)).collect();
    let visits = AtomicU64::new(0);
    let moves = Moves { side, prefetch: |_| (), bounds, control };
    moves.each(&sample, |_, ()| {
        visits.fetch_add(1, Relaxed);
        true
    })?;
    let visits = u128::from(visits.into_inner());
    Ok(visits * side.frontier_len() as u128 / (sample.len() as u128).max(1))
}

/// Finds a position that one more move of a side leads to or passes through and that `is_met` accepts.
fn met_by_move<Place>(
    side: &Side<'_>,
    prefetch: impl Fn(u64) -> Place + Sync,
    bounds: &Bounds<'_>,
    control: &Control,
    is_met: impl Fn(u64, Place) -> bool + Sync,
) -> Result<Option<u64>, Stop> {
    let met = AtomicU64::new(0);
    each_move(side, prefetch, bounds, control, |position, place| {
        if is_met(position, place) {
            met.store(position, Relaxed);
        }
        met.load(Relaxed) == 0
    })?;
    let position = met.into_inner();
    Ok((position != 0).then_some(position))
}

/// Calls `visit` with every position that one more move of a side leads to or passes through, until it
/// returns `false`. `prefetch` brings the record of a position into the cache ahead of the visit, and returns
/// its place, which is passed to `visit` too.
pub(crate) fn each_move<Place>(
    side: &Side<'_>,
    prefetch: impl Fn(u64) -> Place + Sync,
    bounds: &Bounds<'_>,
    control: &Control,
    visit: impl Fn(u64, Place) -> bool + Sync,
) -> Result<(), Stop> {
    let moves = Moves { side, prefetch, bounds, control };
    let done = each_of(side.parts(), |_, part| {
        let frontier: Vec<(u64, u64)> = side.frontier_of(&part).collect();
        moves.each(&frontier, &visit)
    });
    done.into_iter().collect()
}

/// One more move of a side.
struct Moves<'a, P> {
    side: &'a Side<'a>,
    prefetch: P,
    bounds: &'a Bounds<'a>,
    control: &'a Control,
}

impl<P> Moves<'_, P> {
    /// Does the work of [`each_move`] for some positions of the frontier, each with a peg that can have made the last
    /// move.
    fn each<Place>(
        &self,
        frontier: &[(u64, u64)],
        visit: impl Fn(u64, Place) -> bool,
    ) -> Result<(), Stop>
    where
        P: Fn(u64) -> Place,
    {
        let Self { side, prefetch, bounds, control } = self;
        let level = side.moves + 1;
        let counts = &bounds.counts[usize::from(!side.forward)];
        let known = side.bytes();
        control.check_work(frontier.len() * side.expander().leaps / 8)?;
        let mut moved = Vec::new();
        let mut landed = Vec::new();
        for group in frontier.chunks(GROUP) {
            for &(position, movers) in group {
                if !bounds.may_rest(side.forward, position, level) {
                    continue;
                }
                side.expander().successors(position, movers, Wanted::Beginning, &mut |next| {
                    if counts.refutes(next.position) {
                        return;
                    }
                    let place = prefetch(next.position);
                    moved.push((next.position, next.movers, place));
                });
            }
            // The move may continue, jump by jump.
            while let Some(&(position, ..)) = moved.first() {
                // All positions in the list have the same number of pegs.
                let is_last = position.count_ones() as usize == side.last_pegs;
                control.check_work(moved.len())?;
                let lists = (moved.capacity() + landed.capacity()) * size_of::<(u64, u64, Place)>();
                control.check_memory(known + lists as u64)?;
                // On an open board, most long moves can be made in many orders.
                if moved.len() > MANY {
                    moved.sort_unstable_by_key(|&(position, movers, _)| (position, movers));
                    moved.dedup_by_key(|&mut (position, movers, _)| (position, movers));
                }
                for (position, movers, place) in moved.drain(..) {
                    if !visit(position, place) {
                        return Ok(());
                    }
                    if is_last {
                        continue;
                    }
                    side.expander().successors(position, movers, Wanted::Continuing, &mut |next| {
                        if counts.refutes(next.position) {
                            return;
                        }
                        let place = prefetch(next.position);
                        landed.push((next.position, next.movers, place));
                    });
                }
                std::mem::swap(&mut moved, &mut landed);
            }
        }
        Ok(())
    }
}
