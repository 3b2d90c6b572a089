//! Writes and reads the files of a level.
//!
//! A file holds its buckets one after the other. They are followed by an index, which has the number of bytes
//! and the number of positions of each bucket, and by a tail: the number of buckets, a byte that says whether
//! positions have numbers, and eight magic bytes. A level consists of one file, or of one for each worker that
//! wrote it, which has the buckets that the worker owned.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use sha2::{Digest as _, Sha256};

use crate::base::control::{Control, Stop};
use crate::base::wording::hex;
use crate::peg::search::disk::folder::runs::{Arrival, Run};
use crate::peg::search::disk::folder::{manifest::FileRecord, share::Share};
use crate::peg::search::disk::{fault::Fault, weight::Weight};

const MAGIC: [u8; 8] = *b"soliterL";
/// The bytes of the tail: the number of buckets, whether there are numbers, and the magic bytes.
const TAIL: u64 = 8 + 1 + MAGIC.len() as u64;

/// The bytes of a bucket in the index.
const ENTRY: u64 = 16;

/// Writes a file of a level.
pub(crate) struct Writer {
    path: PathBuf,
    file: BufWriter<File>,
    /// The digest so far, for a level that is to outlive the process.
    digest: Option<Sha256>,
    /// The number of bytes written.
    bytes: u64,
    /// The bytes of the index so far.
    index: Vec<u8>,
}

impl Writer {
    pub(crate) fn create(path: PathBuf, lasting: bool) -> Result<Self, Fault> {
        let file = File::create(&path).map_err(|error| Fault::io(&path, error))?;
        Ok(Self {
            path,
            file: BufWriter::new(file),
            digest: lasting.then(Sha256::new),
            bytes: 0,
            index: Vec::new(),
        })
    }

    /// Writes the bytes of the next bucket, which has this many positions.
    pub(crate) fn bucket(&mut self, bytes: &[u8], positions: usize) -> Result<(), Fault> {
        self.index.extend((bytes.len() as u64).to_le_bytes());
        self.index.extend((positions as u64).to_le_bytes());
        self.write(bytes)
    }

    /// Writes the index and the tail, syncs the file if the level is to outlive the process, and gives it its
    /// final name. The digest is empty for a level that is not to outlive the process.
    pub(crate) fn finish(mut self, with_numbers: bool, name: &Path) -> Result<FileRecord, Fault> {
        let mut end = std::mem::take(&mut self.index);
        end.extend((end.len() as u64 / ENTRY).to_le_bytes());
        end.push(u8::from(with_numbers));
        end.extend(MAGIC);
        self.write(&end)?;
        let Self { path, file, digest, bytes, .. } = self;
        let file = file.into_inner().map_err(|error| Fault::io(&path, error.into_error()))?;
        if digest.is_some() {
            file.sync_all().map_err(|error| Fault::io(&path, error))?;
        }
        drop(file);
        fs::rename(path, name).map_err(|error| Fault::io(name, error))?;
        let sha256 = digest.map_or_else(String::new, |digest| hex(&digest.finalize()));
        Ok(FileRecord { bytes, sha256, round: 0, buckets: 0 })
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        if let Some(digest) = &mut self.digest {
            digest.update(bytes);
        }
        self.bytes += bytes.len() as u64;
        self.file.write_all(bytes).map_err(|error| Fault::io(&self.path, error))
    }
}

/// A level that has been written.
pub(crate) struct StoredLevel {
    /// The files by number; those that are not needed are not opened.
    files: Vec<Option<LevelFile>>,
    /// The file of each bucket, and its number there.
    places: Vec<(usize, usize)>,
}

struct LevelFile {
    path: PathBuf,
    file: Mutex<File>,
    with_numbers: bool,
    buckets: Vec<Run>,
}

impl StoredLevel {
    /// Opens the files of a level that hold the buckets of a share. `held` says how many buckets each file has.
    pub(crate) fn open(
        paths: Vec<PathBuf>,
        held: Vec<usize>,
        share: &Share,
    ) -> Result<Self, Fault> {
        let all = held.iter().try_fold(0, |all: usize, &buckets| all.checked_add(buckets));
        if let Some(path) = paths.first().filter(|_| all != Some(share.all())) {
            return Err(Fault::damaged(path));
        }
        let writers = Share::new(0, held);
        let mut next = vec![0; paths.len()];
        let mut places = Vec::with_capacity(share.all());
        let mut needed = vec![false; paths.len()];
        for bucket in 0..writers.all() {
            let file = writers.owner(bucket);
            places.push((file, next[file]));
            next[file] += 1;
            needed[file] |= share.has(bucket);
        }
        let files =
            paths.into_iter().zip(needed).zip(next).map(|((path, needed), held)| {
                needed.then(|| LevelFile::open(path, held)).transpose()
            });
        Ok(Self { files: files.collect::<Result<_, Fault>>()?, places })
    }

    /// The positions of a bucket, in ascending order of their keys.
    pub(crate) fn bucket<W: Weight>(&self, bucket: usize) -> Result<Vec<Arrival<W>>, Fault> {
        match self.file(bucket) {
            Some((file, number)) => file.bucket(number),
            None => Err(Fault::Stopped(Stop::Fault("a bucket is asked of the wrong worker"))),
        }
    }

    /// The file of a bucket, and its number there.
    fn file(&self, bucket: usize) -> Option<(&LevelFile, usize)> {
        let &(file, number) = self.places.get(bucket)?;
        Some((self.files[file].as_ref()?, number))
    }

    /// The fault when a bucket holds something that is not a position.
    pub(crate) fn damaged(&self, bucket: usize) -> Fault {
        Fault::damaged(self.file(bucket).map_or(Path::new(""), |(file, _)| &file.path))
    }

    /// The number of positions in the largest bucket.
    pub(crate) fn largest(&self) -> usize {
        let runs = self.files.iter().flatten().flat_map(|file| &file.buckets);
        runs.map(|run| run.count).max().unwrap_or(0)
    }
}

impl LevelFile {
    fn open(path: PathBuf, buckets: usize) -> Result<Self, Fault> {
        let unread = |error| Fault::unread(&path, error);
        let mut file = File::open(&path).map_err(unread)?;
        let (with_numbers, buckets) = read_index(&mut file, buckets).map_err(unread)?;
        Ok(Self { path, file: Mutex::new(file), with_numbers, buckets })
    }

    fn bucket<W: Weight>(&self, number: usize) -> Result<Vec<Arrival<W>>, Fault> {
        let run = &self.buckets[number];
        let read = run.read(&mut self.file.lock().unwrap_or_else(PoisonError::into_inner));
        let bytes = read.map_err(|error| Fault::unread(&self.path, error))?;
        let mut all = Vec::new();
        run.decode(&bytes, self.with_numbers, &mut all)
            .ok_or_else(|| Fault::damaged(&self.path))?;
        Ok(all)
    }
}

/// Whether there are numbers, and the runs of the buckets. A damaged file is one of invalid data.
fn read_index(file: &mut File, expected: usize) -> io::Result<(bool, Vec<Run>)> {
    let damaged = || io::Error::from(io::ErrorKind::InvalidData);
    let entries = ENTRY * expected as u64;
    let length = file.seek(SeekFrom::End(0))?;
    let start = length.checked_sub(entries + TAIL).ok_or_else(damaged)?;
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = vec![0; (entries + TAIL) as usize];
    file.read_exact(&mut bytes)?;
    let (entries, tail) = bytes.split_at(entries as usize);
    if tail[..8] != (expected as u64).to_le_bytes() || tail[9..] != MAGIC || tail[8] > 1 {
        return Err(damaged());
    }
    let (numbers, _) = entries.as_chunks();
    let mut at = 0u64;
    let mut buckets = Vec::with_capacity(expected);
    for entry in numbers.chunks_exact(2) {
        let [bytes, positions] = [entry[0], entry[1]].map(u64::from_le_bytes);
        let end = at.checked_add(bytes).filter(|&end| end <= start).ok_or_else(damaged)?;
        buckets.push(Run { at, bytes: bytes as usize, count: positions as usize });
        at = end;
    }
    if at == start { Ok((tail[8] == 1, buckets)) } else { Err(damaged()) }
}

/// Whether a file has this number of bytes and this SHA-256.
pub(crate) fn is_whole(
    path: &Path,
    bytes: u64,
    digest: &str,
    control: &Control,
) -> Result<bool, Fault> {
    let io = |error| Fault::unread(path, error);
    let mut file = File::open(path).map_err(io)?;
    if file.metadata().map_err(io)?.len() != bytes {
        return Ok(false);
    }
    let mut sha = Sha256::new();
    let mut block = vec![0; 1 << 16];
    loop {
        control.check()?;
        let read = file.read(&mut block).map_err(io)?;
        if read == 0 {
            return Ok(hex(&sha.finalize()) == digest);
        }
        sha.update(&block[..read]);
    }
}
