//! Runs: ascending positions, encoded like the bytes of a layer, in memory or in a file; and merges of runs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use super::super::head::{CertificateError, Checked, wrong};

/// The number of bytes read or written at once.
const BLOCK: usize = 1 << 16;
/// The maximum number of bytes of an encoded difference.
const LONGEST: usize = 10;

/// Ascending positions.
pub(super) struct Run {
    /// The number of positions.
    pub(super) count: usize,
    place: Place,
}

enum Place {
    Memory(Vec<u8>),
    /// A file, and whether it is deleted when the run is dropped.
    File(PathBuf, bool),
}

impl Run {
    /// A run of `count` positions in a permanent file.
    pub(super) fn kept(path: PathBuf, count: usize) -> Self {
        Self { count, place: Place::File(path, false) }
    }

    /// The bytes of memory that the run takes.
    pub(super) fn memory(&self) -> usize {
        if let Place::Memory(bytes) = &self.place { bytes.capacity() } else { 0 }
    }

    /// Calls `take` with consecutive blocks of its bytes.
    pub(super) fn each_block(&self, mut take: impl FnMut(&[u8]) -> Checked) -> Checked {
        let (mut bytes, mut block) = (self.bytes()?, vec![0; BLOCK]);
        loop {
            match bytes.read(&mut block)? {
                0 => return Ok(()),
                length => take(block.get(..length).unwrap_or_default())?,
            }
        }
    }

    fn bytes(&self) -> Checked<Box<dyn Read + '_>> {
        Ok(match &self.place {
            Place::Memory(bytes) => Box::new(bytes.as_slice()),
            Place::File(path, _) => Box::new(File::open(path)?),
        })
    }

    /// Moves the file of a run to its permanent path.
    pub(super) fn keep(mut self, path: &Path) -> Checked<Self> {
        if let Place::File(old, goes) = &mut self.place {
            std::fs::rename(&*old, path)?;
            (*old, *goes) = (path.to_owned(), false);
        }
        Ok(self)
    }

    fn reader(&self) -> Checked<Reader<'_>> {
        let (bytes, block) = (self.bytes()?, Vec::new());
        Ok(Reader { bytes, block, at: 0, left: self.count, last: 0 })
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        if let Place::File(path, true) = &self.place {
            // A file that cannot be removed wastes space but does no other harm.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Writes a run.
pub(super) struct Writer {
    count: usize,
    last: u64,
    bytes: Vec<u8>,
    file: Option<(PathBuf, File)>,
}

impl Writer {
    /// Starts a run in a file, or in memory.
    pub(super) fn new(path: Option<PathBuf>) -> Checked<Self> {
        let create = |path: PathBuf| File::create(&path).map(|file| (path, file));
        let file = path.map(create).transpose()?;
        Ok(Self { count: 0, last: 0, bytes: Vec::new(), file })
    }

    /// Appends a position, which must be greater than the last one.
    pub(super) fn push(&mut self, position: u64) -> Checked {
        let mut delta = position.abs_diff(self.last);
        while delta > 127 {
            self.bytes.push(delta as u8 | 128);
            delta >>= 7;
        }
        self.bytes.push(delta as u8);
        (self.last, self.count) = (position, self.count.saturating_add(1));
        if let Some((_, file)) = &mut self.file
            && self.bytes.len() >= BLOCK
        {
            file.write_all(&self.bytes)?;
            self.bytes.clear();
        }
        Ok(())
    }

    /// The bytes of memory that the unfinished run takes.
    pub(super) fn memory(&self) -> usize {
        self.bytes.capacity()
    }

    /// The finished run. Its file is deleted when it is dropped.
    pub(super) fn finish(mut self) -> Checked<Run> {
        let place = if let Some((path, mut file)) = self.file {
            file.write_all(&self.bytes)?;
            file.sync_data()?;
            Place::File(path, true)
        } else {
            self.bytes.shrink_to_fit();
            Place::Memory(self.bytes)
        };
        Ok(Run { count: self.count, place })
    }
}

/// Reads the positions of a run.
struct Reader<'a> {
    bytes: Box<dyn Read + 'a>,
    block: Vec<u8>,
    /// The number of bytes of the block already read.
    at: usize,
    left: usize,
    last: u64,
}

impl Reader<'_> {
    fn next(&mut self) -> Checked<Option<u64>> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        if self.block.len().saturating_sub(self.at) < LONGEST {
            self.block.drain(..self.at);
            self.at = 0;
            self.bytes.by_ref().take(BLOCK as u64).read_to_end(&mut self.block)?;
        }
        let (mut delta, mut shift) = (0_u64, 0_u32);
        for byte in self.block.iter().skip(self.at) {
            self.at = self.at.saturating_add(1);
            delta |= u64::from(byte & 127).checked_shl(shift).unwrap_or(0);
            shift = shift.saturating_add(7);
            if *byte < 128 {
                let next = self.last.checked_add(delta).filter(|next| *next > self.last);
                self.last = next.ok_or_else(damaged)?;
                return Ok(Some(self.last));
            }
        }
        Err(damaged())
    }
}

/// The error for files that have changed since they were written.
pub(super) fn damaged() -> CertificateError {
    CertificateError::Unreadable("a layer in the folder is damaged".to_owned())
}

/// Several runs merged into one, without repetitions.
pub(super) struct Merge<'a> {
    readers: Vec<Reader<'a>>,
    /// The next position of each reader that is not at its end.
    next: BinaryHeap<Reverse<(u64, usize)>>,
    last: Option<u64>,
}

impl<'a> Merge<'a> {
    pub(super) fn of(runs: impl IntoIterator<Item = &'a Run>) -> Checked<Self> {
        let (mut readers, mut next) = (Vec::new(), BinaryHeap::new());
        for run in runs {
            let mut reader = run.reader()?;
            if let Some(first) = reader.next()? {
                next.push(Reverse((first, readers.len())));
            }
            readers.push(reader);
        }
        Ok(Self { readers, next, last: None })
    }

    /// The next position, in ascending order.
    pub(super) fn next(&mut self) -> Checked<Option<u64>> {
        while let Some(mut top) = self.next.peek_mut() {
            let Reverse((position, number)) = *top;
            let Some(reader) = self.readers.get_mut(number) else { return wrong("no such run") };
            match reader.next()? {
                Some(after) => *top = Reverse((after, number)),
                None => drop(PeekMut::pop(top)),
            }
            if self.last != Some(position) {
                self.last = Some(position);
                return Ok(self.last);
            }
        }
        Ok(None)
    }

    /// Whether the runs contain a position. The positions of successive calls must not descend.
    pub(super) fn has(&mut self, position: u64) -> Checked<bool> {
        while self.last.is_none_or(|last| last < position) {
            if self.next()?.is_none() {
                return Ok(false);
            }
        }
        Ok(self.last == Some(position))
    }
}
