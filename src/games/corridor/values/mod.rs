//! Exact values for two players: sets of sticks numbered, pairs of pawns valued, tables packed.

pub(crate) mod levels;
pub(crate) mod line;
pub(crate) mod packed;
pub(crate) mod pawn_pairs;
pub(crate) mod reflected;
pub(crate) mod stick_sets;
pub(crate) mod tables;
pub(crate) mod worth;
