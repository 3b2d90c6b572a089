//! The buckets of a level that is being made. They are kept in memory, and what exceeds their share of the
//! memory is written to a file.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::peg::search::disk::folder::runs::{self, Arrival, Run};
use crate::peg::search::disk::{fault::Fault, weight::Weight};

/// A bucket is folded, that is, sorted and summed up by key, when at least this many arrivals have come.
const LEAST: usize = 1 << 9;

/// One bucket: a folded list, the arrivals since then, and the runs on disk.
struct Bucket<W> {
    folded: Vec<Arrival<W>>,
    fresh: Vec<Arrival<W>>,
    runs: Vec<Run>,
}

/// All buckets, with a file for what does not fit into memory.
pub(crate) struct Store<W> {
    buckets: Vec<Mutex<Bucket<W>>>,
    /// The most arrivals that a bucket keeps in memory.
    share: usize,
    path: PathBuf,
    spilled: Mutex<Option<File>>,
}

impl<W: Weight> Store<W> {
    /// Makes empty buckets, of which `used` will receive arrivals. Together they take about `bytes` of memory
    /// before they spill to the file at `path`, which is removed at the end.
    pub(crate) fn new(buckets: usize, used: usize, bytes: u64, path: PathBuf) -> Self {
        let bucket = || Bucket { folded: Vec::new(), fresh: Vec::new(), runs: Vec::new() };
        let share = bytes / used.max(1) as u64 / size_of::<Arrival<W>>() as u64;
        Self {
            buckets: std::iter::repeat_with(|| Mutex::new(bucket())).take(buckets).collect(),
            share: (share as usize).max(2 * LEAST),
            path,
            spilled: Mutex::new(None),
        }
    }

    /// Adds arrivals to a bucket.
    pub(crate) fn add(&self, bucket: usize, packet: &[Arrival<W>]) -> Result<(), Fault> {
        let mut bucket = lock(&self.buckets[bucket]);
        bucket.fresh.extend_from_slice(packet);
        // Folding takes time in proportion to the whole list, so it waits until as many more have come.
        let (old, new) = (bucket.folded.len(), bucket.fresh.len());
        if new >= LEAST.max(old) || old + new >= self.share {
            bucket.fold()?;
            if bucket.folded.len() > self.share / 2 {
                let run =
                    self.spill(&bucket.folded).map_err(|error| Fault::io(&self.path, error))?;
                bucket.runs.push(run);
                bucket.folded.clear();
            }
        }
        Ok(())
    }

    /// Takes all arrivals of a bucket out, folded.
    pub(crate) fn take(&self, bucket: usize) -> Result<Vec<Arrival<W>>, Fault> {
        let mut bucket = lock(&self.buckets[bucket]);
        bucket.fold()?;
        let mut all = std::mem::take(&mut bucket.folded);
        bucket.fresh = Vec::new();
        if bucket.runs.is_empty() {
            return Ok(all);
        }
        for run in std::mem::take(&mut bucket.runs) {
            let read = lock(&self.spilled).as_mut().map_or(Ok(Vec::new()), |file| run.read(file));
            let bytes = read.map_err(|error| Fault::io(&self.path, error))?;
            run.decode(&bytes, W::IS_NUMBER, &mut all).ok_or_else(|| Fault::damaged(&self.path))?;
        }
        runs::fold(&mut all)?;
        Ok(all)
    }

    /// Writes a folded list to the end of the file, which is created for the first of them.
    fn spill(&self, folded: &[Arrival<W>]) -> io::Result<Run> {
        let mut bytes = Vec::new();
        runs::encode(folded, &mut bytes);
        let mut spilled = lock(&self.spilled);
        let mut file = match spilled.take() {
            Some(file) => file,
            None => OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(true)
                .open(&self.path)?,
        };
        let at = file.seek(SeekFrom::End(0))?;
        file.write_all(&bytes)?;
        *spilled = Some(file);
        Ok(Run { at, bytes: bytes.len(), count: folded.len() })
    }
}

/// The share of the arrivals in a bucket that is written to runs, folded, if `positions` come in random order,
/// again and again, and the bucket keeps `share` arrivals in memory.
pub(crate) fn spilled(positions: f64, share: f64) -> f64 {
    let share = share.max(2.0 * LEAST as f64);
    if positions <= share / 2.0 {
        return 0.0;
    }
    let (mut arrivals, mut folded) = (0.0, 0.0f64);
    // As in `Store::add`, up to the first run. What is folded approaches `positions`.
    while folded <= share / 2.0 && arrivals < 64.0 * positions {
        let fresh = folded.max(LEAST as f64).min(share - folded);
        arrivals += fresh;
        folded = positions - (positions - folded) * (-fresh / positions).exp();
    }
    folded / arrivals
}

impl<W> Drop for Store<W> {
    fn drop(&mut self) {
        if lock(&self.spilled).take().is_some() {
            // A file that cannot be removed is overwritten by the next level.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

impl<W: Weight> Bucket<W> {
    fn fold(&mut self) -> Result<(), Fault> {
        runs::fold(&mut self.fresh)?;
        if self.folded.is_empty() {
            std::mem::swap(&mut self.folded, &mut self.fresh);
        } else if !self.fresh.is_empty() {
            self.folded = runs::merge(&self.folded, &self.fresh)?;
        }
        self.fresh.clear();
        Ok(())
    }
}

/// Locks a mutex even if it is poisoned: a thread that panics ends the whole computation, so that nobody
/// looks at what it left behind.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peg::search::space::random::Random;
    use std::collections::BTreeMap;

    #[test]
    fn so_many_arrivals_are_spilled_as_told() {
        let folder = tempfile::tempdir().expect("a folder");
        for share in [8_000, 16_000, 32_000] {
            let store = Store::<()>::new(1, 1, 4 * share, folder.path().join("arrivals.part"));
            let mut random = Random::new();
            let mut arrival = |_| Arrival { key: random.below(20_000) as u32, weight: () };
            for _ in 0..10_000 {
                let packet: Vec<_> = (0..100).map(&mut arrival).collect();
                store.add(0, &packet).expect("added");
            }
            let written: usize = lock(&store.buckets[0]).runs.iter().map(|run| run.count).sum();
            let ratio = 1e6 * spilled(20_000.0, share as f64) / written as f64;
            assert!((0.85..1.15).contains(&ratio), "{share}: {ratio}");
        }
    }

    #[test]
    fn buckets_add_up_in_memory_and_on_disk() {
        let folder = tempfile::tempdir().expect("a folder");
        for bytes in [0, 1 << 30] {
            let path = folder.path().join("arrivals.part");
            let store = Store::<u64>::new(2, 2, bytes, path.clone());
            let mut plain = [BTreeMap::new(), BTreeMap::new()];
            let mut random = Random::new();
            for _ in 0..200 {
                let mut arrival = || {
                    let word = random.word();
                    Arrival { key: (word >> 40) as u32 % 5_000, weight: word >> 60 }
                };
                let packet: Vec<Arrival<u64>> = (0..100).map(|_| arrival()).collect();
                let bucket = random.below(2);
                for arrival in &packet {
                    *plain[bucket].entry(arrival.key).or_insert(0) += arrival.weight;
                }
                store.add(bucket, &packet).expect("added");
            }
            assert_eq!(path.exists(), bytes == 0);
            for (bucket, plain) in plain.iter().enumerate() {
                let all = store.take(bucket).expect("taken");
                let all: Vec<(u32, u64)> = all.iter().map(|a| (a.key, a.weight)).collect();
                assert_eq!(all, plain.iter().map(|(&k, &w)| (k, w)).collect::<Vec<_>>());
                assert!(store.take(bucket).expect("taken").is_empty());
            }
            drop(store);
            assert!(!path.exists());
        }
    }
}
