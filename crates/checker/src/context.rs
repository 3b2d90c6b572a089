//! The resources of a check, and its progress reports.

use std::path::Path;

/// The resources of a check, and its progress reports.
#[derive(Clone, Copy)]
pub struct CheckContext<'a> {
    /// Called repeatedly with the number of bytes that the tables may need; `false` ends the check.
    pub go_on: &'a dyn Fn(u64) -> bool,
    /// A folder that stores layers instead of memory. Layers found there are not recomputed: the folder is
    /// trusted as far as the digests in it.
    pub folder: Option<&'a Path>,
    /// Receives the progress of a long check, as a phrase.
    pub say: &'a dyn Fn(&str),
}

impl<'a> CheckContext<'a> {
    /// Layers in memory, without progress reports.
    pub fn in_memory(go_on: &'a dyn Fn(u64) -> bool) -> Self {
        Self { go_on, folder: None, say: &|_| {} }
    }
}
