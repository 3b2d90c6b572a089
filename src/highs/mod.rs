//! Mixed-integer programs: building them, solving them by `HiGHS`, and writing them as files. What the
//! programs mean is not known here: [`crate::peg::milp`] and [`crate::np`] build them.
//!
//! * [`program`]: columns and rows. [`file`](mod@file): the LP and MPS formats, with `plain_names`.
//! * `back_end`: solves a program, and asks again before it believes; `claims` says what the answers
//!   prove together.
//! * `again`, `interrupt`, [`options`]: calls of the C library: what a model says, callbacks, options.
//! * [`aside`]: runs in threads of their own, so that limits are kept.

#[allow(unsafe_code, reason = "calls of the C library; invariants at the top of the file")]
mod again;
#[allow(unsafe_code, reason = "the end of the process, a call without preconditions")]
pub mod aside;
pub(crate) mod back_end;
pub(crate) mod claims;
#[cfg(test)]
mod differential;
pub mod file;
#[allow(unsafe_code, reason = "callbacks of the C library; invariants at the top of the file")]
mod interrupt;
#[allow(unsafe_code, reason = "the C library's options; invariants at the top of the file")]
pub mod options;
mod plain_names;
pub mod program;
