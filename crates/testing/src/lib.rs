//! Code shared by the tests of several crates: the cases of random tests, and oracles, which are plain second
//! implementations written for readability.
//!
//! The oracles (feature `oracles`) use the package `soliter`. They
//! are compiled with optimisation, since the tests spend their time in them.

#![allow(
    missing_docs,
    clippy::missing_panics_doc,
    reason = "for tests alone, which fail by panics"
)]

pub mod built_in;
pub mod cases;
#[cfg(feature = "oracles")]
pub mod corridor;
#[cfg(feature = "highs")]
pub mod highs_reader;
#[cfg(feature = "oracles")]
pub mod jump_list;
#[cfg(feature = "oracles")]
pub mod np_print;
#[cfg(feature = "oracles")]
pub mod np_random;
#[cfg(feature = "oracles")]
pub mod palisade;
#[cfg(feature = "oracles")]
pub mod peg;
#[cfg(feature = "oracles")]
pub mod pyramid;
#[cfg(feature = "oracles")]
pub mod random_puzzles;
