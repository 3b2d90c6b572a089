//! Analyses and counts of the board games.

use soliter::base::control::{Control, Stop};
use soliter::games::analysis::Analysis;
use soliter::games::engine::{Playable, verified};

/// An analysis that has passed its check.
pub(crate) fn analysed<R: Playable>(
    rules: &R,
    state: &R::State,
    control: &Control,
) -> Analysis<R::Move> {
    verified(rules, state, control).unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// The number of sequences of this length from the first position, as `soliter count --what perft` counts.
pub(crate) fn counted<R: Playable>(
    rules: &R,
    depth: usize,
    control: &Control,
) -> Result<u128, Stop> {
    let counted = rules.counted();
    counted.sequences(counted.initial(), depth, control)
}
