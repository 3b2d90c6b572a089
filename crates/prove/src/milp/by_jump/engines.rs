//! Solves the formulation by jump with `HiGHS` or `CaDiCaL`.

use std::time::Instant;

use crate::milp::by_jump::{FAULTY, line, model};
use soliter_base::control::{Control, Stop};
use soliter_boards::answer::{Claim, Detail, Evidence, Prover, ProverResult};
use soliter_boards::{line::Line, puzzle::Puzzle};
use soliter_np::solve::{Method, ProgramAnswer, ProgramStatus, solve_by};

/// Solves a puzzle by its program alone, with `HiGHS`. The claims are those of `HiGHS`; its values are checked against the
/// program.
pub fn solve(puzzle: &Puzzle, control: &Control) -> ProverResult {
    solve_with(Prover::Milp, Method::Milp, puzzle, control)
}

/// Solves a puzzle by its program alone, with `CaDiCaL`. Each step of a refutation is checked as it is made.
#[cfg(feature = "sat")]
pub fn solve_by_clauses(puzzle: &Puzzle, control: &Control) -> ProverResult {
    solve_with(Prover::Sat, Method::Sat, puzzle, control)
}

fn solve_with(by: Prover, method: Method, puzzle: &Puzzle, control: &Control) -> ProverResult {
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
    let detail = if by == Prover::Milp {
        let believed_once = control.solver_settings().skip_recheck;
        let (rows, columns, nodes) = (one, other, work);
        Detail::Program { formulation: "by-jump", rows, columns, nodes, believed_once }
    } else {
        let (clauses, variables, conflicts) = (one, other, work);
        Detail::Clauses { formulation: "by-jump", variables, clauses, conflicts }
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
