//! The fewest moves by sweeps: as many slots as the relaxation asks for, then one more at a time
//! until there is a solution; or one sweep alone, to refute fewer moves than a line has.

use crate::base::control::{Control, Stop};
use crate::highs::program::Program;
use crate::peg::answer::Finding;
use crate::peg::line::Line;
use crate::peg::milp::sweep::attempt;
use crate::peg::milp::sweep::attempt::Groups;
use crate::peg::puzzle::Puzzle;

/// Solves a puzzle by sweeps alone. Claims are what `HiGHS` reports, and the line is the solution
/// of the first sweep that has one.
pub fn solve(puzzle: &Puzzle, control: &Control) -> Finding {
    attempt::solve_with(puzzle, Groups::worthwhile(puzzle), control)
}

/// Proves a line of fewest moves that another prover found, by refuting one move less. Stopped
/// early, it claims the bound it has.
pub fn prove(puzzle: &Puzzle, line: &Line, control: &Control) -> Finding {
    attempt::prove_with(puzzle, line, Groups::worthwhile(puzzle), control)
}

/// The sweep of so many slots: it has a solution if the puzzle has one of so many moves or fewer.
///
/// # Errors
/// The limit that came first.
pub fn program(puzzle: &Puzzle, slots: usize, control: &Control) -> Result<Program, Stop> {
    attempt::program(puzzle, slots, control)
}
