//! Puzzles of the tests.

use std::path::Path;

use soliter_base::control::Control;
use soliter_base::diagnostic::Source;
use soliter_peg::puzzle::Puzzle;
use soliter_text::{Judgement, Style, judge};

/// The puzzle of a text; models are those of the repository, or files beside the tests.
pub(crate) fn puzzle(text: &str) -> Puzzle {
    let load = |name: &str| {
        let file = Path::new("../../models").join(format!("{name}.toml"));
        Ok(Source::new(name, std::fs::read_to_string(file).expect("a model")))
    };
    Puzzle::parse(&Source::new("puzzle.toml", text), &load)
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
