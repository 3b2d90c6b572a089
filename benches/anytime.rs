//! A table of the bounds known early for large puzzles: `cargo bench --bench anytime -- [NAME] [--long]`.
//!
//! Prints the proved bound and the number of moves of the best line after 1 and 10 CPU seconds, with one thread
//! and at most `SOLITER_GIB` GiB (16). `--long` adds 100 seconds; then all ten puzzles take a quarter of an
//! hour.

#[allow(dead_code, reason = "rows of another kind")]
mod once;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use once::{control, processor_seconds, wanted};
use soliter::library;
use soliter::peg::answer::Claim;
use soliter::peg::puzzle::Puzzle;
use soliter::peg::search::fewest::fewest;

const PUZZLES: [&str; 10] = [
    "boards/wiegleb-central-game",
    "boards/diamond-48-to-68",
    "boards/diamond-57-to-53",
    "boards/diamond-57-to-56",
    "english-diagonal/central-game",
    "french/37-to-57",
    "french/45-to-43",
    "french/46-to-15",
    "french/46-to-45",
    "boards/triangle28-21-to-22",
];

/// The results for a puzzle after some CPU seconds.
fn known(name: &str, seconds: f64) -> String {
    let source = library::puzzle(name).expect("a built-in puzzle");
    let puzzle = Puzzle::parse(&source, &library::model).expect("a puzzle without faults");
    let (stop, ended) = (Arc::new(AtomicBool::new(false)), AtomicBool::new(false));
    let control = control().cancelled_by(Arc::clone(&stop));
    let end = processor_seconds() + seconds;
    let claim = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !ended.load(Relaxed) {
                stop.store(processor_seconds() >= end, Relaxed);
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        let claim = fewest(&puzzle, &control).evidence.claim;
        ended.store(true, Relaxed);
        claim
    });
    match claim {
        Claim::Optimal { moves } => moves.to_string(),
        Claim::Feasible { moves, lower_bound } => format!("{lower_bound}..{moves}"),
        Claim::Unknown { lower_bound } => format!("{lower_bound}.."),
        Claim::Infeasible => "impossible".to_owned(),
    }
}

fn main() {
    let is_long = std::env::args().any(|argument| argument == "--long");
    let times: &[f64] = if is_long { &[1.0, 10.0, 100.0] } else { &[1.0, 10.0] };
    let cells = |cell: &dyn Fn(f64) -> String| {
        times.iter().map(|&time| cell(time) + " |").collect::<String>()
    };
    println!("| puzzle |{}", cells(&|time| format!(" {time} s")));
    println!("|---|{}", cells(&|_| "---".to_owned()));
    let wanted = wanted();
    let is_wanted =
        |name: &&str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part));
    for name in PUZZLES.into_iter().filter(is_wanted) {
        println!("| {name} |{}", cells(&|time| format!(" {}", known(name, time))));
    }
}
