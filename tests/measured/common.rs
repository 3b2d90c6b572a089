//! What the other program of tests has too.

#[path = "../it/common/interruption.rs"]
pub(crate) mod interruption;
#[path = "../it/common/running.rs"]
pub(crate) mod running;
