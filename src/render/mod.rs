//! Pictures of boards.

pub mod text;
