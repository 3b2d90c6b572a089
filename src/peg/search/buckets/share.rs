//! The buckets of a worker.

/// The buckets of one worker: every so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    /// Which worker, from 0.
    pub(super) worker: usize,
    /// How many there are.
    pub(super) workers: usize,
}

impl Share {
    /// All buckets.
    pub(super) const WHOLE: Self = Self { worker: 0, workers: 1 };

    /// The worker that a bucket belongs to.
    #[inline]
    pub(super) fn owner(self, bucket: usize) -> usize {
        bucket % self.workers
    }

    /// Whether a bucket is in it.
    #[inline]
    pub(super) fn has(self, bucket: usize) -> bool {
        self.owner(bucket) == self.worker
    }

    /// Its buckets, of so many in all.
    pub(super) fn buckets(self, all: usize) -> Vec<usize> {
        (self.worker..all).step_by(self.workers).collect()
    }
}
