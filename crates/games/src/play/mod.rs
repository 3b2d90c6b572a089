//! A game in progress, on the command line, on a page, or read from a record.

pub mod judge;
pub mod mistakes;
pub mod opponent;
pub mod playthrough;
pub mod record;
