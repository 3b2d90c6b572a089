//! Finds weights of the holes that prove something about a puzzle, by linear programs and by enumeration.
//!
//! A pagoda function, or resource count, assigns weights to the holes such that no jump raises the sum of the
//! weights under the pegs. Linear programs give the weights as fractions; they are scaled and checked in
//! whole numbers before anything uses them.
//!
//! * [`pagoda_lp`]: weights that refute a puzzle.
//! * [`extreme_rays`]: enumerates the extreme rays of a cone, such as that of all pagoda functions.
//! * [`resource_counts`]: weights that recognize lost positions; on small boards all extreme ones.
//! * [`tolls`]: weights and tolls that bound the number of moves: the dual of the relaxation.

pub mod extreme_rays;
pub mod pagoda_lp;
pub mod resource_counts;
pub mod tolls;
