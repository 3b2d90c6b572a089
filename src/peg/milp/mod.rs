//! Mixed-integer linear programs (MILP) of a puzzle, built with `good_lp` and solved by `HiGHS`.
//!
//! There are three formulations, which differ in how they treat time. The mirror has columns for every single
//! jump of a line, the sweep for every move, and the relaxation only counts how often each jump is made. The
//! first two find or prove the fewest moves; the last one gives lower bounds and refutes.
//!
//! * [`fields`]: puts a puzzle into the fields of a constraint program.
//! * `regions`: finds the sets of holes in which a move must begin.
//! * [`mirror`]: the constraint program `models/solitaire.np`, jump by jump.
//! * [`relaxation`]: the numbers of jumps without regard to time.
//! * [`weights`]: pagoda functions, and the dual of the relaxation.
//! * [`sweep`]: the sweep, move by move.

pub mod fields;
pub mod mirror;
mod regions;
pub mod relaxation;
pub mod sweep;
pub mod weights;
