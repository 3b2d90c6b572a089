//! Pages for browsers: the HTML, its scripts, and the data that they read.

pub mod game_data;
pub mod html;
pub mod puzzle_data;
