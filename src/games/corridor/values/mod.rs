//! Exact values for two players.
//!
//! Sticks are never taken away, so sets of sticks are valued from the fullest to the emptiest. With
//! one set of sticks only the pawns move, and retrograde analysis values all pairs of their squares.
//!
//! - `stick_sets`: sets of sticks as bits, with their ranks and reflections; `levels`: the sets of one
//!   size that get values, numbered
//! - `pawn_pairs`: the retrograde analysis with one set of sticks; `packed`: its result in bytes;
//!   `reflected`: values of reflected positions, turned back
//! - `tables`: fills the tables and answers from them; `line`: best play by them; `worth`: what the
//!   strategy of the source is worth

pub(crate) mod levels;
pub(crate) mod line;
pub(crate) mod packed;
pub(crate) mod pawn_pairs;
pub(crate) mod reflected;
pub(crate) mod stick_sets;
pub(crate) mod tables;
pub(crate) mod worth;
