//! Closes the gap between the sides of a search by moves, if two more moves, one at each end, can close it.
//!
//! Nothing follows these moves, so the only question about a position is whether both sides reach it. A bit for
//! each position answers it, without any table.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::base::control::{Control, Stop};
use crate::base::threads::each_of;
use crate::peg::board::Board;
use crate::peg::search::bounds::Bounds;
use crate::peg::search::fewest::side::Side;
use crate::peg::search::space::expand::Wanted;
use crate::peg::search::store::bitmap::Bitmap;

/// Positions whose successors are looked up together.
const GROUP: usize = 64;

/// Where a line passes that has one move more than the sides know together, or if there is none,
/// two; and how many positions the answer took. All positions must lie in one class, and no line
/// have fewer moves.
pub(crate) fn meet(
    sides: &[Side<'_>; 2],
    board: &Board,
    bounds: &Bounds<'_>,
    control: &Control,
) -> Result<(Option<u64>, u64), Stop> {
    let kept = usize::from(sides[1].frontier_len() < sides[0].frontier_len());
    let frontier = || {
        let bits = Bitmap::new(board);
        for part in sides[kept].parts() {
            control.check()?;
            for (position, _) in sides[kept].frontier_of(&part) {
                bits.insert(position);
            }
        }
        Ok(bits)
    };
    let positions = AtomicU64::new(0);
    let reached_by_other = |bits: &Bitmap| {
        let met = AtomicU64::new(0);
        let prefetch = |position| bits.prefetch(position);
        each_move(&sides[1 - kept], prefetch, bounds, control, |position, place| {
            if bits.contains_at(place) {
                met.store(position, Relaxed);
            }
            met.load(Relaxed) == 0
        })?;
        let position = met.into_inner();
        Ok((position != 0).then_some(position))
    };
    let bits = frontier()?;
    let prefetch = |position| bits.prefetch(position);
    each_move(&sides[kept], prefetch, bounds, control, |_, place| {
        positions.fetch_add(u64::from(bits.insert_at(place)), Relaxed);
        true
    })?;
    let two = reached_by_other(&bits)?;
    drop(bits);
    // Only now it is worth asking whether one move would have done.
    let one = if two.is_some() { reached_by_other(&frontier()?)? } else { None };
    Ok((one.or(two), positions.into_inner()))
}

/// Where a line passes that has one move more than the sides know together, if there is one. No line
/// may have fewer moves.
pub(crate) fn meet_by_one(
    sides: &[Side<'_>; 2],
    bounds: &Bounds<'_>,
    control: &Control,
) -> Result<Option<u64>, Stop> {
    let moving = usize::from(sides[1].frontier_len() < sides[0].frontier_len());
    let (side, other) = (&sides[moving], &sides[1 - moving]);
    let met = AtomicU64::new(0);
    let prefetch = |position| other.prefetch(position);
    each_move(side, prefetch, bounds, control, |position, number| {
        if other.get_at(number, position).is_some() {
            met.store(position, Relaxed);
        }
        met.load(Relaxed) == 0
    })?;
    let position = met.into_inner();
    Ok((position != 0).then_some(position))
}

/// Calls `visit` with every position that one more move of a side leads to or through, and its
/// place, as long as it asks for more.
pub(crate) fn each_move<Place>(
    side: &Side<'_>,
    prefetch: impl Fn(u64) -> Place + Sync,
    bounds: &Bounds<'_>,
    control: &Control,
    visit: impl Fn(u64, Place) -> bool + Sync,
) -> Result<(), Stop> {
    let level = side.moves + 1;
    let counts = &bounds.counts[usize::from(!side.forward)];
    let done = each_of(side.parts(), |_, part| {
        control.check()?;
        let frontier: Vec<(u64, u64)> = side.frontier_of(&part).collect();
        let mut moved = Vec::new();
        let mut landed = Vec::new();
        for group in frontier.chunks(GROUP) {
            for &(position, movers) in group {
                if !bounds.may_rest(side.forward, position, level) {
                    continue;
                }
                side.expander().successors(position, movers, Wanted::Beginning, |next| {
                    if counts.refutes(next.position) {
                        return;
                    }
                    let place = prefetch(next.position);
                    moved.push((next.position, next.movers, place));
                });
            }
            // The move under way may go on, jump by jump.
            while !moved.is_empty() {
                control.check()?;
                for (position, movers, place) in moved.drain(..) {
                    if !visit(position, place) {
                        return Ok(());
                    }
                    side.expander().successors(position, movers, Wanted::Continuing, |next| {
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
    });
    done.into_iter().collect()
}
