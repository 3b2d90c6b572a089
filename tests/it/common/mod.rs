//! Shared parts of several test modules: the oracles of `soliter-testing`, and running programs.

#[cfg(feature = "milp")]
pub(crate) mod interruption;
pub(crate) mod python;
pub(crate) mod running;
pub(crate) mod time;

#[cfg(feature = "milp")]
pub(crate) use soliter_testing::np_random;
pub(crate) use soliter_testing::peg::{
    Case, Pegs, Place, built_in, case, is_made, parse, parse_on, peg_puzzles, played,
};
pub(crate) use soliter_testing::{cases, palisade, random_puzzles};
