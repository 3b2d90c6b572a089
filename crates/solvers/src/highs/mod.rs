//! Mixed-integer programs: building them, solving them with `HiGHS`, and writing them to files.
//!
//! These modules do not know the meaning of a program; `soliter_prove::milp` and `soliter_np` build the
//! programs. A caller builds a [`program::Program`] column by column and row by row, and passes it to
//! `back_end`. That module runs `HiGHS` in a separate thread, and accepts a claim only if two runs agree.

pub mod back_end;
pub mod bound;
pub mod claims;
#[cfg(test)]
mod differential;
#[allow(unsafe_code, reason = "calls of the C library; invariants at the top of the file")]
mod ffi;
pub mod file;
#[allow(unsafe_code, reason = "callbacks of the C library; invariants at the top of the file")]
mod interrupt;
#[allow(unsafe_code, reason = "the C library's options; invariants at the top of the file")]
pub mod options;
pub mod program;
#[allow(unsafe_code, reason = "the end of the process, a call without preconditions")]
pub mod worker;
