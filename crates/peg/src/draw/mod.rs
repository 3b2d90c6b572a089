//! Draws boards, lines and certificates as text and as SVG.
//!
//! Both forms place the holes by the lattice: square rows stand straight, triangular rows are staggered.

pub mod layout;
pub mod svg;
pub mod text;
