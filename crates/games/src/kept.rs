//! Stores results of a solver for later positions of the same game.

use std::sync::{Arc, Mutex, MutexGuard};

/// A result shared by all copies of a game.
pub(crate) type Kept<T> = Arc<Mutex<T>>;

/// The stored result. It is reset if another thread panicked while changing it.
pub(crate) fn kept<T: Default>(shared: &Kept<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(|poisoned| {
        let mut kept = poisoned.into_inner();
        *kept = T::default();
        kept
    })
}
