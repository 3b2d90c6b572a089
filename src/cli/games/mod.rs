//! The commands for the board games; which game it is makes no difference here.

pub(crate) mod check;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod show;
pub(crate) mod solve;

use soliter::rules::Rules;

/// The parameters and readings in one line.
fn readings<R: Rules>(rules: &R) -> String {
    let list = rules.readings().into_iter();
    list.map(|(key, value)| format!("{key} {value}")).collect::<Vec<_>>().join(", ")
}

/// Moves in one line, as a record writes them.
fn moves_text<R: Rules>(rules: &R, from: &R::State, moves: &[R::Move]) -> Vec<String> {
    let mut state = from.clone();
    let mut written = Vec::new();
    for played in moves {
        written.push(rules.write_move(&state, played));
        state = rules.apply(&state, played);
    }
    written
}
