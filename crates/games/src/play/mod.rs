//! Games in progress, in the terminal, in the browser, or read from a record.

pub mod judge;
pub mod mistakes;
pub mod opponent;
pub mod playthrough;
pub mod record;
