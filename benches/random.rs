//! Random puzzles, each solved by `solve` and by single methods: `cargo bench --bench random [PUZZLES]`.
//!
//! For each method, prints how many of 200 puzzles (or of the given number) it settles within five seconds, and the
//! CPU seconds used. Then lists the puzzles for which `solve`, which tries the methods in turn, took more than a tenth
//! of a second longer than twice the time of the best single method. The puzzles come from the tests' generator.

mod common;

use std::time::Duration;

use common::{control, processor_seconds, wanted};
use soliter::boards::answer::Claim;
use soliter::boards::puzzle::Puzzle;
use soliter::prove::solve::{Method, Options, solve};
use soliter_testing::random_puzzles::random_puzzle;

/// The time limit of a single method for each puzzle; all methods in turn have twice as much.
const LIMIT: Duration = Duration::from_secs(5);

/// A claim, and the CPU seconds used.
type Run = (Claim, f64);

fn timed(run: impl FnOnce() -> Claim) -> Run {
    let before = processor_seconds();
    let claim = run();
    (claim, processor_seconds() - before)
}

fn main() {
    let number = wanted().first().map_or(200, |number| number.parse().expect("a number"));
    let methods = [
        ("search", Method::Search),
        ("dfs", Method::Dfs),
        #[cfg(feature = "sat")]
        ("sat", Method::Sat),
    ];
    let alone = |puzzle: &Puzzle, method| {
        let answer = solve(puzzle, &Options::from(method), &control().within(LIMIT));
        answer.map_or(Claim::Unknown { lower_bound: 1 }, |answer| answer.claim())
    };
    let (mut settled, mut seconds) = (vec![0; methods.len() + 1], vec![0.0; methods.len() + 1]);
    let (mut slow, mut open) = (Vec::new(), Vec::new());
    for (seed, puzzle) in (0..).filter_map(|seed| Some((seed, random_puzzle(seed)?))).take(number) {
        let together = timed(|| {
            let answer = solve(&puzzle, &Options::FIRST_PROOF, &control().within(2 * LIMIT));
            answer.map_or(Claim::Unknown { lower_bound: 1 }, |answer| answer.claim())
        });
        let single = methods.iter().map(|&(_, method)| timed(|| alone(&puzzle, method)));
        let runs: Vec<Run> = std::iter::once(together).chain(single).collect();
        for (at, (claim, taken)) in runs.iter().enumerate() {
            settled[at] += usize::from(claim.is_final());
            seconds[at] += taken;
        }
        let is_final = |(claim, _): &&Run| claim.is_final();
        let best = runs[1..].iter().filter(is_final).map(|run| run.1).min_by(f64::total_cmp);
        let Some(best) = best else { continue };
        if !together.0.is_final() {
            open.push((seed, best));
        } else if together.1 > 2.0 * best + 0.1 {
            slow.push((seed, best, together.1));
        }
    }
    println!("| method | settled of {number} | CPU seconds |\n|---|---|---|");
    let names = std::iter::once("in turns").chain(methods.iter().map(|(name, _)| *name));
    for ((name, settled), seconds) in names.zip(settled).zip(seconds) {
        println!("| {name} | {settled} | {seconds:.1} |");
    }
    println!("open, although a method settles them: {open:?}");
    println!("slower than twice the best method and 0.1 s: {slow:.2?}");
}
