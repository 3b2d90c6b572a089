//! Commands for other questions of peg solitaire.

pub(crate) mod army;
pub(crate) mod find;
pub(crate) mod marked;
pub(crate) mod plan;
#[cfg(feature = "milp")]
pub(crate) mod weights;
