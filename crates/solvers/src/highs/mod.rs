//! Solves mixed-integer programs with `HiGHS`.
//!
//! A caller passes a [`Program`](crate::program::Program) to `back_end`. That module runs `HiGHS` in a separate thread,
//! and accepts a claim only if two runs agree.

pub mod back_end;
pub mod bound;
pub mod claims;
#[cfg(test)]
mod differential;
#[allow(unsafe_code, reason = "calls of the C library; invariants at the top of the file")]
mod ffi;
#[allow(unsafe_code, reason = "callbacks of the C library; invariants at the top of the file")]
mod interrupt;
#[allow(unsafe_code, reason = "the C library's options; invariants at the top of the file")]
pub mod options;
mod problem;
pub mod version;
#[allow(unsafe_code, reason = "the end of the process, a call without preconditions")]
pub mod worker;
