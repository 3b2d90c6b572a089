//! Rebuilding a line from what a search knows of positions.

use crate::peg::board::position::Hole;
use crate::peg::rules::Leap;
use crate::peg::search::space::symmetry::Group;
use crate::peg::search::store::table::Reach;

/// Steps from `position` back to the end of a side, `steps` leaps away. `movers` are the pegs of
/// which one must make the first step. `look_up` knows the least images of positions by the
/// number of leaps from the end. Gives the jumps in the order walked, each as the side makes it;
/// `None` if the position cannot have been reached so.
pub(crate) fn walk<R: Reach>(
    leaps: &[Leap],
    group: &Group,
    (mut position, mut movers): (u64, u64),
    steps: usize,
    look_up: impl Fn(usize, u64) -> Option<R>,
) -> Option<Vec<(Hole, Hole)>> {
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
    Some(walked)
}
