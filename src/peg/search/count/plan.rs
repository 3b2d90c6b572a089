//! How long a count of positions would be, from its first levels.
//!
//! Of all positions of the class with so many pegs a share `f` can be reached. `y = ln(-ln f)` is a smooth
//! curve over the levels, bent downwards: from the sixth level on its second differences change slowly
//! (English centre: -0.018 to -0.021 from level 10 to 17; French centre: -0.014 at level 12, -0.011 at 14).
//! So the last differences that were measured are kept up to the end. What is found this way from fewer
//! levels, held against what was measured, says how far the estimate can be trusted.

use std::time::{Duration, Instant};

use crate::base::control::{Control, Stop};
use crate::base::threads::in_threads;
use crate::peg::board::Board;
use crate::peg::bounds::class;
use crate::peg::puzzle::Puzzle;
use crate::peg::search::count::result::level_count;
use crate::peg::search::levels::Seen;
use crate::peg::search::space::{Space, open};

/// The second difference is the mean over so many levels.
const BENT: usize = 4;
/// Levels at the start follow no curve yet.
const FIRST: usize = BENT + 4;
/// A level takes up to so many times as long as the one before.
const GROWTH: u32 = 4;
/// No estimate is trusted further than this, however well it fits what was measured.
const LEAST_DOUBT: f64 = 1.15;

/// One level, measured or estimated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlannedLevel {
    /// Jumps made.
    pub jumps: usize,
    /// Pegs on the board.
    pub pegs: usize,
    /// Positions up to symmetry.
    pub classes: f64,
    /// Positions.
    pub positions: f64,
    /// Jumps that lead out of the classes.
    pub arrivals: f64,
    /// Whether it was counted, not estimated.
    pub counted: bool,
}

/// How long a count of positions would be.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// All levels.
    pub levels: Vec<PlannedLevel>,
    /// The truth is likely within this factor; 1 where everything was counted.
    pub doubt: f64,
    /// Jumps that were followed a second, by all threads together.
    pub arrivals_a_second: f64,
    /// The number of symmetries.
    pub symmetries: usize,
}

impl Plan {
    /// The sum of a figure over all levels.
    pub fn sum(&self, figure: impl Fn(&PlannedLevel) -> f64) -> f64 {
        self.levels.iter().map(figure).sum()
    }

    /// The most classes of a level.
    pub fn largest(&self) -> f64 {
        self.levels.iter().map(|level| level.classes).fold(0.0, f64::max)
    }
}

/// Counts levels for about so long, and estimates the rest.
///
/// # Errors
/// The reason to stop, where too few levels were counted for an estimate.
pub fn plan(puzzle: &Puzzle, time: Duration, control: &Control) -> Result<Plan, Stop> {
    puzzle.marked.unfollowed()?;
    let open = open(puzzle);
    let space = Space::new(&open)?;
    in_threads(control, || plan_with(&space, time, control))
}

fn plan_with(space: &Space<'_>, time: Duration, control: &Control) -> Result<Plan, Stop> {
    let (puzzle, expander) = (space.puzzle, &space.forward);
    let mut seen = Seen::new(&puzzle.board, control);
    let mut level = vec![space.start()];
    seen.insert_all(&level);
    let mut levels: Vec<PlannedLevel> = Vec::new();
    let clock = Instant::now();
    let mut complete = true;
    while !level.is_empty() {
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
            complete = false;
            break;
        }
        match seen.successors(expander, &level, |_| true, 0, control) {
            Ok(next) => level = next,
            // What was counted is enough.
            Err(Stop::Memory | Stop::Time) if levels.len() > FIRST => {
                complete = false;
                break;
            }
            Err(stop) => return Err(stop),
        }
    }
    let seconds = clock.elapsed().as_secs_f64().max(1e-6);
    // Of the last level nothing has been followed yet.
    let followed: f64 = levels.iter().rev().skip(1).map(|level| level.arrivals).sum();
    let doubt = if complete { 1.0 } else { doubt(&puzzle.board, puzzle.building, &levels) };
    if !complete {
        extend(&puzzle.board, puzzle.building, expander.leaps(), &mut levels);
    }
    Ok(Plan {
        levels,
        doubt,
        arrivals_a_second: followed / seconds,
        symmetries: space.group.symmetries().len(),
    })
}

/// The logarithm of the number of positions of a class with so many pegs, on the mean of all classes.
fn ln_of_class(board: &Board, pegs: usize) -> f64 {
    let holes = board.holes();
    let classes = class::dependent_holes(board).0.count_ones();
    let choices: f64 = (0..pegs).map(|n| ((holes - n) as f64).ln() - ((n + 1) as f64).ln()).sum();
    choices - f64::from(classes) * std::f64::consts::LN_2
}

/// `ln(-ln f)` of a level; `None` where all or none of the class is reached.
fn bend(board: &Board, level: &PlannedLevel) -> Option<f64> {
    let ln_share = level.positions.ln() - ln_of_class(board, level.pegs);
    (ln_share < 0.0 && ln_share.is_finite()).then(|| (-ln_share).ln())
}

/// Levels after those that were counted.
fn extend(board: &Board, building: bool, leaps: usize, levels: &mut Vec<PlannedLevel>) {
    let Some(last) = levels.last().copied() else { return };
    let bends: Vec<f64> = levels.iter().filter_map(|level| bend(board, level)).collect();
    let [.., before, end] = bends[..] else { return };
    let old = bends.len().checked_sub(BENT + 2);
    let mut slope = end - before;
    let bent = old.map_or(0.0, |at| (slope - (bends[at + 1] - bends[at])) / BENT as f64).min(0.0);
    let mut y = end;
    // A random position of as many pegs has so many jumps; those that were reached have another number.
    let (holes, used) = (board.holes() as f64, if building { 1.0 } else { 2.0 });
    let random = |pegs: f64| {
        let empty = holes - pegs;
        let (full, free) = if used > 1.0 { (pegs, empty) } else { (empty, pegs) };
        leaps as f64 * full * (full - 1.0) * free / (holes * (holes - 1.0) * (holes - 2.0))
    };
    let mobility = last.arrivals / last.classes / random(last.pegs as f64).max(1e-9);
    let (mut jumps, mut pegs) = (last.jumps, last.pegs);
    loop {
        jumps += 1;
        pegs = if building { pegs + 1 } else { pegs - 1 };
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

/// How far the estimates from two and three levels fewer are from the one from all of them, which are
/// themselves estimates: the error of the last is about half of what the steps before it mended.
fn doubt(board: &Board, building: bool, counted: &[PlannedLevel]) -> f64 {
    let total = |levels: usize| {
        let mut all = counted[..levels].to_vec();
        extend(board, building, 1, &mut all);
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
    use crate::base::diagnostic::Source;
    use crate::library;

    fn puzzle(model: &str, vacancy: &str) -> Puzzle {
        let text = format!(
            "model = '{model}'\nstart = {{ all_but = ['{vacancy}'] }}\nfinish = {{ pegs = 1 }}"
        );
        Puzzle::parse(&Source::new("test", text), &library::model).expect("a puzzle")
    }

    /// Positions by level, all counted: the English board from its centre (Bell), the French one by
    /// `count --dir` (docs/disk.md).
    const ENGLISH: [u64; 31] = [
        1, 4, 12, 60, 296, 1_338, 5_648, 21_842, 77_559, 249_690, 717_788, 1_834_379, 4_138_302,
        8_171_208, 14_020_166, 20_773_236, 26_482_824, 28_994_876, 27_286_330, 22_106_348,
        15_425_572, 9_274_496, 4_792_664, 2_120_101, 800_152, 255_544, 68_236, 14_727, 2_529, 334,
        32,
    ];
    const FRENCH: [u64; 35] = [
        1,
        4,
        20,
        108,
        536,
        2_678,
        12_664,
        55_222,
        222_745,
        816_316,
        2_683_238,
        7_871_309,
        20_454_352,
        46_848_424,
        94_285_698,
        166_326_193,
        256_798_366,
        347_020_326,
        410_819_586,
        426_884_522,
        390_321_549,
        314_816_470,
        224_246_104,
        141_122_532,
        78_463_195,
        38_440_482,
        16_522_952,
        6_204_615,
        2_018_380,
        559_084,
        131_510,
        26_178,
        3_925,
        412,
        58,
    ];

    #[test]
    fn the_first_levels_tell_of_the_rest() {
        for (model, all) in [("english", &ENGLISH[..]), ("french", &FRENCH[..])] {
            let board = puzzle(model, "44").board.clone();
            let truth: u64 = all.iter().sum();
            for (counted, within) in [(11, 1.35), (12, 1.25), (13, 1.2), (15, 1.1)] {
                let level = |(jumps, &positions): (usize, &u64)| PlannedLevel {
                    jumps,
                    pegs: board.holes() - 1 - jumps,
                    classes: positions as f64 / 8.0,
                    positions: positions as f64,
                    arrivals: positions as f64,
                    counted: true,
                };
                let mut levels: Vec<_> = all[..counted].iter().enumerate().map(level).collect();
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
    fn what_ends_is_counted() {
        let control = Control::default();
        let plan = plan(&puzzle("triangle15", "11"), Duration::from_secs(60), &control);
        let plan = plan.expect("a plan");
        assert!(plan.doubt < 1.01 && plan.levels.iter().all(|level| level.counted));
        let count = crate::count(&puzzle("triangle15", "11"), crate::What::Positions, &control);
        assert_eq!(plan.sum(|level| level.positions) as u128, count.expect("a count").value);
    }

    #[test]
    fn a_plan_of_no_time_has_an_estimate() {
        let plan = plan(&puzzle("wiegleb", "55"), Duration::ZERO, &Control::default());
        let plan = plan.expect("a plan");
        assert!(plan.levels.len() > 40 && plan.doubt >= LEAST_DOUBT);
        assert!(plan.levels.iter().all(|level| level.positions.is_finite()));
    }
}
