//! Weights that prove that a solution has lost the puzzle.

use serde_json::{Value, json};
use soliter::boards::draw::text::board;
use soliter::prove::milp::weights::first_loss::FirstLoss;
use soliter::{boards::board::position::Hole, boards::puzzle::Puzzle};

/// The number of columns of a hole, and its text: its weight, or a dot for 0.
fn cells(weights: &[i64]) -> (usize, impl Fn(Hole) -> String + '_) {
    let word = |weight: i64| if weight == 0 { ".".to_owned() } else { weight.to_string() };
    let wide = weights.iter().map(|&weight| word(weight).len()).max().unwrap_or(1);
    (wide, move |hole: Hole| format!("{:>wide$}", word(weights[usize::from(hole)])))
}

/// Weights by the names of the holes, without those that are 0.
fn by_hole(puzzle: &Puzzle, weights: &[i64]) -> Value {
    let named = puzzle.names().iter().zip(weights).filter(|(_, weight)| **weight != 0);
    Value::Object(named.map(|(name, &weight)| (name.to_owned(), weight.into())).collect())
}

/// Weights that prove a record lost, in JSON.
pub(super) fn to_json(puzzle: &Puzzle, loss: &FirstLoss) -> Value {
    json!({
        "jump": loss.jump,
        "weights": by_hole(puzzle, &loss.weights),
        "position": loss.position,
        "finish": loss.finish,
    })
}

pub(super) fn to_text(puzzle: &Puzzle, loss: &FirstLoss) -> String {
    let FirstLoss { jump, weights, position, finish } = loss;
    let (wide, cell) = cells(weights);
    format!(
        "weights prove it after jump {jump}: no jump raises their total, and the finish weighs more ({position} < {finish})\n\n{}\n",
        board(puzzle.board(), wide, cell).join("\n")
    )
}
