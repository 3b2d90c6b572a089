//! The parts that every other crate uses and that know no game.
//!
//! * [`control`]: limits of time and memory, cancelling, and progress, by the [`clock`]. [`memory`]: what the process
//!   takes.
//! * [`diagnostic`]: errors in a text, with their places. [`toml_fields`]: reading TOML key by key.
//! * [`loading`]: how a puzzle finds the model that it names.
//! * [`threads`]: work in several threads. [`race`]: computations that take turns; [`turn`]: one of them.
//! * [`wide`]: kernels that are also compiled for wide instructions.
//! * [`wording`]: numbers and foreign text in sentences. [`draw`]: SVG of any kind.

pub mod clock;
pub mod control;
pub mod diagnostic;
pub mod draw;
pub mod loading;
pub mod memory;
pub mod race;
pub mod threads;
pub mod toml_fields;
pub mod turn;
#[allow(unsafe_code, reason = "functions for wide instructions; see the top of the file")]
pub mod wide;
pub mod wording;
