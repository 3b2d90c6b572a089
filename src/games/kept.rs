//! Keeps what a solver has computed, so that later positions of the same game need not compute it
//! again.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard};

/// Something computed that all copies of a game share.
#[derive(Default)]
pub(crate) struct Kept<T>(Arc<Mutex<T>>);

// Derived, it would ask that what is kept can be cloned.
impl<T> Clone for Kept<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> fmt::Debug for Kept<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Kept")
    }
}

impl<T: Default> Kept<T> {
    /// What is kept. After a panic of another thread it may be half made, so it starts empty then.
    pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(|poisoned| {
            let mut kept = poisoned.into_inner();
            *kept = T::default();
            kept
        })
    }
}
