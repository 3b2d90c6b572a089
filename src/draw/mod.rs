//! Pictures as SVG, whatever they show: shapes, strips of captioned cells, plots, and the escaping
//! of text.

pub mod escape;
pub mod picture;
pub mod plot;
pub(crate) mod sheet;
