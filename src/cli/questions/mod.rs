//! Commands for further questions about peg solitaire.

pub(crate) mod army;
pub(crate) mod generate;
