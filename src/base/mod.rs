//! What every room uses and no game knows: limits and cancelling, diagnostics with their places,
//! reading TOML key by key, and threads.

pub mod control;
pub mod diagnostic;
pub(crate) mod threads;
pub(crate) mod toml_fields;
pub mod wording;
