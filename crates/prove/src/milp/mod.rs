//! Mixed-integer linear programs (MILP) of a puzzle, built with `good_lp`. [`export`] writes them
//! for any solver; with the feature `milp`, `HiGHS` solves them.
//!
//! There are three formulations, which differ in how they treat time. `by_jump` has columns for every single jump
//! of a solution, `by_move` for every move, and the relaxation only counts how often each jump is made. The first two
//! find or prove the fewest moves; the last one gives lower bounds and refutes. `ordered_counts` looks for an order of such
//! counts, which is a solution.

#[cfg(feature = "milp")]
pub mod bounds;
pub mod by_jump;
pub mod by_move;
pub mod export;
pub mod fields;
#[cfg(all(test, feature = "milp"))]
mod files;
#[cfg(feature = "milp")]
pub(crate) mod ordered_counts;
mod regions;
#[cfg(feature = "milp")]
pub mod relaxation;
#[cfg(feature = "milp")]
pub mod weights;
