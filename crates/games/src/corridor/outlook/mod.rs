//! Bounds, estimates and strategies for positions that are too large for exact tables.

pub(crate) mod judgement;
pub(crate) mod lookahead;
pub(crate) mod strategy;
pub mod wall_race;
