//! Exact values for two players.
//!
//! Sticks are never removed, so sets of sticks are evaluated from the fullest to the emptiest. For a fixed
//! set of sticks only the pawns move, and retrograde analysis evaluates all pairs of their squares.

pub(crate) mod levels;
pub(crate) mod line;
pub(crate) mod packed;
pub(crate) mod pawn_pairs;
pub(crate) mod reflected;
pub(crate) mod stick_sets;
pub(crate) mod tables;
pub(crate) mod worth;
