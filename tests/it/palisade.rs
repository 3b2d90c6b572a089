//! Palisade: compares actions, turns and values with published results and a second implementation.

use crate::common::cases;
use crate::common::palisade as reference;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::games::{analysed, counted};
use cases::cases;
use proptest::prelude::*;
use reference::{Oracle, Position, palisades};
use serde_json::Value;
use soliter::base::control::{Control, Stop};
use soliter::games::analysis::{Analysis, verify};
use soliter::games::engine::{Engine, Playable};
use soliter::games::palisade::actions::Pair;
use soliter::games::palisade::strategy::best_turn;
use soliter::games::palisade::{Move, Palisade, Readings, State};
use soliter::games::rules::{Rules, Status};
use soliter::games::strategy::Strategy as _;
use soliter::games::{Game, GamePuzzle};
use soliter::library;

const PLAIN: reference::Readings =
    reference::Readings { new_pairs: false, stop_early: false, borrow: true, stall_limit: 2 };

/// Actions by their text, each with the columns after it.
type Left = BTreeMap<String, Vec<u8>>;

fn game_with(columns: &[u8], readings: reference::Readings) -> Palisade {
    let reference::Readings { new_pairs, stop_early, borrow, stall_limit } = readings;
    let pair = if new_pairs { Pair::New } else { Pair::Changed };
    let stall_limit = stall_limit as u8;
    let readings = Readings { pair, stop_early, borrow, stall_limit, players: 2 };
    Palisade::new(columns, readings).expect("a palisade")
}

fn game(columns: &[u8]) -> Palisade {
    game_with(columns, PLAIN)
}

fn facts() -> Value {
    serde_json::from_str(include_str!("../facts/palisade.json")).expect("facts")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn numbers<T: TryFrom<i64>>(value: &Value) -> Vec<T> {
    let one = |v: &Value| v.as_i64().and_then(|n| T::try_from(n).ok()).expect("a number");
    list(value).iter().map(one).collect()
}

fn heights(columns: &[u8]) -> Vec<u32> {
    columns.iter().copied().map(u32::from).collect()
}

fn columns(heights: &[u32]) -> Vec<u8> {
    heights.iter().map(|&height| height as u8).collect()
}

fn legal(game: &Palisade, state: &State) -> Vec<Move> {
    game.moves(state)
}

/// The actions at the start, by text.
fn left(game: &Palisade) -> (Left, BTreeSet<String>) {
    let state = game.initial();
    let mut left = Left::new();
    let mut scoring = BTreeSet::new();
    for played in legal(game, state) {
        let text = game.write_move(state, &played);
        let after = game.apply(state, &played);
        if after.scores[0] > 0 {
            scoring.insert(text.clone());
        }
        assert!(left.insert(text, after.columns).is_none(), "each action once");
    }
    (left, scoring)
}

fn most_points(columns: &[u8], actions: u8) -> u8 {
    let turn = best_turn(columns, Pair::Changed, actions, &Control::default()).expect("a turn");
    let game = game(columns);
    // Playing the turn gives the promised result.
    let after = turn.actions.iter().fold(game.initial().clone(), |at, &action| {
        assert!(legal(&game, &at).contains(&Move::Action(action)), "{columns:?} {turn:?}");
        game.apply(&at, &Move::Action(action))
    });
    assert_eq!(after.scores[0], u32::from(turn.points));
    turn.points
}

#[test]
fn actions_are_those_of_the_facts() {
    for case in list(&facts()["actions"]) {
        let columns: Vec<u8> = numbers(&case["columns"]);
        let game = game(&columns);
        let count = counted(&game, 1, &Control::default()).expect("a count");
        assert_eq!(Some(count as u64), case["count"].as_u64(), "{columns:?}");
        if columns.iter().sum::<u8>() <= 3 {
            assert_eq!(game.status(game.initial()), Status::Over);
            continue;
        }
        let (mut left, scoring) = left(&game);
        let expected = case["actions"].as_object().or(case["sows"].as_object()).expect("actions");
        if case["actions"].is_null() {
            left.retain(|text, _| text.starts_with('o'));
        }
        let expected: Left = expected.iter().map(|(k, v)| (k.clone(), numbers(v))).collect();
        assert_eq!(left, expected, "{columns:?}");
        if let Some(listed) = case["scoring"].as_array() {
            let listed: BTreeSet<String> =
                listed.iter().map(|text| text.as_str().expect("a text").to_owned()).collect();
            assert_eq!(scoring, listed, "{columns:?}");
        }
    }
}

#[test]
fn sequences_of_actions_are_as_many_as_in_the_facts() {
    let facts = facts();
    let rows = list(&facts["perft"]).iter().map(|row| (&row["columns"], &row["depths"]));
    let starts = list(&facts["starts"]).iter().map(|row| (&row["columns"], &row["perft"]));
    for (columns, depths) in rows.chain(starts) {
        let game = game(&numbers::<u8>(columns));
        for (depth, &count) in numbers::<u64>(depths).iter().enumerate() {
            let found = counted(&game, depth + 1, &Control::default());
            assert_eq!(found, Ok(u128::from(count)), "{columns} depth {}", depth + 1);
        }
    }
}

#[test]
fn counts_too_large_are_no_counts() {
    let game = game(&[4]);
    let found = counted(&game, 1000, &Control::default());
    assert_eq!(found, Err(Stop::Overflow));
    assert_eq!(counted(&game, 0, &Control::default()), Ok(1));
}

#[test]
fn most_points_of_a_turn_are_those_of_the_facts() {
    let facts = facts();
    for row in list(&facts["best_turn"]) {
        let columns: Vec<u8> = numbers(&row[0]);
        for actions in 2..=4 {
            let points = most_points(&columns, actions);
            assert_eq!(Some(points.into()), row[usize::from(actions) - 1].as_u64(), "{row}");
        }
    }
    for start in list(&facts["starts"]) {
        let columns: Vec<u8> = numbers(&start["columns"]);
        let found: Vec<u8> = (2..=4).map(|actions| most_points(&columns, actions)).collect();
        assert_eq!(found, numbers::<u8>(&start["best234"]), "{columns:?}");
    }
}

/// The position at the beginning of a turn.
fn turn(game: &Palisade, own_debt: bool, other_debt: bool, scoreless: u8) -> State {
    let mut state = State { scoreless, ..game.initial().clone() };
    state.debts[..2].copy_from_slice(&[own_debt, other_debt]);
    state
}

#[test]
fn values_are_those_of_the_facts() {
    let facts = facts();
    let rows = list(&facts["values"]).iter().map(|row| (&row[0], &list(row)[1..]));
    let starts = list(&facts["starts"]).iter().map(|row| (&row["columns"], list(&row["V"])));
    // It is a single game, so that its engine serves all columns.
    let game = game(&[1]);
    let mut values_of = Values::new(&game);
    for (columns, values) in rows.chain(starts) {
        for (number, value) in values.iter().enumerate() {
            let state = turn(&game, number & 4 > 0, number & 2 > 0, u8::from(number & 1 > 0));
            let state = State { columns: numbers(columns), ..state };
            assert_eq!(
                Some(values_of.of(&state)),
                value.as_i64(),
                "{}",
                game.write_position(&state)
            );
        }
    }
}

/// A position within a turn in the form of the reference.
fn position(state: &State) -> Position {
    Position {
        heights: heights(&state.columns),
        made: state.made.into(),
        scored: state.gained > 0,
        own_debt: state.debts[state.player],
        other_debt: state.debts[1 - state.player],
        scoreless: state.scoreless.into(),
    }
}

/// Values of positions of one game, found by one engine.
struct Values<'r>(Engine<'r, Palisade>);

impl<'r> Values<'r> {
    fn new(game: &'r Palisade) -> Self {
        Self(Engine::new(game))
    }

    fn analysis(&mut self, state: &State) -> Analysis<Move> {
        Palisade::analyse(&mut self.0, state, &Control::default()).expect("a right analysis")
    }

    fn of(&mut self, state: &State) -> i64 {
        self.analysis(state).value.expect("a value")
    }
}

/// Compares the value of the position and of all its moves with the oracle.
fn agrees(game: &Palisade, state: &State, values: &mut Values<'_>, oracle: &mut Oracle) {
    let found = values.analysis(state);
    assert_eq!(found.value, Some(oracle.value(&position(state))), "{}", game.write_position(state));
    for (played, value) in &found.moves {
        let next = game.apply(state, played);
        let points = i64::from(next.scores[state.player] - state.scores[state.player]);
        let rest = match game.status(&next) {
            Status::Over => 0,
            Status::ToMove(_) if *played == Move::End => -oracle.value(&position(&next)),
            Status::ToMove(_) => oracle.value(&position(&next)),
        };
        assert_eq!(*value, Some(points + rest), "{}: {played:?}", game.write_position(state));
    }
}

/// The known answers of the small built-in puzzles were computed by the solver; this test compares them with
/// the oracle.
#[test]
fn small_built_in_puzzles_agree_with_the_reference() {
    let mut small = 0;
    for name in library::puzzles().iter().filter(|name| name.starts_with("palisade/")) {
        let source = library::puzzle(name).expect("a puzzle");
        let model = library::model("palisade").expect("a model");
        let Ok(GamePuzzle { game: Game::Palisade(game), .. }) = GamePuzzle::parse(&source, &model)
        else {
            panic!("{name}");
        };
        let state = game.initial();
        if game.readings.players == 2 && state.columns.iter().sum::<u8>() <= 9 {
            let Readings { pair, stop_early, borrow, stall_limit, .. } = game.readings;
            let new_pairs = pair == Pair::New;
            let stall_limit = stall_limit.into();
            let readings = reference::Readings { new_pairs, stop_early, borrow, stall_limit };
            agrees(&game, state, &mut Values::new(&game), &mut Oracle::new(readings));
            small += 1;
        }
    }
    assert!(small >= 6);
}

#[test]
fn all_small_palisades_have_the_value_of_the_reference() {
    let mut oracle = Oracle::new(PLAIN);
    let game = game(&[1]);
    let mut values = Values::new(&game);
    for stones in 4..=8 {
        for heights in palisades(stones) {
            for number in 0..8 {
                let state = turn(&game, number & 4 > 0, number & 2 > 0, number & 1);
                let state = State { columns: columns(&heights), ..state };
                assert_eq!(
                    values.of(&state),
                    oracle.value(&position(&state)),
                    "{}",
                    game.write_position(&state)
                );
            }
        }
    }
}

#[test]
fn all_readings_have_the_values_of_the_reference() {
    for number in 0..24 {
        let readings = reference::Readings {
            new_pairs: number & 1 > 0,
            stop_early: number & 2 > 0,
            borrow: number & 4 > 0,
            stall_limit: 1 + number / 8,
        };
        let mut oracle = Oracle::new(readings);
        let game = game_with(&[6], readings);
        let mut values = Values::new(&game);
        for heights in (4..=6).flat_map(palisades) {
            for debts in 0..if readings.borrow { 4 } else { 1 } {
                for scoreless in 0..readings.stall_limit {
                    let mut state = turn(&game, debts & 1 > 0, debts & 2 > 0, scoreless as u8);
                    state.columns = columns(&heights);
                    let expected = oracle.value(&position(&state));
                    assert_eq!(
                        values.of(&state),
                        expected,
                        "{readings:?} {}",
                        game.write_position(&state)
                    );
                }
            }
        }
    }
}

/// Whether the variant that counts only new pairs changes the value of a turn for a palisade with this many
/// stones.
fn new_pairs_matter(stones: u32, owes: bool) -> bool {
    let new = reference::Readings { new_pairs: true, ..PLAIN };
    let games = [PLAIN, new].map(|readings| game_with(&[1], readings));
    let mut values = [Values::new(&games[0]), Values::new(&games[1])];
    palisades(stones).into_iter().any(|heights| {
        (0..4).any(|number| {
            let mut state = turn(&games[0], owes, number & 2 > 0, number & 1);
            state.columns = columns(&heights);
            let [one, other] = [0, 1].map(|number| values[number].of(&state));
            one != other
        })
    })
}

#[test]
fn new_pairs_matter_from_nine_stones_on_and_in_debt_from_seven() {
    let found = |owes| (4..=9).map(|n| new_pairs_matter(n, owes)).collect::<Vec<_>>();
    assert_eq!(found(false), [false, false, false, false, false, true]);
    assert_eq!(found(true), [false, false, false, true, true, true]);
}

/// The frequency of each value among all turns of all palisades with this many stones.
fn distribution(stones: u32, readings: reference::Readings) -> BTreeMap<i64, usize> {
    let game = game_with(&[1], readings);
    let mut values = Values::new(&game);
    let mut times = BTreeMap::new();
    for heights in palisades(stones) {
        for number in 0..8 {
            let mut state = turn(&game, number & 4 > 0, number & 2 > 0, number & 1);
            state.columns = columns(&heights);
            *times.entry(values.of(&state)).or_insert(0) += 1;
        }
    }
    times
}

#[test]
fn exactly_three_and_up_to_three_give_the_same_distribution() {
    for stones in 4..=12 {
        let early = reference::Readings { stop_early: true, ..PLAIN };
        assert_eq!(distribution(stones, PLAIN), distribution(stones, early), "{stones}");
    }
}

/// Within three actions every palisade can score, and within two actions all except the single column.
#[test]
fn every_palisade_of_four_to_fifteen_stones_can_score() {
    for heights in (4..=15).flat_map(palisades) {
        let columns = columns(&heights);
        assert!(most_points(&columns, 3) > 0, "{columns:?}");
        assert_eq!(most_points(&columns, 2) > 0, columns.len() > 1, "{columns:?}");
    }
    for heights in (1..=3).flat_map(palisades) {
        let found = best_turn(&columns(&heights), Pair::Changed, 4, &Control::default());
        assert_eq!(found.expect("a turn").points, 0, "{heights:?}");
    }
}

fn some_columns(stones: u8) -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(1u8..=stones, 1..=usize::from(stones)).prop_map(move |list| {
        let mut left = stones;
        let mut columns: Vec<u8> = list
            .into_iter()
            .map(|height| {
                let height = height.min(left);
                left -= height;
                height
            })
            .collect();
        columns.retain(|&height| height > 0);
        columns
    })
}

fn mirrored(columns: &[u8]) -> Vec<u8> {
    columns.iter().rev().copied().collect()
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn actions_are_those_of_the_reference(columns in some_columns(60), new_pairs: bool) {
        let game = game_with(&columns, reference::Readings { new_pairs, ..PLAIN });
        prop_assume!(game.status(game.initial()) != Status::Over);
        let (left, scoring) = left(&game);
        let expected = reference::actions(&heights(&columns), new_pairs);
        let scores = expected.iter().filter(|(_, after)| after.1 > 0).map(|(text, _)| text.clone());
        prop_assert_eq!(scoring, scores.collect::<BTreeSet<_>>());
        let expected: Left =
            expected.into_iter().map(|(text, after)| (text, self::columns(&after.0))).collect();
        prop_assert_eq!(left, expected);
    }

}

proptest! {
    #![proptest_config(cases(12))]

    /// Random games: compares values at every move with the oracle and the mirror image; texts survive a
    /// round trip, and the score adds up.
    #[test]
    fn random_games(
        columns in some_columns(8),
        new_pairs: bool,
        stop_early: bool,
        choices in proptest::collection::vec(0usize..1000, 60),
    ) {
        let readings = reference::Readings { new_pairs, stop_early, ..PLAIN };
        let game = game_with(&columns, readings);
        let mut oracle = Oracle::new(readings);
        let mut values = Values::new(&game);
        let mut state = game.initial().clone();
        for choice in choices {
            let text = game.write_position(&state);
            prop_assert_eq!(game.read_position(&text), Ok(state.clone()), "{}", text);
            let moves = legal(&game, &state);
            prop_assert_eq!(moves.is_empty(), game.status(&state) == Status::Over);
            if moves.is_empty() {
                break;
            }
            agrees(&game, &state, &mut values, &mut oracle);
            let advised = game.text_move(&state, &Control::default());
            prop_assert!(moves.contains(&advised));
            let image = State { columns: mirrored(&state.columns), ..state.clone() };
            prop_assert_eq!(values.of(&state), values.of(&image));
            for played in &moves {
                let text = game.write_move(&state, played);
                prop_assert_eq!(game.read_move(&state, &text), Ok(*played), "{}", text);
            }
            let played = moves[choice % moves.len()];
            let next = game.apply(&state, &played);
            let won: u32 = next.scores.iter().sum::<u32>() - state.scores.iter().sum::<u32>();
            let fewer = state.columns.iter().sum::<u8>() > next.columns.iter().sum::<u8>();
            prop_assert_eq!(won == 1, fewer);
            prop_assert_eq!(next.player == state.player, played != Move::End);
            state = next;
        }
    }
}

/// Two players that follow the advice: the game ends, and nothing is borrowed without winning a point.
#[test]
fn advice_plays_games_to_their_end() {
    for columns in [&[1, 3, 4, 2, 5][..], &[9], &[1; 12], &[7, 7, 7], &[1, 2, 3, 4, 5, 6, 7, 8]] {
        let game = game(columns);
        let mut state = game.initial().clone();
        let mut plies = 0;
        while game.status(&state) != Status::Over {
            let played = game.text_move(&state, &Control::default());
            let next = game.apply(&state, &played);
            let borrowed = state.made == 3 && played != Move::End;
            assert!(
                !borrowed || next.gained > state.gained,
                "{}: {played:?}",
                game.write_position(&state)
            );
            state = next;
            plies += 1;
            assert!(plies < 200, "{}", game.write_position(&state));
        }
    }
}

#[test]
fn limits_stop_the_solver_without_a_value() {
    let cancelled = Control::default().cancelled_by(Arc::new(AtomicBool::new(true)));
    let late = Control::default().within(Duration::ZERO);
    let narrow = Control::default().memory(1 << 20);
    for columns in [&[1, 3, 4, 2, 5][..], &[5, 5, 5, 5], &[1, 2, 3, 4, 5, 6, 7, 8]] {
        for (control, stop) in
            [(&cancelled, Stop::Cancelled), (&late, Stop::Time), (&narrow, Stop::Memory)]
        {
            let game = game(columns);
            let found = analysed(&game, game.initial(), control);
            assert_eq!(verify(&game, game.initial(), &found), Ok(()));
            assert_eq!((found.value, found.stopped), (None, Some(stop)), "{columns:?}");
            assert!(found.moves.iter().all(|(_, value)| value.is_none()));
            assert_eq!(found.best.len(), 1);
        }
    }
    // An analysis that a limit cut short is completed by the next one.
    let game = game(&[1, 3, 4, 2, 5]);
    let mut values = Values::new(&game);
    let short = Control::default().within(Duration::from_millis(5));
    let _ = Palisade::analyse(&mut values.0, game.initial(), &short);
    assert_eq!(values.of(game.initial()), 3);
}

#[test]
fn large_palisades_get_a_move_and_no_value() {
    for columns in [&[1, 2, 3, 4, 5, 6, 7, 8][..], &[32], &[1; 32], &[100, 100, 55]] {
        let game = game(columns);
        let control = Control::default().within(Duration::from_secs(1));
        let found = analysed(&game, game.initial(), &control);
        assert_eq!(verify(&game, game.initial(), &found), Ok(()));
        assert_eq!((found.value, found.best.len()), (None, 1), "{columns:?}");
        assert_eq!(found.stopped, Some(Stop::Time));
    }
}
