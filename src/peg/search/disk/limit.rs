//! The levels of a search under one limit on the number of moves, and the line that they lead to.

use std::cell::RefCell;

use crate::base::control::Stop;
use crate::peg::search::disk::{fault::Fault, folder::level::StoredLevel, work::Work};
use crate::peg::search::levels::walk::{Jumps, line_through, walk};
use crate::peg::search::store::table::{PackedReach, Reach as _};
use crate::peg::search::{bounds::Bounds, space::Space};
use crate::peg::{line::Line, rules::Leap};

/// How far a search has come.
#[derive(Default)]
pub(crate) struct Progress {
    /// No line has fewer moves than this.
    pub(crate) lower_bound: usize,
    /// The number of positions in all levels.
    pub(crate) positions: u64,
}

/// The outcome of a search under one limit.
#[derive(Default)]
pub(crate) struct Attempt {
    /// The jumps made by each side.
    pub(crate) depths: [usize; 2],
    /// The number of positions where the sides meet.
    pub(crate) met: u64,
    /// The number of positions in its levels.
    pub(crate) positions: u64,
    pub(crate) cut: u64,
}

/// The name of the level of one side `depth` jumps from its end, under a limit or without one.
pub(crate) fn side_name(limit: Option<u32>, forward: bool, depth: usize) -> String {
    format!("{}-{}-{depth}", prefix(limit), if forward { "ahead" } else { "behind" })
}

/// The name of the level where the sides meet.
pub(crate) fn met_name(limit: Option<u32>) -> String {
    format!("{}-met", prefix(limit))
}

fn prefix(limit: Option<u32>) -> String {
    limit.map_or_else(|| "all".to_owned(), |limit| format!("limit-{limit}"))
}

/// Looks for lines within the bounds from both ends. The levels of other limits are no longer needed.
pub(crate) fn within(
    work: &mut Work<'_>,
    bounds: &Bounds<'_>,
    finishes: Option<&[u64]>,
    progress: &mut Progress,
) -> Result<Attempt, Fault> {
    let jumps = work.space.puzzle.jumps();
    let limit = bounds.limit;
    let kept = work.crew.folder.manifest.levels.iter().filter(|level| !level.files.is_empty());
    let kept: Vec<String> = kept.map(|level| level.name.clone()).collect();
    let old: Vec<&str> = kept.iter().map(String::as_str).collect();
    let mut attempt = Attempt::default();
    let mut cut = [0; 2];
    let mut sizes = [0, u64::MAX];
    let ends = [Some(&[work.space.puzzle.start.0][..]), finishes];
    for (side, ends) in ends.into_iter().enumerate() {
        if let Some(ends) = ends {
            let name = side_name(limit, side == 0, 0);
            let done_with: &[&str] = if side == 0 { &old } else { &[] };
            work.seed(&name, ends, PackedReach::new(0, 0), None, done_with)?;
            sizes[side] = work.known(&name)?.classes;
        }
    }
    while attempt.depths[0] + attempt.depths[1] < jumps {
        if let Some(empty) = sizes.iter().position(|&size| size == 0) {
            // What the other side has pruned could not have met this side.
            attempt.cut = cut[empty];
            return Ok(attempt);
        }
        let side = usize::from(sizes[1] < sizes[0]);
        let (forward, depth) = (side == 0, attempt.depths[side]);
        work.crew.control.say(|| {
            let done = attempt.depths[0] + attempt.depths[1];
            let limit = limit.map_or_else(String::new, |limit| format!(", at most {limit} moves"));
            format!("levels: jump {} of {jumps}{limit}, from {} positions", done + 1, sizes[side])
        });
        let from = side_name(limit, forward, depth);
        let name = side_name(limit, forward, depth + 1);
        work.reach(&name, &from, forward, bounds)?;
        let known = work.known(&name)?;
        attempt.depths[side] += 1;
        (sizes[side], attempt.positions) = (known.classes, attempt.positions + known.classes);
        cut[side] += known.cut;
        progress.positions += known.classes;
    }
    attempt.cut = cut[0] + cut[1];
    let ahead = side_name(limit, true, attempt.depths[0]);
    let behind = finishes.map(|_| side_name(limit, false, attempt.depths[1]));
    work.cross(&met_name(limit), &ahead, behind.as_deref())?;
    attempt.met = work.known(&met_name(limit))?.classes;
    Ok(attempt)
}

/// The line of the fewest moves through a position where the sides meet.
pub(crate) fn line(
    work: &Work<'_>,
    limit: Option<u32>,
    depths: [usize; 2],
    position: u64,
) -> Result<Line, Fault> {
    let lost = || Fault::Stopped(Stop::Fault("the levels do not lead back to their ends"));
    let Space { leaps, undoing, group, .. } = work.space;
    let met = work.crew.folder.level(&met_name(limit))?;
    let through = work.look_up(&met, position)?.ok_or_else(lost)?.movers();
    let jumps = |forward, leaps: &[Leap], steps: usize| {
        if steps == 0 {
            return Ok(Jumps::new());
        }
        let level = |depth| work.crew.folder.level(&side_name(limit, forward, depth));
        let side = (0..=steps).map(level).collect::<Result<Vec<StoredLevel>, Fault>>()?;
        let movers = match through {
            0 => work.look_up(&side[steps], position)?.ok_or_else(lost)?.movers(),
            // A move runs through this position: its peg has to be the same on both sides.
            _ => through & through.wrapping_neg(),
        };
        let fault = RefCell::new(None);
        let walked = walk(leaps, group, (position, movers), steps, |depth, position| {
            work.look_up(&side[depth], position).unwrap_or_else(|why| {
                fault.borrow_mut().get_or_insert(why);
                None
            })
        });
        fault.into_inner().map_or_else(|| walked.ok_or_else(lost), Err)
    };
    Ok(line_through(jumps(true, leaps, depths[0])?, jumps(false, undoing, depths[1])?))
}
