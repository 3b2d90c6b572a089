//! Tests the back end against enumeration, on random integer programs like those that the modelling language
//! and the by-move formulation produce. Each program is small enough for all its values to be tried.

use good_lp::{Expression, Variable, constraint};

use crate::highs::back_end::run;
use crate::program::{Program, outcome::Proof, outcome::least_whole};
use soliter_base::control::Control;

/// The number of programs in the test that always runs. `SOLITER_PROGRAMS` sets another number:
/// `SOLITER_PROGRAMS=1000000 cargo test --release -p soliter-solvers enumeration`.
const PROGRAMS: u64 = 20_000;

/// A weighted sum of columns that is at most `bound`, or equal to it.
struct Row {
    terms: Vec<(usize, i64)>,
    bound: i64,
    is_equality: bool,
}

struct Draw {
    /// The largest value of each column; the least is 0.
    most: Vec<i64>,
    rows: Vec<Row>,
    /// The cost of each column in the objective, which is minimised.
    costs: Vec<i64>,
}

fn draw(random: &mut fastrand::Rng) -> Draw {
    let mut most: Vec<i64> = Vec::new();
    let mut rows = Vec::new();
    // One-hot groups, like those of a variable of the language with a column for each value.
    for _ in 0..random.usize(0..=2) {
        let group: Vec<usize> = (0..random.usize(2..=3)).map(|n| most.len() + n).collect();
        most.extend(group.iter().map(|_| 1));
        let terms = group.into_iter().map(|column| (column, 1)).collect();
        rows.push(Row { terms, bound: 1, is_equality: true });
    }
    // Small ranges; some of these columns will occur in no row.
    for _ in 0..random.usize(1..=3) {
        most.push(random.i64(1..=4));
    }
    let columns = most.len();
    for _ in 0..random.usize(1..=4) {
        let mut terms: Vec<(usize, i64)> = Vec::new();
        for column in 0..columns {
            if random.bool() {
                terms.push((column, [-4, -3, -2, -1, 1, 1, 2, 3, 5][random.usize(0..9)]));
            }
        }
        let bound = random.i64(-4..=6);
        let is_equality = random.u8(0..4) == 0;
        // An implication by a big-M coefficient: the row must hold only if a column is 1.
        let flag = most.iter().position(|&most| most == 1).filter(|_| random.bool());
        if let (Some(flag), false) = (flag, is_equality) {
            terms.retain(|&(column, _)| column != flag);
            let high: i64 = terms.iter().map(|&(column, times)| times.max(0) * most[column]).sum();
            let slack = (high - bound).max(0);
            terms.push((flag, slack));
            rows.push(Row { terms, bound: bound + slack, is_equality });
        } else {
            rows.push(Row { terms, bound, is_equality });
        }
    }
    let has_costs = random.bool();
    let costs = most.iter().map(|_| if has_costs { random.i64(-3..=3) } else { 0 }).collect();
    Draw { most, rows, costs }
}

/// The least cost, found by trying all values; `None` if the program is infeasible.
fn enumerated(draw: &Draw) -> Option<i64> {
    let mut values = vec![0; draw.most.len()];
    let mut best: Option<i64> = None;
    loop {
        let fits = draw.rows.iter().all(|row| {
            let sum: i64 = row.terms.iter().map(|&(column, times)| times * values[column]).sum();
            if row.is_equality { sum == row.bound } else { sum <= row.bound }
        });
        if fits {
            let cost = draw.costs.iter().zip(&values).map(|(cost, value)| cost * value).sum();
            best = Some(best.map_or(cost, |best| best.min(cost)));
        }
        let Some(place) = (0..values.len()).find(|&n| values[n] < draw.most[n]) else {
            return best;
        };
        values[..place].fill(0);
        values[place] += 1;
    }
}

fn program(draw: &Draw) -> Program {
    let mut program = Program::default();
    let column = |(n, &most): (usize, &i64)| match most {
        1 => program.binary(format!("b{n}")),
        most => program.whole(format!("w{n}"), most as usize),
    };
    let columns: Vec<Variable> = draw.most.iter().enumerate().map(column).collect();
    for (n, row) in draw.rows.iter().enumerate() {
        let terms = row.terms.iter().map(|&(column, times)| times as f64 * columns[column]);
        let sum: Expression = terms.sum();
        let bound = row.bound as f64;
        let row =
            if row.is_equality { constraint!(sum == bound) } else { constraint!(sum <= bound) };
        program.row(format!("r{n}"), row);
    }
    let costs = columns.iter().zip(&draw.costs).map(|(&column, &cost)| cost as f64 * column);
    program.minimise(costs.sum());
    program
}

#[test]
fn random_programs_have_the_answers_of_enumeration() {
    let wanted = std::env::var("SOLITER_PROGRAMS").ok();
    let programs = wanted.map_or(PROGRAMS, |number| number.parse().expect("a number"));
    let (mut possible, mut impossible) = (0, 0);
    for seed in 0..programs {
        let draw = draw(&mut fastrand::Rng::with_seed(seed));
        let expected = enumerated(&draw);
        let outcome = run(program(&draw), &Control::default());
        let has_costs = draw.costs.iter().any(|&cost| cost != 0);
        match expected {
            None => assert_eq!(outcome.proof, Proof::Infeasible, "program {seed}"),
            Some(cost) => {
                assert_eq!(outcome.proof, Proof::Optimal, "program {seed}");
                let bound = if has_costs { least_whole(outcome.bound) } else { Some(cost) };
                assert_eq!(bound, Some(cost), "program {seed}");
            }
        }
        *if expected.is_some() { &mut possible } else { &mut impossible } += 1;
    }
    // Both feasible and infeasible programs must be frequent.
    assert!(possible > programs / 5 && impossible > programs / 5, "{possible}, {impossible}");
}
