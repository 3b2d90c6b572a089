//! What every name of a program means, and whether each value is of the kind that its place asks for.

pub(crate) mod declarations;
pub(crate) mod directions;
pub(crate) mod index;
pub(crate) mod kinds;
pub mod names;
