//! SVG pictures, independent of what they show.

pub mod escape;
pub mod picture;
pub mod plot;
pub mod sheet;
