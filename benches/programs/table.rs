//! Twenty programs with each engine and written manually: columns, CPU seconds, and the proved result.

use std::time::Duration;

use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::library;
use soliter::np::resolve::names::Model;
use soliter::np::solve::{Method, ProgramStatus, solve_by};
use soliter::np::syntax::data::FieldValues;
use soliter::peg::milp::fields::puzzle_fields;
use soliter::peg::puzzle::Puzzle;

use crate::by_hand::{self, Hand, HandAnswer};

/// The most seconds for each.
const LIMIT: f64 = 60.0;

enum ByHand {
    Model(fn() -> Hand),
    /// The peg model, whose rows are written out in the bench.
    Puzzle(&'static str),
}

/// Name, text, and the same program written manually.
fn programs() -> Vec<(&'static str, String, ByHand)> {
    macro_rules! program {
        ($name:literal, $hand:expr) => {
            ($name, include_str!(concat!($name, ".np")).to_owned(), ByHand::Model($hand))
        };
    }
    let built_in = |name| library::program(name).expect("a program").text.clone();
    vec![
        program!("lot-sizing", by_hand::lot_sizing),
        program!("magic-square-4", by_hand::magic_square_4),
        program!("ft06", by_hand::ft06),
        program!("queens-8", || by_hand::queens(8)),
        program!("queens-16", || by_hand::queens(16)),
        program!("golomb-6", || by_hand::golomb(6, 20)),
        program!("golomb-7", || by_hand::golomb(7, 30)),
        program!("knapsack", by_hand::knapsack),
        program!("tsp-8", by_hand::tour),
        program!("petersen", by_hand::petersen),
        program!("bin-packing", by_hand::bin_packing),
        program!("sudoku", by_hand::sudoku),
        program!("assignment", by_hand::assignment),
        program!("set-cover", by_hand::set_cover),
        program!("setup-scheduling", by_hand::setup_scheduling),
        program!("latin-square", by_hand::latin_square),
        ("send-more-money", built_in("send-more-money"), ByHand::Model(by_hand::send_more_money)),
        ("river-crossing", built_in("river-crossing"), ByHand::Model(by_hand::river_crossing)),
        ("latin-cross", built_in("solitaire"), ByHand::Puzzle("latin-cross")),
        ("greek-cross", built_in("solitaire"), ByHand::Puzzle("greek-cross")),
    ]
}

/// CPU seconds of this process, with a resolution of a hundredth, if the system reports them.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = text.rsplit(')').next().unwrap_or_default();
    let ticks = after.split_whitespace().skip(11).take(2);
    ticks.filter_map(|number| number.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// The result, and its CPU seconds: of one run, or the mean of ten short ones.
fn timed<T>(work: impl Fn() -> T) -> (T, f64) {
    let before = cpu_seconds();
    let result = work();
    let once = cpu_seconds() - before;
    if once > 0.2 {
        return (result, once);
    }
    let before = cpu_seconds();
    for _ in 0..10 {
        work();
    }
    (result, (cpu_seconds() - before) / 10.0)
}

/// A row for each program, in the form of the language's page; `puzzle` solves a peg puzzle with handwritten
/// rows.
pub(crate) fn table(puzzle: impl Fn(&Puzzle) -> HandAnswer) {
    println!("| program | answer | columns | milp, s | sat, s | columns by hand | by hand, s |");
    println!("|---|---|---|---|---|---|---|");
    for (name, text, hand) in programs() {
        let model = Model::parse(&Source::new(name, text)).expect("no faults");
        let peg = match hand {
            ByHand::Puzzle(name) => library::puzzle(&format!("gardner/{name}"))
                .map(|source| Puzzle::parse(&source, &library::model).expect("no faults")),
            ByHand::Model(_) => None,
        };
        let given = peg.as_ref().map_or_else(FieldValues::new, puzzle_fields);
        let run = |method| {
            let control = || Control::default().within(Duration::from_secs_f64(LIMIT));
            let (answer, seconds) =
                timed(|| solve_by(method, &model, &given, &control()).expect("no fault"));
            let is_proved = answer.status == ProgramStatus::Solved;
            (answer, format!("{seconds:.2}{}", if is_proved { "" } else { ", not proved" }))
        };
        let (answer, milp) = run(Method::Milp);
        #[cfg(feature = "sat")]
        let (_, sat) = run(Method::Sat);
        #[cfg(not(feature = "sat"))]
        let sat = "-";
        let (by_hand, seconds) = timed(|| match (&hand, &peg) {
            (ByHand::Model(model), _) => model().solve(LIMIT),
            (_, Some(peg)) => puzzle(peg),
            _ => HandAnswer { columns: 0, objective: None },
        });
        let unproved = if by_hand.objective.is_none() { ", not proved" } else { "" };
        let found = answer.objective.map_or("a solution".to_owned(), |best| best.to_string());
        // The maximum is the negative of the minimum of the handwritten program.
        let same = by_hand.objective.map(i64::abs) == Some(answer.objective.map_or(0, i64::abs));
        assert!(same || !unproved.is_empty(), "{name}: {found}, by hand {:?}", by_hand.objective);
        let (columns, by_hand) = (answer.size.1, by_hand.columns);
        println!(
            "| {name} | {found} | {columns} | {milp} | {sat} | {by_hand} | {seconds:.2}{unproved} |"
        );
    }
}
