//! The provers side by side: `cargo bench`.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use soliter::base::control::Control;
use soliter::library;
use soliter::peg::puzzle::Puzzle;
use soliter::peg::solve::{Method, solve};

fn puzzle(name: &str) -> Puzzle {
    let source = library::puzzle(name).expect("a built-in puzzle");
    Puzzle::parse(&source, &library::model).expect("a puzzle without faults")
}

fn provers(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("fewest moves");
    group.sample_size(10);
    let crosses = ["latin-cross", "greek-cross", "fireplace"];
    let figures = ["pyramid", "lamp"];
    for name in crosses.iter().chain(&figures) {
        let puzzle = puzzle(&format!("gardner/{name}"));
        let mut methods = vec![("search", Method::Search), ("dfs", Method::Dfs)];
        if crosses.contains(name) {
            methods.push(("milp mirror", Method::ByJump));
            methods.push(("milp sweep", Method::Milp));
            methods.push(("proved twice", Method::Prove));
        }
        for (label, method) in methods {
            group.bench_function(BenchmarkId::new(label, name), |bencher| {
                bencher.iter(|| solve(black_box(&puzzle), method, &Control::default()));
            });
        }
    }
    for name in ["gardner/inclined-square", "gardner/central-game"] {
        let puzzle = puzzle(name);
        group.bench_function(BenchmarkId::new("search", name), |bencher| {
            bencher.iter(|| solve(black_box(&puzzle), Method::Search, &Control::default()));
        });
    }
    group.finish();
}

criterion_group!(benches, provers);
criterion_main!(benches);
