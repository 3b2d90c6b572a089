//! The dual of the relaxation: a lower bound on the moves, in integers that a person can add up.
//!
//! By LP duality, a combination of the rows of the relaxation proves its bound: a weight for each hole (rows
//! `Balance` and `Flow`) and a dual multiplier for each region (rows `Region`). A linear program finds them; they are
//! scaled to integers and then added up exactly ([`DualBound::new`]).

use std::time::Instant;

use good_lp::solvers::highs::highs;
use good_lp::{Expression, ProblemVariables, SolverModel, Variable, constraint, variable};

use crate::milp::{regions, relaxation};
use soliter_base::control::Control;
use soliter_boards::answer::{Claim, Detail, Prover, ProverResult};
use soliter_boards::board::position::{Hole, Position};
use soliter_boards::puzzle::{Finish, Puzzle};
use soliter_boards::{bounds::pagoda::DualBound, puzzle::ends::Ends};
use soliter_solvers::highs::back_end;

/// The maximum scale of the numbers. The scale is also the price of a move.
const MAX_SCALE: i64 = 120;
/// The maximum weight in the linear program, in prices.
const MAX_WEIGHT: f64 = 100.0;
/// Boards with more jumps have no lower bound in answers, since adding up may take longer than the limit.
const MOST_JUMPS: usize = 1 << 14;

/// The best bound on the moves that such numbers prove. `None` if a limit comes first, if the start is
/// given by its number of pegs, or if nothing is proved.
pub fn dual_bound(puzzle: &Puzzle, control: &Control) -> Option<DualBound> {
    let ends = Ends::new(puzzle);
    let Finish::Exactly(start) = &ends.start else { return None };
    let regions = regions::to_open(&ends, control).ok()?;
    let (weights, duals) = solve(&ends, start, &regions, control)?;
    let scaled = |values: &[f64], scale: i64| -> Vec<i64> {
        values.iter().map(|value| (value * scale as f64).round() as i64).collect()
    };
    let whole = |scale| {
        let (weights, duals) = (scaled(&weights, scale), scaled(&duals, scale));
        DualBound::new(puzzle.board(), (start, &ends.finish), weights, regions.clone(), duals)
    };
    // Of equal bounds, the one with the smallest numbers is kept.
    (1..=MAX_SCALE)
        .take_while(|_| control.check().is_ok())
        .filter_map(whole)
        .reduce(|best, next| if next.least_moves > best.least_moves { next } else { best })
}

/// A lower bound on the moves, or a refutation, for boards on which the search does not find the minimum. `None` if a limit
/// comes first, or if nothing is proved.
pub fn lower_bound(puzzle: &Puzzle, control: &Control) -> Option<ProverResult> {
    let clock = Instant::now();
    if puzzle.board().jumps().len() > MOST_JUMPS {
        return None;
    }
    let bound = dual_bound(puzzle, control)?;
    let claim = match bound.least_moves {
        least if least > puzzle.jumps() => Claim::Infeasible,
        lower_bound => Claim::Unknown { lower_bound },
    };
    let (rows, columns) = relaxation::program(&Ends::new(puzzle), control).ok()?.size();
    let detail = Detail::Program {
        formulation: "relaxation",
        rows,
        columns,
        nodes: 0,
        believed_once: false,
    };
    Some(ProverResult::new(Prover::Milp, clock, Ok((claim, None)), 1, detail))
}

/// Solves the linear program for weights and duals, in units of the price.
fn solve(
    ends: &Ends<'_>,
    start: &Position,
    regions: &[Position],
    control: &Control,
) -> Option<(Vec<f64>, Vec<f64>)> {
    let mut variables = ProblemVariables::new();
    let holes = ends.board().holes();
    let any = || variable().min(-MAX_WEIGHT).max(MAX_WEIGHT);
    let at_least_0 = || variable().min(0).max(MAX_WEIGHT);
    let weight: Vec<Variable> = variables.add_vector(any(), holes);
    let rise: Vec<Variable> = variables.add_vector(at_least_0(), holes);
    let duals: Vec<Variable> = variables.add_vector(at_least_0(), regions.len());
    // The sum of the `further` least weights of the holes that the finish leaves open equals the maximum of
    // `further * level` minus the sum of `lack`.
    let level = variables.add(any());
    let lack: Vec<Variable> = variables.add_vector(variable().min(0), holes);
    let of = |list: &[Variable], hole: Hole| list[usize::from(hole)];
    let sum = |set: &Position| set.holes().map(|hole| of(&weight, hole)).sum::<Expression>();
    let [pegs_at, empty_at] = ends.finish.named(ends.board());
    let open = || ends.holes().filter(|&hole| !pegs_at.has(hole) && !empty_at.has(hole));
    let finish = match &ends.finish {
        Finish::Exactly(finish) => sum(finish),
        end @ (Finish::Pegs(_) | Finish::Holes { .. }) => {
            let further = (end.pegs() - pegs_at.len()) as f64;
            sum(&pegs_at) + further * level - open().map(|hole| of(&lack, hole)).sum::<Expression>()
        }
    };
    let goal = finish - sum(start) + duals.iter().sum::<Expression>();
    let mut problem = variables.maximise(goal).using(highs);
    for hole in open() {
        problem.add_constraint(constraint!(of(&weight, hole) + of(&lack, hole) >= level));
    }
    for jump in ends.board().jumps() {
        let gain = of(&weight, jump.to) - of(&weight, jump.from) - of(&weight, jump.over)
            + of(&rise, jump.to);
        problem.add_constraint(constraint!(gain.clone() <= of(&rise, jump.from)));
        let inside = regions.iter().zip(&duals).filter(|(region, _)| region.has(jump.from));
        let paid: Expression = inside.map(|(_, &dual)| dual).sum();
        problem.add_constraint(constraint!(gain + paid <= 1));
    }
    let values = back_end::values(problem, control)?;
    // The columns are in the order in which they were added.
    let duals = values.get(2 * holes..2 * holes + regions.len())?;
    Some((values.get(..holes)?.to_vec(), duals.to_vec()))
}
