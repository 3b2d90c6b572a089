//! Draws boards, lines and certificates as text and as SVG.
//!
//! Both forms place the holes by the lattice of the board: square rows stand straight, and triangular rows
//! are staggered.
//!
//! * [`layout`]: the place of each hole in a picture.
//! * [`text`]: boards in characters, as the command line prints them.
//! * [`svg`]: pictures of puzzles, lines and certificates. [`crate::draw`] puts them on a sheet.

pub mod layout;
pub mod svg;
pub mod text;
