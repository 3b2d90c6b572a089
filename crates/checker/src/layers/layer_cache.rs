//! A folder that stores layers, so that they may exceed the memory and outlive the process.
//!
//! Each layer is a file, and a line in the file `layers` records that it is complete. A process that resumes
//! with a folder trusts its contents as far as the digests in that file. The folder is therefore a private
//! cache, not a proof.

use std::cell::{Cell, RefCell};
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::super::head::{CertificateError, Checked, hex, need};
use super::runs::{Run, damaged};

const LIST: &str = "layers";

pub(super) struct LayerCache {
    folder: PathBuf,
    /// The list of complete layers, locked.
    list: RefCell<File>,
    /// Name, number of positions and digest of each layer.
    done: Vec<(String, usize, String)>,
    /// The number of layers taken from the folder.
    taken: Cell<usize>,
}

impl LayerCache {
    /// Opens or creates the folder of a claim; `of` identifies the claim.
    pub(super) fn open(folder: &Path, of: &str) -> Checked<Self> {
        match fs::create_dir(folder) {
            Err(error) if !folder.is_dir() => return Err(at(folder, &error)),
            _ => {}
        }
        let path = folder.join(LIST);
        let open = OpenOptions::new().read(true).append(true).create(true).open(&path);
        let mut list = open.map_err(|error| at(&path, &error))?;
        let own = list.try_lock().is_ok();
        need(own, format!("another process is at work in {}", folder.display()))?;
        let mut text = String::new();
        list.read_to_string(&mut text).map_err(|error| at(&path, &error))?;
        let first = format!("soliter {}\n", hex(Sha256::digest(of)));
        if text.is_empty() {
            for entry in fs::read_dir(folder)? {
                let name = entry?.file_name();
                let why =
                    format!("{} has something else in it: {}", folder.display(), name.display());
                need(name == LIST, why)?;
            }
            list.write_all(first.as_bytes())?;
        } else {
            let why = format!("{} contains the layers of another claim", folder.display());
            need(text.starts_with(&first), why)?;
        }
        // An incompletely written line has no line feed.
        let whole = text.rfind('\n').map_or("", |end| text.get(..=end).unwrap_or(""));
        if !text.is_empty() {
            list.set_len(whole.len() as u64)?;
        }
        let line = |line: &str| {
            let mut words = line.split(' ').map(str::to_owned);
            Some((words.next()?, words.next()?.parse().ok()?, words.next()?))
        };
        let done: Vec<_> = whole.lines().skip(1).filter_map(line).collect();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|ending| ending == "part") {
                // A file that cannot be removed wastes space but does no other harm.
                let _ = fs::remove_file(path);
            }
        }
        Ok(Self { folder: folder.to_owned(), list: RefCell::new(list), done, taken: Cell::new(0) })
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The number of layers that were taken from the folder instead of computed.
    pub(super) fn taken(&self) -> usize {
        self.taken.get()
    }

    /// A layer that an earlier process has stored, if any.
    pub(super) fn take(&self, name: &str) -> Checked<Option<Run>> {
        let Some((_, count, known)) = self.done.iter().find(|(own, ..)| own == name) else {
            return Ok(None);
        };
        let run = Run::kept(self.folder.join(name), *count);
        if digest(&run)? != *known {
            return Err(damaged());
        }
        self.taken.set(self.taken.get().saturating_add(1));
        Ok(Some(run))
    }

    /// Stores a layer.
    pub(super) fn put(&self, name: &str, layer: Run) -> Checked<Run> {
        let line = format!("{name} {} {}\n", layer.count, digest(&layer)?);
        let path = self.folder.join(name);
        let kept = layer.keep(&path)?;
        let mut list = self.list.borrow_mut();
        list.write_all(line.as_bytes())?;
        list.sync_data()?;
        Ok(kept)
    }
}

/// The SHA-256 of a layer, in hexadecimal.
fn digest(layer: &Run) -> Checked<String> {
    let mut digest = Sha256::new();
    layer.each_block(|block| {
        digest.update(block);
        Ok(())
    })?;
    Ok(hex(digest.finalize()))
}

fn at(path: &Path, error: &std::io::Error) -> CertificateError {
    CertificateError::Unreadable(format!("{}: {error}", path.display()))
}
