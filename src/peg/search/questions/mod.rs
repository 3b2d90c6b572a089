//! What is asked of a puzzle besides its fewest moves and its numbers, a file a question.

pub mod dead_ends;
pub mod luck;
pub mod move_levels;
