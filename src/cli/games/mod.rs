//! The commands for the board games; which game it is makes no difference here.

pub(crate) mod check;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod show;
pub(crate) mod solve;

use soliter::games::analysis::{Analysis, Solver};
use soliter::games::rules::Rules;

use crate::cli::args::Opponent;

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

/// The move of an opponent, and whether it is proved to be best; `analyse` gives what the solver
/// finds, if that passes the check.
pub(crate) fn choose<R: Solver>(
    rules: &R,
    state: &R::State,
    opponent: Opponent,
    random: &mut fastrand::Rng,
    analyse: impl FnOnce(&R, &R::State) -> Option<Analysis<R::Move>>,
) -> (R::Move, bool) {
    match opponent {
        Opponent::Random => {
            let mut legal = Vec::new();
            rules.moves(state, &mut legal);
            let chosen = random.usize(0..legal.len());
            (legal.swap_remove(chosen), false)
        }
        Opponent::Text => (rules.advice(state), false),
        Opponent::Perfect | Opponent::None => {
            let found = analyse(rules, state);
            let proved = found.as_ref().is_some_and(|found| found.value.is_some());
            let best = found.and_then(|found| found.best.into_iter().next());
            (best.unwrap_or_else(|| rules.advice(state)), proved)
        }
    }
}
