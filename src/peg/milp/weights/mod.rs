//! Finds weights of the holes that prove something about a puzzle, by linear programs and by enumeration.
//!
//! A pagoda function, or resource count, assigns weights to the holes such that no jump raises the sum of the
//! weights under the pegs. Linear programs give the weights as fractions; they are scaled and checked in
//! whole numbers before anything uses them.

pub mod extreme_rays;
pub mod pagoda_lp;
pub mod resource_counts;
pub mod tolls;
