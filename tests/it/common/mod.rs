//! What several subjects share: oracles that are written to be read, the cases of random tests, and running
//! programs.

pub(crate) mod cases;
#[cfg(feature = "milp")]
pub(crate) mod interruption;
#[cfg(feature = "milp")]
pub(crate) mod np_random;
pub(crate) mod palisade;
pub(crate) mod peg;
pub(crate) mod python;
pub(crate) mod random_puzzles;
pub(crate) mod running;
pub(crate) mod time;

pub(crate) use peg::{
    Case, Pegs, Place, case, is_made, parse, parse_on, peg_puzzles, played, shipped,
};
