//! Mixed-integer programs: building them, solving them with `HiGHS`, and writing them to files.
//!
//! Nothing here knows what a program means; [`crate::peg::milp`] and [`crate::np`] build the programs. A
//! caller makes a [`program::Program`] column by column and row by row and hands it to `back_end`, which
//! runs `HiGHS` in a thread of its own and believes a claim only when two runs make it.
//!
//! * [`program`]: a program under construction: columns, rows and the objective.
//! * [`file`](mod@file): writes a program in the LP or MPS format.
//! * `back_end`: solves a program by asking `HiGHS` twice.
//! * `claims`: what the outcomes of several runs prove together.
//! * [`aside`]: runs `HiGHS` in a separate thread, so that limits are kept whatever it does.
//! * `interrupt`: the callbacks by which `HiGHS` is interrupted and reports its progress.
//! * `again`: reads the results of a run, and resets a model for the next one.
//! * [`options`]: which options of `HiGHS` a user may set.
//! * `differential`: a test of the back end against enumeration.

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
pub mod program;
