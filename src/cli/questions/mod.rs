//! Commands for other questions of peg solitaire.
//!
//! - `army`: Conway's soldiers
//! - `find`: positions that can be solved
//! - `marked`: solutions in which pegs are marked
//! - `plan`: how long a count would be
//! - `weights`: resource counts

pub(crate) mod army;
pub(crate) mod find;
pub(crate) mod marked;
pub(crate) mod plan;
#[cfg(feature = "milp")]
pub(crate) mod weights;
