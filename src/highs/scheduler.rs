//! The threads of `HiGHS`.
//!
//! `HiGHS` keeps a scheduler for every thread that calls it, made by the thread's first run; a run
//! that wants another number of threads is refused until the scheduler is taken down. A thread's
//! runs come one after the other, so that none is in progress when that happens, and runs of other
//! threads have schedulers of their own.

use std::cell::Cell;

use highs_sys::{Highs_resetGlobalScheduler, HighsInt};

thread_local! {
    /// Threads of this thread's scheduler; none before its first run.
    static THREADS: Cell<Option<HighsInt>> = const { Cell::new(None) };
}

/// Makes way for a run of this thread with as many threads as the caller allows, and returns that
/// number for the option `threads`.
pub(super) fn threads(allowed: usize) -> HighsInt {
    let wanted = allowed.try_into().unwrap_or(1);
    if THREADS.replace(Some(wanted)).is_some_and(|threads| threads != wanted) {
        // SAFETY: the call has no preconditions but that no run of this thread is in progress; it
        // waits for the scheduler's threads to end.
        unsafe { Highs_resetGlobalScheduler(1) };
    }
    wanted
}
