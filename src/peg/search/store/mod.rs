//! Where positions are kept: hash tables, compact tables, a bit for each position of a class.

pub(crate) mod bitmap;
pub(crate) mod compact;
pub(crate) mod fresh;
pub(crate) mod layout;
#[allow(unsafe_code, reason = "a prefetch instruction; see the top of the file")]
pub(crate) mod prefetch;
pub(crate) mod table;
