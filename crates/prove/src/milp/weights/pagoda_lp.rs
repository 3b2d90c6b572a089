//! Finds pagoda functions that refute a puzzle, by a linear program.
//!
//! If for every jump the starting hole and the hole leapt over together weigh at least as much as the landing
//! hole, the weight of the position never rises. Then a finish that weighs more than the start cannot be
//! reached. (Conway, Boardman; see Berlekamp, Conway and Guy, Winning Ways.) By Farkas' lemma such weights
//! exist exactly if the linear relaxation of the jump counts has no solution (Kiyomi and Matsui, 2001).

use std::time::Instant;

use good_lp::solvers::highs::highs;
use good_lp::{Expression, ProblemVariables, SolverModel, Variable, constraint, variable};

use soliter_base::control::Control;
use soliter_peg::answer::{Detail, Finding, Prover};
use soliter_peg::puzzle::{Finish, Puzzle};
use soliter_peg::{board::position::Position, bounds::pagoda::weights_refute};
use soliter_solvers::highs::back_end;

/// Weights are scaled by at most this factor to make them whole numbers.
const MAX_SCALE: i64 = 60;

/// A pagoda function that refutes a puzzle whose finish names holes, if one is found. `None` proves nothing.
pub fn refute(puzzle: &Puzzle, control: &Control) -> Option<Finding> {
    let clock = Instant::now();
    let weights = weights(puzzle, control)?;
    Some(Finding::refutation(Prover::Pagoda, clock, Detail::Weights(weights)))
}

/// The weights of such a function, in whole numbers, one for each hole.
pub(crate) fn weights(puzzle: &Puzzle, control: &Control) -> Option<Vec<i64>> {
    // Weights of the holes that the finish leaves open are not negative, so that pegs there only add to it.
    let (finish, open) = match puzzle.finish() {
        Finish::Exactly(finish) => (finish, Position::EMPTY),
        Finish::Holes { pegs_at, empty_at, .. } if !puzzle.reverse() => {
            (pegs_at, puzzle.board().full().minus(&pegs_at.union(&empty_at)))
        }
        _ => return None,
    };
    // The reverse game is the ordinary game played backwards.
    let (from, to) =
        if puzzle.reverse() { (finish, puzzle.start()) } else { (puzzle.start(), finish) };
    // The weight of the finish less that of the start, over weights from -1 to 1.
    let mut variables = ProblemVariables::new();
    let weight_of = |hole| variable().min(if open.has(hole) { 0 } else { -1 }).max(1);
    let weight: Vec<Variable> =
        puzzle.board().all_holes().map(|hole| variables.add(weight_of(hole))).collect();
    let sum = |set: Position| set.holes().map(|h| weight[usize::from(h)]).sum::<Expression>();
    let mut problem = variables.maximise(sum(to.clone()) - sum(from.clone())).using(highs);
    for jump in puzzle.board().jumps() {
        let [a, m, b] = [jump.from, jump.over, jump.to].map(|h| weight[usize::from(h)]);
        problem.add_constraint(constraint!(a + m >= b));
    }
    let values = back_end::values(problem, control)?;
    (1..=MAX_SCALE).find_map(|scale| {
        let scaled: Vec<i64> =
            values.iter().map(|value| (value * scale as f64).round() as i64).collect();
        weights_refute(puzzle, &scaled).then_some(scaled)
    })
}
