//! Mixed-integer linear programs (MILP) of a puzzle, built with `good_lp` and solved by `HiGHS`.
//!
//! There are three formulations, which differ in how they treat time. The mirror has columns for every single
//! jump of a line, the sweep for every move, and the relaxation only counts how often each jump is made. The
//! first two find or prove the fewest moves; the last one gives lower bounds and refutes.

pub mod bounds;
pub mod fields;
#[cfg(test)]
mod files;
pub mod mirror;
mod regions;
pub mod relaxation;
pub mod sweep;
pub mod weights;
