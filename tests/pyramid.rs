//! The Pyramid of Cheops against a plainly written second implementation, published figures and
//! itself. Figures in `facts/pyramid.json` were made by two programs that share no code with this.

mod pyramid_oracle;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use proptest::prelude::*;
use pyramid_oracle::{Oracle, Stones};
use serde_json::Value;
use soliter::control::{Control, Stop};
use soliter::diagnostic::Source;
use soliter::games::analysis::{Analysis, Solver, verify};
use soliter::games::pyramid::{Move, Objective, Parameters, Pyramid, Shift, State};
use soliter::games::record::replay;
use soliter::games::{Game, GamePuzzle};
use soliter::library;
use soliter::rules::{Rules, Status};

fn game(base: usize) -> Pyramid {
    Pyramid::new(Parameters { base, ..Parameters::default() })
}

fn counting(base: usize) -> Pyramid {
    Pyramid::new(Parameters { base, shift: Shift::None, ..Parameters::default() })
}

fn facts(key: &str) -> Vec<Value> {
    let all: Value = serde_json::from_str(include_str!("facts/pyramid.json")).expect("JSON");
    all[key].as_array().expect("a list").clone()
}

fn number(value: &Value) -> i64 {
    value.as_i64().expect("a whole number")
}

fn numbers(value: &Value) -> Vec<i64> {
    value.as_array().expect("a list").iter().map(number).collect()
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|v| v.as_str().expect("a string")).collect()
}

/// The position with these stones; points for finished levels go to the first player.
fn position(game: &Pyramid, stones: &Stones) -> State {
    let base = stones.base;
    let level = |k: usize| -> String {
        (1..=base + 1 - k).map(|i| if stones.has(k, i) { 'x' } else { '.' }).collect()
    };
    let levels: String = (2..=base).map(|k| format!(";{k}:{}", level(k))).collect();
    let points: usize = (2..=base).filter(|&k| !level(k).contains('.')).map(|k| base + 1 - k).sum();
    let text = format!("n={base}{levels};p1;{points}:0");
    game.read_position(&text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"))
}

/// A verified analysis without limits, its moves by name without points.
fn solved(game: &Pyramid, state: &State) -> (i64, Vec<(String, i64)>, Analysis<Move>) {
    let found = game.analyse(state, &Control::default());
    verify(game, state, &found).unwrap_or_else(|wrong| panic!("{wrong}"));
    let moves = found.moves.iter().map(|(m, value)| {
        let text = game.write_move(state, m);
        let name = text.split('+').next().unwrap_or_default().to_owned();
        (name, value.expect("a proved value"))
    });
    let mut moves: Vec<_> = moves.collect();
    moves.sort();
    (found.value.expect("a proved value"), moves, found)
}

fn agrees_with_oracle(game: &Pyramid, oracle: &mut Oracle, stones: &Stones) {
    let state = position(game, stones);
    if game.status(&state) == Status::Over {
        assert!(oracle.moves(stones).is_empty());
        return;
    }
    let (value, moves, found) = solved(game, &state);
    assert_eq!(moves, oracle.move_values(stones), "{}", game.write_position(&state));
    assert_eq!(value, oracle.value(stones));
    assert_eq!(game.status(&found.line.iter().fold(state, |s, m| game.apply(&s, m))), Status::Over);
}

#[test]
fn every_position_of_small_bases_is_worth_what_the_oracle_says() {
    for shift in [true, false] {
        for base in 2..=7 {
            let game = if shift { game(base) } else { counting(base) };
            let mut oracle = Oracle::new(shift);
            let all = Stones::all(base);
            assert_eq!(all.len(), [0, 1, 2, 5, 14, 42, 132, 429][base]);
            for stones in &all {
                agrees_with_oracle(&game, &mut oracle, stones);
            }
        }
    }
}

#[test]
fn random_positions_of_base_ten_are_worth_what_the_oracle_says() {
    for shift in [true, false] {
        let game = if shift { game(10) } else { counting(10) };
        let mut oracle = Oracle::new(shift);
        for seed in 0..40 {
            let plies = usize::try_from(seed).expect("small") * 9 / 10;
            let stones = oracle.random(10, plies, seed);
            agrees_with_oracle(&game, &mut oracle, &stones);
        }
    }
}

#[test]
fn bases_have_their_known_values_configurations_and_first_moves() {
    for fact in facts("values") {
        let base = usize::try_from(number(&fact["base"])).expect("a base");
        let game = game(base);
        let (value, moves, found) = solved(&game, game.initial());
        assert_eq!(value, number(&fact["value_first_player"]), "base {base}");
        let [first, second] = ["p1_points", "p2_points"].map(|key| number(&fact[key]));
        assert_eq!(value, first - second);
        let values: Vec<i64> = (1..base)
            .filter_map(|i| moves.iter().find(|(name, _)| *name == format!("2.{i}")))
            .map(|(_, value)| *value)
            .collect();
        assert_eq!(values, numbers(&fact["value_by_first_move"]), "base {base}");
        assert_eq!(found.states, u64::try_from(number(&fact["states"])).expect("a count"));
    }
}

#[test]
fn sequences_of_moves_are_counted() {
    for fact in facts("perft") {
        let game = game(usize::try_from(number(&fact["base"])).expect("a base"));
        for (depth, known) in (1..).zip(numbers(&fact["depths"])) {
            let counted = game.perft(game.initial(), depth, &Control::default());
            assert_eq!(counted, Ok(u128::try_from(known).expect("a count")));
        }
    }
}

#[test]
fn positions_have_their_known_moves_and_values() {
    for fact in facts("positions") {
        let base = usize::try_from(number(&fact["base"])).expect("a base");
        let game = game(base);
        let state = position(&game, &Stones::named(base, &texts(&fact["stones"])));
        let (value, moves, _) = solved(&game, &state);
        assert_eq!(value, number(&fact["value"]), "{fact}");
        let mut known: Vec<(String, i64)> = texts(&fact["legal"])
            .into_iter()
            .map(|name| (name.to_owned(), number(&fact["move_values"][name])))
            .collect();
        known.sort();
        assert_eq!(moves, known);
    }
}

#[test]
fn records_replay_move_by_move() {
    for fact in facts("records") {
        let game = game(usize::try_from(number(&fact["base"])).expect("a base"));
        let played = replay(&game, &texts(&fact["moves"]).join(" "));
        assert_eq!(played.fault, None);
        assert_eq!(game.scores(played.last()), numbers(&fact["score"]));
        assert_eq!(game.status(played.last()), Status::Over);
        for (at, known) in fact["legal_counts"].as_array().into_iter().flatten().enumerate() {
            let mut moves = Vec::new();
            game.moves(&played.states[at], &mut moves);
            assert_eq!(moves.len() as u64, *known, "ply {}", at + 1);
        }
        for (at, known) in fact["values_to_move"].as_array().into_iter().flatten().enumerate() {
            assert_eq!(solved(&game, &played.states[at]).0, number(known), "ply {}", at + 1);
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

/// Plays a record and says at which ply, why and in which words it is refused.
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
        ("pyramid n=6\n2.1", "1 bad-parameter: the record is for n=6, the puzzle has n=5"),
        (
            "pyramid n=5 shift=none\n2.1",
            "1 bad-parameter: the record is for shift=none, the puzzle has shift=right",
        ),
        (
            "pyramid stones=5\n2.1",
            "1 syntax: unknown parameter \"stones=5\" in the header: write for example pyramid n=5",
        ),
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
            (fault.offset, &*fault.message, &*fault.help),
            (offset, message, help),
            "{text}"
        );
    }
}

/// What is wrong with a puzzle on the shipped model.
fn diagnosis(puzzle: &str) -> String {
    let model = library::model("pyramid").expect("a shipped model");
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

fn shipped() -> Vec<(String, GamePuzzle)> {
    let names = library::puzzles().into_iter().filter(|name| name.starts_with("pyramid/"));
    let parse = |name: String| {
        let source = library::puzzle(&name).expect("a shipped puzzle");
        let model = library::model("pyramid").expect("a shipped model");
        let puzzle = GamePuzzle::parse(&source, &model);
        (name, puzzle.unwrap_or_else(|faults| panic!("{faults}")))
    };
    names.map(parse).collect()
}

#[test]
fn shipped_puzzles_have_their_known_answers() {
    let all = shipped();
    assert!(all.len() >= 8);
    for (name, puzzle) in all {
        let Game::Pyramid(game) = &puzzle.game;
        assert!(puzzle.source.is_some() && puzzle.title != "untitled", "{name}");
        let (value, _, found) = solved(game, game.initial());
        assert_eq!(Some(value), puzzle.known.value, "{name}");
        let best: Vec<String> =
            found.best.iter().map(|m| game.write_move(game.initial(), m)).collect();
        assert_eq!(best, puzzle.known.best, "{name}");
        for (depth, known) in (1..).zip(&puzzle.known.perft) {
            let counted = game.perft(game.initial(), depth, &Control::default());
            assert_eq!(counted, Ok(u128::try_from(*known).expect("a count")), "{name}");
        }
    }
}

#[test]
fn the_sample_game_ends_one_to_nine_and_was_lost_at_ply_three() {
    let record = library::record("pyramid/records/sample-game").expect("a shipped record");
    let game = game(5);
    let played = replay(&game, &record.text);
    assert_eq!(played.fault, None);
    assert_eq!(game.result(played.last()), "1:9");
    let kept = |ply: usize| {
        let (state, ply) = (&played.states[ply], &played.plies[ply].played);
        solved(&game, state).2.best.contains(ply)
    };
    let mistakes: Vec<usize> = (0..11).filter(|&ply| !kept(ply)).map(|ply| ply + 1).collect();
    assert_eq!(mistakes, [3]);
    // With the points written at every scoring move it is the same record.
    let again: Vec<String> = (0..11)
        .map(|ply| game.write_move(&played.states[ply], &played.plies[ply].played))
        .collect();
    assert_eq!(again.join(" "), "2.2 2.2> 2.4 3.3 2.1 2.2+4 3.1 3.2+3 4.1 4.2+2 5.1+1");
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
fn a_finished_level_is_the_base_of_a_smaller_pyramid() {
    let (large, small) = (game(8), game(7));
    let mut oracle = Oracle::new(true);
    for seed in 0..60 {
        let stones = oracle.random(7, seed as usize / 3, seed);
        let lifted = stones.lifted();
        let moved = |name: &str| {
            let (level, rest) = name.split_once('.').expect("a place");
            format!("{}.{rest}", level.parse::<usize>().expect("a level") + 1)
        };
        let (value, moves, _) = solved(&small, &position(&small, &stones));
        let (same, lifted_moves, _) = solved(&large, &position(&large, &lifted));
        let raised: Vec<_> = moves.into_iter().map(|(name, value)| (moved(&name), value)).collect();
        assert_eq!((value, raised), (same, lifted_moves));
    }
}

#[test]
fn without_shifts_left_and_right_are_the_same() {
    let game = counting(9);
    let mut oracle = Oracle::new(false);
    for seed in 0..60 {
        let stones = oracle.random(9, seed as usize / 2, seed);
        let value = solved(&game, &position(&game, &stones)).0;
        assert_eq!(value, solved(&game, &position(&game, &stones.mirrored())).0);
    }
}

#[test]
fn who_plays_for_the_result_gets_the_sign_of_the_difference() {
    let parameters = |objective| Parameters { base: 6, objective, ..Parameters::default() };
    let game = Pyramid::new(parameters(Objective::Result));
    let mut oracle = Oracle::new(true);
    for seed in 0..80 {
        let stones = oracle.random(6, seed as usize % 16, seed);
        let state = position(&game, &stones);
        if game.status(&state) == Status::Over {
            continue;
        }
        let lead = game.scores(&state)[0];
        let (value, moves, _) = solved(&game, &state);
        let (result, results) = oracle.results(&stones, lead);
        assert_eq!((value, moves), (result, results));
    }
}

#[test]
fn layers_may_be_forgotten_and_threads_may_share_the_work() {
    let whole = solved(&game(14), game(14).initial());
    for threads in [1, 2] {
        // Less than the 2,674,440 bytes of all values.
        for memory in [u64::MAX, 3 << 20] {
            let game = game(14);
            let control = Control::default().memory(memory).threads(threads);
            let found = game.analyse(game.initial(), &control);
            verify(&game, game.initial(), &found).expect("a right analysis");
            assert_eq!(found.value, Some(whole.0));
            assert_eq!(found.moves, whole.2.moves);
            assert_eq!(found.states, 2_674_440);
            let complete = memory == u64::MAX;
            assert_eq!(found.line == whole.2.line, complete);
            assert!(!found.line.is_empty());
        }
    }
}

#[test]
fn an_earlier_sweep_answers_for_later_positions_and_not_for_earlier_ones() {
    let kept = game(13);
    let mut oracle = Oracle::new(true);
    let mut stones: Vec<Stones> =
        (0..30).map(|seed| oracle.random(13, 10 + 2 * seed as usize, seed)).collect();
    // Forwards from position to position, then backwards.
    for turn in 0..2 {
        for stones in &stones {
            let alone = game(13);
            let state = position(&alone, stones);
            let (value, moves, found) = solved(&alone, &state);
            let (same, same_moves, same_found) = solved(&kept, &state);
            assert_eq!((value, moves, found.line), (same, same_moves, same_found.line), "{turn}");
        }
        stones.reverse();
    }
}

#[test]
fn a_large_pyramid_is_solved_near_its_end() {
    let mut oracle = Oracle::new(true);
    let stones = oracle.random(32, 600, 1);
    let large = game(32);
    let state = position(&large, &stones);
    let (value, _, _) = solved(&large, &state);
    assert_eq!(value, oracle.value(&stones));
    let start =
        large.analyse(large.initial(), &Control::default().within(Duration::from_millis(50)));
    assert_eq!((start.value, start.stopped.is_some()), (None, true));
}

#[test]
fn a_limit_gives_no_value() {
    let stopped = |control: Control, parameters: Parameters| {
        let game = Pyramid::new(parameters);
        let found = game.analyse(game.initial(), &control);
        verify(&game, game.initial(), &found).expect("a right analysis");
        assert_eq!(found.value, None);
        assert!(found.moves.iter().all(|(_, value)| value.is_none()));
        found.stopped.expect("a reason")
    };
    let sixteen = Parameters { base: 16, ..Parameters::default() };
    let control = Control::default;
    for (control, reason) in [
        (control().within(Duration::ZERO), Stop::Time),
        (control().within(Duration::from_millis(10)), Stop::Time),
        (control().memory(1 << 10), Stop::Memory),
        (control().memory(3 << 20), Stop::Memory),
        (control().cancelled_by(Arc::new(AtomicBool::new(true))), Stop::Cancelled),
    ] {
        assert_eq!(stopped(control, sixteen), reason);
    }
    let three = Parameters { players: 3, ..Parameters::default() };
    let reason = Stop::BackEnd("exact values are for two players only");
    assert_eq!(stopped(Control::default(), three), reason);
}

#[test]
fn three_players_take_turns_and_share_all_points() {
    let game = Pyramid::new(Parameters { players: 3, ..Parameters::default() });
    let played = replay(&game, "2.1 2.2 2.3 2.4+4 p2 3.1 3.2 3.3+3 4.1 4.2+2 5.1+1 8:0:2");
    assert_eq!(played.fault.map(|fault| fault.illegal.message), None);
    let turns: Vec<usize> = played.plies.iter().map(|ply| ply.player).collect();
    assert_eq!(turns, [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]);
}

#[test]
fn wrong_analyses_are_rejected() {
    let game = game(6);
    let right = solved(&game, game.initial()).2;
    let wrong = |change: &dyn Fn(&mut Analysis<Move>)| {
        let mut found = right.clone();
        change(&mut found);
        verify(&game, game.initial(), &found).is_err()
    };
    assert!(!wrong(&|_| ()));
    assert!(wrong(&|found| found.value = Some(7)));
    assert!(wrong(&|found| found.moves.truncate(1)));
    assert!(wrong(&|found| found.best.truncate(1)));
    assert!(wrong(&|found| found.best.push(found.moves[1].0)));
    assert!(wrong(&|found| found.line.insert(0, found.line[1])));
    assert!(wrong(&|found| {
        found.value = Some(3);
        for (_, value) in &mut found.moves {
            *value = value.map(|v| if v == 5 { 3 } else { v });
        }
    }));
}

/// Differences of points from the start: the first player follows the text's strategy; the second
/// does.
fn worth_of_strategy(base: usize) -> (i64, i64) {
    let game = game(base);
    let found = game.analyse(game.initial(), &Control::default());
    let (_, text) = found.remarks.first().expect("a remark");
    let numbers: Vec<i64> = text
        .split([' ', ','])
        .filter(|word| word.starts_with(['+', '-']))
        .map(|word| word.parse().expect("a number"))
        .collect();
    (numbers[0], numbers[1])
}

#[test]
fn the_simple_strategy_is_worth_what_the_oracle_says() {
    for base in 2..=9 {
        let mut oracle = Oracle::new(true);
        assert_eq!(worth_of_strategy(base), oracle.worth_of_strategy(base), "base {base}");
    }
}

#[test]
fn the_simple_strategy_does_not_lose_a_level_by_counting() {
    let four = game(4);
    for (text, advice) in [
        // Three places are missing: he who goes on wins the level.
        ("n=4;p1;0:0", "2.1"),
        // Two are missing: the stone is shifted.
        ("n=4;2:.x.;p1;0:0", "2.2>"),
        // It cannot be shifted, and nothing above is supported: build after all.
        ("n=4;2:..x;p1;0:0", "2.1"),
        ("n=4;2:xxx;3:..;p1;3:0", "3.1"),
        ("n=4;2:xxx;3:x.;p1;3:0", "3.2+2"),
    ] {
        let state = four.read_position(text).expect("a legal position");
        assert_eq!(four.write_move(&state, &four.advice(&state)), advice, "{text}");
    }
    let five = game(5);
    let state = five.read_position("n=5;2:..xx;p2;0:0").expect("a legal position");
    assert_eq!(five.write_move(&state, &five.advice(&state)), "3.3");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn random_games_replay_and_share_all_points(
        base in 2..=32usize, players in 2..=4usize, shifts in any::<bool>(), seed in any::<u64>(),
    ) {
        let shift = if shifts { Shift::Right } else { Shift::None };
        let game = Pyramid::new(Parameters { base, players, shift, ..Parameters::default() });
        let mut random = pyramid_oracle::Random(seed);
        let mut state = game.initial().clone();
        let mut record = format!("pyramid n={base} players={players}\n");
        while game.status(&state) != Status::Over {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let played = moves[random.below(moves.len())];
            let text = game.write_move(&state, &played);
            prop_assert_eq!(game.read_move(&state, &text), Ok(played));
            prop_assert!(moves.contains(&game.advice(&state)));
            state = game.apply(&state, &played);
            let written = game.write_position(&state);
            prop_assert_eq!(game.read_position(&written), Ok(state.clone()));
            record.push_str(&text);
            record.push(' ');
        }
        record.push_str(&game.result(&state));
        let replayed = replay(&game, &record);
        prop_assert_eq!(&replayed.fault, &None);
        prop_assert_eq!(replayed.last(), &state);
        prop_assert_eq!(game.scores(&state).iter().sum::<i64>(), (base * (base - 1) / 2) as i64);
    }

    #[test]
    fn any_text_is_read_without_panic(text in "([n=0-9x.;:p>+ ]|\\PC){0,40}", base in 2..=6usize) {
        let game = game(base);
        if let Err(fault) = game.read_position(&text) {
            prop_assert!(text.get(fault.offset..).is_some(), "{fault:?}");
        }
        let _ = game.read_move(game.initial(), &text);
        let _ = replay(&game, &text);
    }
}

/// `cargo test --release --test pyramid -- --ignored`
#[test]
#[ignore = "sweeps 2.4 billion configurations: cargo test --release --test pyramid -- --ignored"]
fn long_sweeps_keep_and_forget_alike() {
    for base in [16, 17, 18] {
        let [kept, forgotten] = [u64::MAX, 120 << 20].map(|memory| {
            let game = game(base);
            let found = game.analyse(game.initial(), &Control::default().memory(memory));
            verify(&game, game.initial(), &found).expect("a right analysis");
            found
        });
        assert_eq!((kept.value, kept.moves), (forgotten.value, forgotten.moves), "base {base}");
    }
}
