//! Pages for browsers: [`html`] is the page with its scripts, which read the data of a puzzle
//! ([`puzzle_data`]) or of a game ([`game_data`]).

pub mod game_data;
pub mod html;
pub mod puzzle_data;
