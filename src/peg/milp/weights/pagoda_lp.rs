//! Pagoda functions: weights of the holes that no jump can raise.
//!
//! If for every jump the weights of the peg that jumps and of the peg leapt over are together at
//! least the weight of the hole landed in, the weight of the position never rises. A finish that
//! weighs more than the start cannot be reached. (Conway, Boardman; see Berlekamp, Conway and Guy,
//! Winning Ways.) By Farkas' lemma such weights exist exactly when the linear relaxation of the
//! jump counts has no solution (Kiyomi and Matsui, 2001). They are found by a linear program and
//! then checked in whole numbers.

use std::time::Instant;

use good_lp::solvers::highs::highs;
use good_lp::{Expression, ProblemVariables, SolverModel, Variable, constraint, variable};

use crate::base::control::Control;
use crate::highs::back_end;
use crate::peg::answer::{Claim, Detail, Evidence, Finding, Prover};
use crate::peg::board::position::Position;
use crate::peg::bounds::pagoda::weights_refute;
use crate::peg::puzzle::{Finish, Puzzle};

/// Weights are scaled to whole numbers of at most this size.
const MAX_SCALE: i64 = 60;

/// A pagoda function that refutes a puzzle, if the linear program finds one. `None` proves nothing.
/// A finish given by its number of pegs is not tried.
pub fn refute(puzzle: &Puzzle, control: &Control) -> Option<Finding> {
    let clock = Instant::now();
    let weights = weights(puzzle, control)?;
    let evidence = Evidence {
        by: Prover::Pagoda,
        claim: Claim::Infeasible,
        seconds: clock.elapsed().as_secs_f64(),
        detail: Detail::Weights(weights),
        stopped: None,
    };
    Some(Finding { evidence, line: None })
}

/// The weights of such a function by hole, in whole numbers.
pub(crate) fn weights(puzzle: &Puzzle, control: &Control) -> Option<Vec<i64>> {
    let Finish::Exactly(finish) = puzzle.finish else { return None };
    // Building is the ordinary game played backwards.
    let (from, to) = if puzzle.building { (finish, puzzle.start) } else { (puzzle.start, finish) };
    let values = solve(puzzle, from, to, control)?;
    (1..=MAX_SCALE).find_map(|scale| {
        let scaled: Vec<i64> =
            values.iter().map(|value| (value * scale as f64).round() as i64).collect();
        weights_refute(puzzle, &scaled).then_some(scaled)
    })
}

/// Maximises the weight of the finish less that of the start over weights from -1 to 1.
fn solve(puzzle: &Puzzle, from: Position, to: Position, control: &Control) -> Option<Vec<f64>> {
    let mut variables = ProblemVariables::new();
    let holes = puzzle.board.holes();
    let weight: Vec<Variable> = variables.add_vector(variable().min(-1).max(1), holes);
    let sum = |set: Position| set.holes().map(|h| weight[usize::from(h)]).sum::<Expression>();
    let mut problem = variables.maximise(sum(to) - sum(from)).using(highs);
    for jump in puzzle.board.jumps() {
        let [a, m, b] = [jump.from, jump.over, jump.to].map(|h| weight[usize::from(h)]);
        problem.add_constraint(constraint!(a + m >= b));
    }
    back_end::values(problem, control)
}
