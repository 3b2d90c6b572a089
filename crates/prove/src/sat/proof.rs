//! Unsatisfiable CNF formulas with a proof, as written by `soliter certify --lrat`. Their checker
//! ([`soliter_checker::lrat`]) shares no code with this folder.

use crate::sat::by_move::ByMove;
use soliter_base::control::{Control, Stop};
use soliter_boards::bounds::cycles;
use soliter_boards::{puzzle::Puzzle, puzzle::ends::Ends};
use soliter_solvers::sat::solver::{self, Proved};

pub use soliter_solvers::sat::Refutation;

/// The reason why there is no refutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRefutation {
    /// A limit was reached.
    #[error("no proof: {}", .0.phrase())]
    Stopped(#[from] Stop),
    /// The clauses are satisfiable: there is a solution, or one with an unreached long cycle, which they do
    /// not forbid.
    #[error("the clauses can all be true: there is nothing to refute, or they do not say enough")]
    Satisfied,
}

/// The clauses of a puzzle and a number of moves, with all short cycles forbidden.
pub(super) fn formula(puzzle: &Puzzle, moves: usize, control: &Control) -> Result<ByMove, Stop> {
    let ends = Ends::new(puzzle);
    ByMove::new(&ends, moves, &cycles::short(ends.board().jumps()), control)
}

/// The SHA-256 of the clauses of a puzzle and a number of moves, as in the text of [`Refutation::clauses`].
pub fn digest(puzzle: &Puzzle, moves: usize, control: &Control) -> Result<String, Stop> {
    Ok(formula(puzzle, moves, control)?.clauses.digest())
}

/// Refutes that there is a solution of at most `moves` moves, which would satisfy the clauses.
pub fn refute(
    puzzle: &Puzzle,
    moves: usize,
    control: &Control,
) -> Result<Refutation, NoRefutation> {
    let by_move = formula(puzzle, moves, control)?;
    control.report_progress(|| {
        format!("sat: {moves} moves, {} clauses, with a proof", by_move.clauses.number)
    });
    let Proved::Refuted(proof) = solver::prove(&by_move.clauses, control)? else {
        return Err(NoRefutation::Satisfied);
    };
    let title: String = puzzle.title().chars().filter(|c| !c.is_control()).collect();
    let heads = ["soliter sweep 1".to_owned(), title, format!("moves {moves}")];
    Ok(Refutation { clauses: by_move.clauses.dimacs(&heads), proof })
}
