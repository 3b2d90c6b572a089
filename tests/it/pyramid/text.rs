//! Moves, records, positions and parameters as text, and the messages for invalid ones.

use crate::common::cases::cases;
use crate::common::games::counted;
use crate::pyramid::{counting, facts, game, number, numbers, solved, texts};
use proptest::prelude::*;
use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::games::GamePuzzle;
use soliter::games::pyramid::{Parameters, Pyramid, Shift};
use soliter::games::record::replay;
use soliter::games::rules::{Rules, Status, result, scores};
use soliter::games::strategy::Strategy as _;
use soliter::games::view::View;
use soliter::library;
use soliter_testing::pyramid::Random;

#[test]
fn sequences_of_moves_are_counted() {
    for fact in facts("perft") {
        let game = game(usize::try_from(number(&fact["base"])).expect("a base"));
        for (depth, known) in (1..).zip(numbers(&fact["depths"])) {
            let counted = counted(&game, depth, &Control::default());
            assert_eq!(counted, Ok(u128::try_from(known).expect("a count")));
        }
    }
}

#[test]
fn records_replay_move_by_move() {
    for fact in facts("records") {
        let game = game(usize::try_from(number(&fact["base"])).expect("a base"));
        let played = replay(&game, &texts(&fact["moves"]).join(" "));
        assert_eq!(played.fault, None);
        assert_eq!(scores(&game, played.last()), numbers(&fact["score"]));
        assert_eq!(game.status(played.last()), Status::Over);
        for (at, known) in fact["legal_counts"].as_array().into_iter().flatten().enumerate() {
            let moves = game.moves(&played.game.states()[at]);
            assert_eq!(moves.len() as u64, *known, "ply {}", at + 1);
        }
        for (at, known) in fact["values_to_move"].as_array().into_iter().flatten().enumerate() {
            assert_eq!(solved(&game, &played.game.states()[at]).0, number(known), "ply {}", at + 1);
        }
    }
}

#[test]
fn wrong_records_are_refused_at_their_ply() {
    for fact in facts("invalid_records") {
        let game = game(usize::try_from(number(&fact["base"])).expect("a base"));
        let fault = replay(&game, &texts(&fact["moves"]).join(" ")).fault.expect("a fault");
        let reason = match fact["why"].as_str().expect("a string") {
            "no support" => "no-support",
            "right place occupied" => "right-occupied",
            "a stone rests on it" => "stone-on-top",
            "would stand on a missing stone" => "would-lose-support",
            _ => "off-level",
        };
        assert_eq!(
            (fault.index as i64, fault.illegal.reason),
            (number(&fact["error_ply"]), reason)
        );
    }
}

/// Plays a record, and returns the ply, the reason and the message of its rejection.
fn refusal(game: &Pyramid, record: &str) -> String {
    let fault = replay(game, record).fault.unwrap_or_else(|| panic!("{record} is legal"));
    format!("{} {}: {}", fault.index, fault.illegal.reason, fault.illegal.message)
}

#[test]
fn every_reason_has_its_sentence() {
    let five = game(5);
    for (record, expected) in [
        ("6.1", "1 off-level: there is no level 6, the pyramid has the levels 1 to 5"),
        ("0.1", "1 off-level: there is no level 0, the pyramid has the levels 1 to 5"),
        ("2.5", "1 off-level: there is no place 2.5, level 2 has 1 to 4"),
        ("5.2", "1 off-level: there is no place 5.2, level 5 has only place 1"),
        ("2.0>", "1 off-level: there is no place 2.0, level 2 has 1 to 4"),
        ("1.5", "1 base: 1.5 is in the base, which lies complete and never moves"),
        ("1.2>", "1 base: 1.2 is in the base, which lies complete and never moves"),
        ("2.2 2.2", "2 occupied: a stone lies on 2.2 already"),
        ("3.1", "1 no-support: a stone on 3.1 would have nothing under it on 2.1 and 2.2"),
        ("2.2 3.2", "2 no-support: a stone on 3.2 would have nothing under it on 2.3"),
        ("2.1>", "1 nothing-there: no stone lies on 2.1"),
        ("2.4 2.4>", "2 no-place-right: 2.4 is the last place of level 2 on the right"),
        ("2.1 2.2 2.1>", "3 right-occupied: the place to the right, 2.2, is not free"),
        (
            "2.2 2.3 3.2 3.2>",
            "4 would-lose-support: on 3.3 the stone would have nothing under it on 2.4",
        ),
        ("2.2 2.3 3.2 2.3>", "4 stone-on-top: a stone of level 3 rests on 2.3"),
        ("2.1 2.2 3.1 2.2>", "4 stone-on-top: a stone of level 3 rests on 2.2"),
        ("2.1+4", "1 wrong-score: 2.1 finishes no level and scores nothing"),
        ("2.1 2.2 2.3 2.4+3", "4 wrong-score: 2.4 scores 4"),
        ("2.1 {0:1}", "2 wrong-score: the score here is 0:0, not 0:1"),
        ("2.1 p1", "2 wrong-player: player 2 is to move"),
        (
            "2.1 b3",
            "2 syntax: \"b3\" is not a move: write 2.3 to lay a stone on place 3 of level 2, 2.3> \
             to shift it to the right",
        ),
        ("pyramid n=6\n2.1", "1 wrong-header: the record is for n=6, the game has n=5"),
        (
            "pyramid n=5 shift=none\n2.1",
            "1 wrong-header: the record is for shift=none, the game has shift=right",
        ),
        ("pyramid stones=5\n2.1", "1 syntax: unknown key \"stones\" in the header"),
    ] {
        assert_eq!(refusal(&five, record), expected, "{record}");
    }
    assert_eq!(
        refusal(&counting(5), "2.1 2.1>"),
        "2 no-shift: stones are only laid in this game, none is shifted"
    );
    let played = "2.1+1 1:0 2.1";
    let expected = "2 illegal-after-end: the game is over (1:0), no move is left to make";
    assert_eq!(refusal(&game(2), played), expected);
    for record in ["2..", "2.1+", "2.1+x", ".1", "2.1>>", "2.x", "-2.1", "2.1.1", "²."] {
        assert!(refusal(&five, record).contains("syntax"), "{record}");
    }
    assert!(refusal(&five, "2.99999999999999999999999").contains("off-level"));
    assert!(refusal(&five, "99999999999999999999999.1").contains("off-level"));
    assert!(refusal(&five, "2.1+99999999999999999999999").contains("wrong-score"));
}

#[test]
fn positions_are_read_and_written() {
    let five = game(5);
    for text in ["n=5;p1;0:0", "n=5;2:..xx;3:..x;p2;0:0", "n=5;2:xxxx;p2;0:4"] {
        let state = five.read_position(text).expect("a legal position");
        assert_eq!(five.write_position(&state), text);
    }
    let state = five.read_position(" n=5 ; 3:..x;2:..xx;4:..;").expect("a legal position");
    assert_eq!(five.write_position(&state), "n=5;2:..xx;3:..x;p1;0:0");
    for (text, offset, message, help) in [
        ("2:....", 0, "the base is missing", "start with n=5; for example n=5;2:..xx;3:..x;p1;0:0"),
        ("n=6;p1;0:0", 0, "the position is not for a base of 5", "write n=5, or set base = .."),
        ("n=5;p3;0:0", 4, "there is no such player", "players are p1 to p2"),
        ("n=5;6:.;p1", 4, "there is no such level", "levels above the base are 2 to 5"),
        ("n=5;2:.o..", 7, "'o' has no meaning here", "x is a stone, . a free place"),
        (
            "n=5;2:...",
            4,
            "level 2 has 4 places, not 3",
            "write every place, x for a stone, . for a free one",
        ),
        ("n=5;2:....;2:....", 11, "level 2 stands here twice", "leave one out"),
        ("n=5;2:x.xx;3:.x.", 14, "the stone 3.2 has no support", "it needs stones on 2.2 and 2.3"),
        (
            "n=5;2:xxxx;p1;1:2",
            14,
            "the points add up to 3",
            "the finished levels are worth 4 in all",
        ),
        (
            "n=5;p1;0:0:0",
            7,
            "these are not the points of the players",
            "write one number for each of the 2 players",
        ),
        (
            "n=5;hello",
            4,
            "\"hello\" has no meaning in a position",
            "a position looks like n=5;2:..xx;3:..x;p1;0:0",
        ),
    ] {
        let fault = five.read_position(text).expect_err(text);
        assert_eq!(
            (fault.span.start, &*fault.message, &*fault.help),
            (offset, message, help),
            "{text}"
        );
    }
}

/// The diagnostics of a puzzle on the built-in model.
fn diagnosis(puzzle: &str) -> String {
    let model = library::model("pyramid").expect("a built-in model");
    match GamePuzzle::parse(&Source::new("p.toml", puzzle), &model) {
        Ok(_) => panic!("{puzzle} is right"),
        Err(faults) => faults.to_string(),
    }
}

#[test]
fn wrong_parameters_are_reported_at_their_keys() {
    assert_eq!(
        diagnosis("base = 1\nplayers = 9\nshift = \"left\"\nobjective = \"win\"\nbsae = 3"),
        "p.toml:1:8: \"base\" must be from 2 to 32\n\
         p.toml:2:11: \"players\" must be from 2 to 8\n\
         p.toml:3:9: unknown shift \"left\" (known are: right, none)\n\
         p.toml:4:13: unknown objective \"win\" (known are: difference, result)\n\
         p.toml:5:1: unknown key \"bsae\" (did you mean \"base\"?)"
    );
    assert_eq!(
        diagnosis("base = 33\nposition = \"n=33;p1;0:0\""),
        "p.toml:1:8: \"base\" must be from 2 to 32"
    );
    assert_eq!(
        diagnosis("position = \"n=5;2:x...;3:x..;p1;0:0\""),
        "p.toml:1:26: the stone 3.1 has no support (it needs stones on 2.1 and 2.2)"
    );
    assert_eq!(
        diagnosis("record = \"2.1 3.1\""),
        "p.toml:1:15: ply 2 of the record: a stone on 3.1 would have nothing under it on 2.2 \
         (a puzzle starts from a legal record)"
    );
}

#[test]
fn the_drawing_shows_stones_free_places_and_whose_turn_it_is() {
    let four = game(4);
    let state = four.read_position("n=4;2:.xx;p2;0:0").expect("a legal position");
    assert_eq!(
        four.draw(&state, true),
        " 4     .\n 3    . o\n 2   o x x\n 1  x x x x\n0:0, player 2 to move\n"
    );
    assert_eq!(
        four.draw(&state, false),
        " 4     ·\n 3    · ○\n 2   ○ ● ●\n 1  ● ● ● ●\n0:0, player 2 to move\n"
    );
    let two = game(2);
    let over = replay(&two, "2.1");
    assert_eq!(two.draw(over.last(), true), " 2   x\n 1  x x\n1:0, game over\n");
}

#[test]
fn three_players_take_turns_and_share_all_points() {
    let game = Pyramid::new(Parameters { players: 3, ..Parameters::default() });
    let played = replay(&game, "2.1 2.2 2.3 2.4+4 p2 3.1 3.2 3.3+3 4.1 4.2+2 5.1+1 8:0:2");
    assert_eq!(played.fault.map(|fault| fault.illegal.message), None);
    let turns: Vec<usize> = played.plies.iter().map(|ply| ply.player).collect();
    assert_eq!(turns, [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]);
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn random_games_replay_and_share_all_points(
        base in 2..=32usize, players in 2..=4usize, shifts in any::<bool>(), seed in any::<u64>(),
    ) {
        let shift = if shifts { Shift::Right } else { Shift::None };
        let game = Pyramid::new(Parameters { base, players, shift, ..Parameters::default() });
        let mut random = Random(seed);
        let mut state = *game.initial();
        let mut record = format!("pyramid n={base} players={players}\n");
        while game.status(&state) != Status::Over {
            let moves = game.moves(&state);
            let played = moves[random.below(moves.len())];
            let text = game.write_move(&state, &played);
            prop_assert_eq!(game.read_move(&state, &text), Ok(played));
            prop_assert!(moves.contains(&game.text_move(&state, &Control::default())));
            state = game.apply(&state, &played);
            let written = game.write_position(&state);
            prop_assert_eq!(game.read_position(&written), Ok(state));
            record.push_str(&text);
            record.push(' ');
        }
        record.push_str(&result(&game, &state));
        let replayed = replay(&game, &record);
        prop_assert_eq!(&replayed.fault, &None);
        prop_assert_eq!(replayed.last(), &state);
        prop_assert_eq!(scores(&game, &state).iter().sum::<i64>(), (base * (base - 1) / 2) as i64);
    }

    #[test]
    fn any_text_is_read_without_panic(text in "([n=0-9x.;:p>+ ]|\\PC){0,40}", base in 2..=6usize) {
        let game = game(base);
        if let Err(fault) = game.read_position(&text) {
            prop_assert!(text.get(fault.span.start..).is_some(), "{fault:?}");
        }
        let _ = game.read_move(game.initial(), &text);
        let _ = replay(&game, &text);
    }
}
