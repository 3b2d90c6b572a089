//! What the whole crate uses and no game knows.
//!
//! * [`control`]: limits of time and memory, cancelling, and progress. [`memory`]: what the process takes.
//! * [`diagnostic`]: faults of a text with their places. `toml_fields`: reading TOML key by key.
//! * `threads`: work in several threads. `race`: computations that take turns; `turn`: one of them.
//! * [`wording`]: numbers and foreign text in sentences.

pub mod control;
pub mod diagnostic;
pub mod memory;
pub(crate) mod race;
pub(crate) mod threads;
pub(crate) mod toml_fields;
pub(crate) mod turn;
pub mod wording;
