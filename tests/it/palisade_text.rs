//! Palisade's puzzle files, positions and records: valid ones, and every kind of error.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use crate::common::games::{analysed, counted};
use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::games::analysis::verify;
use soliter::games::palisade::Palisade;
use soliter::games::record::replay;
use soliter::games::rules::{Rules, Status, scores};
use soliter::games::view::View;
use soliter::games::{Game, GamePuzzle};
use soliter::library;

fn parse(source: &Arc<Source>) -> Result<GamePuzzle, String> {
    let loaded = soliter::load(source, &library::model).map_err(|faults| faults.to_string())?;
    Ok(loaded.game().expect("a game"))
}

fn game_of(puzzle: GamePuzzle) -> Palisade {
    match puzzle.game {
        Game::Palisade(game) => game,
        other => panic!("another game: {other:?}"),
    }
}

fn game(settings: &str) -> Palisade {
    let source = Source::new("test.toml", format!("model = \"palisade\"\n{settings}"));
    game_of(parse(&source).unwrap_or_else(|faults| panic!("{faults}")))
}

fn built_in() -> Vec<String> {
    library::puzzles().into_iter().filter(|name| name.starts_with("palisade/")).collect()
}

#[test]
fn built_in_puzzles_answer_as_known() {
    let names = built_in();
    assert!(names.len() >= 8);
    for name in names {
        let source = library::puzzle(&name).expect("a puzzle");
        let puzzle = parse(&source).unwrap_or_else(|faults| panic!("{faults}"));
        assert!(puzzle.source.is_some(), "{name}");
        let known = puzzle.known.clone();
        let game = game_of(puzzle);
        let start = game.initial();
        // If the value is not known, the test does not wait for a search.
        let searched = known.value.is_none() && game.about().players == 2;
        let limit = if searched { 200 } else { 600_000 };
        let control = Control::default().within(Duration::from_millis(limit));
        let found = analysed(&game, start, &control);
        assert_eq!(verify(&game, start, &found), Ok(()), "{name}");
        assert_eq!(found.value, known.value, "{name}");
        if !known.best.is_empty() {
            let mut best: Vec<String> =
                found.best.iter().map(|m| game.write_move(start, m)).collect();
            let mut listed = known.best;
            best.sort();
            listed.sort();
            assert_eq!(best, listed, "{name}");
        }
        for (depth, &count) in known.perft.iter().enumerate() {
            let perft = counted(&game, depth + 1, &Control::default());
            assert_eq!(perft.ok(), u128::try_from(count).ok(), "{name}");
        }
    }
}

#[test]
fn built_in_records_are_whole_games() {
    for (name, plies) in [("palisade/records/13425", 8), ("palisade/records/1423", 8)] {
        let record = library::solution(name).expect("a record");
        let puzzle = library::puzzle(&name.replace("records/", "")).expect("its puzzle");
        let game = game_of(parse(&puzzle).expect("a puzzle"));
        let replay = replay(&game, &record.text);
        assert_eq!(replay.fault, None, "{name}");
        assert_eq!(replay.plies.len(), plies, "{name}");
        assert_eq!(game.status(replay.last()), Status::Over, "{name}");
    }
}

#[test]
fn reading_is_generous_and_writing_is_one_style() {
    let game = game("columns = [1, 4, 2, 3]");
    let start = game.initial();
    for (written, read) in [
        ("x4-2", "x2-4"),
        ("X2–4", "x2-4"),
        ("S2:3<", "s2:3<"),
        ("O2←", "o2<"),
        ("o1<", "o1>"),
        ("o4>", "o4<"),
        ("o2→-3", "o2>-3"),
    ] {
        let played = game.read_move(start, written);
        assert_eq!(played.map(|m| game.write_move(start, &m)), Ok(read.to_owned()));
    }
    // One game in three forms: turns by lines, by semicolons, and with every end written.
    let turns = ["x1-2, x1-2, s2:1<", "o3>-3, x1-2, x1-2, x1-2"];
    for text in [turns.join("\n"), turns.join(";"), turns.join(", end; ")] {
        let replay = replay(&game, &text);
        assert_eq!(replay.fault, None, "{text}");
    }
    for text in ["1 4 2 3", " 1  4 2 3 /p1/0:0 ", "1 4 2 3 / 0:0 / scoreless 0 / debts 0 0"] {
        assert_eq!(game.read_position(text).as_ref(), Ok(start), "{text}");
    }
    for header in ["palisade 1, 4, 2, 3", "palisade [1, 4, 2, 3]", "palisade"] {
        assert_eq!(replay(&game, header).fault, None, "{header}");
    }
}

#[test]
fn the_text_of_a_position_holds_all_of_it() {
    let game = game("");
    for text in [
        "1 3 4 2 5 / debts 0 0 / scoreless 0 / p1 / 0:0",
        "7 / debts 0 1 / scoreless 1 / p2 / 3:12",
        "1 2 2 / debts 1 0 / scoreless 1 / p1 / 2:0 / made 2 / gained 1",
        "1 1 / debts 0 0 / scoreless 2 / p1 / 0:0",
    ] {
        let state = game.read_position(text).unwrap_or_else(|fault| panic!("{fault:?}"));
        assert_eq!(game.write_position(&state), text);
    }
}

/// Invalid records: settings, record, and message.
const WRONG: [(&str, &str); 25] = [
    ("", "x1-6"),
    ("", "o2<-1, o5<"),
    ("", "x0-1"),
    ("", "x2-2"),
    ("", "s1:1<"),
    ("", "s3:4>"),
    ("columns = [9]", "o1>"),
    ("", "x1-2, o1>"),
    ("", "o2<"),
    ("", "o2<-3, o2>-2"),
    ("", "o2>-1"),
    ("", "o2<-9"),
    ("", "x1-2, x1-2"),
    ("", "x1-2, x1-2; x1-2"),
    ("", "x1-2, x1-2, x1-2, x1-2, x1-2"),
    ("borrow = false", "x1-2, x1-2, x1-2, x1-2"),
    ("position = '1 3 4 2 5 / debts 1 0'", "x1-2, x1-2, x1-2"),
    ("position = '1 3 4 2 5 / debts 1 0'", "x1-2"),
    ("stop_early = true", "end"),
    ("", "o2"),
    ("", "palisade 1 3 4 2"),
    ("columns = [1, 4, 1, 1]", "o2>-3"),
    ("", "o1>-1, o2<-1, s2:2<, o2<-1; x1-2"),
    ("", "o2<-1, {0:1}"),
    ("", "p2 x1-2"),
];

#[test]
fn wrong_records_are_refused_with_ply_and_reason() {
    let mut said = String::new();
    for (settings, record) in WRONG {
        let game = game(settings);
        let fault = replay(&game, record).fault.unwrap_or_else(|| panic!("{record} is right"));
        let (reason, message) = (fault.illegal.reason, fault.illegal.message);
        writeln!(said, "{record} => {} {reason}: {message}", fault.index).expect("a text");
    }
    assert_eq!(
        said,
        r#"x1-6 => 1 no-such-column: there is no column 6: the palisade has 5
o2<-1, o5< => 2 no-such-column: there is no column 5: the palisade has 4
x0-1 => 1 no-such-column: there is no column 0: the palisade has 5
x2-2 => 1 same-column: column 2 cannot be swapped with itself
s1:1< => 1 split-size: column 1 is a single stone, which cannot be split
s3:4> => 1 split-size: from column 3 a part is taken: 1 to 3 stones
o1> => 1 single-column: a single column has no place to be sown on
x1-2, o1> => 2 removal-missing: this sow leaves 2 5 3 5, which gives a point: one column of a pair must be removed, o1>-N with N one of 2, 4
o2< => 1 removal-missing: this sow leaves 2 1 5 2 5, which gives a point: one column of a pair must be removed, o2<-N with N one of 1, 3, 4, 5
o2<-3, o2>-2 => 2 removal-without-pair: this sow leaves 2 3 5 and makes no pair: no point, and no column is removed
o2>-1 => 1 removal-without-pair: this sow leaves 1 5 3 6 and makes no pair: no point, and no column is removed
o2<-9 => 1 no-such-column: there is no column 9: the palisade has 5
x1-2, x1-2 => 3 too-few-actions: a turn has 3 actions, this one only 2
x1-2, x1-2; x1-2 => 3 too-few-actions: a turn has 3 actions, this one only 2
x1-2, x1-2, x1-2, x1-2, x1-2 => 5 too-many-actions: a turn has three actions and one borrowed, not more
x1-2, x1-2, x1-2, x1-2 => 4 may-not-borrow: a turn has three actions; in this game none may be borrowed
x1-2, x1-2, x1-2 => 3 may-not-borrow: this turn has two actions, for the last one borrowed one of it; in such a turn nothing may be borrowed
x1-2 => 2 too-few-actions: a turn after one that borrowed an action has 2 actions, this one only 1
end => 1 too-few-actions: a turn has at least one action
o2 => 1 syntax: "o2" is not an action: write a swap as x2-4, a split as s3:2<, a sow as o2> or with the removed column as o2>-3
palisade 1 3 4 2 => 1 wrong-header: the record is for 1 3 4 2, the game has [1, 3, 4, 2, 5]
o2>-3 => 1 removal-not-a-pair: this sow leaves 1 1 3 2, where column 3 is of no pair that it made; 1, 2 may be removed
o1>-1, o2<-1, s2:2<, o2<-1; x1-2 => 5 illegal-after-end: the game is over (3:0), no move is left to make
o2<-1, {0:1} => 2 wrong-score: the score here is 1:0, not 0:1
p2 x1-2 => 1 wrong-player: player 1 is to move
"#
    );
}

#[test]
fn wrong_positions_are_refused_with_place_and_help() {
    let mut said = String::new();
    for text in [
        "",
        "1 3 x 2",
        "1 0 2",
        "1 3 / debts 0 2",
        "1 3 / debts 0",
        "1 3 / p3",
        "1 3 / scoreless 3",
        "1 3 / scoreless",
        "1 3 / 0:0:0",
        "1 3 / p1 / p2",
        "1 3 / whatever",
        "200 100",
        "1 3 / debts 1 0 / made 3",
        "1 3 / made 1 / gained 2",
        "1 3 / 1:0 / made 2 / gained 2",
        "1 3 / 99999999999999999999:0",
    ] {
        let fault = game("").read_position(text).expect_err(text);
        writeln!(said, "{text} => {}: {} ({})", fault.span.start, fault.message, fault.help)
            .expect("a text");
    }
    assert_eq!(
        said,
        r#" => 0: no columns (write a position as 1 3 4 2 5 / debts 0 0 / scoreless 0 / p1 / 0:0)
1 3 x 2 => 4: "x" is not the height of a column, a number from 1 to 255 (write a position as 1 3 4 2 5 / debts 0 0 / scoreless 0 / p1 / 0:0)
1 0 2 => 2: "0" is not the height of a column, a number from 1 to 255 (write a position as 1 3 4 2 5 / debts 0 0 / scoreless 0 / p1 / 0:0)
1 3 / debts 0 2 => 6: debts are 2 numbers, one a player, each 0 or 1 (write debts 0 0)
1 3 / debts 0 => 6: debts are 2 numbers, one a player, each 0 or 1 (write debts 0 0)
1 3 / p3 => 6: "player" must be a number from 1 to 2 (write a position as 1 3 4 2 5 / debts 0 0 / scoreless 0 / p1 / 0:0)
1 3 / scoreless 3 => 6: "scoreless" must be a number from 0 to 2 (write a position as 1 3 4 2 5 / debts 0 0 / scoreless 0 / p1 / 0:0)
1 3 / scoreless => 6: "scoreless" must be a number from 0 to 2 (write a position as 1 3 4 2 5 / debts 0 0 / scoreless 0 / p1 / 0:0)
1 3 / 0:0:0 => 6: a score is 2 numbers, one a player (write 0:0)
1 3 / p1 / p2 => 11: "player" is given twice (write a position as 1 3 4 2 5 / debts 0 0 / scoreless 0 / p1 / 0:0)
1 3 / whatever => 6: "whatever" says nothing (write a position as 1 3 4 2 5 / debts 0 0 / scoreless 0 / p1 / 0:0)
200 100 => 0: 300 stones are too many (at most 255 in all)
1 3 / debts 1 0 / made 3 => 0: this turn has at most 2 actions, not 3 (the turn that is going on is written as made 2 / gained 1)
1 3 / made 1 / gained 2 => 0: an action gains one point at most: made 1, gained 2 (the turn that is going on is written as made 2 / gained 1)
1 3 / 1:0 / made 2 / gained 2 => 0: gained 2 in this turn, but the score of player 1 is 1 (the turn that is going on is written as made 2 / gained 1)
1 3 / 99999999999999999999:0 => 6: a score is 2 numbers, one a player (write 0:0)
"#
    );
}

#[test]
fn wrong_parameters_are_reported_at_their_keys_all_at_once() {
    let faults = |settings: &str| {
        let source = Source::new("test.toml", format!("model = \"palisade\"\n{settings}"));
        parse(&source).map(|_| ()).expect_err(settings)
    };
    let mut said = String::new();
    for settings in [
        "columns = [1, 0, 3]\npair = \"newer\"\nborow = true\nstall_limit = 0\nplayers = 1\n\
         stop_early = \"no\"",
        "columns = []",
        "columns = [200, 100]",
        "position = '1 3 / p3'",
        "record = 'x1-2, x1-9'",
        "borrow = false\nposition = '1 3 / debts 1 0'",
    ] {
        writeln!(said, "{}", faults(settings)).expect("a text");
    }
    assert_eq!(
        said,
        r#"test.toml:2:15: "columns" must be from 1 to 255
test.toml:3:8: unknown pair "newer" (did you mean "new"?)
test.toml:4:1: unknown key "borow" (did you mean "borrow"?)
test.toml:5:15: "stall_limit" must be from 1 to 9
test.toml:6:11: "players" must be from 2 to 8
test.toml:7:14: "stop_early" must be true or false, not a string
test.toml:2:11: no columns (write their heights: columns = [1, 3, 4, 2, 5])
test.toml:2:11: 300 stones are too many (at most 255 in all)
test.toml:2:19: "player" must be a number from 1 to 2 (write a position as 1 3 4 2 5 / debts 0 0 / scoreless 0 / p1 / 0:0)
test.toml:2:17: ply 2 of the record: there is no column 9: the palisade has 5 (a puzzle starts from a legal record)
test.toml:3:19: debts are 2 numbers, one a player, each 0 (nothing is borrowed) (write debts 0 0)
"#
    );
}

#[test]
fn more_than_two_play_but_are_not_solved() {
    let game = game("players = 3\nstall_limit = 3");
    let text = "o2<-1, o3>-1, o2<-1 {3:0:0}; p2 s1:1<, s2:1>, o2<-1; p3 x1-2, x1-2, x1-2; p1";
    let played = replay(&game, text);
    assert_eq!(played.fault, None);
    let state = played.last();
    assert_eq!(scores(&game, state), [3, 1, 0]);
    let found = analysed(&game, state, &Control::default());
    assert_eq!(verify(&game, state, &found), Ok(()));
    assert_eq!(found.value, None);
}

#[test]
fn the_drawing_shows_columns_and_what_they_do_not_tell() {
    let game = game("position = '1 2 1 / debts 0 1 / scoreless 1 / p1 / 1:0 / made 2 / gained 1'");
    let expected = "    o\n o  o  o\n 1  2  3\n1:0, player 1 to move\nplayer 2 owes an action\n\
                    turns without a point: 1 of 2\nactions made in this turn: 2, points: 1\n";
    assert_eq!(game.draw(game.initial(), true), expected);
    assert_eq!(game.draw(game.initial(), false), expected.replacen('o', "●", 4));
}
