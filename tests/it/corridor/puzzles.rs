//! Every built-in puzzle has the answer that its file states.

use std::time::Duration;

use soliter::base::control::Control;
use soliter::games::analysis::{Solver, verify};
use soliter::games::rules::{Notation, Rules, Status};
use soliter::games::{Game, GamePuzzle};
use soliter::library;

/// Puzzles that take many seconds.
const LONG: [&str; 1] = ["corridor/5x5-three-sticks"];

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
            let found = rules.perft(state, depth + 1, &Control::default());
            assert_eq!(found, Ok(*count as u128), "{name}");
        }
        assert!(matches!(rules.status(state), Status::ToMove(_)), "{name}");
        // If no value is known, the test does not wait for one.
        let limit = Duration::from_millis(if known.value.is_some() { 600_000 } else { 200 });
        let found = rules.analyse(state, &Control::default().threads(2).within(limit));
        verify(rules, state, &found).expect("a sound analysis");
        assert_eq!(found.value, known.value, "{name}");
        let best: Vec<String> = found.best.iter().map(|m| rules.write_move(state, m)).collect();
        if !known.best.is_empty() {
            assert_eq!(best, known.best, "{name}");
        }
    }
}
