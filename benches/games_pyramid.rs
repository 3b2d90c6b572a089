//! Sweeps of the Pyramid of Cheops, each run once:
//! `cargo bench --bench games_pyramid [NAME]`, in `SOLITER_THREADS` threads (1), within
//! `SOLITER_GIB` GiB (8).

use std::time::Instant;

use soliter::control::Control;
use soliter::games::analysis::{Solver, verify};
use soliter::games::pyramid::{Parameters, Pyramid};
use soliter::rules::Rules;

fn number(variable: &str, otherwise: usize) -> usize {
    std::env::var(variable).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
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

/// Value, number of best moves, length of the line and positions.
fn solve(game: &Pyramid) -> String {
    let control = Control::default()
        .memory((number("SOLITER_GIB", 8) as u64) << 30)
        .threads(number("SOLITER_THREADS", 1));
    let found = game.analyse(game.initial(), &control);
    verify(game, game.initial(), &found).expect("a right analysis");
    let value = found.value.map_or_else(|| format!("{:?}", found.stopped), |v| v.to_string());
    let (best, line) = (found.best.len(), found.line.len());
    format!("{value}, {best} best moves, line of {line}, {} positions", found.states)
}

/// A row of the table, if it is wanted.
fn row(name: &str, run: impl FnOnce() -> String) {
    peak();
    let clock = Instant::now();
    let answer = run();
    let seconds = clock.elapsed().as_secs_f64();
    println!("| {name} | {answer} | {seconds:.2} | {} |", peak());
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let named = |name: &str| wanted.iter().any(|part| name.ends_with(part.as_str()));
    println!("| what | answer | seconds | MiB |");
    println!("|---|---|---|---|");
    for base in [12, 14, 16, 18, 19, 20, 21, 22] {
        let name = format!("pyramid base {base}");
        // The long ones only when they are asked for.
        if named(&name) || (wanted.is_empty() && base <= 18) {
            let game = Pyramid::new(Parameters { base, ..Parameters::default() });
            row(&name, || solve(&game));
        }
    }
    // Each player follows the text's strategy in turn.
    for base in 3..=11 {
        let name = format!("pyramid strategy {base}");
        if named(&name) || wanted.iter().any(|part| part == "strategy") || wanted.is_empty() {
            let game = Pyramid::new(Parameters { base, ..Parameters::default() });
            row(&name, || {
                let found = game.analyse(game.initial(), &Control::default());
                let remarks: Vec<&str> = found.remarks.iter().map(|(_, text)| &**text).collect();
                format!("{:?}; {}", found.value, remarks.join("; "))
            });
        }
    }
}
