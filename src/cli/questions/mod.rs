//! Commands for further questions about peg solitaire.

pub(crate) mod army;
pub(crate) mod estimate;
pub(crate) mod generate;
pub(crate) mod marked;
#[cfg(feature = "milp")]
pub(crate) mod weights;
