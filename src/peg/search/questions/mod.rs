//! What is asked of a puzzle besides its fewest moves and its numbers, a file a question.

pub mod army;
pub mod dead_ends;
pub mod distinct;
pub mod last_sweep;
pub mod lengths;
pub mod luck;
pub mod move_levels;
pub mod sweeps;
