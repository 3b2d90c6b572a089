//! The arrivals of a level on this machine, by bucket: in memory, and in a file if they do not fit.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::disk::fault::Fault;
use crate::disk::kernel::arrivals::{self, Arrival};
use crate::disk::kernel::run::Stretch;
use crate::disk::kernel::weight::Weight;

/// The folded arrivals of one bucket.
enum Held<W> {
    InMemory(Vec<Arrival<W>>),
    InFile(Stretch),
}

pub(crate) struct Spill<W> {
    buckets: Vec<Mutex<Vec<Held<W>>>>,
    path: PathBuf,
    file: Mutex<Option<File>>,
}

impl<W: Weight> Spill<W> {
    /// Empty buckets; the file at `path` is created when it is needed, and removed at the end.
    pub(crate) fn new(buckets: usize, path: PathBuf) -> Self {
        let buckets = std::iter::repeat_with(Mutex::default).take(buckets).collect();
        Self { buckets, path, file: Mutex::default() }
    }

    /// Keeps folded arrivals of each bucket in memory.
    pub(crate) fn keep(&self, buckets: Vec<Vec<Arrival<W>>>) {
        for (held, list) in self.buckets.iter().zip(buckets) {
            if !list.is_empty() {
                lock(held).push(Held::InMemory(list));
            }
        }
    }

    /// Appends folded arrivals of each bucket to the file.
    pub(crate) fn write(&self, buckets: Vec<Vec<Arrival<W>>>) -> Result<(), Fault> {
        let (mut bytes, mut stretches) = (Vec::new(), Vec::with_capacity(buckets.len()));
        for list in buckets {
            let at = bytes.len();
            arrivals::encode(&list, &mut bytes);
            stretches.push((at as u64, bytes.len() - at, list.len()));
        }
        let from = self.append(&bytes).map_err(|error| Fault::io(&self.path, error))?;
        for (held, (at, bytes, count)) in self.buckets.iter().zip(stretches) {
            if count > 0 {
                lock(held).push(Held::InFile(Stretch { at: from + at, bytes, count }));
            }
        }
        Ok(())
    }

    /// Appends bytes to the file, and returns where they begin.
    fn append(&self, bytes: &[u8]) -> io::Result<u64> {
        let mut held = lock(&self.file);
        let mut file = match held.take() {
            Some(file) => file,
            None => OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(true)
                .open(&self.path)?,
        };
        let written = file.seek(SeekFrom::End(0)).and_then(|at| {
            file.write_all(bytes)?;
            Ok(at)
        });
        *held = Some(file);
        written
    }

    /// Takes the arrivals of a bucket out, as folded lists.
    pub(crate) fn take(&self, bucket: usize) -> Result<Vec<Vec<Arrival<W>>>, Fault> {
        let held = std::mem::take(&mut *lock(&self.buckets[bucket]));
        let list = |held: Held<W>| match held {
            Held::InMemory(list) => Ok(list),
            Held::InFile(stretch) => {
                let bytes = self.read(stretch).map_err(|error| Fault::io(&self.path, error))?;
                let mut all = Vec::new();
                arrivals::decode_all(&bytes, stretch.count, W::IS_NUMBER, &mut all)
                    .ok_or_else(|| Fault::damaged(&self.path))?;
                Ok(all)
            }
        };
        held.into_iter().map(list).collect()
    }

    fn read(&self, Stretch { at, bytes, .. }: Stretch) -> io::Result<Vec<u8>> {
        let mut read = vec![0; bytes];
        if let Some(file) = &mut *lock(&self.file) {
            file.seek(SeekFrom::Start(at))?;
            file.read_exact(&mut read)?;
        }
        Ok(read)
    }
}

impl<W> Drop for Spill<W> {
    fn drop(&mut self) {
        if lock(&self.file).take().is_some() {
            // A file that cannot be removed is overwritten by the next level.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Locks a mutex even if it is poisoned: a thread that panics ends the whole computation, so nothing reads
/// the data that it left behind.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrivals_come_back_from_memory_and_from_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("arrivals.part");
        let spill = Spill::new(2, path.clone());
        let list = |keys: &[u32]| -> Vec<Arrival<u64>> {
            keys.iter().map(|&key| Arrival { key, weight: u64::from(key) + 1 }).collect()
        };
        spill.write(vec![list(&[1, 5]), list(&[])]).expect("written");
        spill.write(vec![list(&[2]), list(&[7])]).expect("written");
        spill.keep(vec![list(&[3, 4]), list(&[])]);
        assert!(path.exists());
        assert_eq!(spill.take(0).expect("read"), [list(&[1, 5]), list(&[2]), list(&[3, 4])]);
        assert_eq!(spill.take(1).expect("read"), [list(&[7])]);
        assert_eq!(spill.take(0).expect("read"), Vec::<Vec<_>>::new());
        drop(spill);
        assert!(!path.exists());
    }
}
