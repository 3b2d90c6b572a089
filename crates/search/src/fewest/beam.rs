//! A beam search, which finds good lines fast: it expands only the best positions of each level of jumps.
//!
//! Each level keeps at most `width` positions, those with the smallest sum of the moves made and a lower
//! bound on the remaining moves (by Merson regions). The line that is found is only an upper bound. But if no
//! level was cut, all positions were kept, and the answer is exact.

use crate::levels::finale::Finale;
use crate::levels::walk::{line_through, walk};
use crate::space::expand::{Expander, Wanted};
use crate::{bounds::counts::Counts, fewest::side::Side, space::MoveTables, store::table::Reach};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::{each_chunk, sort_by_key};
use soliter_boards::{bounds::regions::Regions, line::Line};

/// The positions that one thread expands between two checks of the limits.
const BLOCK: usize = 1 << 10;
/// The positions that are sorted between two checks of the limits.
const SORTED: usize = 1 << 20;
/// The positions that are expanded between two checks of the memory.
const ROUND: usize = 1 << 16;

pub(crate) struct Beam {
    pub(crate) lines: Vec<Option<Line>>,
    /// Whether no level was cut, so that it is proved that each line has the fewest moves, or that there is
    /// none.
    pub(crate) exact: bool,
    pub(crate) positions: u64,
}

/// Where a line enters the positions that a side knows: the moves of the complete line, the level of jumps, the
/// position, and the pegs that move before and after it.
type Join = (u32, usize, u64, u64, u64);

/// The goals of a beam.
#[derive(Clone, Copy)]
pub(crate) struct Aim<'a, 'b> {
    /// Backward sides, which know the fewest moves from their positions to a finish. The beam looks for a line
    /// to each.
    pub(crate) sides: &'a [&'a Side<'b>],
    /// Excludes positions, and ranks those that look most like its own first.
    pub(crate) finale: Option<&'a Finale>,
    /// Whether only an exact answer is useful, so that the beam stops where it would be cut.
    pub(crate) exactly: bool,
}

/// Runs a beam search of the given width over the positions that the counts do not refute, and finds a line
/// to each side of its aim.
pub(crate) fn beam<R: Reach>(
    space: &MoveTables<'_>,
    regions: &Regions,
    counts: &Counts,
    aim: Aim<'_, '_>,
    width: usize,
    control: &Control,
) -> Result<Beam, Stop> {
    let Aim { sides, finale, exactly } = aim;
    let (expander, jumps) = (&space.forward, space.puzzle.jumps());
    let end = R::new(0, 0);
    let mut levels: Vec<Vec<(u64, R)>> = vec![vec![(space.start(), end)]];
    let mut exact = true;
    let mut best: Vec<Option<Join>> = vec![None; sides.len()];
    for depth in 0..=jumps {
        control.check()?;
        let kept: usize = levels.iter().map(Vec::len).sum();
        for (side, best) in sides.iter().zip(&mut best) {
            let join = |&(position, reach): &(u64, R)| {
                let known = side.get(position)?;
                let (moves, last, next) = reach.meet(R::new(known.moves, known.mover));
                Some((moves, depth, position, last, next))
            };
            let found =
                each_chunk(&levels[depth], BLOCK, |block| block.iter().filter_map(join).min());
            *best = found.into_iter().flatten().chain(*best).min();
        }
        if depth == jumps {
            break;
        }
        let mut next: Vec<(u64, R)> = Vec::new();
        for round in levels[depth].chunks(ROUND) {
            // While a list grows, a copy of twice its size and the items to be appended are in memory as
            // well. Afterwards the best positions are chosen from a copy with their scores.
            let arrivals = round.len() * expander.leaps / 4;
            let entries = kept + 3 * next.capacity().max(arrivals) + arrivals;
            control.check_memory((entries * size_of::<(u64, R)>()) as u64)?;
            let expand = |block: &[(u64, R)]| {
                let mut all = Vec::new();
                for &(position, reach) in block {
                    expander.successors(
                        position,
                        reach.movers(),
                        Wanted::Every,
                        &mut |successor| {
                            if !counts.refutes(successor.position) {
                                let moves = reach.moves() + u32::from(!successor.continues);
                                all.push((successor.position, R::new(moves, successor.movers)));
                            }
                        },
                    );
                }
                control.check_work(all.len())?;
                Ok(all)
            };
            for arrivals in each_chunk(round, BLOCK, expand) {
                next.extend_from_slice(&arrivals?);
            }
        }
        merge(&mut next, control)?;
        if let Some(finale) = finale {
            next.retain(|&(position, _)| finale.may_finish(position, jumps - depth - 1));
        }
        if next.len() > width {
            exact = false;
            if exactly {
                let (lines, positions) = (vec![None; sides.len()], 0);
                return Ok(Beam { lines, exact, positions });
            }
            keep_best(&mut next, width, expander, regions, finale, control)?;
        }
        next.shrink_to_fit();
        levels.push(next);
    }
    let line = |side: &Side<'_>, (_, depth, position, last, next): Join| {
        let look_up = |depth: usize, position: u64| {
            let at = levels[depth].binary_search_by_key(&position, |entry| entry.0).ok()?;
            Some(levels[depth][at].1)
        };
        let ahead = walk(&space.leaps, &space.group, (position, last), depth, look_up)?;
        let movers = if next == 0 { u64::MAX } else { next };
        // If a limit was reached, the caller finds that out at its own next check.
        let behind = side.jumps_to(position, movers, control).ok()?;
        Some(line_through(ahead, behind))
    };
    let lines = sides.iter().zip(best).map(|(side, best)| line(side, best?)).collect();
    Ok(Beam { lines, exact, positions: levels.iter().map(|level| level.len() as u64).sum() })
}

/// Sorts by position and removes repetitions. Of equal positions, those with the fewest moves are joined.
fn merge<R: Reach>(level: &mut Vec<(u64, R)>, control: &Control) -> Result<(), Stop> {
    sort(level, control)?;
    level.dedup_by(|later, kept| {
        if later.0 != kept.0 {
            return false;
        }
        if later.1.moves() == kept.1.moves() {
            kept.1 = kept.1.join(later.1);
        }
        true
    });
    Ok(())
}

/// Sorts by position and moves, in parts that take little time each.
fn sort<R: Reach>(level: &mut [(u64, R)], control: &Control) -> Result<(), Stop> {
    control.check_limits()?;
    let key = |(position, reach): &(u64, R)| (*position, reach.moves());
    if level.len() <= SORTED {
        sort_by_key(level, key);
        return Ok(());
    }
    let (low, _, high) = level.select_nth_unstable_by_key(level.len() / 2, key);
    sort(low, control)?;
    sort(high, control)
}

/// Keeps the `width` positions with the smallest sum of moves made and to come or, with a finale, those that look
/// most like its positions. Ties go to those with more legal leaps.
fn keep_best<R: Reach>(
    level: &mut Vec<(u64, R)>,
    width: usize,
    expander: &Expander,
    regions: &Regions,
    finale: Option<&Finale>,
    control: &Control,
) -> Result<(), Stop> {
    let score = |&(position, reach): &(u64, R)| {
        let best = finale.map_or_else(
            || reach.moves() + regions.ahead(position).0,
            |finale| finale.cost(position),
        );
        let choice = expander.mobility(position).min(63);
        (64 * best + 63 - choice, position, reach)
    };
    let mut scored: Vec<(u32, u64, R)> = Vec::with_capacity(level.len());
    for round in level.chunks(ROUND) {
        control.check()?;
        let scores = |block: &[(u64, R)]| block.iter().map(score).collect::<Vec<_>>();
        scored.extend(each_chunk(round, BLOCK, scores).into_iter().flatten());
    }
    scored.select_nth_unstable_by_key(width, |&(score, position, _)| (score, position));
    scored.truncate(width);
    *level = scored.into_iter().map(|(_, position, reach)| (position, reach)).collect();
    sort_by_key(level, |entry| entry.0);
    Ok(())
}
