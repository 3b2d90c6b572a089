//! Pages for browsers: [`html`] is the page with its scripts, which read the data of a puzzle
//! ([`puzzle_data`]) or of a game ([`game_data`]). [`solvable`] and [`reasons`] add to the data of a puzzle what was
//! searched for beforehand: which positions are lost, and why.

pub mod game_data;
pub mod html;
pub mod puzzle_data;
pub mod reasons;
pub mod solvable;
