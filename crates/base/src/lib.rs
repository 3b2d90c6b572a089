//! The modules that every other crate uses. They know nothing about any game.
//!
//! * [`control`]: limits on time (measured by the [`clock`]) and memory, cancellation, and progress. [`memory`]: the
//!   memory that the process uses.
//! * [`diagnostic`]: errors in a text, with their places. [`toml_fields`]: reading TOML key by key. [`collection`]: many
//!   puzzles in one file.
//! * [`folder`]: folders for the files of a run. [`loading`]: how a puzzle finds the model that it names.
//! * [`threads`]: parallel work. [`race`]: computations that take turns; [`work_budget`]: one turn.
//! * [`wide`]: kernels compiled for wide instructions as well.
//! * [`wording`]: numbers and untrusted text in sentences. [`draw`]: SVG of any kind.

pub mod clock;
pub mod collection;
pub mod control;
pub mod diagnostic;
pub mod draw;
pub mod folder;
pub mod loading;
pub mod memory;
pub mod race;
pub mod threads;
pub mod toml_fields;
#[allow(unsafe_code, reason = "functions for wide instructions; see the top of the file")]
pub mod wide;
pub mod wording;
pub mod work_budget;
