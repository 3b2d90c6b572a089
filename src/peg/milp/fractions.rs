//! Lower bounds on the moves from the linear relaxations of the programs, in which columns may have
//! fractional values. They show how tight the formulations are.

use crate::base::control::Control;
use crate::highs::back_end::{self, Proof};
use crate::highs::claims::least_whole;
use crate::peg::milp::mirror;
use crate::peg::milp::sweep::Sweep;
use crate::peg::milp::sweep::fewest::{Climb, Groups};
use crate::peg::puzzle::Puzzle;

/// The lower bound of the mirror. `None` if a limit comes first, or if even fractions have no solution.
pub fn least_moves_of_mirror(puzzle: &Puzzle, control: &Control) -> Option<usize> {
    let outcome = back_end::run_relaxed(mirror::program(puzzle, control).ok()?, control);
    let least = (outcome.proof == Proof::Optimal).then(|| least_whole(outcome.bound)).flatten()?;
    Some(usize::try_from(least).unwrap_or(0))
}

/// The least number of slots with a solution in fractions; `None` if none has, or a limit comes first.
pub fn least_slots_of_sweep(puzzle: &Puzzle, groups: Groups, control: &Control) -> Option<usize> {
    let climb = Climb::new(puzzle, groups, control);
    let knowledge = climb.knowledge().ok()?;
    for slots in 1..=puzzle.jumps() {
        let sweep = Sweep::new(&climb.ends, slots, &knowledge, control).ok()?;
        match back_end::run_relaxed(sweep.program, control).proof {
            Proof::Optimal => return Some(slots),
            Proof::Infeasible => {}
            Proof::Stopped(_) => return None,
        }
    }
    None
}
