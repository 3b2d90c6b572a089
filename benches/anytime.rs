//! README's table of what is known early of large puzzles: `cargo bench --bench anytime [NAME]`.
//!
//! Prints the bound proved and the moves of the best line after 1, 10 and 100 processor seconds
//! (`SOLITER_SECONDS` for others), one thread, at most `SOLITER_GIB` GiB (16). All ten take 18 minutes.

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

/// What is known of a puzzle after some processor seconds.
fn known(name: &str, seconds: f64) -> String {
    let source = library::puzzle(name).expect("a shipped puzzle");
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
    let times = std::env::var("SOLITER_SECONDS").unwrap_or_else(|_| "1 10 100".to_owned());
    let times: Vec<f64> = times.split(' ').filter_map(|time| time.parse().ok()).collect();
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
