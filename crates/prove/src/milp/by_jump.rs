//! The formulation by jump: the constraint program of peg solitaire, `models/solitaire.np`, with a puzzle in its fields.
//! Puzzles with marked pegs use `models/marked.np`.
//!
//! The program has a record for each jump and for each hole between jumps. Lowering tabulates the holes and
//! the direction of a jump, so that a binary column says which of the geometric jumps it is. Every row has
//! the name of the class, the constraint, the record and the line from which it comes.

use std::time::Instant;

use crate::milp::fields::{Numbering, puzzle_fields};
use soliter_base::control::{Control, Stop};
use soliter_base::diagnostic::Source;
use soliter_np::solve::{Method, ProgramAnswer, ProgramStatus, prepare, solve_by};
use soliter_np::{
    check::Values, refusal::Refusal, resolve::names::Model, syntax::data::FieldValues,
};
use soliter_peg::answer::{Claim, Detail, Evidence, Prover, ProverResult};
use soliter_peg::line::Line;
use soliter_peg::puzzle::{Finish, Puzzle, ends::Ends};
use soliter_solvers::highs::program::Program;

/// The programs in `models/`, which this crate reaches through a symbolic link.
const SOLITAIRE: (&str, &str) = ("models/solitaire.np", include_str!("../../models/solitaire.np"));
const MARKED: (&str, &str) = ("models/marked.np", include_str!("../../models/marked.np"));

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
    let (_, lowered) = prepare(&model, &fields, control).map_err(|error| match error {
        Refusal::Stopped(stop) => stop,
        Refusal::Faults(_) => FAULTY,
    })?;
    Ok(lowered.program)
}

/// Solves a puzzle by its program alone, with `HiGHS`. The claims are those of `HiGHS`; its values are checked against the
/// program.
pub fn solve(puzzle: &Puzzle, control: &Control) -> ProverResult {
    solve_with(Method::Milp, puzzle, control)
}

/// Solves a puzzle by its program alone, with `CaDiCaL`. Each step of a refutation is checked as it is made.
#[cfg(feature = "sat")]
pub fn solve_by_clauses(puzzle: &Puzzle, control: &Control) -> ProverResult {
    solve_with(Method::Sat, puzzle, control)
}

fn solve_with(method: Method, puzzle: &Puzzle, control: &Control) -> ProverResult {
    let clock = Instant::now();
    let answer = model(puzzle)
        .and_then(|(model, fields)| solve_by(method, &model, &fields, control).map_err(|_| FAULTY));
    let (answer, (claim, line, stopped)) = match answer {
        Ok(answer) => {
            let found = read(puzzle, &answer);
            (answer, found)
        }
        Err(stop) => {
            (ProgramAnswer::default(), (Claim::Unknown { lower_bound: 1 }, None, Some(stop)))
        }
    };
    let seconds = clock.elapsed().as_secs_f64();
    let ((one, other), work) = (answer.size, answer.nodes);
    let (by, detail) = if method == Method::Milp {
        let believed_once = control.solver_settings().skip_recheck;
        let (rows, columns, nodes, formulation) = (one, other, work, "by-jump");
        (Prover::Milp, Detail::Program { formulation, rows, columns, nodes, believed_once })
    } else {
        let (clauses, variables, conflicts, formulation) = (one, other, work, "by-jump");
        (Prover::Sat, Detail::Clauses { formulation, variables, clauses, conflicts })
    };
    ProverResult { evidence: Evidence { by, claim, seconds, detail, stopped }, line }
}

/// The claim and the solution of an answer, and the reason why the engine stopped early. The bound of an answer that is
/// not proved comes from one run of `HiGHS`, so it is no claim.
fn read(puzzle: &Puzzle, answer: &ProgramAnswer) -> (Claim, Option<Line>, Option<Stop>) {
    let whole = |number: Option<i64>| number.and_then(|number| usize::try_from(number).ok());
    let line = answer.values.as_ref().and_then(|values| line(puzzle, values));
    let counted = |line: &Line| whole(answer.objective) == Some(line.moves().len());
    match (answer.status, line) {
        (ProgramStatus::Infeasible, _) => (Claim::Infeasible, None, None),
        (ProgramStatus::Solved, Some(line)) if counted(&line) => {
            (Claim::Optimal { moves: line.moves().len() }, Some(line), None)
        }
        (ProgramStatus::Feasible, Some(line)) => {
            let moves = line.moves().len();
            (Claim::Feasible { moves, lower_bound: moves.min(1) }, Some(line), answer.stopped)
        }
        (ProgramStatus::Unknown, None) => (Claim::Unknown { lower_bound: 1 }, None, answer.stopped),
        (_, _) => (Claim::Unknown { lower_bound: 1 }, None, Some(FAULTY)),
    }
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
