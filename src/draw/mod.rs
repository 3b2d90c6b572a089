//! Pictures as SVG, whatever they show.
//!
//! * [`picture`]: shapes and text. [`escape`]: text inside markup.
//! * `sheet`: pictures side by side under a title. [`plot`]: numbers as bars.

pub mod escape;
pub mod picture;
pub mod plot;
pub(crate) mod sheet;
