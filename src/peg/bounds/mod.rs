//! Bounds on what a line can do, by arguments that a person can follow: invariants of jumps and lower bounds
//! on the number of moves.
//!
//! The provers use them to look at fewer lines, and [`crate::peg::verify`] uses the first two to check
//! certificates.
//!
//! * [`class`]: position classes, from sets of holes on which every jump keeps the parity of the pegs.
//! * [`pagoda`]: pagoda functions, which are weights of the holes such that no jump raises their sum.
//! * `regions`: Merson regions, which are sets of holes that, once full, only a move from inside opens.
//! * `cycles`: cycles of jumps, which a move can make only if it gets there.

pub mod class;
#[cfg(any(feature = "milp", feature = "sat"))]
pub(crate) mod cycles;
pub mod pagoda;
pub(crate) mod regions;
