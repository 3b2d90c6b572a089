//! The buckets that each worker owns.

/// The buckets of one of `n` workers: every `n`th bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    /// The number of the worker, from 0.
    pub(crate) worker: usize,
    /// The number of all workers.
    pub(crate) workers: usize,
}

impl Share {
    /// The share of a process that works alone: all buckets.
    pub(crate) const WHOLE: Self = Self { worker: 0, workers: 1 };

    /// The worker that owns a bucket.
    #[inline]
    pub(crate) fn owner(self, bucket: usize) -> usize {
        bucket % self.workers
    }

    /// Whether the share includes a bucket.
    #[inline]
    pub(crate) fn has(self, bucket: usize) -> bool {
        self.owner(bucket) == self.worker
    }

    /// The buckets of the share, out of `all`.
    pub(crate) fn buckets(self, all: usize) -> impl ExactSizeIterator<Item = usize> {
        (self.worker..all).step_by(self.workers)
    }
}
