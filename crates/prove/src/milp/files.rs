//! Tests that programs written to files and read back by `HiGHS` have the optimum of the puzzle.

use std::collections::HashMap;

use soliter_base::control::Control;
use soliter_boards::{puzzle::Puzzle, verify::replay};
use soliter_solvers::highs::back_end;
use soliter_solvers::program::Program;
use soliter_solvers::program::file::{About, Format, column_names, text};
use soliter_testing::{built_in, highs_reader};

use crate::milp::export::{self, Formulation};
use crate::milp::{by_jump, by_move};

const FORMATS: [Format; 2] = [Format::Lp, Format::Mps];

fn written(program: &Program, format: Format) -> String {
    text(program, &About::default(), format, &Control::default()).expect("no limit")
}

fn read_back(text: &str, format: Format) -> Option<f64> {
    highs_reader::optimum(text, if format == Format::Lp { "lp" } else { "mps" })
}

#[test]
fn values_of_the_columns_give_the_solution_back() {
    let control = Control::default();
    let fewest = |moves| [Formulation::ByJump, Formulation::ByMove(moves)];
    for (name, formulations) in
        [("gardner/latin-cross", fewest(5)), ("gardner/greek-cross", fewest(6))]
    {
        let source = built_in::puzzle(name).expect("a built-in puzzle");
        let puzzle = Puzzle::parse(&source, &built_in::model).expect("a puzzle");
        for formulation in formulations {
            let program = match formulation {
                Formulation::ByJump => by_jump::program(&puzzle, &control),
                Formulation::ByMove(moves) => by_move::program(&puzzle, moves, &control),
            };
            let program = program.expect("no limit");
            let names = column_names(&program);
            let found = back_end::run(program, &control).values.expect("a solution");
            let found: HashMap<String, f64> = names.into_iter().zip(found).collect();
            let value = |name: &str| found.get(name).copied().filter(|value| *value != 0.0);
            let line = export::line(&puzzle, formulation, value, &control).expect("no limit");
            let line = line.expect("a line");
            let replayed = replay(&puzzle, line.jumps());
            assert!(replayed.fault.is_none() && puzzle.finish().accepts(replayed.last()), "{name}");
            assert_eq!(line.moves().len(), if name == "gardner/latin-cross" { 5 } else { 6 });
            // Values of another solution: no peg jumps at all.
            let none = export::line(&puzzle, formulation, |_| None, &control).expect("no limit");
            assert_eq!(none, None, "{name}");
        }
    }
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
                    by_move::program(&puzzle, slots, &Control::default()).expect("no limit");
                let text = written(&by_move, format);
                let found = read_back(&text, format);
                assert_eq!(found.is_some(), solvable, "{name} {format:?}, {slots}");
            }
        }
    }
}
