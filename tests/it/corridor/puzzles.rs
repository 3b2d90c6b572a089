//! Every built-in puzzle has the answer that its file states.

use crate::common::games::{analysed, counted};
use soliter::base::control::Control;
use soliter::games::rules::{Rules, Status};
use soliter::games::strategy::Strategy;
use soliter::games::{Game, GamePuzzle};
use soliter::library;

/// Puzzles with more positions than this, as the game estimates them, are not solved here. Their files keep the values
/// that earlier solvers found.
const MOST_POSITIONS: f64 = 1e5;
const MOST_IN_MINUTES: f64 = 3e6;

#[test]
fn puzzles_answer_as_known() {
    assert!(answer(0.0..=MOST_POSITIONS) >= 4);
}

#[test]
#[ignore = "minutes: cargo test --release --test it long_puzzles -- --ignored"]
fn long_puzzles_answer_as_known() {
    assert!(answer(MOST_POSITIONS..=MOST_IN_MINUTES) >= 2);
}

/// Solves the puzzles with a known value whose size is in a range, and returns their number.
fn answer(sizes: std::ops::RangeInclusive<f64>) -> usize {
    let mine = |name: &String| name.starts_with("corridor/") || name.starts_with("quoridor/");
    let mut solved = 0;
    for name in library::puzzles().into_iter().filter(mine) {
        let source = library::puzzle(&name).expect("a puzzle");
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
        if known.value.is_none() || !sizes.contains(&rules.size(state)) {
            continue;
        }
        solved += 1;
        let found = analysed(rules, state, &Control::default());
        assert_eq!(found.value, known.value, "{name}");
        let best: Vec<String> = found.best.iter().map(|m| rules.write_move(state, m)).collect();
        if !known.best.is_empty() {
            assert_eq!(best, known.best, "{name}");
        }
    }
    solved
}
