//! Further questions of solitaire mathematics about a puzzle, beside its fewest moves and its counts. Each file
//! answers one question.

pub mod army;
pub mod dead_ends;
pub mod distinct;
pub mod last_sweep;
pub mod lengths;
pub mod luck;
pub mod move_levels;
pub mod sweeps;
