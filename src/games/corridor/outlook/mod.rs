//! What can be said of a position that is too large for exact tables.
//!
//! - [`wall_race`]: who can close the line before his own row in time, which proves that he cannot
//!   lose
//! - `strategy`: the strategy of the source; `judgement`: how good a move looks
//! - `lookahead`: the game as the alpha-beta search sees it, made of these

pub(crate) mod judgement;
pub(crate) mod lookahead;
pub(crate) mod strategy;
pub mod wall_race;
