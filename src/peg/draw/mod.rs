//! Draws boards, lines and certificates as text and as SVG.
//!
//! * [`layout`]: where each hole of a board stands in a picture.
//! * [`text`]: positions in characters, as the command line prints them.
//! * [`svg`]: pictures of positions and of lines, drawn by [`crate::draw`].

pub mod layout;
pub mod svg;
pub mod text;
