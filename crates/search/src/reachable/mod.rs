//! Tells whether the finish can still be reached from a position.

pub mod alive;
pub mod oracle;
pub mod outlook;
pub mod reach;
