//! Pictures of boards and of games.

pub mod escape;
pub mod game_data;
pub mod game_svg;
pub mod games;
pub mod html;
pub mod layout;
pub mod page_data;
pub mod picture;
pub mod plot;
mod sheet;
pub mod svg;
pub mod text;
