//! Every built-in puzzle has the answer that its file states.

use std::time::Duration;

use crate::common::games::{analysed, counted};
use soliter::base::control::Control;
use soliter::games::rules::{Rules, Status};
use soliter::games::{Game, GamePuzzle};
use soliter::library;

/// Puzzles that take many seconds.
const LONG: [&str; 2] = ["corridor/5x5-passable-endgame", "quoridor/5x5-two-walls"];
/// Puzzles whose values earlier solvers found, and which are too large now.
const TOO_LARGE: [&str; 8] = [
    "corridor/4x4-border",
    "corridor/4x4-passable",
    "corridor/4x4-sample-game",
    "corridor/4x4-three-sticks",
    "corridor/5x5-three-sticks",
    "corridor/caught",
    "quoridor/5x5-three-walls",
    "quoridor/6x6-last-walls",
];

#[test]
fn puzzles_answer_as_known() {
    let mine = |name: &String| name.starts_with("corridor/") || name.starts_with("quoridor/");
    let (long, short): (Vec<String>, Vec<String>) =
        library::puzzles().into_iter().filter(mine).partition(|name| LONG.contains(&&**name));
    assert!(short.len() >= 16 && long.len() == LONG.len());
    answer(&short);
}

#[test]
#[ignore = "seconds: cargo test --release --test it long_puzzles -- --ignored"]
fn long_puzzles_answer_as_known() {
    answer(&LONG.map(str::to_owned));
}

fn answer(names: &[String]) {
    for name in names {
        let source = library::puzzle(name).expect("a puzzle");
        let loaded =
            soliter::load(&source, &library::model).unwrap_or_else(|f| panic!("{name}: {f}"));
        let Some(GamePuzzle { game: Game::Corridor(rules), known, source: Some(_), .. }) =
            loaded.game()
        else {
            panic!("{name} is no puzzle of corridor with its source");
        };
        let (rules, state) = (&rules, rules.initial());
        for (depth, count) in known.perft.iter().enumerate().take(3) {
            let found = counted(rules, depth + 1, &Control::default());
            assert_eq!(found, Ok(*count as u128), "{name}");
        }
        assert!(matches!(rules.status(state), Status::ToMove(_)), "{name}");
        // If no value is known, the test does not wait for one.
        let reached = known.value.is_some() && !TOO_LARGE.contains(&&**name);
        let limit = Duration::from_millis(if reached { 600_000 } else { 200 });
        let found = analysed(rules, state, &Control::default().within(limit));
        if !reached && found.value.is_none() {
            continue;
        }
        assert_eq!(found.value, known.value, "{name}");
        let best: Vec<String> = found.best.iter().map(|m| rules.write_move(state, m)).collect();
        if !known.best.is_empty() {
            assert_eq!(best, known.best, "{name}");
        }
    }
}
