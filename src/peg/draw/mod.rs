//! Draws boards, lines and certificates as text and as SVG.
//!
//! Both forms place the holes by the lattice of the board: square rows stand straight, and triangular rows
//! are staggered.

pub mod layout;
pub mod svg;
pub mod text;
