//! Exact values for two players.
//!
//! Sticks are never taken away, so sets of sticks are valued from the fullest to the emptiest. With
//! one set of sticks only the pawns move, and retrograde analysis values all pairs of their squares.

pub(crate) mod levels;
pub(crate) mod line;
pub(crate) mod packed;
pub(crate) mod pawn_pairs;
pub(crate) mod reflected;
pub(crate) mod stick_sets;
pub(crate) mod tables;
pub(crate) mod worth;
