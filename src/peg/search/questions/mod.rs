//! Questions about a puzzle beside its fewest moves and its counts, one in each file.
//!
//! * [`distinct`]: how many shortest solutions differ, up to symmetry and the order of moves.
//! * [`lengths`]: all numbers of moves that solutions have.
//! * [`sweeps`], [`last_sweep`]: how many jumps a move of a solution can have, and the last move.
//! * [`dead_ends`]: the shortest game that gets stuck. [`luck`]: the chance of a random player.
//! * [`move_levels`]: positions by the moves to them, or from them.
//! * [`army`]: Conway's soldiers.

pub mod army;
pub mod dead_ends;
pub mod distinct;
pub mod last_sweep;
pub mod lengths;
pub mod luck;
pub mod move_levels;
pub mod sweeps;
