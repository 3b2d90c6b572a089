//! Exact searches.
//!
//! * [`fewest`]: the one that is used; a beam, then level by level of moves from both ends.
//! * [`shortest`]: the plain meet in the middle by jumps, its readable reference.
//! * [`count`]: numbers of solutions, positions and games.
//! * [`dfs`]: the depth-first verifier.

mod beam;
mod bitmap;
mod by_moves;
pub mod count;
pub mod dfs;
mod expand;
pub mod fewest;
mod fitting;
mod last_moves;
mod levels;
pub mod lines;
pub mod oracle;
#[allow(unsafe_code, reason = "a prefetch instruction; see the top of the file")]
mod prefetch;
mod rest;
pub mod shortest;
mod side;
mod spread;
mod symmetry;
mod table;
mod walk;
#[allow(unsafe_code, reason = "functions for wide instructions; see the top of the file")]
mod wide;
