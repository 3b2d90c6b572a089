//! The constraint program as a mixed-integer linear program (MILP), built with `good_lp` and
//! solved by `HiGHS`.

mod back_end;
#[allow(unsafe_code, reason = "callbacks of the C library; invariants at the top of the file")]
mod interrupt;
pub mod mirror;
pub mod pagoda;

pub use mirror::solve;
