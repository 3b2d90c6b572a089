//! Pages for browsers: [`html`] makes pages in one file, [`linked`] those of the server and of a folder. Scripts read
//! the data of a puzzle ([`puzzle_data`], with its [`aim`]), of a game ([`game_data`]) or of all puzzles ([`shelf`],
//! with their [`difficulty`]); [`solvable`] and [`reasons`] add precomputed facts to a puzzle: which positions are
//! lost, and why. [`game_rules`] is a page without scripts. [`files`] lists the files that the pages of a place share,
//! and makes the pages installable.

pub mod aim;
pub mod difficulty;
pub mod files;
pub mod game_data;
pub mod game_rules;
pub mod html;
pub mod linked;
pub mod puzzle_data;
pub mod reasons;
pub mod shelf;
pub mod solvable;
