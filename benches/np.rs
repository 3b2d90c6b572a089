//! The modelling language compared with the same programs written manually: `cargo bench --bench np`. `programs`
//! alone is the table, any other filter is one of the measurements by criterion.

#[path = "programs/by_hand.rs"]
mod by_hand;
#[path = "programs/table.rs"]
mod table;

use std::hint::black_box;

use by_hand::HandAnswer;
use criterion::{BenchmarkId, Criterion, criterion_group};
use good_lp::solvers::highs::highs;
use good_lp::{Expression, ProblemVariables, SolverModel, Variable, constraint, variable};
use soliter::base::control::Control;
use soliter::library;
use soliter::np::resolve::names::Model;
use soliter::np::solve::{prepare, solve};
use soliter::peg::board::Jump;
use soliter::peg::milp::fields::puzzle_fields;
use soliter::peg::puzzle::{Finish, Puzzle};

fn puzzle(name: &str) -> Puzzle {
    let source = library::puzzle(&format!("gardner/{name}")).expect("a built-in puzzle");
    Puzzle::parse(&source, &library::model).expect("a puzzle without faults")
}

fn model() -> Model {
    Model::parse(&library::program("solitaire").expect("a program")).expect("no faults")
}

/// The rows of `models/solitaire.np`, written manually; the fewest moves.
fn puzzle_by_hand(puzzle: &Puzzle) -> HandAnswer {
    let jumps = puzzle.board().jumps();
    let holes = puzzle.board().holes();
    let count = puzzle.jumps();
    let Finish::Exactly(finish) = puzzle.finish() else { panic!("a known finish") };
    let mut variables = ProblemVariables::new();
    let mut columns = |n: usize| -> Vec<Variable> {
        (0..n).map(|_| variables.add(variable().binary())).collect()
    };
    let jump: Vec<Vec<Variable>> = (0..count).map(|_| columns(jumps.len())).collect();
    let new = columns(count);
    let peg: Vec<Vec<Variable>> = (0..=count).map(|_| columns(holes)).collect();
    let sum = |number: usize, test: &dyn Fn(&Jump) -> bool| -> Expression {
        jumps.iter().zip(&jump[number]).filter(|(j, _)| test(j)).map(|(_, &v)| v).sum()
    };
    let objective: Expression = new.iter().sum();
    let mut problem = variables.minimise(objective.clone()).using(highs);
    for at in puzzle.board().all_holes() {
        let hole = usize::from(at);
        for (number, pegs) in [(0, puzzle.start()), (count, finish)] {
            let value = f64::from(u8::from(pegs.has(at)));
            problem.add_constraint(constraint!(peg[number][hole] == value));
        }
    }
    for number in 0..count {
        problem.add_constraint(constraint!(sum(number, &|_| true) == 1.0));
        for at in puzzle.board().all_holes() {
            let hole = usize::from(at);
            let leaves = sum(number, &|j| j.from == at || j.over == at);
            let lands = sum(number, &|j| j.to == at);
            let (before, after) = (peg[number][hole], peg[number + 1][hole]);
            problem.add_constraint(constraint!(leaves.clone() <= before));
            problem.add_constraint(constraint!(lands.clone() + before <= 1.0));
            problem.add_constraint(constraint!(after == before - leaves + lands));
            if number > 0 {
                let start = sum(number, &|j| j.from == at);
                let end = sum(number - 1, &|j| j.to == at);
                let (a, b) = (start.clone(), end.clone());
                problem.add_constraint(constraint!(a - b <= new[number]));
                problem.add_constraint(constraint!(new[number] + start + end <= 2.0));
            }
        }
    }
    problem.add_constraint(constraint!(new[0] == 1.0));
    let mut problem = problem.try_into_inner().expect("a model");
    problem.make_quiet();
    for (option, value) in [("mip_rel_gap", 0.0), ("mip_abs_gap", 0.0)] {
        problem.set_option(option, value);
    }
    problem.set_option("random_seed", 1);
    problem.set_option("threads", 1);
    let columns = count * (jumps.len() + 1) + (count + 1) * holes;
    let solved = problem.solve();
    HandAnswer { columns, objective: Some(solved.objective_value().round() as i64) }
}

fn crosses(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("np");
    group.sample_size(10);
    for (name, fewest) in [("latin-cross", 5), ("greek-cross", 6), ("fireplace", 8)] {
        let puzzle = puzzle(name);
        let fields = puzzle_fields(&puzzle);
        group.bench_function(BenchmarkId::new("read", name), |bencher| bencher.iter(model));
        group.bench_function(BenchmarkId::new("read, ground, lower", name), |bencher| {
            bencher.iter(|| {
                let model = model();
                let control = Control::default();
                prepare(&model, black_box(&fields), &control).map(drop).is_ok()
            });
        });
        group.bench_function(BenchmarkId::new("all", name), |bencher| {
            bencher.iter(|| {
                let answer = solve(&model(), black_box(&fields), &Control::default());
                assert_eq!(answer.expect("an answer").objective, Some(fewest));
            });
        });
        group.bench_function(BenchmarkId::new("by hand", name), |bencher| {
            bencher.iter(|| {
                assert_eq!(puzzle_by_hand(black_box(&puzzle)).objective, Some(fewest));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, crosses);

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let is_test = wanted.iter().any(|word| word == "--test");
    let filter = wanted.iter().find(|word| !word.starts_with("--"));
    if !is_test && filter.is_none_or(|word| word == "programs") {
        table::table(puzzle_by_hand);
    }
    if filter.is_none_or(|word| word != "programs") {
        benches();
        Criterion::default().configure_from_args().final_summary();
    }
}
