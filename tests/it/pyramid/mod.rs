//! Compares the Pyramid of Cheops with a plain second implementation, with published results and with itself.
//! The results in `tests/facts/pyramid.json` were computed by two programs that share no code with this one.

mod limits;
mod text;
mod values;

use crate::common::games::analysed;
use serde_json::Value;
use soliter::base::control::Control;
use soliter::games::analysis::Analysis;
use soliter::games::pyramid::{Move, Parameters, Pyramid, Shift, State};
use soliter::games::rules::Rules;
use soliter_testing::pyramid::Stones;

fn game(base: usize) -> Pyramid {
    Pyramid::new(Parameters { base, ..Parameters::default() })
}

fn counting(base: usize) -> Pyramid {
    Pyramid::new(Parameters { base, shift: Shift::None, ..Parameters::default() })
}

fn facts(key: &str) -> Vec<Value> {
    let all: Value = serde_json::from_str(include_str!("../../facts/pyramid.json")).expect("JSON");
    all[key].as_array().expect("a list").clone()
}

fn number(value: &Value) -> i64 {
    value.as_i64().expect("an integer")
}

fn numbers(value: &Value) -> Vec<i64> {
    value.as_array().expect("a list").iter().map(number).collect()
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|v| v.as_str().expect("a string")).collect()
}

/// The position with these stones; the points for finished levels go to the first player.
fn position(game: &Pyramid, stones: &Stones) -> State {
    let base = stones.base;
    let level = |k: usize| -> String {
        (1..=base + 1 - k).map(|i| if stones.has(k, i) { 'x' } else { '.' }).collect()
    };
    let levels = (2..=base).map(|k| format!(";{k}:{}", level(k))).collect::<Vec<_>>().concat();
    let points: usize = (2..=base).filter(|&k| !level(k).contains('.')).map(|k| base + 1 - k).sum();
    let text = format!("n={base}{levels};p1;{points}:0");
    game.read_position(&text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"))
}

/// A verified analysis without limits, and its moves by name without points.
fn solved(game: &Pyramid, state: &State) -> (i64, Vec<(String, i64)>, Analysis<Move>) {
    let found = analysed(game, state, &Control::default());
    let moves = found.moves.iter().map(|(m, value)| {
        let text = game.write_move(state, m);
        let name = text.split('+').next().unwrap_or_default().to_owned();
        (name, value.expect("a proved value"))
    });
    let mut moves: Vec<_> = moves.collect();
    moves.sort();
    (found.value.expect("a proved value"), moves, found)
}
