//! Reads puzzles from the files of other programs, which are recognised by what is in them.
//!
//! `planning` reads problems in PDDL, over `embedding`, which finds a diagram of a board that is given by its
//! lines. `debian` reads the problems of Debian's peg-solitaire. What is read is a
//! [`PuzzleSetup`](crate::puzzle::setup::PuzzleSetup), so it passes the same checks as a puzzle file.

pub mod debian;
mod embedding;
mod planning;

use std::sync::Arc;

use crate::puzzle::open::{AnyPuzzle, OpenPuzzle};
use soliter_base::diagnostic::{Diagnostic, Diagnostics, Source, TextFault};

/// Whether a text is a file of another program.
pub fn is_known(text: &str) -> bool {
    planning::is_problem(text) || debian::is_problems(text)
}

/// The puzzle of a file of another program; `None` if the text is not from one of them.
pub fn puzzle(source: &Arc<Source>) -> Option<Result<AnyPuzzle, Diagnostics>> {
    let text = &*source.text;
    let setup = if planning::is_problem(text) {
        planning::setup(text)
    } else if debian::is_problems(text) {
        debian::setup(text).map(|setup| (setup, None))
    } else {
        return None;
    };
    let faulty = |fault: TextFault| Diagnostics::from(fault.of(source));
    Some(setup.map_err(faulty).and_then(|(setup, aim)| {
        let puzzle = setup.puzzle().map_err(|faults| {
            let list = faults
                .0
                .iter()
                .map(|fault| Diagnostic::new(source, 0..0, fault.to_string()).help(fault.help()));
            Diagnostics::new(list.collect(), 0)
        })?;
        let Some(aim) = aim else { return Ok(AnyPuzzle::Fixed(puzzle)) };
        OpenPuzzle::new(puzzle, aim).map(AnyPuzzle::Open).ok_or_else(|| {
            let fault = Diagnostic::new(source, 0..0, "the goal has more pegs than the start");
            Diagnostics::from(fault.help("every jump removes a peg"))
        })
    }))
}
