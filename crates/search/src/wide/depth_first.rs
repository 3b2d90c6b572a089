//! Depth-first search with a table of the positions from which no solution leads on.

use rustc_hash::FxHashSet;

use super::{Game, Wide};
use crate::map_bytes;
use soliter_base::control::{Control, Stop};
use soliter_boards::line::Line;

/// A solution, or `None` if all positions that the start leads to were visited and there is none.
///
/// All paths to a position have the same number of jumps, so it is visited once.
pub(super) fn line<const N: usize>(
    game: &Game<'_, N>,
    entered: &mut u64,
    control: &Control,
) -> Result<Option<Line>, Stop> {
    let jumps = game.puzzle.jumps();
    if jumps == 0 {
        return Ok(game.accepts(&game.start).then(Line::default));
    }
    let mut left: FxHashSet<Wide<N>> = FxHashSet::default();
    // The positions on the path from the start, each with the next leap to try.
    let mut path: Vec<(Wide<N>, usize)> = vec![(game.start, 0)];
    while let Some(&(here, next)) = path.last() {
        let Some(step) = game.leaps[next..].iter().position(|leap| leap.fits(&here)) else {
            path.pop();
            if left.len() == left.capacity() {
                // While the table grows, the old one and a new one of twice its size are in memory.
                control.check_memory(3 * map_bytes::<Wide<N>>(left.capacity()))?;
            }
            left.insert(here);
            continue;
        };
        let (leap, made) = (next + step, path.len());
        path[made - 1].1 = leap + 1;
        let after = game.leaps[leap].after(&here);
        if made == jumps {
            if game.accepts(&after) {
                return Ok(Some(game.line(path.iter().map(|(_, next)| next - 1))));
            }
            continue;
        }
        if left.contains(&after) {
            continue;
        }
        *entered += 1;
        // A board may have millions of jumps, so the limits are checked at every position.
        control.check_work(game.leaps.len() / 16 + 10)?;
        if entered.is_multiple_of(1024) {
            control.report_progress(|| format!("depth first: {entered} positions"));
        }
        path.push((after, 0));
    }
    Ok(None)
}
