//! Mixed-integer linear programs (MILP) of a puzzle, built with `good_lp` and solved by `HiGHS`.
//!
//! * [`mirror`]: the constraint program `models/solitaire.np`, a jump number at a time.
//! * [`fewest`]: the sweep, a move at a time: the fewest moves, or a proof of a line's.
//! * [`relaxation`]: the numbers of jumps without regard to time.
//! * [`pagoda_lp`]: weights that no jump can raise.
//! * [`tolls`]: weights and tolls that bound the moves, the dual of the relaxation.

pub(crate) mod attempt;
pub mod extreme_rays;
pub mod fewest;
pub mod fields;
pub(crate) mod fractions;
mod knowledge;
mod marked_pegs;
pub mod mirror;
pub mod pagoda_lp;
mod regions;
pub mod relaxation;
pub mod resource_counts;
mod slots;
mod sweep;
pub mod tolls;
