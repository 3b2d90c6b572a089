//! Finds weights of the holes that no jump can raise, by linear programs and by enumeration. What is found
//! is checked in whole numbers before it is used.
//!
//! * [`pagoda_lp`]: weights that refute a puzzle.
//! * [`resource_counts`]: weights that tell lost positions from others; of small boards all extreme ones,
//!   by [`extreme_rays`].
//! * [`tolls`]: weights and tolls that bound the number of moves, the dual of the relaxation.

pub mod extreme_rays;
pub mod pagoda_lp;
pub mod resource_counts;
pub mod tolls;
