//! A game being played: its positions and moves, its opponent, its record, and what each move gave away.

pub mod judge;
pub mod opponent;
pub mod playthrough;
pub mod record;
