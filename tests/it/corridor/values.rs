//! Compares exact values with those of other programs.

use serde_json::Value;
use soliter::base::control::Control;
use soliter::games::analysis::Analysis;
use soliter::games::corridor::Corridor;
use soliter::games::corridor::board::{Move, State};
use soliter::games::engine::{Engine, Playable};
use soliter::games::rules::Rules;

use crate::corridor::common::{corridor, facts, position};

fn solved(engine: &mut Engine<'_, Corridor>, state: &State) -> Analysis<Move> {
    let found = Corridor::analyse(engine, state, &Control::default()).expect("a sound analysis");
    assert_eq!(found.stopped, None);
    found
}

fn number(letter: &str) -> i64 {
    match letter {
        "W" => 1,
        "L" => -1,
        _ => 0,
    }
}

/// The value of every pair of starting squares.
fn matrix(rules: &Corridor, side: usize) -> Vec<String> {
    let mut engine = Engine::new(rules);
    let mut rows = Vec::new();
    for first in 0..side {
        let mut row = String::new();
        for second in 0..side {
            let mut state = *rules.initial();
            state.pawns[0] = first as u8;
            state.pawns[1] = (side * (side - 1) + second) as u8;
            let found = solved(&mut engine, &state);
            row.push(match found.value {
                Some(1) => 'W',
                Some(0) => 'D',
                Some(-1) => 'L',
                _ => '?',
            });
        }
        rows.push(row);
    }
    rows
}

fn matrices(which: impl Fn(&Value) -> bool) {
    let mut seen = 0;
    for entry in facts("corridor", "values") {
        if which(&entry) {
            let side = entry["n"].as_u64().expect("a side") as usize;
            let found = matrix(&corridor(&entry, ""), side);
            assert_eq!(serde_json::json!(found), entry["matrix"], "{entry}");
            seen += 1;
        }
    }
    assert!(seen > 0);
}

#[test]
fn values_of_three_by_three() {
    matrices(|entry| entry["n"] == 3 && entry["walls"].as_u64().is_none_or(|walls| walls < 4));
}

#[test]
fn values_with_few_sticks() {
    matrices(|entry| entry["n"] != 3 && entry["walls"].as_u64().is_some_and(|walls| walls < 2));
}

#[test]
#[ignore = "minutes: cargo test --release --test it values_with_more_sticks -- --ignored"]
fn values_with_more_sticks() {
    matrices(|entry| entry["n"] == 3 && entry["walls"].as_u64().is_some_and(|walls| walls > 3));
    matrices(|entry| entry["n"] == 4 && entry["walls"] == 2);
}

#[test]
fn values_of_positions() {
    for entry in facts("corridor", "positions") {
        let rules = corridor(&entry, "");
        let state = position(&rules, &entry);
        let found = solved(&mut Engine::new(&rules), &state);
        assert_eq!(found.value, entry["value"].as_str().map(number), "{entry}");
        for (played, value) in &found.moves {
            let name = rules.write_move(&state, played);
            // The known results are the values for the player who makes the move.
            assert_eq!(
                *value,
                entry["move_values"][&name].as_str().map(number),
                "{name} of {entry}"
            );
        }
    }
}
