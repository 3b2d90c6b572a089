//! Sizes, bounds and effects of the two formulations, each run once on one thread: the tables of
//! `docs/explanation/integer-programs.md`.
//! `cargo bench --bench formulations [-- bounds|solve|prove|groups|central] [PUZZLE]`

use std::time::{Duration, Instant};

use soliter::base::control::Control;
use soliter::internals::{self, Groups};
use soliter::library;
use soliter::peg::answer::{Claim, Detail};
use soliter::peg::line::Line;
use soliter::peg::milp::by_jump;
use soliter::peg::milp::by_move::fewest;
use soliter::peg::milp::relaxation;
use soliter::peg::puzzle::Puzzle;
use soliter::peg::solve::{Method, solve};

const FIGURES: [&str; 6] = [
    "gardner/latin-cross",
    "gardner/greek-cross",
    "gardner/fireplace",
    "gardner/pyramid",
    "gardner/lamp",
    "gardner/inclined-square",
];

/// The time limit of a run.
const PATIENCE: Duration = Duration::from_secs(600);

fn puzzle(name: &str) -> Puzzle {
    let source = library::puzzle(name).expect("a built-in puzzle");
    Puzzle::parse(&source, &library::model).expect("a puzzle without faults")
}

fn control() -> Control {
    Control::default().memory(16 << 30).within(PATIENCE)
}

fn groups() -> [(&'static str, Groups); 7] {
    let all = Groups::default();
    [
        ("all groups", all),
        ("no Uses", Groups { uses: false, ..all }),
        ("no exact ends", Groups { exact_ends: false, ..all }),
        ("no Class", Groups { classes: false, ..all }),
        ("no Cycle at first", Groups { cycles: false, ..all }),
        ("no Region", Groups { regions: false, ..all }),
        ("rules alone", Groups::RULES),
    ]
}

fn shortest(puzzle: &Puzzle) -> Line {
    let answer = solve(puzzle, Method::Search, &control()).expect("a verified answer");
    answer.line().expect("a line").clone()
}

fn shown(bound: Option<usize>) -> String {
    bound.map_or_else(|| "-".to_owned(), |bound| bound.to_string())
}

/// The least number of moves that the LP relaxation of each program allows, and sizes at the fewest moves.
fn bounds(names: &[&str]) {
    println!(
        "\n| puzzle | fewest | mirror | sweep, rules alone | sweep | without time | mirror rows x columns | sweep rows x columns |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for name in names {
        let puzzle = puzzle(name);
        let moves = shortest(&puzzle).moves().len();
        let mirror = by_jump::program(&puzzle, &control()).expect("a program");
        let (mirror_rows, mirror_columns) = mirror.size();
        let sweep = fewest::program(&puzzle, moves, &control()).expect("no limit");
        let (rows, columns) = sweep.size();
        println!(
            "| {name} | {moves} | {} | {} | {} | {} | {mirror_rows} x {mirror_columns} | {rows} x {columns} |",
            shown(internals::least_moves_in_fractions(&puzzle, &control())),
            shown(internals::least_slots_in_fractions(&puzzle, Groups::RULES, &control())),
            shown(internals::least_slots_in_fractions(&puzzle, Groups::default(), &control())),
            shown(relaxation::least_moves(&puzzle, &control())),
        );
    }
}

/// Seconds and nodes of the MILP alone, and of search and MILP one after the other.
fn by_method(names: &[&str], method: Method, title: &str) {
    println!("\n| {title} | answer | seconds | nodes of HiGHS |");
    println!("|---|---|---|---|");
    for name in names {
        let puzzle = puzzle(name);
        let clock = Instant::now();
        let answer = solve(&puzzle, method, &control()).expect("a verified answer");
        let seconds = clock.elapsed().as_secs_f64();
        let nodes: u64 = answer.evidence().iter().map(|e| nodes(&e.detail)).sum();
        println!("| {name} | {} | {seconds:.2} | {nodes} |", claim(answer.claim()));
    }
}

fn claim(claim: Claim) -> String {
    match claim {
        Claim::Optimal { moves } => format!("{moves} proved"),
        Claim::Feasible { moves, lower_bound } => format!("{lower_bound} to {moves}"),
        Claim::Unknown { lower_bound } => format!("at least {lower_bound}"),
        Claim::Infeasible => "impossible".to_owned(),
    }
}

fn nodes(detail: &Detail) -> u64 {
    if let Detail::Program { nodes, .. } = detail { *nodes } else { 0 }
}

/// The refutation of one move fewer with each group of rows left out.
fn effects(names: &[&str]) {
    println!("\n| refuting one move less | rows | answer | seconds | nodes |");
    println!("|---|---|---|---|---|");
    for name in names {
        let puzzle = puzzle(name);
        let line = shortest(&puzzle);
        for (title, groups) in groups() {
            let found = internals::prove_with(&puzzle, &line, groups, &control()).evidence;
            let (seconds, nodes) = (found.seconds, nodes(&found.detail));
            println!("| {name} | {title} | {} | {seconds:.2} | {nodes} |", claim(found.claim));
        }
    }
}

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let parts = ["bounds", "solve", "prove", "groups", "central"];
    let wanted = |part: &str| {
        let some = arguments.iter().any(|a| parts.contains(&a.as_str()));
        arguments.iter().any(|a| a == part) || !some && part != "central"
    };
    let chosen = |names: &[&'static str]| -> Vec<&'static str> {
        let named: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let some = named.iter().any(|a| !parts.contains(a));
        names.iter().copied().filter(|n| !some || named.iter().any(|a| n.contains(a))).collect()
    };
    if wanted("bounds") {
        let mut names = FIGURES.to_vec();
        names.push("gardner/central-game");
        bounds(&chosen(&names));
    }
    if wanted("solve") {
        by_method(&chosen(&FIGURES), Method::Milp, "sweep alone");
        by_method(&chosen(&FIGURES[..3]), Method::ByJump, "mirror alone");
    }
    if wanted("prove") {
        by_method(&chosen(&FIGURES), Method::Prove, "search, then sweep");
    }
    if wanted("groups") {
        effects(&chosen(&FIGURES[2..]));
    }
    // The progress of the MILP on the central game within the time limit; not part of the usual run.
    if wanted("central") {
        by_method(&["gardner/central-game"], Method::Milp, "sweep alone");
    }
}
