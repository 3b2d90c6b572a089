//! The two exact solvers: exhaustive search for games that end by themselves, and retrograde analysis for
//! games in which positions repeat.

pub mod exhaustive;
pub mod retrograde;
