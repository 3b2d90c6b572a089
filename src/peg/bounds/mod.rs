//! What no line can do, by arguments that a person can follow. The provers use them to look at fewer
//! lines, and [`crate::peg::verify`] to check certificates.
//!
//! * [`class`]: position classes: sets of holes in which jumps keep the parity of the pegs.
//! * [`pagoda`]: weights of the holes that no jump can raise.
//! * `regions`: Merson regions: full sets of holes that a move has to begin in.
//! * `cycles`: cycles of jumps that a move cannot make, as nothing leads into them.

pub mod class;
#[cfg(any(feature = "milp", feature = "sat"))]
pub(crate) mod cycles;
pub mod pagoda;
pub(crate) mod regions;
