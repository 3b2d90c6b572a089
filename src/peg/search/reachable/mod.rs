//! Whether a position can still be solved: at once for a whole board, or for one position.

pub mod oracle;
pub mod reach;
