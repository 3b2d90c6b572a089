//! Tests that programs written to files and read back by `HiGHS` have the optimum of the puzzle.

use soliter_base::control::Control;
use soliter_peg::puzzle::Puzzle;
use soliter_solvers::highs::file::{About, Format, text};
use soliter_solvers::highs::program::Program;
use soliter_testing::{built_in, highs_reader};

use crate::milp::{by_jump, by_move::fewest};

const FORMATS: [Format; 2] = [Format::Lp, Format::Mps];

fn written(program: &Program, format: Format) -> String {
    text(program, &About::default(), format, &Control::default()).expect("no limit")
}

fn read_back(text: &str, format: Format) -> Option<f64> {
    highs_reader::optimum(text, if format == Format::Lp { "lp" } else { "mps" })
}

#[test]
fn another_reader_finds_the_same_optimum() {
    for (name, moves) in [("gardner/latin-cross", 5), ("gardner/greek-cross", 6)] {
        let source = built_in::puzzle(name).expect("a built-in puzzle");
        let puzzle = Puzzle::parse(&source, &built_in::model).expect("a puzzle");
        for format in FORMATS {
            let program = by_jump::program(&puzzle, &Control::default()).expect("a program");
            let text = written(&program, format);
            let optimum = read_back(&text, format).expect("a solution");
            assert!((optimum - f64::from(moves)).abs() < 1e-6, "{name} {format:?}: {optimum}");
            assert!(text.contains("Check.ValidJump_344_line"), "{name} {format:?}");
            for (slots, solvable) in [(moves, true), (moves - 1, false)] {
                let slots = usize::try_from(slots).expect("a count");
                let by_move =
                    fewest::program(&puzzle, slots, &Control::default()).expect("no limit");
                let text = written(&by_move, format);
                let found = read_back(&text, format);
                assert_eq!(found.is_some(), solvable, "{name} {format:?}, {slots}");
            }
        }
    }
}
