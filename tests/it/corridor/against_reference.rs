//! Compares rules and values with the plain implementation, on small boards and in random games.

use crate::common::games::analysed;
use soliter::base::control::Control;
use soliter::games::corridor::Corridor;
use soliter::games::corridor::board::State;
use soliter::games::engine::{Engine, Playable};
use soliter::games::rules::{Rules, Status, scores};

use crate::corridor::common::{Random, game, legal};
use soliter_testing::corridor::{Plain, Position};

const RULES: [&str; 5] = ["none", "border", "sides", "opposite", "path"];

/// The same game in both implementations; `left: None` means unlimited.
fn pair(plain: &Plain, left: Option<u32>) -> (Corridor, Position) {
    let walls = left.map_or("\"unlimited\"".into(), |walls| walls.to_string());
    let jump = if plain.diagonal { "diagonal" } else { "straight" };
    let rules = game(
        "corridor",
        &format!(
            "size = {}\nrows = {}\nplayers = {}\nwalls = {walls}\npassability = \"{}\"\njump = \"{jump}\"\n\
             wall_length = {}\nborder_walls = {}",
            plain.columns, plain.rows, plain.players, plain.rule, plain.length, plain.border
        ),
    );
    let (columns, rows) = (plain.columns, plain.rows);
    let (across, up) = (columns / 2, rows / 2);
    let starts = [(across, 0), (across, rows - 1), (0, up), (columns - 1, up)];
    let position = Position {
        pawns: starts[..plain.players].to_vec(),
        sticks: [].into(),
        left: vec![left; plain.players],
        mover: 0,
    };
    (rules, position)
}

fn agree(rules: &Corridor, state: &State, plain: &Plain, position: &Position) {
    let text = Plain::text(position);
    let read = rules.read_position(&text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
    assert_eq!(read, *state, "{text}");
    let names: Vec<String> = plain.actions(position).into_iter().map(|(name, _)| name).collect();
    assert_eq!(legal(rules, state), names, "{plain:?} {text}");
    match rules.status(state) {
        Status::ToMove(player) => assert_eq!(player, position.mover, "{text}"),
        Status::Over => {
            let winner = scores(rules, state).iter().position(|score| *score == 1);
            assert_eq!(winner, plain.winner(position), "{text}");
            assert!(winner.is_some() || plain.drawn(position), "{text}");
        }
    }
}

#[test]
fn random_games() {
    let mut random = Random(1);
    for round in 0..200 {
        let length = 1 + round % 4 / 3;
        let plain = Plain {
            columns: 3 + random.below(4) as i32,
            rows: 3 + random.below(4) as i32,
            players: 2 + random.below(3),
            rule: RULES[random.below(5)],
            diagonal: random.below(2) == 0,
            length,
            border: length == 1 && random.below(4) == 0,
        };
        let left = (random.below(3) > 0).then(|| random.below(12) as u32);
        let (rules, mut position) = pair(&plain, left);
        let mut state = *rules.initial();
        for _ in 0..60 {
            agree(&rules, &state, &plain, &position);
            let actions = plain.actions(&position);
            if actions.is_empty() {
                break;
            }
            // Sticks are chosen more often than pawn moves, since this is where the rules differ.
            let sticks: Vec<_> = actions.iter().filter(|(name, _)| name.len() == 3).collect();
            let (name, after) = if sticks.is_empty() || random.below(3) == 0 {
                &actions[random.below(actions.len())]
            } else {
                sticks[random.below(sticks.len())]
            };
            let played = rules.read_move(&state, name).expect("a legal move");
            state = rules.apply(&state, &played);
            position = after.clone();
        }
    }
}

/// Compares the values of every position that can be reached from the start, or of every `each`th.
fn values(plain: &Plain, left: Option<u32>, each: usize) {
    let (rules, start) = pair(plain, left);
    let control = Control::default();
    let mut engine = Engine::new(&rules);
    for (number, (position, value)) in plain.values(&start).into_iter().enumerate() {
        if number % each != 0 || plain.actions(&position).is_empty() {
            continue;
        }
        let text = Plain::text(&position);
        let state = rules.read_position(&text).expect("a position");
        let found = Corridor::analyse(&mut engine, &state, &control).expect("a sound analysis");
        assert_eq!(found.value, Some(value), "{plain:?} {text}");
    }
}

#[test]
fn values_of_three_by_three() {
    for rule in RULES {
        for diagonal in [false, true] {
            let plain =
                Plain { columns: 3, rows: 3, players: 2, rule, diagonal, length: 1, border: false };
            values(&plain, Some(0), 1);
            values(&plain, Some(1), 7);
            values(&Plain { length: 2, ..plain }, Some(1), 3);
        }
    }
}

#[test]
fn values_of_long_sticks() {
    for rule in ["none", "path", "border"] {
        let plain = Plain {
            columns: 3,
            rows: 3,
            players: 2,
            rule,
            diagonal: true,
            length: 2,
            border: false,
        };
        values(&plain, Some(2), 11);
        values(&plain, None, 11);
    }
    let four = Plain {
        columns: 4,
        rows: 4,
        players: 2,
        rule: "path",
        diagonal: true,
        length: 2,
        border: false,
    };
    values(&four, Some(1), 31);
}

#[test]
fn values_of_boards_that_are_not_square() {
    for (columns, rows) in [(3, 4), (4, 3), (3, 5), (5, 3)] {
        for (rule, length) in [("none", 1), ("path", 2), ("border", 1)] {
            let diagonal = rule == "path";
            let plain = Plain { columns, rows, players: 2, rule, diagonal, length, border: false };
            values(&plain, Some(0), 3);
        }
    }
    for (columns, rows) in [(3, 4), (4, 3)] {
        for rule in ["path", "none"] {
            let plain =
                Plain { columns, rows, players: 2, rule, diagonal: true, length: 2, border: false };
            values(&plain, Some(1), 97);
        }
    }
}

#[test]
fn values_with_sticks_on_the_border() {
    let plain = Plain {
        columns: 3,
        rows: 3,
        players: 2,
        rule: "border",
        diagonal: false,
        length: 1,
        border: true,
    };
    values(&plain, Some(1), 31);
}

#[test]
fn values_with_unlimited_sticks() {
    for rule in ["border", "sides"] {
        let plain = Plain {
            columns: 3,
            rows: 3,
            players: 2,
            rule,
            diagonal: false,
            length: 1,
            border: false,
        };
        values(&plain, None, 97);
    }
}

#[test]
fn searches_without_tables_prove_nothing_wrong() {
    let plain = Plain {
        columns: 3,
        rows: 3,
        players: 2,
        rule: "path",
        diagonal: true,
        length: 1,
        border: false,
    };
    let (rules, start) = pair(&plain, Some(1));
    let mut proved = 0;
    for (number, (position, value)) in plain.values(&start).into_iter().enumerate() {
        if number % 41 != 0 || plain.actions(&position).is_empty() {
            continue;
        }
        let state = rules.read_position(&Plain::text(&position)).expect("a position");
        // There is too little memory for tables.
        let control = Control::default().memory(1000).within(std::time::Duration::from_millis(20));
        let found = analysed(&rules, &state, &control);
        assert_eq!(found.value.is_none(), found.stopped.is_some());
        if let Some(claimed) = found.value {
            assert_eq!(claimed, value, "{}", Plain::text(&position));
            proved += 1;
        }
        for (played, claimed) in &found.moves {
            if let Some(claimed) = claimed {
                let name = rules.write_move(&state, played);
                let after = rules.apply(&state, played);
                if rules.status(&after) != Status::Over {
                    let exact = analysed(&rules, &after, &Control::default()).value;
                    assert_eq!(Some(-claimed), exact, "{name} in {}", Plain::text(&position));
                }
            }
        }
    }
    assert!(proved > 50, "{proved}");
}
