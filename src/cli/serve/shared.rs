//! What every request may use.

use std::sync::Arc;

use crate::cli::serve::connections::Connections;
use crate::cli::serve::hosts::Hosts;
use crate::cli::serve::job::Jobs;

/// The places for computations, and who may ask.
pub(crate) struct Shared {
    pub(crate) jobs: Jobs,
    pub(crate) hosts: Hosts,
    pub(crate) connections: Arc<Connections>,
}
