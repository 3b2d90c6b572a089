//! Reconstructs lines from the data that a search keeps about the positions on them.

use rustc_hash::FxHashSet;

use crate::{levels::Level, space::symmetry::Group, store::table::Reach};
use soliter_base::control::{Control, Stop};
use soliter_boards::{
    line::{Hop, Line},
    rules::Leap,
};

/// Jumps in order.
pub(crate) type Jumps = Vec<Hop>;

/// The jumps that undo other jumps, in the opposite order.
pub(crate) fn undone(jumps: Jumps) -> impl Iterator<Item = Hop> {
    jumps.into_iter().rev().map(Hop::reversed)
}

/// The line through a position where two sides meet, given the jumps to it from the end of each side.
pub(crate) fn line_through(ahead: Jumps, behind: Jumps) -> Line {
    Line::from_jumps(ahead.into_iter().chain(undone(behind)))
}

/// A move into a position by one of `movers`: its jumps, in the direction of the side whose leaps these are, and
/// the position before it, which is the first for which `is_source` holds. It is a fault if there is none.
pub(crate) fn move_into<E: From<Stop>>(
    leaps: &[Leap],
    (position, movers): (u64, u64),
    control: &Control,
    mut is_source: impl FnMut(u64) -> Result<bool, E>,
) -> Result<(u64, Jumps), E> {
    // Positions, each with the jumps of one peg from there to the given position. If several paths lead back to
    // the same position and peg, only the first one is kept.
    let mut open = vec![(position, Jumps::new())];
    let mut seen = FxHashSet::default();
    while let Some((after, jumps)) = open.pop() {
        control.check()?;
        for leap in leaps {
            let before = after ^ leap.all;
            let goes_on =
                jumps.first().map_or(movers >> leap.to & 1 == 1, |hop| hop.from == leap.to);
            if !goes_on || !leap.fits(before) {
                continue;
            }
            let mut earlier = vec![leap.hop()];
            earlier.extend_from_slice(&jumps);
            if is_source(before)? {
                return Ok((before, earlier));
            }
            if seen.insert((before, leap.from)) {
                open.push((before, earlier));
            }
        }
    }
    Err(Stop::Fault("search lost its way").into())
}

/// The jumps from a position through one position of each level; `None` if there is no such path. Each level
/// holds least images in ascending order.
pub(crate) fn path<'a>(
    leaps: &[Leap],
    group: &Group,
    levels: impl IntoIterator<Item = &'a Level>,
    mut position: u64,
) -> Option<Jumps> {
    let step = |level: &Level| {
        let leap = leaps.iter().find(|leap| {
            let after = position ^ leap.all;
            leap.fits(position) && level.binary_search(&group.least(after)).is_ok()
        })?;
        position ^= leap.all;
        Some(leap.hop())
    };
    levels.into_iter().map(step).collect()
}

/// The jumps with which a side reaches `position` from its end in `steps` leaps, in the direction of the
/// side. One of the pegs `movers` makes the last of them. `look_up` returns the data of a least image, given
/// its number of leaps from the end. `None` if the position cannot have been reached this way.
pub(crate) fn walk<R: Reach>(
    leaps: &[Leap],
    group: &Group,
    (mut position, mut movers): (u64, u64),
    steps: usize,
    look_up: impl Fn(usize, u64) -> Option<R>,
) -> Option<Jumps> {
    let known = |depth: usize, position: u64| {
        let reach = look_up(depth, group.least(position))?;
        Some((reach.moves(), group.back(position, reach.movers())))
    };
    let mut walked = Vec::new();
    for depth in (1..=steps).rev() {
        let (moves, _) = known(depth, position)?;
        let (leap, before, able) = leaps.iter().find_map(|leap| {
            let before = position ^ leap.all;
            if movers >> leap.to & 1 == 0 || !leap.fits(before) {
                return None;
            }
            let (earlier, able) = known(depth - 1, before)?;
            let continues = able >> leap.from & 1 == 1;
            let able = if continues { 1 << leap.from } else { able };
            (earlier + u32::from(!continues) == moves).then_some((leap, before, able))
        })?;
        walked.push(leap.hop());
        (position, movers) = (before, able);
    }
    walked.reverse();
    Some(walked)
}
