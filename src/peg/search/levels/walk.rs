//! Rebuilding lines from what a search knows of positions.

use crate::peg::board::position::Hole;
use crate::peg::line::Line;
use crate::peg::rules::Leap;
use crate::peg::search::levels::Level;
use crate::peg::search::space::symmetry::Group;
use crate::peg::search::store::table::Reach;

/// Start and landing hole of each jump.
pub(crate) type Jumps = Vec<(Hole, Hole)>;

/// The jumps that undo others.
pub(crate) fn undone(jumps: Jumps) -> impl Iterator<Item = (Hole, Hole)> {
    jumps.into_iter().rev().map(|(from, to)| (to, from))
}

/// The line through a position where two sides meet, given the jumps to it from the end of each.
pub(crate) fn line_through(ahead: Jumps, behind: Jumps) -> Line {
    Line::from_jumps(ahead.into_iter().chain(undone(behind)))
}

/// The jumps from a position through one position of each level, the images of which are in ascending order;
/// `None` if there are none.
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
        Some((leap.from, leap.to))
    };
    levels.into_iter().map(step).collect()
}

/// The jumps from the end of a side to `position`, `steps` leaps away, each as the side makes it. `movers` are
/// the pegs of which one must make the last step. `look_up` knows the least images of positions by the
/// number of leaps from the end. `None` if the position cannot have been reached so.
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
        walked.push((leap.from, leap.to));
        (position, movers) = (before, able);
    }
    walked.reverse();
    Some(walked)
}
