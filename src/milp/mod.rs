//! Mixed-integer linear programs (MILP) of a puzzle, built with `good_lp` and solved by `HiGHS`.
//!
//! * [`mirror`]: the constraint program `models/solitaire.np`, a jump number at a time.
//! * [`fewest`]: the sweep, a move at a time: the fewest moves, or a proof of a line's.
//! * [`relaxation`]: the numbers of jumps without regard to time.
//! * [`pagoda`]: weights that no jump can raise.

pub(crate) mod back_end;
mod cycles;
pub(crate) mod ends;
pub mod fewest;
#[allow(unsafe_code, reason = "names through the C library; invariants at the top of the file")]
pub mod file;
#[allow(unsafe_code, reason = "callbacks of the C library; invariants at the top of the file")]
mod interrupt;
pub mod mirror;
pub mod pagoda;
pub mod program;
pub mod relaxation;
mod slots;
mod sweep;
