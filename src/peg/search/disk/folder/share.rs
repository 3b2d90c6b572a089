//! The buckets that each worker owns.

use std::sync::Arc;

/// Workers that took fewer microseconds than this are not compared: noise would decide.
const SHORTEST: u64 = 20_000;

/// The buckets of one of some workers.
#[derive(Clone, Debug)]
pub(crate) struct Share {
    /// The number of the worker, from 0.
    pub(crate) worker: usize,
    /// The number of buckets of each worker.
    pub(crate) counts: Vec<usize>,
    /// The worker that owns each bucket.
    owners: Arc<[usize]>,
}

impl Share {
    /// The share of a worker if `counts` says how many buckets each has. They are dealt out evenly: after any
    /// number of buckets each worker has had its part of them, to within one.
    pub(crate) fn new(worker: usize, counts: Vec<usize>) -> Self {
        let all: usize = counts.iter().sum();
        let mut had = vec![0; counts.len()];
        let owners = (1..=all).map(|dealt| {
            // What a worker should have had by now, less what it has had.
            let due =
                |&worker: &usize| (dealt * counts[worker]) as i64 - (all * had[worker]) as i64;
            let next = (0..counts.len()).rev().max_by_key(due).unwrap_or(0);
            had[next] += 1;
            next
        });
        let owners = owners.collect();
        Self { worker, counts, owners }
    }

    /// The share of one of `workers` who all have as many buckets, to within one.
    pub(crate) fn equal(worker: usize, workers: usize, buckets: usize) -> Self {
        let count = |other| buckets / workers + usize::from(other < buckets % workers);
        Self::new(worker, (0..workers).map(count).collect())
    }

    /// The share of this worker when the buckets are dealt out anew, given the microseconds for which each worker
    /// was at work on its buckets. A worker's part moves half of the way to where all would take as long, as a mean of
    /// logarithms; each keeps a bucket at least.
    pub(crate) fn dealt_anew(&self, busy: &[u64]) -> Self {
        let workers = self.counts.len();
        if workers > self.all() || busy.len() != workers || busy.iter().any(|&b| b < SHORTEST) {
            return self.clone();
        }
        let part = |(&count, &busy): (&usize, &u64)| count as f64 / (busy as f64).sqrt();
        let parts: Vec<f64> = self.counts.iter().zip(busy).map(part).collect();
        let (all, spare) = (parts.iter().sum::<f64>(), self.all() - workers);
        let mut counts: Vec<usize> =
            parts.iter().map(|part| 1 + (part / all * spare as f64) as usize).collect();
        // Rounding down has left fewer buckets than there are workers.
        let left = self.all() - counts.iter().sum::<usize>();
        counts.iter_mut().take(left).for_each(|count| *count += 1);
        Self::new(self.worker, counts)
    }

    /// The worker that owns a bucket.
    #[inline]
    pub(crate) fn owner(&self, bucket: usize) -> usize {
        self.owners[bucket]
    }

    /// Whether the share includes a bucket.
    #[inline]
    pub(crate) fn has(&self, bucket: usize) -> bool {
        self.owners.get(bucket) == Some(&self.worker)
    }

    /// The number of all buckets.
    pub(crate) fn all(&self) -> usize {
        self.owners.len()
    }

    /// The buckets of the share.
    pub(crate) fn buckets(&self) -> impl Iterator<Item = usize> {
        (0..self.all()).filter(|&bucket| self.has(bucket))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peg::search::space::random::Random;

    #[test]
    fn every_bucket_has_one_owner() {
        let mut random = Random::new();
        for _ in 0..200 {
            let counts: Vec<usize> = (0..=random.below(4)).map(|_| random.below(40)).collect();
            let all = counts.iter().sum::<usize>();
            let mut had = vec![0; all];
            for (worker, &count) in counts.iter().enumerate() {
                let share = Share::new(worker, counts.clone());
                assert_eq!(share.buckets().count(), count);
                share.buckets().for_each(|bucket| had[bucket] += 1);
                // Any stretch has about its part of the buckets.
                let first = share.buckets().filter(|&bucket| bucket < all / 2).count();
                assert!(first.abs_diff(count / 2) <= counts.len(), "{counts:?}");
            }
            assert!(had.iter().all(|&times| times == 1), "{counts:?}");
        }
        assert_eq!(Share::equal(1, 3, 7).buckets().collect::<Vec<_>>(), [1, 4]);
    }

    /// One of three workers is four times as slow as the others: after a few levels all take as long.
    #[test]
    fn a_slow_worker_has_fewer_buckets() {
        let speeds = [1.0, 0.25, 1.0];
        let mut share = Share::equal(1, 3, 512);
        for level in 0..6 {
            let time = |(&count, speed)| (count as f64 / speed * 1e4) as u64;
            let busy: Vec<u64> = share.counts.iter().zip(speeds).map(time).collect();
            let (least, most) = (busy.iter().min(), busy.iter().max());
            if level == 5 {
                assert!(most < least.map(|least| least + least / 5).as_ref(), "{busy:?}");
            }
            share = share.dealt_anew(&busy);
            assert_eq!(share.all(), 512);
        }
        // Times too short to tell, and a worker that takes very long.
        assert_eq!(share.dealt_anew(&[10, 9_000, 10]).counts, share.counts);
        // More workers than buckets.
        assert_eq!(Share::equal(0, 3, 2).dealt_anew(&[1 << 20; 3]).all(), 2);
        let few = Share::equal(0, 3, 4).dealt_anew(&[1 << 20, 1 << 60, 1 << 20]);
        assert!(few.all() == 4 && few.counts.iter().all(|&count| count > 0), "{few:?}");
    }
}
