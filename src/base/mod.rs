//! What every room uses and no game knows: limits and cancelling, the memory of the process,
//! diagnostics with their places, reading TOML key by key, and threads.

pub mod control;
pub mod diagnostic;
pub mod memory;
pub(crate) mod threads;
pub(crate) mod toml_fields;
pub mod wording;
