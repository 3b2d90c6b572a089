//! Corridor's long computations, each run once: `cargo bench --bench games_corridor [NAME]`.
//!
//! Prints wall-clock seconds of one thread (or of `SOLITER_THREADS`) and the peak of resident
//! memory where the system tells it.

use std::time::{Duration, Instant};

use soliter::control::Control;
use soliter::diagnostic::Source;
use soliter::games::analysis::Solver;
use soliter::games::corridor::Corridor;
use soliter::games::{Game, GamePuzzle};
use soliter::library;
use soliter::rules::Rules;

fn game(model: &str, parameters: &str) -> Corridor {
    let text = format!("title = \"bench\"\nmodel = \"{model}\"\n{parameters}\n");
    let source = Source::new("bench.toml", text);
    match GamePuzzle::parse(&source, &library::model(model).expect("a shipped model")) {
        Ok(GamePuzzle { game: Game::Corridor(rules), .. }) => rules,
        _ => panic!("not Corridor"),
    }
}

fn control() -> Control {
    let threads = std::env::var("SOLITER_THREADS").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    Control::default().memory(20 << 30).threads(threads)
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
    println!("| {name} | {answer} | {seconds:.2} | {} |", peak());
}

fn value(rules: &Corridor, control: &Control) -> String {
    let found = rules.analyse(rules.initial(), control);
    let value = found.value.map_or("unknown".into(), |value| value.to_string());
    format!("{value} ({} positions)", found.states)
}

fn main() {
    println!("| what | answer | seconds | MiB |");
    println!("|---|---|---|---|");
    for model in ["corridor", "quoridor"] {
        let rules = game(model, "");
        row(&format!("{model} perft 4"), || {
            rules.perft(rules.initial(), 4, &control()).expect("no limit").to_string()
        });
    }
    for (name, parameters) in [
        ("3x3, none, unlimited", "n = 3\nwalls = \"unlimited\"\npassability = \"none\""),
        ("4x4, none, 5 sticks", "n = 4\nwalls = 5"),
        ("4x4, border, unlimited", "n = 4\npreset = \"passable\""),
        ("4x4, border, unlimited, diagonal", "n = 4\npreset = \"passable\"\njump = \"diagonal\""),
        ("5x5, none, 3 sticks", "n = 5\nwalls = 3"),
        ("5x5, border, 3 sticks", "n = 5\nwalls = 3\npassability = \"border\""),
        ("5x5, path, 3 sticks", "n = 5\nwalls = 3\npassability = \"path\""),
        ("5x5, none, 4 sticks", "n = 5\nwalls = 4"),
    ] {
        row(name, || value(&game("corridor", parameters), &control()));
    }
    row("quoridor 5x5, 3 sticks", || value(&game("quoridor", "n = 5\nwalls = 3"), &control()));
    row("9x9, 10 sticks, wall race", || value(&game("corridor", ""), &Control::default()));
    row("9x9, 8 sticks, 5 seconds", || {
        let limited = control().within(Duration::from_secs(5));
        value(&game("corridor", "preset = \"fewer\""), &limited)
    });
}
