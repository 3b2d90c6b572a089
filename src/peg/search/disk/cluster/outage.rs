//! Why the work of a process ends early: one of its workers has failed, or another process is gone.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use crate::base::control::Stop;
use crate::peg::search::disk::fault::Fault;

/// The state that all threads of a process share: whether the work goes on, and the traffic so far.
#[derive(Default)]
pub(super) struct Outage {
    first: Mutex<Option<Fault>>,
    /// Set when the work ends early. The workers check it as they check for Ctrl-C.
    pub(super) over: Arc<AtomicBool>,
    /// The bytes that were sent to other processes.
    pub(super) sent: AtomicU64,
    /// The bytes that were received from other processes.
    pub(super) received: AtomicU64,
}

impl Outage {
    /// Ends the work. If several threads call this, the first reason is kept.
    pub(super) fn end(&self, fault: Fault) {
        self.first().get_or_insert(fault);
        self.over.store(true, Relaxed);
    }

    /// The reason why the work ended early, if it did.
    pub(super) fn take(&self) -> Option<Fault> {
        self.first().take()
    }

    fn first(&self) -> std::sync::MutexGuard<'_, Option<Fault>> {
        self.first.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks that the work goes on.
    ///
    /// # Errors
    /// [`Stop::Cancelled`] if the work has ended early.
    pub(super) fn check(&self) -> Result<(), Stop> {
        if self.over.load(Relaxed) { Err(Stop::Cancelled) } else { Ok(()) }
    }
}

/// A guard that ends the work if its thread panics.
pub(super) struct Watch<'a>(pub(super) &'a Outage);

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end(Fault::Stopped(Stop::Fault("a worker of the cluster failed")));
        }
    }
}
