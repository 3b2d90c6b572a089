//! What a check may take, and whom it tells.

use std::path::Path;

/// What a check may take, and whom it tells.
#[derive(Clone, Copy)]
pub struct Room<'a> {
    /// It is asked again and again whether tables may take so many bytes of memory.
    pub go_on: &'a dyn Fn(u64) -> bool,
    /// Layers are kept in this folder instead of the memory, and those that are there are not made again:
    /// it is believed, as far as digests in it go.
    pub folder: Option<&'a Path>,
    /// It is told how far a long check has come.
    pub say: &'a dyn Fn(&str),
}

impl<'a> Room<'a> {
    /// In memory, without a word.
    pub fn in_memory(go_on: &'a dyn Fn(u64) -> bool) -> Self {
        Self { go_on, folder: None, say: &|_| {} }
    }
}
