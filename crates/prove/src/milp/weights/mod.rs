//! Finds weights of the holes that prove a fact about a puzzle, by linear programs and by enumeration.
//!
//! A pagoda function, or resource count, is a set of weights of the holes such that no jump raises their sum
//! under the pegs. Linear programs give floating-point weights, which are scaled to integers and checked
//! before use.

pub mod extreme_rays;
pub mod pagoda_lp;
pub mod resource_counts;
pub mod tolls;
