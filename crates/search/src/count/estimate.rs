//! Estimates the total number of positions from the first levels of a count, for its progress.
//!
//! Let `f` be the share of the positions of the class with a given number of pegs that can be reached. Over
//! the levels, `y = ln(-ln f)` is a smooth curve that bends downwards: from the sixth level on, its second
//! differences change slowly (English centre: -0.018 to -0.021 from level 10 to 17; French centre: -0.014 at
//! level 12, -0.011 at level 14). The curve is therefore extrapolated with the last differences that were
//! measured. Comparing estimates from fewer levels with the measurements shows how far an estimate can be
//! trusted.

use crate::count::result::LevelCount;
use soliter_base::wording::grouped;
use soliter_boards::{board::Board, bounds::class, puzzle::Puzzle};

/// The number of levels over which the second difference is averaged.
const BENT: usize = 4;
/// The number of levels at the start that follow no curve yet.
const FIRST: usize = BENT + 4;
/// The least factor by which an estimate may be wrong, however well it fits what was measured.
const LEAST_DOUBT: f64 = 1.15;

/// The number of pegs, and the numbers of positions and of positions up to symmetry.
#[derive(Clone, Copy, Debug)]
struct Level {
    pegs: usize,
    positions: f64,
    classes: f64,
}

/// A line of progress: the last level, and after enough levels an estimate of the complete count.
pub(crate) fn progress(puzzle: &Puzzle, earlier: &[LevelCount], last: &LevelCount) -> String {
    let level = |count: &LevelCount| Level {
        pegs: count.pegs,
        positions: count.positions as f64,
        classes: count.classes as f64,
    };
    let levels: Vec<Level> = earlier.iter().chain([last]).map(level).collect();
    let counted =
        format!("count: after {} jumps {} positions up to symmetry", last.jumps, last.classes);
    if levels.len() <= FIRST {
        return counted;
    }
    let all = classes(puzzle.board(), puzzle.reverse(), &levels);
    let doubt = doubt(puzzle.board(), puzzle.reverse(), &levels);
    let all = grouped(three_digits(all));
    format!("{counted}; about {all} in all, likely within a factor of {doubt:.1}")
}

/// The number with its first three digits, the others being 0.
fn three_digits(number: f64) -> u128 {
    let number = number.round() as u128;
    let unit = 10u128.pow(number.checked_ilog10().unwrap_or(0).saturating_sub(2));
    (number + unit / 2) / unit * unit
}

/// The estimated number of positions up to symmetry of all levels.
fn classes(board: &Board, reverse: bool, counted: &[Level]) -> f64 {
    extended(board, reverse, counted).iter().map(|level| level.classes).sum()
}

/// The logarithm of the number of positions of a class with this number of pegs, as the mean of all classes.
fn ln_of_class(board: &Board, pegs: usize) -> f64 {
    let holes = board.holes();
    let classes = class::dependent_holes(board).len();
    let choices: f64 = (0..pegs).map(|n| ((holes - n) as f64).ln() - ((n + 1) as f64).ln()).sum();
    choices - classes as f64 * std::f64::consts::LN_2
}

/// `ln(-ln f)` of a level; `None` if all or none of the positions of the class are reached.
fn bend(board: &Board, level: &Level) -> Option<f64> {
    let ln_share = level.positions.ln() - ln_of_class(board, level.pegs);
    (ln_share < 0.0 && ln_share.is_finite()).then(|| (-ln_share).ln())
}

/// The levels that were counted, and estimates of the later ones.
fn extended(board: &Board, reverse: bool, counted: &[Level]) -> Vec<Level> {
    let mut levels = counted.to_vec();
    let Some(last) = levels.last().copied() else { return levels };
    let bends: Vec<f64> = levels.iter().filter_map(|level| bend(board, level)).collect();
    let [.., before, end] = bends[..] else { return levels };
    let old = bends.len().checked_sub(BENT + 2);
    let mut slope = end - before;
    let bent = old.map_or(0.0, |at| (slope - (bends[at + 1] - bends[at])) / BENT as f64).min(0.0);
    let (mut y, mut pegs) = (end, last.pegs);
    loop {
        pegs = if reverse { pegs + 1 } else { pegs - 1 };
        if pegs == 0 || pegs > board.holes() {
            return levels;
        }
        slope += bent;
        y += slope;
        let positions = (ln_of_class(board, pegs) - y.exp()).exp();
        if positions < 1.0 {
            return levels;
        }
        let classes = positions * last.classes / last.positions;
        levels.push(Level { pegs, positions, classes });
    }
}

/// The largest factor between the estimate from all counted levels and the estimates from one and two levels
/// fewer. Since each further level corrects part of the error, the remaining error is smaller than that.
fn doubt(board: &Board, reverse: bool, counted: &[Level]) -> f64 {
    let total = |levels: usize| classes(board, reverse, &counted[..levels]);
    let all = total(counted.len());
    let steps = [1, 2].map(|fewer| {
        let ratio = total(counted.len().saturating_sub(fewer).max(2)) / all;
        ratio.max(1.0 / ratio)
    });
    steps.into_iter().fold(LEAST_DOUBT, f64::max)
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::count::{What, count};
    use crate::tests::all_but;
    use soliter_base::control::Control;

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
            let board = all_but("44", model).board().clone();
            for (counted, within) in [(11, 1.35), (12, 1.25), (13, 1.2), (15, 1.1)] {
                let level = |(jumps, &positions): (usize, &u64)| Level {
                    pegs: board.holes() - 1 - jumps,
                    positions: positions as f64,
                    classes: positions as f64,
                };
                let levels: Vec<_> = first[..counted].iter().enumerate().map(level).collect();
                let doubt = doubt(&board, false, &levels);
                let ratio = classes(&board, false, &levels) / truth as f64;
                let ratio = ratio.max(1.0 / ratio);
                assert!(ratio < within, "{model}, {counted} levels: {ratio}");
                assert!(ratio < doubt, "{model}, {counted} levels: {ratio}, said {doubt}");
            }
        }
    }

    #[test]
    fn a_long_count_says_how_long_it_will_be() {
        let (said, puzzle) = (Arc::new(Mutex::new(Vec::new())), all_but("11", "triangle15"));
        let into = Arc::clone(&said);
        let report = move |phrase: &str| into.lock().expect("a list").push(phrase.to_owned());
        let control = Control::default().reporting(Arc::new(report));
        let counted = count(&puzzle, What::Positions, &control).expect("a count");
        let said = said.lock().expect("a list");
        assert!(said.iter().all(|line| line.starts_with("count: after ")), "{said:?}");
        let first = said.iter().position(|line| line.contains(" in all, "));
        assert_eq!(first, Some(FIRST), "{said:?}");
        let all: u64 = counted.levels.iter().map(|level| level.classes).sum();
        let last = said.last().expect("a line");
        let about = format!("; about {} in all", grouped(three_digits(all as f64)));
        assert!(last.contains(&about), "{last}, not {all}");
    }
}
