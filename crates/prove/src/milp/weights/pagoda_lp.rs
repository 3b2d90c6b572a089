//! Finds pagoda functions that refute a puzzle, by a linear program.
//!
//! If, for every jump, the starting hole and the hole leapt over together weigh at least as much as the
//! landing hole, the weight of the position never rises. A finish that weighs more than the start is then
//! unreachable. (Conway, Boardman; see Berlekamp, Conway and Guy, Winning Ways.) By Farkas' lemma, such
//! weights exist if and only if the LP relaxation of the jump counts is infeasible (Kiyomi and Matsui, 2001).

use std::time::Instant;

use good_lp::solvers::highs::highs;
use good_lp::{Expression, ProblemVariables, SolverModel, Variable, constraint, variable};

use soliter_base::control::Control;
use soliter_boards::answer::{Detail, Prover, ProverResult};
use soliter_boards::puzzle::{Finish, Puzzle};
use soliter_boards::{board::position::Position, bounds::pagoda::weights_refute};
use soliter_solvers::highs::back_end;

/// The maximum factor by which weights are scaled to integers.
const MAX_SCALE: i64 = 60;
/// Weights of large boards and armies are at most this large, the most that a refutation may have.
const MOST_SCALE: i64 = 1 << 19;
/// Values of a linear program are off by less than this.
const TOLERANCE: f64 = 1e-6;

/// A pagoda function that refutes a puzzle whose finish names holes, if one is found. `None` proves nothing.
pub fn refute(puzzle: &Puzzle, control: &Control) -> Option<ProverResult> {
    let clock = Instant::now();
    let weights = weights(puzzle, control)?;
    Some(ProverResult::refutation(Prover::Pagoda, clock, Detail::Weights(weights)))
}

/// The integer weights of such a function, one per hole.
pub(crate) fn weights(puzzle: &Puzzle, control: &Control) -> Option<Vec<i64>> {
    // Holes that the finish leaves open get nonnegative weights, so that pegs there only add weight.
    let (finish, open) = match puzzle.finish() {
        Finish::Exactly(finish) => (finish, Position::EMPTY),
        Finish::Holes { pegs_at, empty_at, .. } if !puzzle.reverse() => {
            (pegs_at, puzzle.board().full().difference(&pegs_at.union(empty_at)))
        }
        _ => return None,
    };
    // The reverse game is the ordinary game played backwards.
    let (from, to) =
        if puzzle.reverse() { (finish, puzzle.start()) } else { (puzzle.start(), finish) };
    // The objective is the weight of the finish minus that of the start, for weights from -1 to 1.
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
    let whole = |scale: i64, of: fn(f64) -> f64| -> Option<Vec<i64>> {
        let scaled: Vec<i64> = values.iter().map(|value| of(value * scale as f64) as i64).collect();
        weights_refute(puzzle, &scaled).then_some(scaled)
    };
    let small = (1..=MAX_SCALE).find_map(|scale| whole(scale, f64::round));
    let is_large =
        puzzle.board().fits_u64().is_err() || matches!(puzzle.finish(), Finish::Holes { .. });
    small.or_else(|| {
        // Weights such as Conway's are in no small whole numbers. The next whole numbers above them are weights, too: if
        // `a + m >= b`, those above `a` and `m` add up to more than `b`, so to at least the one above `b`. Example: above
        // 0.4, 0.7 and 1.1 there are 1, 1 and 2. A peg weighs up to 1 more, for which a large scale makes up.
        let above = |value: f64| (value + TOLERANCE).floor() + 1.0;
        let scales = (0..).map(|power| MAX_SCALE << power).take_while(|scale| *scale <= MOST_SCALE);
        scales.take(if is_large { usize::MAX } else { 0 }).find_map(|scale| whole(scale, above))
    })
}
