//! Why the work of a process ends early: one of its workers has a fault, or another process is gone.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use crate::base::control::Stop;
use crate::peg::search::disk::fault::Fault;

/// Shared by all threads of a process.
#[derive(Default)]
pub(super) struct Outage {
    first: Mutex<Option<Fault>>,
    /// Set when something ended the work; the workers look at it as at Ctrl-C.
    pub(super) over: Arc<AtomicBool>,
    /// Bytes that went to other processes and came from them.
    pub(super) sent: AtomicU64,
    pub(super) received: AtomicU64,
}

impl Outage {
    /// Ends the work; the first reason counts.
    pub(super) fn end(&self, fault: Fault) {
        self.first().get_or_insert(fault);
        self.over.store(true, Relaxed);
    }

    /// Why the work ended, if it did.
    pub(super) fn take(&self) -> Option<Fault> {
        self.first().take()
    }

    fn first(&self) -> std::sync::MutexGuard<'_, Option<Fault>> {
        self.first.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// # Errors
    /// If the work is over.
    pub(super) fn check(&self) -> Result<(), Stop> {
        if self.over.load(Relaxed) { Err(Stop::Cancelled) } else { Ok(()) }
    }
}

/// Ends the work if its thread panics.
pub(super) struct Watch<'a>(pub(super) &'a Outage);

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end(Fault::Stopped(Stop::Fault("a worker of the cluster failed")));
        }
    }
}
