//! Bounds on the moves of a puzzle that others can check, as `soliter certify --bound` writes them. The checker
//! that reads them ([`soliter_checker::bounds`]) shares nothing with this folder.

use std::fmt;

use crate::milp::{by_move::fewest, relaxation};
use soliter_base::control::{Control, Stop};
use soliter_checker::bounds::{Bounded, Claim};
use soliter_peg::puzzle::{Puzzle, ends::Ends};
use soliter_solvers::highs::bound::{self, NoProof};
use soliter_solvers::highs::program::Program;

/// The program that is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formulation {
    /// How often each jump is made, in whatever order.
    Relaxation,
    /// A slot for each of this number of moves.
    ByMove(usize),
}

impl fmt::Display for Formulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Relaxation => f.write_str("relaxation"),
            // The word of the file format.
            Self::ByMove(slots) => write!(f, "sweep {slots}"),
        }
    }
}

/// What a bound says of the puzzle whose program it is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// There is no solution.
    Impossible,
    /// No solution has fewer moves.
    MovesAtLeast(usize),
}

impl Formulation {
    /// What a file calls its program, if that is one of a puzzle with so many jumps.
    pub fn of(kind: &str, jumps: usize) -> Option<Self> {
        let by_move = (1..=jumps).map(Self::ByMove);
        [Self::Relaxation].into_iter().chain(by_move).find(|one| one.to_string() == kind)
    }

    fn program(self, puzzle: &Puzzle, control: &Control) -> Result<Program, Stop> {
        match self {
            Self::Relaxation => relaxation::program(&Ends::new(puzzle), control),
            Self::ByMove(slots) => fewest::program(puzzle, slots, control),
        }
    }

    /// What follows from a claim for a puzzle with so many jumps; `None` if nothing does.
    pub fn meaning(self, claim: Claim, jumps: usize) -> Option<Meaning> {
        match (self, claim) {
            (Self::Relaxation, Claim::Infeasible) => Some(Meaning::Impossible),
            (Self::Relaxation, Claim::AtLeast(bound, divisor)) => {
                // Moves are whole.
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

/// What a bound that was checked says of a puzzle; `None` if its program is none of the puzzle's.
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

/// The text of a bound: for the relaxation, the bound on the moves; for a program by move, that it has no solution.
pub fn certify(
    puzzle: &Puzzle,
    formulation: Formulation,
    control: &Control,
) -> Result<String, NoProof> {
    let claim = match formulation {
        Formulation::ByMove(_) => Claim::Infeasible,
        Formulation::Relaxation => match relaxation::bound(&Ends::new(puzzle), control)? {
            None => Claim::Infeasible,
            Some(least) => Claim::AtLeast(least as i64, 1),
        },
    };
    let program = formulation.program(puzzle, control)?;
    let (rows, columns) = program.size();
    control.say(|| format!("milp: {formulation}, {rows} rows, {columns} columns, with a proof"));
    let proof = bound::prove(program, claim, control)?;
    let title: String = puzzle.title().chars().filter(|c| !c.is_control()).collect();
    Ok(format!("soliter bound 1\ntitle {title}\nprogram {formulation}\n{proof}"))
}
