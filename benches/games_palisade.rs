//! Palisade's long computations, each run once: `cargo bench --bench games_palisade [NAME]`.
//!
//! Prints wall-clock seconds of one thread and the peak of resident memory where the system tells
//! it. Tables are found anew in every row.

use std::time::Instant;

use soliter::control::Control;
use soliter::games::analysis::{Solver, verify};
use soliter::games::palisade::actions::Pair;
use soliter::games::palisade::turn::{Outcomes, best_turn};
use soliter::games::palisade::{Palisade, Readings};
use soliter::rules::Rules;

const START: [u8; 5] = [1, 3, 4, 2, 5];

fn game(columns: &[u8]) -> Palisade {
    let readings = Readings {
        pair: Pair::Changed,
        stop_early: false,
        borrow: true,
        stall_limit: 2,
        players: 2,
    };
    Palisade::new(columns, readings).expect("a palisade")
}

/// Peak of resident memory since the last call, in MiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kibibytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    // Resets the peak.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    kibibytes.unwrap_or(0) / 1024
}

fn row(name: &str, run: impl FnOnce() -> String) {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part.as_str())) {
        return;
    }
    peak();
    let clock = Instant::now();
    let answer = run();
    let seconds = clock.elapsed().as_secs_f64();
    println!("| {name} | {answer} | {seconds:.3} | {} |", peak());
}

fn solve(columns: &[u8]) -> String {
    let game = game(columns);
    let found = game.analyse(game.initial(), &Control::default());
    verify(&game, game.initial(), &found).expect("a right analysis");
    let value = found.value.map_or("no value".to_owned(), |value| format!("value {value}"));
    let (best, moves) = (found.best.len(), found.moves.len());
    format!("{value}, {best} best of {moves} moves, {} states", found.states)
}

fn main() {
    println!("| what | answer | seconds | MiB |");
    println!("|---|---|---|---|");
    let control = Control::default();
    row("palisade 1 3 4 2 5, outcomes of four actions", || {
        let found = Outcomes::find(&START, Pair::Changed, 4, 0, usize::MAX, &control);
        format!("{}", found.expect("outcomes").layer(4).len())
    });
    row("palisade 1 3 4 2 5, most points with 2, 3, 4 actions", || {
        let most = |actions| best_turn(&START, Pair::Changed, actions, &control);
        let points = [2, 3, 4].map(|actions| most(actions).expect("a turn").points);
        format!("{points:?}")
    });
    row("palisade 1 3 4 2 5, perft 6", || {
        let game = game(&START);
        game.perft(game.initial(), 6, &control).expect("a count").to_string()
    });
    row("palisade of 15 stones, 1 3 4 2 5", || solve(&START));
    row("palisade of 16 stones, 4 4 4 4", || solve(&[4; 4]));
    row("palisade of 18 stones, 3 5 4 2 4", || solve(&[3, 5, 4, 2, 4]));
    row("palisade of 20 stones, 5 5 5 5", || solve(&[5; 4]));
    row("palisade of 36 stones, 1 2 3 4 5 6 7 8", || solve(&[1, 2, 3, 4, 5, 6, 7, 8]));
    row("palisade of 100 stones, twenty columns", || {
        solve(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 8, 7, 6, 5, 4, 3, 2, 4, 6, 1])
    });
}
