//! What no line can do, by arguments that a person can follow: position classes, pagoda functions, Merson regions, cycles of jumps.

pub mod class;
#[cfg(any(feature = "milp", feature = "sat"))]
pub(crate) mod cycles;
pub mod pagoda;
pub(crate) mod regions;
