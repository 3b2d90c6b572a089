//! Pictures of boards.

pub mod escape;
pub mod html;
pub mod layout;
pub mod page_data;
pub mod plot;
pub mod svg;
pub mod text;
