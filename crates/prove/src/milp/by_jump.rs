//! The formulation by jump: the constraint program of peg solitaire, `models/solitaire.np`, with a puzzle in its fields.
//! Puzzles with marked pegs use `models/marked.np`.
//!
//! The program has a record for each jump and for each hole between jumps. Lowering tabulates the holes and
//! the direction of a jump, so that a binary column says which of the geometric jumps it is. Every row has
//! the name of the class, the constraint, the record and the line from which it comes.

#[cfg(feature = "milp")]
pub mod engines;

use crate::milp::fields::{Numbering, puzzle_fields};
use soliter_base::control::{Control, Stop};
use soliter_base::diagnostic::Source;
use soliter_boards::line::Line;
use soliter_boards::{
    puzzle::ends::Ends,
    puzzle::{Finish, Puzzle},
};
use soliter_np::milp::prepare;
use soliter_np::{
    check::Values, refusal::Refusal, resolve::names::Model, syntax::data::FieldValues,
};
use soliter_solvers::program::Program;

/// Copies of two programs in `models/`, since a package holds the files below its own folder alone; a test compares them.
const SOLITAIRE: (&str, &str) =
    ("models/solitaire.np", include_str!("../../programs/solitaire.np"));
const MARKED: (&str, &str) = ("models/marked.np", include_str!("../../programs/marked.np"));

const FAULTY: Stop = Stop::Fault("the program of peg solitaire and the puzzle do not fit together");

fn model(puzzle: &Puzzle) -> Result<(Model, FieldValues), Stop> {
    if puzzle.board().is_changed() {
        return Err(Stop::Size(
            "the by-jump formulation needs a drawn board, and this board lists its jumps",
        ));
    }
    if let Finish::Holes { .. } = puzzle.finish() {
        return Err(Stop::Size(
            "--formulation by-jump does not support holes that the finish leaves open",
        ));
    }
    let (name, text) = if puzzle.marked().is_empty() { SOLITAIRE } else { MARKED };
    let model = Model::parse(&Source::new(name, text)).map_err(|_| FAULTY)?;
    Ok((model, puzzle_fields(puzzle)))
}

/// The columns and rows of a puzzle.
pub fn program(puzzle: &Puzzle, control: &Control) -> Result<Program, Stop> {
    let (model, fields) = model(puzzle)?;
    let (_, lowered) = prepare(&model, &fields, control).map_err(|refusal| stopped(&refusal))?;
    Ok(lowered.program)
}

fn stopped(refusal: &Refusal) -> Stop {
    match refusal {
        Refusal::Stopped(stop) => *stop,
        Refusal::Faults(_) => FAULTY,
    }
}

/// The solution that `values` of the columns of the [`program`] describe, not yet replayed; `None` if they describe none.
pub fn line_of(
    puzzle: &Puzzle,
    values: impl FnOnce(&Program) -> Vec<f64>,
    control: &Control,
) -> Result<Option<Line>, Stop> {
    let (model, fields) = model(puzzle)?;
    let (ground, lowered) =
        prepare(&model, &fields, control).map_err(|refusal| stopped(&refusal))?;
    let values = values(&lowered.program);
    Ok(ground.values(&lowered, &values).and_then(|values| line(puzzle, &values)))
}

/// The line given by the values of the records of class `Jump`, if there are any, not yet replayed.
pub fn line(puzzle: &Puzzle, values: &Values) -> Option<Line> {
    let numbering = Numbering::new(puzzle);
    let hole =
        |jump: usize, name: &str| numbering.hole(*values.get(&format!("Jump({jump}).{name}"))?);
    let jump = |jump: usize| {
        let (from, to) = (hole(jump, "StartPos")?, hole(jump, "EndPos")?);
        puzzle.board().jump(from, to)
    };
    let jumps: Option<Vec<_>> = (1..=puzzle.jumps()).map(jump).collect();
    Some(Ends::new(puzzle).line(jumps?))
}
