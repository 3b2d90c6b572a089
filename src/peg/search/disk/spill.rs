//! The arrivals of a level on this machine, by bucket: in memory as bytes, and what exceeds the memory in a file.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::peg::search::disk::fault::Fault;
use crate::peg::search::disk::kernel::arrivals::{self, Arrival};
use crate::peg::search::disk::kernel::run::{Encoded, Stretch};
use crate::peg::search::disk::kernel::weight::Weight;

/// The folded arrivals of one bucket.
enum Held {
    InMemory(Encoded),
    InFile(Stretch),
}

pub(crate) struct Spill {
    buckets: Vec<Mutex<Vec<Held>>>,
    path: PathBuf,
    file: Mutex<Option<File>>,
}

impl Spill {
    /// Empty buckets; the file at `path` is created when it is needed, and removed at the end.
    pub(crate) fn new(buckets: usize, path: PathBuf) -> Self {
        let buckets = std::iter::repeat_with(Mutex::default).take(buckets).collect();
        Self { buckets, path, file: Mutex::default() }
    }

    /// Keeps arrivals of each bucket in memory.
    pub(crate) fn keep(&self, buckets: Vec<Encoded>) {
        for (held, encoded) in self.buckets.iter().zip(buckets) {
            if encoded.count > 0 {
                lock(held).push(Held::InMemory(encoded));
            }
        }
    }

    /// Appends arrivals of each bucket to the file.
    pub(crate) fn write(&self, buckets: &[Encoded]) -> Result<(), Fault> {
        let io = |error| Fault::io(&self.path, error);
        let bytes: Vec<&[u8]> = buckets.iter().map(|bucket| &bucket.bytes[..]).collect();
        let mut at = self.append(&bytes.concat()).map_err(io)?;
        for (held, Encoded { bytes, count, .. }) in self.buckets.iter().zip(buckets) {
            if *count > 0 {
                let stretch = Stretch { at, bytes: bytes.len(), count: *count };
                lock(held).push(Held::InFile(stretch));
                at += bytes.len() as u64;
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
    pub(crate) fn take<W: Weight>(&self, bucket: usize) -> Result<Vec<Vec<Arrival<W>>>, Fault> {
        let held = std::mem::take(&mut *lock(&self.buckets[bucket]));
        let list = |held: Held| {
            let (bytes, count) = match held {
                Held::InMemory(Encoded { bytes, count, .. }) => (bytes, count),
                Held::InFile(stretch) => {
                    let bytes = self.read(stretch).map_err(|error| Fault::io(&self.path, error))?;
                    (bytes, stretch.count)
                }
            };
            let mut all = Vec::new();
            arrivals::decode_all(&bytes, count, W::IS_NUMBER, &mut all)
                .ok_or_else(|| Fault::damaged(&self.path))?;
            Ok(all)
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

impl Drop for Spill {
    fn drop(&mut self) {
        if lock(&self.file).take().is_some() {
            // A file that cannot be removed is overwritten by the next level.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Locks a mutex even if it is poisoned: a thread that panics ends the whole computation, so that nothing
/// looks at what it left behind.
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
        let encoded = |keys: &[u32]| Encoded::of(&list(keys)).expect("a list");
        spill.write(&[encoded(&[1, 5]), encoded(&[])]).expect("written");
        spill.write(&[encoded(&[2]), encoded(&[7])]).expect("written");
        spill.keep(vec![encoded(&[3, 4]), encoded(&[])]);
        assert!(path.exists());
        assert_eq!(spill.take(0).expect("read"), [list(&[1, 5]), list(&[2]), list(&[3, 4])]);
        assert_eq!(spill.take(1).expect("read"), [list(&[7])]);
        assert_eq!(spill.take::<u64>(0).expect("read"), Vec::<Vec<_>>::new());
        drop(spill);
        assert!(!path.exists());
    }
}
