//! Further questions of solitaire mathematics about a puzzle, beside its fewest moves and its counts. Each file
//! answers one question.
//!
//! * [`distinct`]: how many solutions of the fewest moves there are, up to symmetry and the order of moves.
//! * [`lengths`]: which numbers of moves solutions have.
//! * [`sweeps`]: how many jumps a move of a solution can have. [`last_sweep`]: how many the last move can
//!   have, on boards of any size.
//! * [`dead_ends`]: what the shortest game is that gets stuck.
//! * [`luck`]: how likely a random player is to win.
//! * [`move_levels`]: how many positions there are by the fewest moves to them, or from them to the finish.
//! * [`army`]: how small an army of Conway's soldiers can be.

pub mod army;
pub mod dead_ends;
pub mod distinct;
pub mod last_sweep;
pub mod lengths;
pub mod luck;
pub mod move_levels;
pub mod sweeps;
