//! How a puzzle finds the model that it names.

use std::sync::Arc;

use crate::diagnostic::Source;

/// Finds the text of a model by the name that a puzzle gives.
pub type LoadModel<'a> = &'a dyn Fn(&str) -> Result<Arc<Source>, LoadFault>;

/// Why a model was not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} ({help})")]
pub struct LoadFault {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
}
