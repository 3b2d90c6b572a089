//! Pages for browsers: [`html`] is each page with its scripts, which read the data of a puzzle ([`puzzle_data`], with
//! its [`aim`]), of a game ([`game_data`]) or of all puzzles ([`shelf`]).

pub mod aim;
pub mod game_data;
pub mod html;
pub mod puzzle_data;
pub mod shelf;
