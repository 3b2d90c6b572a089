//! Pages for browsers: [`html`] is the page with its scripts, which read the data of a puzzle
//! ([`puzzle_data`]) or of a game ([`game_data`]). [`game_rules`] is a page without scripts.

pub mod game_data;
pub mod game_rules;
pub mod html;
pub mod puzzle_data;
