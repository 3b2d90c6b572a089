//! The memory that the process actually uses, as opposed to the sizes that computations count themselves.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::clock::Instant;

/// Bytes allowed beyond the limit and 1/32 of it: code paged in from the executable, stacks, and memory that
/// the allocator keeps for reuse.
const BESIDE: u64 = 8 << 20;

/// Milliseconds between measurements.
const EVERY: u64 = 5;

/// Resident memory of the process in bytes, if the system reports it.
pub fn resident() -> Option<u64> {
    memory_stats::memory_stats().map(|memory| memory.physical_mem as u64)
}

/// Measures the memory of the process at intervals.
#[derive(Debug)]
pub struct Watch {
    begun: Instant,
    before: u64,
    /// When to measure next, in milliseconds after the start.
    next: AtomicU64,
}

impl Watch {
    /// Counts all memory of the process beyond `before` bytes.
    pub fn new(before: u64) -> Self {
        Self { begun: Instant::now(), before, next: AtomicU64::new(0) }
    }

    /// Whether the process has grown by more than `limit` bytes; false if the next measurement is not due yet.
    pub fn is_over(&self, limit: u64) -> bool {
        let now = self.begun.elapsed().as_millis() as u64;
        if now < self.next.load(Relaxed) {
            return false;
        }
        self.next.store(now + EVERY, Relaxed);
        let most = self.before.saturating_add(limit).saturating_add(limit / 32 + BESIDE);
        resident().is_some_and(|bytes| bytes > most)
    }
}
