//! A game in progress, on the command line, on a page, or read from a record.
//!
//! - [`playthrough`]: the positions and moves of a game, with undo and redo
//! - [`record`]: reads a written game and plays it through
//! - [`opponent`]: who plays the other side
//! - [`judge`]: what each move of a record gave away

pub mod judge;
pub mod opponent;
pub mod playthrough;
pub mod record;
