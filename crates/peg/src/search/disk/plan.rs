//! The disk space and time of a count of positions with levels on disk, derived from a plan of the count.

use crate::puzzle::Puzzle;
use crate::search::count::plan::Plan;
use crate::search::disk::fault::Fault;
use crate::search::disk::kernel::{arrivals::Arrival, expand::LEAST, index::Index};

/// The time for an arrival, relative to a count in memory (central game: 5.0 s instead of 4.0).
const MADE: f64 = 1.25;
/// The additional time for writing an arrival to a run and reading it back, in the same unit (central game: 7.7 s
/// with `--spill 1MiB`, 93 % of the arrivals).
const SPILLED: f64 = 0.7;
/// Additional seconds for each level (triangle of 15 holes: 0.01 to 0.02).
const A_LEVEL: f64 = 0.02;
/// The bytes for a position in the file of a level and in a run (docs/explanation/benchmarks.md: 1.3 to 1.5 in the
/// largest levels).
const IN_FILE: f64 = 1.4;

/// The disk space and time of a count.
#[derive(Clone, Copy, Debug, Default)]
pub struct Taken {
    /// Bytes on disk: two levels, and the runs of the later one.
    pub disk: f64,
    /// Seconds on this machine, with the number of threads that the plan used.
    pub seconds: f64,
}

/// The disk space and time of a planned count if `in_memory` bytes of arrivals stay in memory (`--spill`).
pub fn taken(puzzle: &Puzzle, plan: &Plan, in_memory: u64) -> Result<Taken, Fault> {
    let index = Index::new(&puzzle.board, &puzzle.start).ok_or(Fault::TooLarge)?;
    let buckets = index.buckets() as f64;
    let share = in_memory as f64 / buckets / size_of::<Arrival<()>>() as f64;
    let mut all = Taken::default();
    for levels in plan.levels.windows(2) {
        let [from, to] = [levels[0], levels[1]];
        let spilled = from.arrivals * spilled(to.classes / buckets, share);
        all.disk = all.disk.max(IN_FILE * (from.classes + to.classes + spilled));
        let work = MADE * from.arrivals + SPILLED * spilled;
        all.seconds += work / plan.arrivals_a_second + A_LEVEL;
    }
    Ok(all)
}

/// The share of the arrivals in a bucket that is written to disk, folded, if `positions` different positions
/// arrive repeatedly in random order and `share` arrivals are kept in memory for each bucket.
fn spilled(positions: f64, share: f64) -> f64 {
    let share = share.max(2.0 * LEAST as f64);
    if positions <= share / 2.0 {
        return 0.0;
    }
    let (mut arrivals, mut folded) = (0.0, 0.0f64);
    // As in `Expansion`, until the arrivals are taken out. The number of folded arrivals approaches
    // `positions`.
    while folded <= share / 2.0 && arrivals < 64.0 * positions {
        let fresh = folded.max(LEAST as f64).min(share - folded);
        arrivals += fresh;
        folded = positions - (positions - folded) * (-fresh / positions).exp();
    }
    folded / arrivals
}
