//! Estimates the total number of positions from the first levels of a count.
//!
//! Let `f` be the share of the positions of the class with a given number of pegs that can be reached. Over
//! the levels, `y = ln(-ln f)` is a smooth curve that bends downwards: from the sixth level on, its second
//! differences change slowly (English centre: -0.018 to -0.021 from level 10 to 17; French centre: -0.014 at
//! level 12, -0.011 at level 14). The curve is therefore extrapolated with the last differences that were
//! measured. Comparing estimates from fewer levels with the measurements shows how far an estimate can be
//! trusted.

use soliter_base::clock::Instant;
use std::time::Duration;

use crate::search::space::{Space, open};
use crate::search::{count::result::level_count, levels::Seen};
use crate::{board::Board, bounds::class, puzzle::Puzzle};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::in_threads;

/// The number of levels over which the second difference is averaged.
const BENT: usize = 4;
/// The number of levels at the start that follow no curve yet.
const FIRST: usize = BENT + 4;
/// A level takes up to this many times as long as the one before.
const GROWTH: u32 = 4;
/// The least factor by which an estimate may be wrong, however well it fits what was measured.
const LEAST_DOUBT: f64 = 1.15;

/// One level, which was either counted or estimated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlannedLevel {
    /// The number of jumps made.
    pub jumps: usize,
    /// The number of pegs on the board.
    pub pegs: usize,
    /// The number of positions up to symmetry.
    pub classes: f64,
    /// The number of positions.
    pub positions: f64,
    /// The number of jumps from these positions, up to symmetry.
    pub arrivals: f64,
    /// Whether the level was counted, not estimated.
    pub counted: bool,
}

/// An estimate of the size of a count of positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// All levels, with those that were counted first.
    pub levels: Vec<PlannedLevel>,
    /// The factor within which the true number of positions is likely to be; 1 if everything was counted.
    pub doubt: f64,
    /// The number of jumps per second that all threads together have followed.
    pub arrivals_a_second: f64,
    /// The number of symmetries.
    pub symmetries: usize,
}

impl Plan {
    /// The sum of one of the numbers over all levels.
    pub fn sum(&self, figure: impl Fn(&PlannedLevel) -> f64) -> f64 {
        self.levels.iter().map(figure).sum()
    }

    /// The number of classes in the largest level.
    pub fn largest(&self) -> f64 {
        self.levels.iter().map(|level| level.classes).fold(0.0, f64::max)
    }
}

/// Counts levels for about the given time, and estimates the others.
pub fn plan(puzzle: &Puzzle, time: Duration, control: &Control) -> Result<Plan, Stop> {
    puzzle.check_plain()?;
    let open = open(puzzle);
    let space = Space::new(&open)?;
    let expander = &space.forward;
    in_threads(control, || {
        let mut seen = Seen::new(&puzzle.board, control);
        let mut level = vec![space.start()];
        seen.insert_all(&level);
        let mut levels: Vec<PlannedLevel> = Vec::new();
        let clock = Instant::now();
        let complete = loop {
            if level.is_empty() {
                break true;
            }
            let count = level_count(expander, &level, levels.len(), control)?;
            let jumps = level.iter().map(|&position| f64::from(expander.mobility(position)));
            levels.push(PlannedLevel {
                jumps: count.jumps,
                pegs: count.pegs,
                classes: count.classes as f64,
                positions: count.positions as f64,
                arrivals: jumps.sum(),
                counted: true,
            });
            control.say(|| format!("plan: {} levels, {} positions", levels.len(), level.len()));
            if levels.len() > FIRST && clock.elapsed() * GROWTH > time {
                break false;
            }
            match seen.successors(expander, &level, |_| true, 0, control) {
                Ok(next) => level = next,
                // Enough levels have been counted for an estimate.
                Err(Stop::Memory | Stop::Time) if levels.len() > FIRST => break false,
                Err(stop) => return Err(stop),
            }
        };
        let seconds = clock.elapsed().as_secs_f64().max(1e-6);
        // The jumps of the last level have not been followed yet.
        let followed: f64 = levels.iter().rev().skip(1).map(|level| level.arrivals).sum();
        let doubt = if complete { 1.0 } else { doubt(&puzzle.board, puzzle.reverse, &levels) };
        if !complete {
            extend(&puzzle.board, puzzle.reverse, expander.leaps, &mut levels);
        }
        Ok(Plan {
            levels,
            doubt,
            arrivals_a_second: followed / seconds,
            symmetries: space.group.symmetries.len(),
        })
    })
}

/// The logarithm of the number of positions of a class with this number of pegs, as the mean of all classes.
fn ln_of_class(board: &Board, pegs: usize) -> f64 {
    let holes = board.holes();
    let classes = class::dependent_holes(board).len();
    let choices: f64 = (0..pegs).map(|n| ((holes - n) as f64).ln() - ((n + 1) as f64).ln()).sum();
    choices - classes as f64 * std::f64::consts::LN_2
}

/// `ln(-ln f)` of a level; `None` if all or none of the positions of the class are reached.
fn bend(board: &Board, level: &PlannedLevel) -> Option<f64> {
    let ln_share = level.positions.ln() - ln_of_class(board, level.pegs);
    (ln_share < 0.0 && ln_share.is_finite()).then(|| (-ln_share).ln())
}

/// Appends estimates of the levels after those that were counted.
fn extend(board: &Board, reverse: bool, leaps: usize, levels: &mut Vec<PlannedLevel>) {
    let Some(last) = levels.last().copied() else { return };
    let bends: Vec<f64> = levels.iter().filter_map(|level| bend(board, level)).collect();
    let [.., before, end] = bends[..] else { return };
    let old = bends.len().checked_sub(BENT + 2);
    let mut slope = end - before;
    let bent = old.map_or(0.0, |at| (slope - (bends[at + 1] - bends[at])) / BENT as f64).min(0.0);
    let mut y = end;
    // The mean number of legal jumps in a random position with this many pegs. Reached positions have more or
    // fewer, so the ratio measured at the last level is kept.
    let holes = board.holes() as f64;
    let random = |pegs: f64| {
        let empty = holes - pegs;
        let (full, free) = if reverse { (empty, pegs) } else { (pegs, empty) };
        leaps as f64 * full * (full - 1.0) * free / (holes * (holes - 1.0) * (holes - 2.0))
    };
    let mobility = last.arrivals / last.classes / random(last.pegs as f64).max(1e-9);
    let (mut jumps, mut pegs) = (last.jumps, last.pegs);
    loop {
        jumps += 1;
        pegs = if reverse { pegs + 1 } else { pegs - 1 };
        if pegs == 0 || pegs > board.holes() {
            return;
        }
        slope += bent;
        y += slope;
        let positions = (ln_of_class(board, pegs) - y.exp()).exp();
        if positions < 1.0 {
            return;
        }
        let classes = positions * last.classes / last.positions;
        let arrivals = classes * mobility * random(pegs as f64);
        levels.push(PlannedLevel { jumps, pegs, classes, positions, arrivals, counted: false });
    }
}

/// The largest factor between the estimate from all counted levels and the estimates from one and two levels
/// fewer. Since each further level corrects part of the error, the remaining error is smaller than that.
fn doubt(board: &Board, reverse: bool, counted: &[PlannedLevel]) -> f64 {
    let total = |levels: usize| {
        let mut all = counted[..levels].to_vec();
        extend(board, reverse, 1, &mut all);
        all.iter().map(|level| level.positions).sum::<f64>()
    };
    let all = total(counted.len());
    let steps = [1, 2].map(|fewer| {
        let ratio = total(counted.len().saturating_sub(fewer).max(2)) / all;
        ratio.max(1.0 / ratio)
    });
    steps.into_iter().fold(LEAST_DOUBT, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tests::all_but;

    /// The numbers of positions of the first levels: on the English board from its centre (Bell), and on the
    /// French board as counted by `count --dir` (docs/explanation/benchmarks.md).
    const ENGLISH: [u64; 15] = [
        1, 4, 12, 60, 296, 1_338, 5_648, 21_842, 77_559, 249_690, 717_788, 1_834_379, 4_138_302,
        8_171_208, 14_020_166,
    ];
    const FRENCH: [u64; 15] = [
        1, 4, 20, 108, 536, 2_678, 12_664, 55_222, 222_745, 816_316, 2_683_238, 7_871_309,
        20_454_352, 46_848_424, 94_285_698,
    ];
    /// The numbers of positions of all levels together.
    const ALL: [u64; 2] = [187_636_299, 2_993_979_754];

    #[test]
    fn the_first_levels_tell_of_the_rest() {
        for (model, first, truth) in [("english", ENGLISH, ALL[0]), ("french", FRENCH, ALL[1])] {
            let board = all_but("44", model).board.clone();
            for (counted, within) in [(11, 1.35), (12, 1.25), (13, 1.2), (15, 1.1)] {
                let level = |(jumps, &positions): (usize, &u64)| PlannedLevel {
                    jumps,
                    pegs: board.holes() - 1 - jumps,
                    classes: positions as f64 / 8.0,
                    positions: positions as f64,
                    arrivals: positions as f64,
                    counted: true,
                };
                let mut levels: Vec<_> = first[..counted].iter().enumerate().map(level).collect();
                let doubt = doubt(&board, false, &levels);
                extend(&board, false, 76, &mut levels);
                let ratio = levels.iter().map(|l| l.positions).sum::<f64>() / truth as f64;
                let ratio = ratio.max(1.0 / ratio);
                assert!(ratio < within, "{model}, {counted} levels: {ratio}");
                assert!(ratio < doubt, "{model}, {counted} levels: {ratio}, said {doubt}");
            }
        }
    }

    #[test]
    fn what_is_not_counted_completely_is_estimated() {
        let (short, control) = (all_but("11", "triangle15"), Control::default());
        let counted = plan(&short, Duration::from_secs(60), &control).expect("a plan");
        assert!(counted.doubt < 1.01 && counted.levels.iter().all(|level| level.counted));
        let count =
            crate::search::count::count(&short, crate::search::count::What::Positions, &control)
                .expect("a count");
        assert_eq!(counted.sum(|level| level.positions) as u128, count.value);
        let long = plan(&all_but("55", "wiegleb"), Duration::ZERO, &control).expect("a plan");
        assert!(long.levels.len() > 40 && long.doubt >= LEAST_DOUBT);
        assert!(long.levels.iter().all(|level| level.positions.is_finite()));
    }
}
