//! Further questions of solitaire mathematics about a puzzle, each in a file of its own.

pub mod army;
pub mod dead_ends;
pub mod distinct;
pub mod last_sweep;
pub mod lengths;
pub mod move_levels;
pub mod sweeps;
pub mod win_probability;
