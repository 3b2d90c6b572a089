//! Exact searches: the plain depth-first verifier and the meet in the middle.

pub mod dfs;
pub mod shortest;
mod symmetry;
