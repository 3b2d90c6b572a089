//! Good lines, fast: the best positions of every jump level.
//!
//! Each level keeps the positions with the fewest moves made and still to be made (by Merson
//! regions), at most `width` of them. A line found is only an upper bound; where no level was
//! cut, all positions were kept and the answer is exact.

use crate::board::Board;
use crate::control::{Control, Stop};
use crate::line::Line;
use crate::position::Position;
use crate::puzzle::Finish;
use crate::search::expand::{Expander, Wanted};
use crate::search::regions::Regions;
use crate::search::symmetry::Group;
use crate::search::table::Reach;
use crate::search::walk::walk;
use crate::solitaire::Leap;

/// What a beam found.
pub(super) struct Beam {
    /// The best line found.
    pub(super) line: Option<Line>,
    /// No level was cut: the line is the shortest, or there is none.
    pub(super) exact: bool,
    /// Positions kept.
    pub(super) positions: u64,
}

/// The game a search plays: an ordinary game.
pub(super) struct Game<'a> {
    pub(super) board: &'a Board,
    pub(super) leaps: &'a [Leap],
    pub(super) group: &'a Group,
    pub(super) start: Position,
    pub(super) finish: Finish,
    pub(super) jumps: usize,
}

/// Runs a beam of the given width.
pub(super) fn beam<const LANES: usize>(
    game: &Game<'_>,
    expander: &Expander<LANES>,
    regions: &Regions,
    width: usize,
    control: &Control,
) -> Result<Beam, Stop> {
    let end = Reach::new(0, 0);
    let mut levels: Vec<Vec<(u64, Reach)>> = vec![vec![(expander.least(game.start.0), end)]];
    let mut exact = true;
    for _ in 0..game.jumps {
        control.check()?;
        let kept: usize = levels.iter().map(Vec::len).sum();
        // A position has a few dozen successors at most; the list is sorted in place.
        let most = levels[levels.len() - 1].len() * game.leaps.len() / 2;
        control.check_memory(((kept + most) * size_of::<(u64, Reach)>()) as u64)?;
        let mut next = Vec::new();
        for &(position, reach) in &levels[levels.len() - 1] {
            expander.successors(position, reach.movers(), Wanted::Every, |successor| {
                let moves = reach.moves() + u32::from(!successor.continues);
                next.push((successor.position, Reach::new(moves, successor.movers)));
            });
        }
        merge(&mut next);
        if next.len() > width {
            exact = false;
            keep_best(&mut next, width, expander, regions);
        }
        levels.push(next);
    }
    let last = &levels[levels.len() - 1];
    let best = last
        .iter()
        .filter(|(position, _)| match game.finish {
            Finish::Exactly(finish) => *position == expander.least(finish.0),
            Finish::Pegs(_) => true,
        })
        .min_by_key(|(position, reach)| (reach.moves(), *position));
    let line = best.and_then(|&(position, reach)| {
        let look_up = |depth: usize, position: u64| {
            let at = levels[depth].binary_search_by_key(&position, |entry| entry.0).ok()?;
            Some(levels[depth][at].1)
        };
        let from = (position, reach.movers());
        let mut jumps = walk(game.leaps, game.group, from, game.jumps, look_up)?;
        jumps.reverse();
        Some(Line::from_jumps(jumps))
    });
    Ok(Beam { line, exact, positions: levels.iter().map(|level| level.len() as u64).sum() })
}

/// Sorts by position; of equal positions those with the fewest moves are joined.
fn merge(level: &mut Vec<(u64, Reach)>) {
    level.sort_unstable_by_key(|(position, reach)| (*position, reach.moves()));
    level.dedup_by(|later, kept| {
        if later.0 != kept.0 {
            return false;
        }
        if later.1.moves() == kept.1.moves() {
            kept.1 = Reach::new(kept.1.moves(), kept.1.movers() | later.1.movers());
        }
        true
    });
}

/// Keeps the positions with the fewest moves made and to be made; among equals those with more
/// leaps to choose from.
fn keep_best<const LANES: usize>(
    level: &mut Vec<(u64, Reach)>,
    width: usize,
    expander: &Expander<LANES>,
    regions: &Regions,
) {
    let mut scored: Vec<(u32, u64, Reach)> = level
        .iter()
        .map(|&(position, reach)| {
            let moves = reach.moves() + regions.ahead(position).0;
            let choice = expander.mobility(position).min(63);
            (64 * moves + 63 - choice, position, reach)
        })
        .collect();
    scored.select_nth_unstable_by_key(width, |&(score, position, _)| (score, position));
    scored.truncate(width);
    *level = scored.into_iter().map(|(_, position, reach)| (position, reach)).collect();
    level.sort_unstable_by_key(|entry| entry.0);
}
