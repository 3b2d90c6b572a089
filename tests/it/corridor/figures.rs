//! Compares moves and counts with those of other programs.

use crate::common::games::counted;
use serde_json::Value;
use soliter::base::control::Control;
use soliter::games::corridor::Corridor;
use soliter::games::rules::{Rules, Status, scores};

use crate::corridor::common::{corridor, facts, game, legal, position, words};

fn perft(rules: &Corridor, depths: &Value, most: u64) {
    for (depth, count) in depths.as_array().expect("depths").iter().enumerate() {
        let count = count.as_u64().expect("a count");
        if count <= most {
            let found = counted(rules, depth + 1, &Control::default());
            assert_eq!(found, Ok(u128::from(count)), "depth {}", depth + 1);
        }
    }
}

#[test]
fn perft_of_corridor() {
    for entry in facts("corridor", "perft") {
        let rules = corridor(&entry, &format!("start = {}", entry["start"]));
        perft(&rules, &entry["depths"], 4_000_000);
    }
}

#[test]
#[ignore = "seconds: cargo test --release --test it long_perft -- --ignored"]
fn long_perft() {
    for entry in facts("corridor", "perft") {
        let rules = corridor(&entry, &format!("start = {}", entry["start"]));
        perft(&rules, &entry["depths"], u64::MAX);
    }
    perft(
        &game("quoridor", ""),
        &serde_json::json!([131, 16677, 2_062_264, 247_569_030]),
        u64::MAX,
    );
}

#[test]
fn perft_of_quoridor() {
    for entry in facts("quoridor", "perft") {
        let rules = game("quoridor", &format!("n = {}\nwalls = {}", entry["n"], entry["walls"]));
        perft(&rules, &entry["depths"], 20_000_000);
    }
    // Without the path rule. That program does not let pawns jump, which makes no difference at this depth.
    for entry in facts("quoridor", "perft_without_path_rule") {
        let parameters =
            format!("n = {}\nwalls = {}\npassability = \"none\"", entry["n"], entry["walls"]);
        perft(&game("quoridor", &parameters), &entry["depths"], 20_000_000);
    }
}

#[test]
fn positions_set_up_by_hand() {
    for entry in facts("corridor", "hand") {
        let rules = corridor(&entry, "");
        let state = position(&rules, &entry);
        let names = legal(&rules, &state);
        let tag = &entry["tag"];
        assert_eq!(Some(names.len() as u64), entry["legal_count"].as_u64(), "{tag}");
        let pawn: Vec<String> = names.iter().filter(|name| name.len() == 2).cloned().collect();
        assert_eq!(pawn, words(&entry["pawn_moves"]), "{tag}");
        for (action, expected) in entry["check"].as_object().expect("actions") {
            assert_eq!(names.contains(action), expected == true, "{tag}: {action}");
            assert_eq!(
                rules.read_move(&state, action).is_ok(),
                expected == true,
                "{tag}: {action}"
            );
        }
    }
}

#[test]
fn positions_of_small_boards() {
    for entry in facts("corridor", "positions") {
        let rules = corridor(&entry, "");
        let state = position(&rules, &entry);
        assert_eq!(legal(&rules, &state), words(&entry["legal"]), "{entry}");
    }
}

fn playout(rules: &Corridor, entry: &Value) {
    let mut state = *rules.initial();
    for (ply, name) in words(&entry["moves"]).iter().enumerate() {
        let count = legal(rules, &state).len() as u64;
        assert_eq!(Some(count), entry["legal_counts"][ply].as_u64(), "ply {} of {entry}", ply + 1);
        let played = rules.read_move(&state, name).expect("a legal move");
        state = rules.apply(&state, &played);
    }
    let winner = scores(rules, &state).iter().position(|score| *score == 1).map(|p| p as u64 + 1);
    assert_eq!(winner, entry["winner"].as_u64());
    assert_eq!(winner.is_some(), rules.status(&state) == Status::Over);
}

#[test]
fn playouts_of_corridor() {
    for entry in facts("corridor", "playouts") {
        playout(&corridor(&entry, &format!("start = {}", entry["start"])), &entry);
    }
}

#[test]
fn playouts_of_quoridor() {
    for entry in facts("quoridor", "playouts") {
        let rules = game("quoridor", &format!("n = {}\nwalls = {}", entry["n"], entry["walls"]));
        playout(&rules, &entry);
    }
}
