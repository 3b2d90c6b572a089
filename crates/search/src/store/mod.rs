//! The data structures in which searches keep positions.
//!
//! Searches visit millions of positions, so each structure trades generality for memory: a hash table with a
//! value for each position, a table of about five bytes for each, or one bit for each.

pub(crate) mod bitmap;
pub(crate) mod compact;
pub(crate) mod layout;
pub(crate) mod open_set;
#[allow(unsafe_code, reason = "a prefetch instruction; see the top of the file")]
pub(crate) mod prefetch;
pub(crate) mod table;
