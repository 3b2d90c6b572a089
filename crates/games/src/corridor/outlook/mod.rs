//! What can be said of a position that is too large for exact tables.

pub(crate) mod judgement;
pub(crate) mod lookahead;
pub(crate) mod strategy;
pub mod wall_race;
