//! Other questions of solitaire mathematics about a puzzle, one in each file.

pub mod army;
pub mod dead_ends;
pub mod distinct;
pub mod last_sweep;
pub mod move_levels;
pub mod sweeps;
