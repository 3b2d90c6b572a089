//! Determines by a search whether one position can still be solved, on a board of any size.

use rustc_hash::FxHashSet;

use crate::levels::{Level, Seen, sort};
use crate::{levels::finishes::finishes, space::MoveTables, space::expand::Expander};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::in_threads;
use soliter_boards::{board::position::Position, bounds::class, puzzle::Puzzle};

/// Whether a finish of the puzzle can be reached from a position. The search meets in the middle: it builds
/// levels of jumps forwards from the position and backwards from the finish, always on the side with fewer
/// positions. If few pegs are left or few jumps have been made, it takes almost no time, however large the
/// board is.
pub fn can_finish(puzzle: &Puzzle, position: &Position, control: &Control) -> Result<bool, Stop> {
    puzzle.check_plain()?;
    if puzzle.finish().accepts(position) {
        return Ok(true);
    }
    let jumps = puzzle.jumps_from(position).filter(|&jumps| jumps > 0);
    let Some(jumps) = jumps else { return Ok(false) };
    let rest = puzzle.starting_at(position.clone());
    if class::refute(&rest).is_some() {
        return Ok(false);
    }
    let space = MoveTables::new(&rest)?;
    let (forward, backward) = (&space.forward, &space.backward);
    in_threads(control, || {
        let mut ahead = vec![space.start()];
        // If too many positions are finishes, those with the right number of pegs are tested one by one.
        let mut behind: Option<Level> = finishes(&rest, control)
            .map(|all| all.iter().map(|&finish| backward.least(finish)).collect());
        if let Some(level) = &mut behind {
            sort(level, control)?;
        }
        // Levels differ in their number of pegs, so a position can repeat only within a level.
        let next = |expander: &Expander, level: &Level, elsewhere: &[u64]| {
            let used = size_of_val(elsewhere) as u64;
            Seen::hashed().successors(expander, level, |_| true, used, control)
        };
        for made in 0..jumps {
            if ahead.is_empty() || behind.as_ref().is_some_and(Level::is_empty) {
                return Ok(false);
            }
            let other = behind.as_ref().map_or(0, Level::len);
            control.report_progress(|| {
                format!("reach: jump {made} of {jumps}, {} positions", ahead.len() + other)
            });
            match &mut behind {
                Some(behind) if behind.len() < ahead.len() => {
                    *behind = next(backward, behind, &ahead)?;
                }
                _ => ahead = next(forward, &ahead, behind.as_deref().unwrap_or_default())?,
            }
        }
        let is_finish = |&position: &u64| rest.finish().accepts_word(position);
        let Some(behind) = behind else { return Ok(ahead.iter().any(is_finish)) };
        let [small, large] =
            if ahead.len() < behind.len() { [ahead, behind] } else { [behind, ahead] };
        let small: FxHashSet<u64> = small.into_iter().collect();
        Ok(large.iter().any(|position| small.contains(position)))
    })
}
