//! Limits never lead to an unproved value; reflections change nothing; hints.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::games::analysed;
use soliter::base::control::{Control, Stop};
use soliter::games::analysis::verify;
use soliter::games::rules::{Rules, Status};
use soliter::games::strategy::Strategy;

use crate::corridor::common::{Random, game};

#[test]
fn limits_leave_the_value_open() {
    let rules = game("corridor", "n = 5\nwalls = 3\npassability = \"border\"");
    let at_once = Control::default().cancelled_by(Arc::new(AtomicBool::new(true)));
    let short = Control::default().within(Duration::from_millis(50));
    let none = Control::default().within(Duration::ZERO);
    for (control, stop) in [(at_once, Stop::Cancelled), (short, Stop::Time), (none, Stop::Time)] {
        let found = analysed(&rules, rules.initial(), &control);
        assert_eq!((found.value, found.stopped), (None, Some(stop)));
        assert!(found.moves.iter().all(|(_, value)| value.is_none()));
        assert_eq!(found.best.len(), 1);
        verify(&rules, rules.initial(), &found).expect("a sound analysis");
    }
    // Without room for positions, the player searches until its time limit.
    let little = Control::default().memory(1 << 20).within(Duration::from_millis(100));
    let found = analysed(&rules, rules.initial(), &little);
    // It exceeds both limits.
    assert_eq!(found.value, None);
    assert!(matches!(found.stopped, Some(Stop::Memory | Stop::Time)), "{:?}", found.stopped);
    let three = game("corridor", "n = 5\nplayers = 3");
    let found = analysed(&three, three.initial(), &Control::default());
    assert_eq!(found.value, None);
    assert_eq!(found.stopped, Some(Stop::Players));
    verify(&three, three.initial(), &found).expect("a sound analysis");
}

/// A stick or square after exchanging left and right, or bottom and top.
fn reflected(name: &str, side: u8, mirror: bool) -> String {
    let bytes = name.as_bytes();
    let (column, row) = (bytes[0] - b'a' + 1, bytes[1] - b'0');
    let lie = name.get(2..).unwrap_or("");
    let (column, row) = match (mirror, lie) {
        (true, "v") => (side - column, row),
        (true, _) => (side + 1 - column, row),
        (false, "h") => (column, side - row),
        (false, _) => (column, side + 1 - row),
    };
    format!("{}{row}{lie}", char::from(b'a' + column - 1))
}

/// The same position after exchanging left and right, or bottom and top together with the players.
fn reflect(text: &str, side: u8, mirror: bool) -> String {
    let parts: Vec<&str> = text.split('/').collect();
    let list = |part: &str, lie: &str| {
        let names = part.split(',').filter(|name| !name.is_empty());
        let names = names.map(|name| reflected(&format!("{name}{lie}"), side, mirror));
        let mut names: Vec<String> = names.map(|n| n.trim_end_matches(lie).to_owned()).collect();
        if !mirror && lie.is_empty() {
            names.reverse();
        }
        names.join(",")
    };
    let mut left: Vec<&str> = parts[3].split(',').collect();
    let mut mover = parts[4];
    if !mirror {
        left.reverse();
        mover = if mover == "1" { "2" } else { "1" };
    }
    format!(
        "{}/h:{}/v:{}/{}/{mover}",
        list(parts[0], ""),
        list(&parts[1][2..], "h"),
        list(&parts[2][2..], "v"),
        left.join(",")
    )
}

#[test]
fn reflections_keep_the_value() {
    let mut random = Random(7);
    for round in 0..20 {
        let rule = ["none", "border", "sides", "opposite", "path"][round % 5];
        let side = 3 + (round % 2) as u8;
        let walls = 2 - round % 2;
        let rules = game(
            "corridor",
            &format!("n = {side}\nwalls = {walls}\npassability = \"{rule}\"\njump = \"diagonal\""),
        );
        let mut state = *rules.initial();
        for _ in 0..random.below(6) {
            let moves = rules.moves(&state);
            if !moves.is_empty() {
                state = rules.apply(&state, &moves[random.below(moves.len())]);
            }
        }
        if rules.status(&state) == Status::Over {
            continue;
        }
        let text = rules.write_position(&state);
        let value = analysed(&rules, &state, &Control::default()).value;
        assert!(value.is_some());
        for mirror in [true, false] {
            let other = rules.read_position(&reflect(&text, side, mirror)).expect("a position");
            let found = analysed(&rules, &other, &Control::default());
            assert_eq!(found.value, value, "{text}");
            verify(&rules, &other, &found).expect("a sound analysis");
        }
    }
}

#[test]
fn lines_of_decided_games_end_them() {
    for (model, parameters) in [
        ("corridor", "n = 4\nwalls = 1"),
        ("corridor", "n = 4\nwalls = 1\njump = \"diagonal\"\npassability = \"path\""),
        ("quoridor", "n = 4\nwalls = 2"),
    ] {
        let rules = game(model, parameters);
        let found = analysed(&rules, rules.initial(), &Control::default());
        verify(&rules, rules.initial(), &found).expect("a sound analysis");
        if found.value != Some(0) {
            let end = found.line.iter().fold(*rules.initial(), |s, m| rules.apply(&s, m));
            assert_eq!(rules.status(&end), Status::Over, "{model} {parameters}");
        }
    }
}

#[test]
fn hints_of_the_source() {
    let rules = game("corridor", "n = 5");
    for (position, hint) in [
        // The player to move has the shorter path: advance.
        ("c3,c5/h:/v:/10,10/1", "c4"),
        // The paths have equal length, so the player to move is ahead.
        ("c1,c5/h:/v:/10,10/1", "c2"),
        // The player to move has the longer path: lengthen the opponent's path.
        ("c1,c2/h:/v:/10,10/1", "c1h"),
        // No sticks are left: jump over the other pawn.
        ("c1,c2/h:/v:/0,10/1", "c3"),
    ] {
        let state = rules.read_position(position).expect("a position");
        assert_eq!(
            rules.write_move(&state, &rules.text_move(&state, &Control::default())),
            hint,
            "{position}"
        );
    }
}
