//! Commands for other questions of peg solitaire: armies, marked pegs, weights, positions to be found, how long a count would be.

pub(crate) mod army;
pub(crate) mod find;
pub(crate) mod marked;
pub(crate) mod plan;
#[cfg(feature = "milp")]
pub(crate) mod weights;
