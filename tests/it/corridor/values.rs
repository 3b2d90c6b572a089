//! Compares exact values with those of other programs.

use serde_json::Value;
use soliter::base::control::Control;
use soliter::games::analysis::Analysis;
use crate::common::games::analysed;
use soliter::games::corridor::Corridor;
use soliter::games::corridor::board::{Move, State};
use soliter::games::rules::Rules;

use crate::corridor::common::{corridor, facts, position};

pub(crate) fn solved(rules: &Corridor, state: &State) -> Analysis<Move> {
    let found = analysed(rules, state, &Control::default());
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
    let mut rows = Vec::new();
    for first in 0..side {
        let mut row = String::new();
        for second in 0..side {
            let mut state = *rules.initial();
            state.pawns[0] = first as u8;
            state.pawns[1] = (side * (side - 1) + second) as u8;
            let found = solved(rules, &state);
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
    matrices(|entry| entry["n"] == 3);
}

#[test]
fn values_with_few_sticks() {
    matrices(|entry| entry["n"] != 3 && entry["walls"].as_u64().is_some_and(|walls| walls < 2));
}

#[test]
#[ignore = "a minute: cargo test --release --test it values_of_larger_boards -- --ignored"]
fn values_of_larger_boards() {
    matrices(|entry| entry["n"] != 3 && entry["walls"].as_u64().is_none_or(|walls| walls >= 2));
}

#[test]
fn values_of_positions() {
    for entry in facts("corridor", "positions") {
        let rules = corridor(&entry, "");
        let state = position(&rules, &entry);
        let found = solved(&rules, &state);
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
