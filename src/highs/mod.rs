//! Everything that touches `HiGHS`: programs of columns and rows, running them, hearing of their
//! progress and interrupting them, and writing them as files.
//!
//! What the programs mean is not known here: [`crate::peg::milp`] and [`crate::np`] build them.

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
