//! Values and best moves.

use std::collections::HashMap;

use crate::common::games::{analysed, counted};
use crate::pyramid::{counting, facts, game, number, numbers, position, solved, texts};
use soliter::base::control::Control;
use soliter::games::analysis::verify;
use soliter::games::pyramid::{Objective, Parameters, Pyramid, State};
use soliter::games::record::replay;
use soliter::games::rules::{Rules, Status, result, scores};
use soliter::games::strategy::Strategy;
use soliter::games::{BoardGame, GamePuzzle, Visitor};
use soliter::library;
use soliter_testing::pyramid::{Oracle, Stones};

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
        // Not many more visits than there are positions.
        let positions = u64::try_from(number(&fact["states"])).expect("a count");
        assert!(found.states <= 2 * positions + 2000, "base {base}: {} visits", found.states);
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

/// Compares a puzzle's answer with the known answer in its file.
struct HasKnownAnswer<'p>(&'p GamePuzzle);

impl Visitor for HasKnownAnswer<'_> {
    type Output = ();

    fn visit<R: BoardGame>(self, game: &R) {
        let Self(GamePuzzle { title, known, .. }) = self;
        let start = game.initial();
        let found = analysed(game, start, &Control::default());
        verify(game, start, &found).unwrap_or_else(|wrong| panic!("{wrong}"));
        assert_eq!(found.value, known.value, "{title}");
        assert_eq!(known.value.is_none(), game.about().players > 2, "{title}");
        if known.value.is_none() {
            return;
        }
        let best: Vec<String> = found.best.iter().map(|m| game.write_move(start, m)).collect();
        assert_eq!(best, known.best, "{title}");
        for (depth, perft) in (1..).zip(&known.perft) {
            let counted = counted(game, depth, &Control::default());
            assert_eq!(counted, Ok(u128::try_from(*perft).expect("a count")), "{title}");
        }
    }
}

#[test]
fn built_in_puzzles_have_their_known_answers() {
    let names = library::puzzles().into_iter().filter(|name| name.starts_with("pyramid/"));
    let names: Vec<String> = names.collect();
    assert!(names.len() >= 8);
    for name in names {
        let source = library::puzzle(&name).expect("a built-in puzzle");
        let model = library::model("pyramid").expect("a built-in model");
        let puzzle = GamePuzzle::parse(&source, &model).unwrap_or_else(|faults| panic!("{faults}"));
        assert!(puzzle.source.is_some() && puzzle.title != "untitled", "{name}");
        puzzle.game.visit(HasKnownAnswer(&puzzle));
    }
}

#[test]
fn the_sample_game_ends_one_to_nine_and_was_lost_at_ply_three() {
    let record = library::solution("pyramid/records/sample-game").expect("a built-in record");
    let game = game(5);
    let played = replay(&game, &record.text);
    assert_eq!(played.fault, None);
    assert_eq!(result(&game, played.last()), "1:9");
    let kept = |ply: usize| {
        let (state, ply) = (&played.game.states()[ply], &played.plies[ply].played);
        solved(&game, state).2.best.contains(ply)
    };
    let mistakes: Vec<usize> = (0..11).filter(|&ply| !kept(ply)).map(|ply| ply + 1).collect();
    assert_eq!(mistakes, [3]);
    // The moves are written like this, with points after every scoring move.
    let again: Vec<String> = (0..11)
        .map(|ply| game.write_move(&played.game.states()[ply], &played.plies[ply].played))
        .collect();
    assert_eq!(again.join(" "), "2.2 2.2> 2.4 3.3 2.1 2.2+4 3.1 3.2+3 4.1 4.2+2 5.1+1");
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
        let lead = scores(&game, &state)[0];
        let (value, moves, _) = solved(&game, &state);
        let (result, results) = oracle.results(&stones, lead);
        assert_eq!((value, moves), (result, results));
    }
}

/// The difference of points for the player to move, if he follows the strategy of the source, or if the other
/// player does.
fn with_strategy(
    game: &Pyramid,
    state: &State,
    follows: bool,
    known: &mut HashMap<(State, bool), i64>,
) -> i64 {
    let Status::ToMove(player) = game.status(state) else { return 0 };
    if let Some(value) = known.get(&(*state, follows)) {
        return *value;
    }
    let moves =
        if follows { vec![game.text_move(state, &Control::default())] } else { game.moves(state) };
    let values = moves.iter().map(|played| {
        let after = game.apply(state, played);
        let gain = game.score(&after, player) - game.score(state, player);
        gain - with_strategy(game, &after, !follows, known)
    });
    let value = values.max().expect("a move");
    known.insert((*state, follows), value);
    value
}

/// "This strategy does not guarantee a win."
#[test]
fn the_simple_strategy_is_worth_what_the_oracle_says() {
    for base in 2..=8 {
        let (game, mut known) = (game(base), HashMap::new());
        let [follows, meets] =
            [true, false].map(|follows| with_strategy(&game, game.initial(), follows, &mut known));
        assert_eq!((follows, meets), Oracle::new(true).worth_of_strategy(base), "base {base}");
        // From base 5 on, it scores only the top stone against best play.
        let stones = base as i64 * (base as i64 - 1) / 2;
        assert!(base < 5 || follows == 2 - stones, "base {base}: {follows}");
    }
}

#[test]
fn the_simple_strategy_does_not_lose_a_level_by_counting() {
    let four = game(4);
    for (text, advice) in [
        // Three places are missing: the player who continues wins the level.
        ("n=4;p1;0:0", "2.1"),
        // Two are missing: the stone is shifted.
        ("n=4;2:.x.;p1;0:0", "2.2>"),
        // It cannot be shifted, and nothing above is supported: build after all.
        ("n=4;2:..x;p1;0:0", "2.1"),
        ("n=4;2:xxx;3:..;p1;3:0", "3.1"),
        ("n=4;2:xxx;3:x.;p1;3:0", "3.2+2"),
    ] {
        let state = four.read_position(text).expect("a legal position");
        assert_eq!(
            four.write_move(&state, &four.text_move(&state, &Control::default())),
            advice,
            "{text}"
        );
    }
    let five = game(5);
    let state = five.read_position("n=5;2:..xx;p2;0:0").expect("a legal position");
    assert_eq!(five.write_move(&state, &five.text_move(&state, &Control::default())), "3.3");
}
