//! Which buckets each worker has.

/// The buckets of one worker: every so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    /// Which worker, from 0.
    pub(crate) worker: usize,
    /// How many there are.
    pub(crate) workers: usize,
}

impl Share {
    /// All buckets.
    pub(crate) const WHOLE: Self = Self { worker: 0, workers: 1 };

    /// The worker that a bucket belongs to.
    #[inline]
    pub(crate) fn owner(self, bucket: usize) -> usize {
        bucket % self.workers
    }

    /// Whether a bucket is in it.
    #[inline]
    pub(crate) fn has(self, bucket: usize) -> bool {
        self.owner(bucket) == self.worker
    }

    /// Its buckets, of so many in all.
    pub(crate) fn buckets(self, all: usize) -> Vec<usize> {
        (self.worker..all).step_by(self.workers).collect()
    }
}
