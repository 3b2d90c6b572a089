//! Draws boards, lines and certificates as text and as SVG.
//!
//! Both forms place the holes by the lattice: square rows stand straight, triangular rows are staggered. A board
//! without a drawing is a list as text, and in pictures its holes are where its model puts them, or where `stress` does.

pub mod animation;
pub mod layout;
mod stress;
pub mod svg;
pub mod text;
