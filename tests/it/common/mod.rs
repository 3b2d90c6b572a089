//! Shared parts of several test modules: the oracles of `soliter-testing`, and running programs.

use soliter::text::Style;
use soliter::{Control, Judgement, Puzzle};

pub(crate) mod games;
#[cfg(feature = "milp")]
pub(crate) mod interruption;
pub(crate) mod python;
#[cfg(target_os = "linux")]
pub(crate) mod running;
pub(crate) mod time;

pub(crate) use soliter_testing::peg::{
    Case, Pegs, Place, built_in, case, is_one_of_many, parse, parse_on, peg_puzzles, played,
};
pub(crate) use soliter_testing::{cases, palisade, random_puzzles};
#[cfg(feature = "milp")]
pub(crate) use soliter_testing::{np_print, np_random};

/// The judgement of a solution, without limits.
pub(crate) fn judged(puzzle: &Puzzle, text: &str) -> Judgement {
    judged_as(puzzle, text, &[])
}

/// The judgement of a solution that is read only in some styles.
pub(crate) fn judged_as(puzzle: &Puzzle, text: &str, styles: &[Style]) -> Judgement {
    soliter::judge(puzzle, text, styles, &Control::default()).expect("no limit")
}
