//! Threads for parallel work.

use crate::base::control::Control;

/// Runs parallel work in as many threads as are allowed.
pub(crate) fn in_threads<T: Send>(control: &Control, work: impl FnOnce() -> T + Send) -> T {
    match rayon::ThreadPoolBuilder::new().num_threads(control.thread_limit()).build() {
        Ok(pool) => pool.install(work),
        // Without threads of its own it runs in the caller's.
        Err(_) => work(),
    }
}
