//! A table of long searches, each run once: `cargo bench --bench table [NAME]`.
//!
//! Prints wall-clock and CPU seconds of one thread (or of `SOLITER_THREADS`), the peak of resident memory if
//! the system reports it, and the positions kept.

mod once;

use once::{control, head, row};
use soliter::boards::answer::{Claim, Detail};
use soliter::boards::puzzle::Puzzle;
use soliter::library;
use soliter::prove::solve::{Method, solve};
use soliter::search::count::{What, count};

fn puzzle(name: &str) -> Puzzle {
    let source = library::puzzle(name).expect("a built-in puzzle");
    Puzzle::parse(&source, &library::model).expect("a puzzle without faults")
}

fn search(names: &[String]) -> String {
    let mut moves = Vec::new();
    let mut positions = 0;
    for name in names {
        let answer =
            solve(&puzzle(name), &Method::Search.into(), &control()).expect("a verified answer");
        moves.push(match answer.claim() {
            Claim::Optimal { moves } => moves.to_string(),
            other => format!("{other:?}"),
        });
        if let Detail::Positions(kept) = answer.evidence()[0].detail {
            positions += kept;
        }
    }
    moves.dedup();
    format!("{} ({positions} positions)", moves.join(" "))
}

fn folder(name: &str) -> Vec<String> {
    library::puzzles().into_iter().filter(|puzzle| puzzle.starts_with(name)).collect()
}

fn main() {
    head();
    for (title, name) in [
        ("inclined square", "gardner/inclined-square"),
        ("central game", "gardner/central-game"),
        ("6 by 6, 34 to 34", "boards/square6-34-to-34"),
        ("impossible: plus of five vacant", "impossible/plus5-vacant"),
        ("central game with diagonals", "english-diagonal/central-game"),
        ("French 46 to 45", "french/46-to-45"),
    ] {
        row(title, || search(&[name.to_owned()]));
    }
    row("36 Puzzle-Peg positions", || search(&folder("puzzle-peg/")));
    row("21 English problems", || search(&folder("english/")));
    let central = puzzle("gardner/central-game");
    for (title, what) in [
        ("central game, solutions", What::Solutions),
        ("central game, shortest solutions", What::Shortest),
        ("central game, positions", What::Positions),
        ("central game, games", What::Games),
    ] {
        row(title, || count(&central, what, &control()).expect("a count").value.to_string());
    }
}
