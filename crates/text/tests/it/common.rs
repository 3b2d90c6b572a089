//! Puzzles of the tests.

use std::path::Path;

use soliter_base::control::Control;
use soliter_base::diagnostic::Source;
use soliter_boards::puzzle::Puzzle;
use soliter_testing::built_in;
use soliter_text::{Judgement, Style, judge};

/// The puzzle of a text, with the models of the repository.
pub(crate) fn puzzle(text: &str) -> Puzzle {
    Puzzle::parse(&Source::new("puzzle.toml", text), &built_in::model)
        .unwrap_or_else(|faults| panic!("{faults}"))
}

/// A file of `tests/texts`.
pub(crate) fn text(name: &str) -> String {
    let file = Path::new("tests/texts").join(name);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

pub(crate) fn judged(puzzle: &Puzzle, text: &str) -> Judgement {
    judged_as(puzzle, text, &[])
}

pub(crate) fn judged_as(puzzle: &Puzzle, text: &str, styles: &[Style]) -> Judgement {
    judge(puzzle, text, styles, &Control::default()).expect("no limit")
}
