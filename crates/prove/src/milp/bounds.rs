//! Checkable bounds on the moves of a puzzle, as written by `soliter certify --bound`. Their checker
//! ([`soliter_checker::bounds`]) shares no code with this folder.

use std::fmt;

use crate::milp::{by_move, relaxation};
use soliter_base::control::{Control, Stop};
use soliter_boards::{puzzle::Puzzle, puzzle::ends::Ends};
use soliter_checker::bounds::{Bounded, Claim};
use soliter_solvers::highs::bound::{self, NoProof};
use soliter_solvers::program::Program;

/// The program that is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formulation {
    /// Counts how often each jump is made, regardless of order.
    Relaxation,
    /// One slot for each of this number of moves.
    ByMove(usize),
}

impl fmt::Display for Formulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Relaxation => f.write_str("relaxation"),
            // The name in the file format, which has not changed.
            Self::ByMove(slots) => write!(f, "sweep {slots}"),
        }
    }
}

/// The consequence of a proved bound for its puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// There is no solution.
    Impossible,
    /// No solution has fewer than this number of moves.
    MovesAtLeast(usize),
}

impl Formulation {
    /// The formulation named in a file, if it exists for a puzzle with this number of jumps.
    pub fn of(kind: &str, jumps: usize) -> Option<Self> {
        let by_move = (1..=jumps).map(Self::ByMove);
        [Self::Relaxation].into_iter().chain(by_move).find(|one| one.to_string() == kind)
    }

    fn program(self, puzzle: &Puzzle, control: &Control) -> Result<Program, Stop> {
        match self {
            Self::Relaxation => relaxation::program(&Ends::new(puzzle), control),
            Self::ByMove(slots) => by_move::program(puzzle, slots, control),
        }
    }

    /// The consequence of a claim for a puzzle with this number of jumps; `None` if there is none.
    pub fn meaning(self, claim: Claim, jumps: usize) -> Option<Meaning> {
        match (self, claim) {
            (Self::Relaxation, Claim::Infeasible) => Some(Meaning::Impossible),
            (Self::Relaxation, Claim::AtLeast(bound, divisor)) => {
                // The number of moves is an integer.
                let least = bound.checked_add(divisor - 1)?.checked_div_euclid(divisor)?;
                let least = usize::try_from(least).ok().filter(|least| *least > 0)?;
                Some(if least > jumps { Meaning::Impossible } else { Meaning::MovesAtLeast(least) })
            }
            (Self::ByMove(slots), Claim::Infeasible) if slots >= jumps => Some(Meaning::Impossible),
            (Self::ByMove(slots), Claim::Infeasible) => Some(Meaning::MovesAtLeast(slots + 1)),
            (Self::ByMove(_), Claim::AtLeast(..)) => None,
        }
    }
}

/// The consequence of a checked bound for a puzzle; `None` if its program is not one of this puzzle.
pub fn meaning(
    puzzle: &Puzzle,
    bounded: &Bounded,
    control: &Control,
) -> Result<Option<Meaning>, Stop> {
    let Some(formulation) = Formulation::of(&bounded.kind, puzzle.jumps()) else { return Ok(None) };
    let program = formulation.program(puzzle, control)?;
    let is_same = bound::digest(&program, control)? == bounded.sha256;
    Ok(is_same.then(|| formulation.meaning(bounded.claim, puzzle.jumps())).flatten())
}

/// The text of a bound: for the relaxation, a lower bound on the moves; for the formulation by move, infeasibility.
pub fn certify(
    puzzle: &Puzzle,
    formulation: Formulation,
    control: &Control,
) -> Result<String, NoProof> {
    let least = match formulation {
        Formulation::ByMove(_) => None,
        Formulation::Relaxation => {
            relaxation::bound(formulation.program(puzzle, control)?, control)?.0
        }
    };
    let claim = least.map_or(Claim::Infeasible, |least| Claim::AtLeast(least as i64, 1));
    let program = formulation.program(puzzle, control)?;
    let (rows, columns) = program.size();
    control.report_progress(|| {
        format!("milp: {formulation}, {rows} rows, {columns} columns, with a proof")
    });
    let proof = bound::prove(program, claim, control)?;
    let title: String = puzzle.title().chars().filter(|c| !c.is_control()).collect();
    Ok(format!("soliter bound 1\ntitle {title}\nprogram {formulation}\n{proof}"))
}
