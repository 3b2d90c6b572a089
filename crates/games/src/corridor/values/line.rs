//! Reads values and best play from tables.

use crate::corridor::rules::state::{Move, State};
use crate::corridor::rules::{Corridor, Standing};
use crate::corridor::values::tables::Solved;

/// Best play according to a table, to the end of the game. In a draw, it ends when a position repeats.
pub(crate) fn line(game: &Corridor, from: &State, table: &dyn Solved) -> Vec<Move> {
    let (mut line, mut seen) = (Vec::new(), Vec::new());
    let mut at = *from;
    while !seen.contains(&at)
        && let Some(played) = best(game, &at, table)
    {
        seen.push(at);
        line.push(played);
        at = game.after(&at, played);
    }
    line
}

fn best(game: &Corridor, at: &State, table: &dyn Solved) -> Option<Move> {
    if game.standing(at) != Standing::Open {
        return None;
    }
    let value = value_of(game, at, table)?;
    let mut legal = game.legal(at);
    legal.retain(|played| {
        value_of(game, &game.after(at, *played), table).is_some_and(|his| -his == value)
    });
    let strategy = game.simple_strategy(at);
    let distance = |played: &Move| table.distance(&game.after(at, *played)).unwrap_or(0);
    let pawn = || legal.iter().filter(|played| !matches!(played, Move::Stick(_)));
    match value {
        _ if game.unplaced(at) => legal.first().copied(),
        // Plays towards the win; lays a stick only if no pawn move gets nearer to it.
        1 => {
            let own = table.distance(at)?;
            let nearer = pawn().map(|played| (distance(played), played));
            let nearest = nearer.filter(|(rounds, _)| *rounds < own).min_by_key(|(r, _)| *r);
            let stick = legal.iter().find(|played| matches!(played, Move::Stick(_)));
            nearest.map(|(_, played)| played).or(stick).copied()
        }
        // Delays the loss as long as possible.
        -1 => pawn().max_by_key(|played| distance(played)).or(legal.first()).copied(),
        _ if legal.contains(&strategy) => Some(strategy),
        _ => legal.first().copied(),
    }
}

/// The value for the player to move: by the rules if the game is over, and otherwise from the table.
pub(crate) fn value_of(game: &Corridor, state: &State, table: &dyn Solved) -> Option<i64> {
    match game.standing(state) {
        Standing::Won(winner) => Some(if winner == state.mover() { 1 } else { -1 }),
        Standing::Drawn => Some(0),
        Standing::Open if game.unplaced(state) => {
            let legal = game.legal(state);
            let his = |played: &Move| value_of(game, &game.after(state, *played), table);
            let values: Option<Vec<i64>> = legal.iter().map(his).collect();
            values?.into_iter().map(|value| -value).max()
        }
        Standing::Open => table.value(state),
    }
}
