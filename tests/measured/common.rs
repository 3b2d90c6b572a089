//! Modules shared with the other test binary.

#[path = "../it/common/interruption.rs"]
pub(crate) mod interruption;
#[path = "../it/common/running.rs"]
pub(crate) mod running;
