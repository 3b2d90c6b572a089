//! Finds weights of the holes that prove something about a puzzle, by linear programs and by enumeration.
//!
//! A pagoda function, or resource count, is weights of the holes such that no jump raises their sum under the
//! pegs. Linear programs give fractions, which are scaled and checked in whole numbers before use.

pub mod extreme_rays;
pub mod pagoda_lp;
pub mod resource_counts;
pub mod tolls;
