//! Invariants of jumps and lower bounds on the number of moves, by arguments that a person can follow.
//!
//! The provers use them to examine fewer lines; [`class`] and [`pagoda`] also check certificates.

pub mod class;
pub mod cycles;
pub mod pagoda;
pub mod regions;
