//! Clauses that contradict each other, with a proof: what `soliter certify --lrat` writes. The checker
//! that reads them ([`crate::checker::lrat`]) shares nothing with this room.

use crate::base::control::{Control, Stop};
use crate::peg::bounds::cycles;
use crate::peg::puzzle::Puzzle;
use crate::peg::puzzle::ends::Ends;
use crate::peg::sat::solver::{self, Outcome};
use crate::peg::sat::sweep::Sweep;

/// Clauses, and a proof that they contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The clauses that a solution of so many moves or fewer would satisfy, in DIMACS form.
    pub clauses: String,
    /// The proof, in LRAT as text.
    pub proof: String,
    /// How many moves.
    pub moves: usize,
}

/// Why there is no refutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRefutation {
    /// A limit came first.
    #[error("no proof: {}", .0.phrase())]
    Stopped(Stop),
    /// The clauses can all be true, by a solution or by a long cycle of jumps apart from a move, which
    /// they do not forbid.
    #[error("the clauses can all be true: there is nothing to refute, or they do not say enough")]
    Satisfied,
}

/// The SHA-256 of the clauses of a puzzle and so many moves, as the file of [`Refutation::clauses`] has it.
pub fn digest(puzzle: &Puzzle, moves: usize, control: &Control) -> Result<String, Stop> {
    let ends = Ends::new(puzzle);
    let cycles = cycles::short(ends.board().jumps());
    let text = Sweep::new(&ends, moves, &cycles, control)?.clauses.dimacs(&[]);
    let digest = text.lines().next().and_then(|line| line.strip_prefix("c sha256 "));
    Ok(digest.unwrap_or_default().to_owned())
}

/// Refutes that there is a solution of so many moves or fewer.
pub fn refute(
    puzzle: &Puzzle,
    moves: usize,
    control: &Control,
) -> Result<Refutation, NoRefutation> {
    let ends = Ends::new(puzzle);
    let cycles = cycles::short(ends.board().jumps());
    let sweep = Sweep::new(&ends, moves, &cycles, control).map_err(NoRefutation::Stopped)?;
    control.say(|| format!("sat: {moves} moves, {} clauses, with a proof", sweep.clauses.len()));
    let (run, proof) = solver::run_with_proof(&sweep.clauses, control);
    match run.outcome {
        Outcome::Refuted => {
            let title: String = puzzle.title.chars().filter(|c| !c.is_control()).collect();
            let heads = ["soliter sweep 1".to_owned(), title, format!("moves {moves}")];
            Ok(Refutation { clauses: sweep.clauses.dimacs(&heads), proof, moves })
        }
        Outcome::Values(_) => Err(NoRefutation::Satisfied),
        Outcome::Stopped(stop) => Err(NoRefutation::Stopped(stop)),
    }
}
