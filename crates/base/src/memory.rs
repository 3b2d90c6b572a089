//! The memory that the process really takes, beside what computations count themselves.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::clock::Instant;

/// Bytes that may be taken beyond a limit and a thirty-second of it: code that is read from the
/// program's file, stacks, and what an allocator keeps for later.
const BESIDE: u64 = 8 << 20;

/// Milliseconds between looks.
const EVERY: u64 = 5;

/// Bytes of memory that the process takes, where the system tells.
pub fn resident() -> Option<u64> {
    memory_stats::memory_stats().map(|memory| memory.physical_mem as u64)
}

/// A look at the memory of the process now and then.
#[derive(Debug)]
pub struct Watch {
    begun: Instant,
    before: u64,
    /// When to look again, in milliseconds after the begin.
    next: AtomicU64,
}

impl Watch {
    /// Everything that the process takes beyond `before` bytes counts.
    pub fn new(before: u64) -> Self {
        Self { begun: Instant::now(), before, next: AtomicU64::new(0) }
    }

    /// Whether the process has grown by more than `limit` bytes, if it is time to look.
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
