//! Invariants of jumps and lower bounds on the number of moves, by arguments that a person can follow.
//!
//! The provers use them to look at fewer lines. [`crate::peg::verify`] checks certificates by the first two.
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
