//! Writes and reads the files of a level.
//!
//! A file holds its buckets one after the other. They are followed by an index, which gives the number of bytes
//! and the number of positions of each bucket, and by a tail: the number of buckets, a byte that says whether
//! positions have numbers, and eight magic bytes. A level consists of `N` files, a power of two: file `n` has the
//! buckets `n`, `n + N`, `n + 2N` and so on.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::disk::kernel::arrivals::{Arrival, decode_all};
use crate::disk::kernel::merge::Buckets;
use crate::disk::kernel::run::{ENTRY, Encoded, Stretch, TAIL, end_of_body, read_end};
use crate::disk::kernel::weight::Weight;
use crate::{disk::fault::Fault, disk::record::FileRecord};
use soliter_base::control::{Control, Stop};
use soliter_base::wording::hex;

/// Writes a file of a level.
pub(crate) struct Writer {
    path: PathBuf,
    file: BufWriter<File>,
    /// The digest so far, for a level that is to outlive the process.
    digest: Option<Sha256>,
    /// The number of bytes written.
    bytes: u64,
    /// The bytes and the positions of each bucket so far.
    buckets: Vec<(usize, usize)>,
}

impl Writer {
    pub(crate) fn create(path: PathBuf, lasting: bool) -> Result<Self, Fault> {
        let file = File::create(&path).map_err(|error| Fault::io(&path, error))?;
        Ok(Self {
            path,
            file: BufWriter::new(file),
            digest: lasting.then(Sha256::new),
            bytes: 0,
            buckets: Vec::new(),
        })
    }

    /// Writes the next bucket.
    pub(crate) fn bucket(&mut self, bucket: &Encoded) -> Result<(), Fault> {
        self.buckets.push((bucket.bytes.len(), bucket.count));
        self.write(&bucket.bytes)
    }

    /// Writes the index and the tail, syncs the file if the level is to outlive the process, and gives it its
    /// final name. The digest is empty for a level that is not to outlive the process.
    pub(crate) fn finish(mut self, with_numbers: bool, name: &Path) -> Result<FileRecord, Fault> {
        self.write(&end_of_body(&self.buckets, with_numbers))?;
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
pub(crate) struct StoredLevel(Vec<LevelFile>);

struct LevelFile {
    path: PathBuf,
    with_numbers: bool,
    buckets: Vec<Stretch>,
}

impl StoredLevel {
    /// Opens the files of a level that has this many buckets.
    pub(crate) fn open(paths: Vec<PathBuf>, buckets: usize) -> Result<Self, Fault> {
        let files = paths.len();
        if let Some(path) = paths.first().filter(|_| !files.is_power_of_two() || files > buckets) {
            return Err(Fault::damaged(path));
        }
        let files = paths.into_iter().map(|path| LevelFile::open(path, buckets / files));
        files.collect::<Result<_, Fault>>().map(Self)
    }

    /// The positions of a bucket, in ascending order of their keys.
    pub(crate) fn bucket<W: Weight>(&self, bucket: usize) -> Result<Vec<Arrival<W>>, Fault> {
        let file = self.file(bucket)?;
        let stretch = file.buckets.get(bucket / self.0.len());
        let stretch = *stretch.ok_or(Stop::Fault("there is no such bucket"))?;
        let unread = |error| Fault::unread(&file.path, error);
        // The file is opened for each read, since a level may have more files than a process may have open.
        let bytes = read(&file.path, stretch).map_err(unread)?;
        let mut all = Vec::new();
        decode_all(&bytes, stretch.count, file.with_numbers, &mut all)
            .ok_or_else(|| Fault::damaged(&file.path))?;
        Ok(all)
    }

    fn file(&self, bucket: usize) -> Result<&LevelFile, Stop> {
        let file = self.0.get(bucket % self.0.len().max(1));
        file.ok_or(Stop::Fault("a level has no files"))
    }

    /// The fault when a bucket holds something that is not a position.
    pub(crate) fn damaged(&self, bucket: usize) -> Fault {
        Fault::damaged(self.file(bucket).map_or(Path::new(""), |file| &file.path))
    }

    /// The number of positions in the largest bucket.
    pub(crate) fn largest(&self) -> usize {
        let runs = self.0.iter().flat_map(|file| &file.buckets);
        runs.map(|run| run.count).max().unwrap_or(0)
    }
}

impl Buckets for StoredLevel {
    fn positions(&self, bucket: usize) -> Result<Vec<Arrival<()>>, Fault> {
        self.bucket(bucket)
    }
}

/// The bytes of a bucket.
fn read(path: &Path, Stretch { at, bytes, .. }: Stretch) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(at))?;
    let mut read = vec![0; bytes];
    file.read_exact(&mut read)?;
    Ok(read)
}

impl LevelFile {
    fn open(path: PathBuf, buckets: usize) -> Result<Self, Fault> {
        let unread = |error| Fault::unread(&path, error);
        let mut file = File::open(&path).map_err(unread)?;
        let (with_numbers, buckets) = read_index(&mut file, buckets).map_err(unread)?;
        Ok(Self { path, with_numbers, buckets })
    }
}

/// Whether there are numbers, and where each bucket is. A damaged file gives the error `InvalidData`.
fn read_index(file: &mut File, expected: usize) -> io::Result<(bool, Vec<Stretch>)> {
    let damaged = || io::Error::from(io::ErrorKind::InvalidData);
    let length = file.seek(SeekFrom::End(0))?;
    let end = (expected * ENTRY + TAIL) as u64;
    file.seek(SeekFrom::Start(length.checked_sub(end).ok_or_else(damaged)?))?;
    let mut bytes = vec![0; end as usize];
    file.read_exact(&mut bytes)?;
    read_end(&bytes, length, expected).ok_or_else(damaged)
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
