//! Boards, lines and certificates, as text and as SVG.

pub mod layout;
pub mod svg;
pub mod text;
