//! Whether two more moves, one at each end, close the gap between the sides of a search by moves.
//!
//! When nothing follows these moves, all that is asked of a position is whether both sides reach
//! it. That takes a bit for each, and no table.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use crate::base::control::{Control, Stop};
use crate::peg::board::Board;
use crate::peg::search::bitmap::Bitmap;
use crate::peg::search::expand::Wanted;
use crate::peg::search::side::Side;
use crate::peg::search::spread::Bounds;
use crate::peg::search::table::Reach;

/// Positions that one thread expands between looks at the limits.
const BLOCK: usize = 1 << 11;
/// Positions whose successors are looked up together.
const GROUP: usize = 64;

/// Where the sides meet.
#[derive(Clone, Copy)]
pub(super) struct Meeting {
    /// The position.
    pub(super) position: u64,
    /// The side that needs no further move to reach it; none if both need one.
    pub(super) first: Option<usize>,
}

/// Where a line passes that has one move more than the sides know together, or if there is none,
/// two; and how many positions the answer took. All positions must lie in one class, and no line
/// have fewer moves.
pub(super) fn meet<const LANES: usize, R: Reach>(
    sides: &[Side<'_, LANES, R>; 2],
    board: &Board,
    bounds: &Bounds<'_>,
    control: &Control,
) -> Result<(Option<Meeting>, u64), Stop> {
    let kept = usize::from(sides[1].frontier_len() < sides[0].frontier_len());
    let frontier = || {
        let bits = Bitmap::new(board);
        for block in sides[kept].frontier().flat_map(|list| list.chunks(BLOCK)) {
            control.check()?;
            for &position in block {
                bits.insert(position);
            }
        }
        Ok(bits)
    };
    let positions = AtomicU64::new(0);
    let reached_by_other = |bits: &Bitmap| {
        let met = AtomicU64::new(0);
        let announce = |position| bits.announce(position);
        each_move(&sides[1 - kept], announce, bounds, control, |position, place| {
            if bits.contains_at(place) {
                met.store(position, Relaxed);
            }
            met.load(Relaxed) == 0
        })?;
        let position = met.into_inner();
        Ok((position != 0).then_some(position))
    };
    let bits = frontier()?;
    let announce = |position| bits.announce(position);
    each_move(&sides[kept], announce, bounds, control, |_, place| {
        positions.fetch_add(u64::from(bits.insert_at(place)), Relaxed);
        true
    })?;
    let two = reached_by_other(&bits)?;
    drop(bits);
    // Only now it is worth asking whether one move would have done.
    let one = if two.is_some() { reached_by_other(&frontier()?)? } else { None };
    let meeting = one.map(|position| Meeting { position, first: Some(kept) });
    let meeting = meeting.or(two.map(|position| Meeting { position, first: None }));
    Ok((meeting, positions.into_inner()))
}

/// Where a line passes that has one move more than the sides know together, if there is one. No line
/// may have fewer moves.
pub(super) fn meet_by_one<const LANES: usize, R: Reach>(
    sides: &[Side<'_, LANES, R>; 2],
    bounds: &Bounds<'_>,
    control: &Control,
) -> Result<Option<Meeting>, Stop> {
    let moving = usize::from(sides[1].frontier_len() < sides[0].frontier_len());
    let (side, other) = (&sides[moving], &sides[1 - moving]);
    let met = AtomicU64::new(0);
    let announce = |position| {
        other.announce(&[position]);
        0
    };
    each_move(side, announce, bounds, control, |position, _| {
        if other.get(position).is_some() {
            met.store(position, Relaxed);
        }
        met.load(Relaxed) == 0
    })?;
    let position = met.into_inner();
    Ok((position != 0).then_some(Meeting { position, first: Some(1 - moving) }))
}

/// Calls `visit` with every position that one more move of a side leads to or through, and its
/// place, as long as it asks for more.
pub(super) fn each_move<const LANES: usize, R: Reach>(
    side: &Side<'_, LANES, R>,
    announce: impl Fn(u64) -> usize + Sync,
    bounds: &Bounds<'_>,
    control: &Control,
    visit: impl Fn(u64, usize) -> bool + Sync,
) -> Result<(), Stop> {
    let level = side.moves + 1;
    let counts = &bounds.counts[usize::from(!side.forward)];
    let blocks: Vec<&[u64]> = side.frontier().flat_map(|list| list.chunks(BLOCK)).collect();
    blocks.into_par_iter().try_for_each(|block| {
        control.check()?;
        let mut moved = Vec::new();
        let mut landed = Vec::new();
        for group in block.chunks(GROUP) {
            side.announce(group);
            for &position in group {
                let Some(reach) = side.get(position) else { continue };
                if !bounds.may_rest(side.forward, position, level) {
                    continue;
                }
                let movers = reach.movers();
                side.expander.successors(position, movers, Wanted::Beginning, |next| {
                    if counts.drop(next.position) {
                        return;
                    }
                    let place = announce(next.position);
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
                    side.expander.successors(position, movers, Wanted::Continuing, |next| {
                        if counts.drop(next.position) {
                            return;
                        }
                        let place = announce(next.position);
                        landed.push((next.position, next.movers, place));
                    });
                }
                std::mem::swap(&mut moved, &mut landed);
            }
        }
        Ok(())
    })
}
