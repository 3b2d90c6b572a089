//! What every request may use.

use std::sync::atomic::AtomicUsize;

use crate::cli::serve::hosts::Hosts;
use crate::cli::serve::job::Jobs;

/// The places for computations, and who may ask.
pub(crate) struct Shared {
    pub(crate) jobs: Jobs,
    pub(crate) hosts: Hosts,
    pub(crate) connections: AtomicUsize,
}
