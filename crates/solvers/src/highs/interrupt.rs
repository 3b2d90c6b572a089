//! Interrupts `HiGHS` and receives its progress through the callbacks of its C library.
//!
//! These invariants are needed for soundness:
//! * The watch outlives the solve: the caller of [`watched_solve`] holds it while `HiGHS` runs, and
//!   `HiGHS` makes callbacks during a run only.
//! * Callbacks may come from several threads: a watch is changed only through atomics and a lock.
//! * Nothing in a callback can panic, so no panic crosses into C++.
//! * `HiGHS` passes valid pointers or null for its data; null is tested for.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};

use highs::Model;
use highs_sys::{
    Highs_run, Highs_setCallback, Highs_startCallback, HighsCallbackDataIn, HighsCallbackDataOut,
    STATUS_ERROR, kHighsCallbackIpmInterrupt, kHighsCallbackLogging, kHighsCallbackMipInterrupt,
    kHighsCallbackSimplexInterrupt,
};

use soliter_base::control::Stop;

/// The state that a run shares with the thread that waits for it.
#[derive(Default)]
pub(super) struct Watch {
    /// Why the run has to stop, once it has to.
    pub(super) stop: OnceLock<Stop>,
    /// The number of branch-and-bound nodes that the run reported last.
    pub(super) nodes: AtomicU64,
    /// The bits of the bound that the run reported last; 0 before the first report.
    pub(super) bound: AtomicU64,
    /// The unread part of the log, if a log was requested.
    pub(super) log: Option<Mutex<String>>,
}

/// The maximum size in bytes of an unread log, such as that of an abandoned run.
const UNREAD: usize = 1 << 20;

impl Watch {
    pub(super) fn take_log(&self) -> String {
        self.log.as_ref().map_or_else(String::new, |log| {
            std::mem::take(&mut *log.lock().unwrap_or_else(PoisonError::into_inner))
        })
    }

    fn keep(&self, message: &CStr) {
        let Some(log) = &self.log else { return };
        let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
        if log.len() < UNREAD {
            log.push_str(&message.to_string_lossy());
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// The bound so far; it serves to report progress only.
    pub(super) fn bound(&self) -> f64 {
        f64::from_bits(self.bound.load(Relaxed))
    }
}

/// Solves a model. The run stops when the watch says so, and reports its nodes and its bound there. Returns
/// false if `HiGHS` failed with an error.
pub(super) fn watched_solve(model: &mut Model, watch: &Watch) -> bool {
    let handle = model.as_mut_ptr();
    // SAFETY: `handle` is the live `HiGHS` object of `model`; `watch` outlives the solve below, and
    // is changed through atomics and a lock only.
    unsafe {
        Highs_setCallback(handle, Some(callback), (&raw const *watch).cast_mut().cast());
        for kind in
            [kHighsCallbackMipInterrupt, kHighsCallbackSimplexInterrupt, kHighsCallbackIpmInterrupt]
        {
            Highs_startCallback(handle, kind as c_int);
        }
        if watch.log.is_some() {
            Highs_startCallback(handle, kHighsCallbackLogging as c_int);
        }
        Highs_run(handle) != STATUS_ERROR
    }
}

unsafe extern "C" fn callback(
    kind: c_int,
    message: *const c_char,
    out: *const HighsCallbackDataOut,
    answer: *mut HighsCallbackDataIn,
    watch: *mut c_void,
) {
    if kind == kHighsCallbackLogging as c_int {
        // SAFETY: see the invariants above; a message ends with a zero byte and lives for this call.
        unsafe {
            if let (Some(watch), false) =
                (watch.cast_const().cast::<Watch>().as_ref(), message.is_null())
            {
                watch.keep(CStr::from_ptr(message));
            }
        }
        return;
    }
    // SAFETY: see the invariants above; the references live for this call only.
    let (out, answer, watch) =
        unsafe { (out.as_ref(), answer.as_mut(), watch.cast_const().cast::<Watch>().as_ref()) };
    let (Some(answer), Some(watch)) = (answer, watch) else { return };
    if let (Some(out), true) = (out, kind == kHighsCallbackMipInterrupt as c_int) {
        watch.nodes.fetch_max(u64::try_from(out.mip_node_count).unwrap_or(0), Relaxed);
        watch.bound.store(out.mip_dual_bound.to_bits(), Relaxed);
    }
    answer.user_interrupt = c_int::from(watch.stop.get().is_some());
}
