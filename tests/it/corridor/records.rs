//! Records, and the reasons for rejecting invalid ones.

use soliter::games::record::replay;
use soliter::games::rules::{Rules, Status, result};
use soliter::games::view::View;
use soliter::library;

use crate::corridor::common::{Random, game, legal};

const FIVE: &str = "n = 5";
const LONG: &str = "n = 5\nwalls = 3";

/// Model, parameters, record; ply, reason and message of the fault.
const REFUSED: &[(&str, &str, &str, usize, &str, &str)] = &[
    (
        "corridor",
        FIVE,
        "c2 x",
        2,
        "syntax",
        "\"x\" is neither a square (e2) nor a stick (e3h, e3v) nor a pass (--)",
    ),
    ("corridor", FIVE, "c2 c4 f3", 3, "off-board", "f3 is not on the 5 by 5 board"),
    ("corridor", FIVE, "c6", 1, "off-board", "c6 is not on the 5 by 5 board"),
    ("corridor", FIVE, "c2 c4 c5", 3, "not-adjacent", "c5 is not next to c2"),
    ("corridor", FIVE, "c1", 1, "not-adjacent", "c1 is not next to c1"),
    ("corridor", FIVE, "c1h c4 c2", 3, "wall-between", "a stick lies between c1 and c2"),
    ("corridor", FIVE, "c2 c4 c3 a1h c4", 5, "occupied-square", "another pawn stands on c4"),
    (
        "corridor",
        FIVE,
        "c2 c4 c3 c4h c5",
        5,
        "no-jump",
        "no jump from c3 to c5: a stick lies behind the other pawn",
    ),
    (
        "corridor",
        FIVE,
        "c2 c4 c3 c3h c5",
        5,
        "no-jump",
        "no jump from c3 to c5: a stick lies between the pawns",
    ),
    (
        "corridor",
        FIVE,
        "c2 c4 c3 a1h b4",
        5,
        "no-jump",
        "no jump from c3 to b4: pawns jump straight only",
    ),
    (
        "quoridor",
        LONG,
        "c2 c4 c3 a1h b4",
        5,
        "no-jump",
        "no jump from c3 to b4: the square behind the other pawn is not barred",
    ),
    (
        "corridor",
        FIVE,
        "e5h",
        1,
        "no-such-slot",
        "there is no place for a stick e5h; places are a1h to e4h and a1v to d5v",
    ),
    (
        "quoridor",
        LONG,
        "e1h",
        1,
        "no-such-slot",
        "there is no place for a stick e1h; places are a1h to d4h and a1v to d4v",
    ),
    ("corridor", FIVE, "c3h c3h", 2, "slot-taken", "a stick lies where c3h would lie"),
    ("quoridor", LONG, "c3h b3h", 2, "slot-taken", "a stick lies where b3h would lie"),
    ("quoridor", LONG, "c3h c3v", 2, "crosses", "c3v would cross another stick at its middle"),
    (
        "corridor",
        "n = 5\nwalls = 1",
        "c3h d3h e3h",
        3,
        "no-walls-left",
        "player 1 has no sticks left",
    ),
    (
        "corridor",
        "n = 3\npreset = \"passable\"",
        "a1h b1h c1h",
        3,
        "passability",
        "c1h would make a wall from one point of the border to another",
    ),
    (
        "corridor",
        "n = 3\npassability = \"sides\"",
        "a1h b1h c1h",
        3,
        "passability",
        "c1h would make a wall from one side of the board to another",
    ),
    (
        "corridor",
        "n = 3\npassability = \"opposite\"",
        "a1h b1h c1h",
        3,
        "passability",
        "c1h would make a wall from one side of the board to the opposite one",
    ),
    (
        "corridor",
        "n = 3\npassability = \"path\"",
        "a1h b1h c1h",
        3,
        "passability",
        "c1h would leave a pawn without a path to its goal",
    ),
    ("corridor", FIVE, "--", 1, "pass-not-forced", "a player passes only if he has no other move"),
    (
        "corridor",
        "n = 3\nwalls = 0",
        "a1 a3 a2 b3 a3 b2",
        6,
        "illegal-after-end",
        "the game is over (1-0), no move is left to make",
    ),
    (
        "corridor",
        "n = 3",
        "a1h b1h c1h c2",
        4,
        "illegal-after-end",
        "the game is over (1/2), no move is left to make",
    ),
    (
        "corridor",
        "n = 3\nwalls = 0",
        "a1 a3 a2 b3 a3 0-1",
        6,
        "wrong-score",
        "the score here is 1-0, not 0-1",
    ),
    ("corridor", FIVE, "c2 p1", 2, "wrong-player", "player 2 is to move"),
    (
        "corridor",
        FIVE,
        "corridor n=9\nc2",
        1,
        "wrong-header",
        "the record is for n=9, the game has n=5",
    ),
    (
        "corridor",
        FIVE,
        "corridor n=5 start=c1,a5\nc2",
        1,
        "wrong-header",
        "the record is for start=c1,a5, the game has start=c1,c5",
    ),
    ("corridor", FIVE, "corridor n\nc2", 1, "syntax", "\"n\" is not key=value"),
    (
        "corridor",
        FIVE,
        "corridor colour=red\nc2",
        1,
        "syntax",
        "unknown key \"colour\" in the header",
    ),
    (
        "corridor",
        "n = 3\nplacement = true",
        "b2",
        1,
        "off-board",
        "a pawn is placed on its player's own edge row, not on b2",
    ),
    (
        "corridor",
        "n = 3\nplacement = true",
        "b1h",
        1,
        "pawns-first",
        "the pawns are placed before the first move",
    ),
];

#[test]
fn every_reason() {
    for (model, parameters, record, ply, reason, message) in REFUSED {
        let rules = game(model, parameters);
        let fault = replay(&rules, record).fault.expect("a fault");
        let found = (fault.index, fault.illegal.reason, fault.illegal.message.as_str());
        assert_eq!(found, (*ply, *reason, *message), "{record}");
    }
}

#[test]
fn built_in_record_is_played_to_its_end() {
    let rules =
        game("corridor", "n = 4\nwalls = 3\npassability = \"opposite\"\nstart = [\"c1\", \"b4\"]");
    let record = library::solution("corridor/records/4x4-five-plies").expect("a built-in record");
    let replayed = replay(&rules, &record.text);
    assert_eq!(replayed.fault, None);
    assert_eq!(replayed.plies.len(), 5);
    assert_eq!(rules.status(replayed.last()), Status::Over);
    assert_eq!(result(&rules, replayed.last()), "1-0");
}

#[test]
fn placing_passing_and_repeating() {
    let rules = game("corridor", "n = 3\nwalls = 1\nplacement = true");
    let replayed = replay(&rules, "a1 c3 a2 c2");
    assert_eq!(replayed.fault, None);
    assert_eq!(rules.write_position(replayed.last()), "a2,c2/h:/v:/1,1/1");
    let replayed = replay(&rules, "");
    assert_eq!(rules.write_position(replayed.last()), "-,-/h:/v:/1,1/1");

    // Both pawns move back and forth. When the position occurs for the third time, the game is drawn.
    let rules = game("corridor", "n = 5\nwalls = 0");
    let replayed = replay(&rules, "b1 b5 c1 c5 b1 b5 c1 c5 1/2");
    assert_eq!(replayed.fault, None);
    assert!(replayed.game.is_repeated());

    let rules = game("corridor", "n = 5\nwalls = 6\npassability = \"sides\"");
    let record = "b1 a2v b2 c5v d2v d3v b5v c4h a3h e4h a4h b2h c2v -- c2 pass";
    let replayed = replay(&rules, record);
    assert_eq!(replayed.fault, None);
    assert_eq!(replayed.plies.len(), 16);
}

#[test]
fn four_players_go_clockwise() {
    let rules = game("corridor", "n = 5\nplayers = 4\nwalls = 2\npassability = \"border\"");
    let replayed = replay(&rules, "p1 c2 p3 b3 p2 c4 p4 d3 p1 c3");
    assert_eq!(replayed.fault, None);
    assert_eq!(rules.write_position(replayed.last()), "c3,c4,b3,d3/h:/v:/2,2,2,2/3");
    // A pawn may not jump over two pawns in a row.
    let illegal = rules.read_move(replayed.last(), "e3").expect_err("a jump over two");
    assert_eq!(illegal.reason, "not-adjacent");
}

#[test]
fn sticks_on_the_border() {
    let rules = game("corridor", "n = 3\nwalls = 4\nborder_walls = true\npassability = \"border\"");
    let replayed = replay(&rules, "a0h b3h 02v c1v");
    assert_eq!(replayed.fault, None);
    assert_eq!(rules.write_position(replayed.last()), "b1,b3/h:a0,b3/v:02,c1/2,2/1");
    let text = rules.write_position(replayed.last());
    assert_eq!(rules.read_position(&text).as_ref(), Ok(replayed.last()));
    assert_eq!(
        rules.draw(replayed.last(), true),
        "   +----===----+\n \
          3 |     2     |\n   \
            |   .   .   |\n \
          2 H           |\n   \
            |   .   .   |\n \
          1 |     1     H\n   \
            +===--------+\n     \
              a   b   c \n\
         player 1 to move; sticks left: 2, 2\n"
    );
}

/// Moves in other notations, each with the equivalent in the game's own notation.
#[test]
fn moves_in_other_notations_are_read() {
    let rules = game("quoridor", LONG);
    let written = |text: &str| {
        let replay = replay(&rules, text);
        assert_eq!(replay.fault, None, "{text}");
        let moves = replay.game.written();
        (moves.join(" "), replay.turned)
    };
    for (text, own) in [
        ("c1-c2 c5-c4", "c2 c4"),
        ("c1c2 c5c4", "c2 c4"),
        ("c1\u{2192}c2 c5x\u{2013}c4", "c2 c4"),
        ("n s", "c2 c4"),
        ("N South W EAST", "c2 c4 b2 d4"),
        ("c3- b1/", "c3h b1v"),
        ("-c3 /b1", "c3h b1v"),
        ("\u{2013}c3 |b1", "c3h b1v"),
        ("hc3 vb1", "c3h b1v"),
        ("HC3 B1V", "c3h b1v"),
        // Moves over the other pawn: straight, as two steps, and diagonally if a wall is behind it.
        ("n s n s", "c2 c4 c3 c2"),
        ("n s n ss", "c2 c4 c3 c2"),
        ("n s n c4h ne", "c2 c4 c3 c4h d4"),
        ("n s n c4h north-west", "c2 c4 c3 c4h b4"),
    ] {
        assert_eq!(written(text), (own.to_owned(), false), "{text}");
    }
    // Rows are counted from the other side: player 1 starts at c5.
    assert_eq!(written("c4 c2"), ("c2 c4".to_owned(), true));
    assert_eq!(written("c5-c4 c1-c2 c3h a1v"), ("c2 c4 c2h a4v".to_owned(), true));
    assert_eq!(written("c4 c2 a3-"), ("c2 c4 a2h".to_owned(), true));
    let short = game("corridor", FIVE);
    let turned = replay(&short, "c4 c2 a1v a1h");
    assert_eq!((turned.fault.as_ref(), turned.turned), (None, true));
    assert_eq!(turned.game.written().join(" "), "c2 c4 a5v a4h");
    for (text, reason) in [
        ("c2-c3", "wrong-square"),
        ("c1-c3", "not-adjacent"),
        ("c1-c999", "off-board"),
        ("s", "off-board"),
        ("ss", "off-board"),
        ("nn", "not-adjacent"),
        ("ne", "not-adjacent"),
        ("nnn", "syntax"),
        ("e3-", "no-such-slot"),
        ("-", "syntax"),
        ("/", "syntax"),
        ("c1--c2-", "syntax"),
        ("h", "syntax"),
        ("\u{fc}1-\u{fc}2", "syntax"),
    ] {
        let fault = replay(&rules, text).fault.unwrap_or_else(|| panic!("{text} is legal"));
        assert_eq!(fault.illegal.reason, reason, "{text}: {}", fault.illegal.message);
    }
}

/// A record written with rows counted from the other side gives the same game.
#[test]
fn turned_records_are_the_games_that_were_written() {
    let mut random = Random(7);
    for round in 0..60 {
        let (model, length) = if round % 2 == 0 { ("quoridor", 2) } else { ("corridor", 1) };
        let rows = 3 + random.below(5) as i64;
        let rules = game(model, &format!("size = 5\nrows = {rows}\nwalls = 4"));
        let mut state = *rules.initial();
        let (mut own, mut turned) = (Vec::new(), Vec::new());
        for _ in 0..12 {
            let moves = legal(&rules, &state);
            if moves.is_empty() || moves == ["--"] {
                break;
            }
            let name = moves[random.below(moves.len())].clone();
            let (square, sign) = name.split_at(2);
            let row: i64 = square[1..].parse().expect("a row");
            let row = match sign {
                "" => rows + 1 - row,
                "h" => rows - row,
                _ => rows + 2 - length - row,
            };
            turned.push(format!("{}{row}{sign}", &square[..1]));
            let played = rules.read_move(&state, &name).expect("a legal move");
            state = rules.apply(&state, &played);
            own.push(name);
        }
        let read = replay(&rules, &turned.join(" "));
        // A record that consists only of walls is legal in both orientations; then the game's own is used.
        if read.turned {
            assert_eq!(
                (read.fault.as_ref(), read.game.written()),
                (None, own.clone()),
                "{turned:?}"
            );
        } else {
            assert_eq!(read.fault, None, "{turned:?}");
        }
        assert!(!replay(&rules, &own.join(" ")).turned);
    }
}
