//! Keeps what a solver has computed for later positions of the same game.

use std::sync::{Arc, Mutex, MutexGuard};

/// Something computed that all copies of a game share.
pub(crate) type Kept<T> = Arc<Mutex<T>>;

/// What is kept. After a panic of another thread it may be half made, so it starts empty then.
pub(crate) fn kept<T: Default>(shared: &Kept<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(|poisoned| {
        let mut kept = poisoned.into_inner();
        *kept = T::default();
        kept
    })
}
