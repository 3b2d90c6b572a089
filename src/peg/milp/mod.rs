//! Mixed-integer linear programs (MILP) of a puzzle, built with `good_lp` and solved by `HiGHS`.
//!
//! * [`mirror`]: the constraint program `models/solitaire.np`, a jump number at a time.
//! * [`sweep`]: the sweep, a move at a time: the fewest moves, or a proof of a line's.
//! * [`relaxation`]: the numbers of jumps without regard to time.
//! * [`weights`]: weights that no jump can raise, and the dual of the relaxation.
//!
//! [`fields`] gives a puzzle to the constraint program; `regions` finds the sets of holes in which a move
//! must begin; `fractions` measures how tight the programs are.

pub mod fields;
pub(crate) mod fractions;
pub mod mirror;
mod regions;
pub mod relaxation;
pub mod sweep;
pub mod weights;
