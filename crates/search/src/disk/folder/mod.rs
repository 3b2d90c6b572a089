//! The folder of a count: the files of its levels, and a manifest that says which levels are complete.
//!
//! A level consists of one file, or of several that share its buckets evenly (`level`). The manifest is rewritten
//! only after all files of a level are on disk, so a process that is killed at any moment leaves the manifest of the
//! last complete level. The files that it was writing end in `.part`, and the next process removes them. A folder
//! that contains anything else is refused.
//!
//! * `manifest`: the levels that are complete.
//! * `level`: the files of a level.

pub(crate) mod level;
pub(crate) mod manifest;

use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::disk::folder::level::{StoredLevel, Writer, is_whole};
use crate::disk::folder::manifest::{Manifest, NAME};
use crate::{
    disk::fault::Fault,
    disk::record::{LevelRecord, file_name},
};
use soliter_base::folder::create_one;
use soliter_base::{control::Control, wording::shown};
use soliter_boards::puzzle::Puzzle;

const LOCK: &str = "lock";
/// The names of files that are being written.
const PARTS: [&str; 2] = ["level", "arrivals"];

/// The place where levels are stored.
#[derive(Clone, Debug)]
pub struct Place {
    /// The folder, which is created if it does not exist.
    pub folder: PathBuf,
    /// Whether to resume from the levels in the folder.
    pub resume: bool,
    /// Whether the levels are to outlive the process. If so, they are synced to disk and get digests and a
    /// manifest.
    pub lasting: bool,
    /// The bytes of arrivals that stay in memory; the rest is written to disk.
    pub in_memory: u64,
}

/// The folder of one count or search. No other process uses it at the same time.
pub(crate) struct Folder {
    pub(crate) place: Place,
    pub(crate) manifest: Manifest,
    /// The number of buckets of a level.
    buckets: usize,
    _lock: Lock,
}

/// The lock file of a folder, locked until this is dropped.
struct Lock(File);

impl Lock {
    /// `None` if another process holds the lock.
    fn take(path: &Path) -> io::Result<Option<Self>> {
        let file = File::create(path)?;
        Ok(file.try_lock().is_ok().then_some(Self(file)))
    }
}

impl Drop for Lock {
    /// Closing the file would not suffice: a child process that is just being started has a copy of the open
    /// file until it runs its own program, and would hold the lock until then.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

impl Folder {
    /// Opens or creates the folder of a count whose levels have this many buckets, and checks everything that is in
    /// it.
    pub(crate) fn open(
        place: &Place,
        (puzzle, what): (&Puzzle, &str),
        buckets: usize,
        control: &Control,
    ) -> Result<Self, Fault> {
        let path = &place.folder;
        let io = |error| Fault::io(path, error);
        create_one(path).map_err(io)?;
        let Some(lock) = Lock::take(&path.join(LOCK)).map_err(io)? else {
            return Err(Fault::Refused {
                folder: path.clone(),
                why: "another process is counting in it".to_owned(),
                help: "wait for its end, or choose another folder",
            });
        };
        let entries = fs::read_dir(path).map_err(io)?;
        let names: Vec<String> = entries
            .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
            .collect();
        let old = Manifest::read(path)?;
        let fresh = Manifest::new(puzzle, what);
        let Found { manifest, left } = check_contents(path, fresh, old, &names, place.resume)?;
        for done in &manifest.levels {
            for (file, kept) in paths(path, done).into_iter().zip(&done.files) {
                if !is_whole(&file, kept.bytes, &kept.sha256, control)? {
                    return Err(Fault::damaged(&file));
                }
            }
        }
        for name in left {
            // A file that cannot be removed takes up space and does no other harm.
            let _ = fs::remove_file(path.join(name));
        }
        if place.lasting {
            // From now on, an unfinished level is known to belong to this work.
            manifest.write(path)?;
        }
        Ok(Self { place: place.clone(), manifest, buckets, _lock: lock })
    }

    /// Opens a completed level.
    pub(crate) fn level(&self, name: &str) -> Result<StoredLevel, Fault> {
        let files = self
            .manifest
            .levels
            .iter()
            .find(|done| done.name == name)
            .map(|done| paths(&self.place.folder, done));
        StoredLevel::open(files.unwrap_or_default(), self.buckets)
    }

    /// The path of the file for arrivals that do not fit into memory.
    pub(crate) fn arrivals(&self) -> PathBuf {
        self.part("arrivals")
    }

    /// Begins the file of a level.
    pub(crate) fn begin_file(&self) -> Result<Writer, Fault> {
        Writer::create(self.part("level"), self.place.lasting)
    }

    fn part(&self, what: &str) -> PathBuf {
        self.place.folder.join(format!("{what}.0.{}.part", self.manifest.round))
    }

    /// The final path of the file of a level.
    pub(crate) fn file(&self, level: &str) -> PathBuf {
        self.place.folder.join(file_name(level, 0, self.manifest.round))
    }

    /// Adds a level to the manifest once its file is written, and removes the files of the levels named in
    /// `done_with`, which are no longer needed.
    pub(crate) fn add_level(
        &mut self,
        record: LevelRecord,
        done_with: &[String],
    ) -> Result<(), Fault> {
        let folder = &self.place.folder;
        let old: Vec<PathBuf> = self
            .manifest
            .add_level(record, done_with)
            .iter()
            .flat_map(|done| paths(folder, done))
            .collect();
        // Nothing is removed before the manifest that no longer needs it is on disk.
        if self.place.lasting {
            self.manifest.write(folder)?;
        }
        for file in old {
            // A file that cannot be removed takes up space and does no other harm.
            let _ = fs::remove_file(file);
        }
        Ok(())
    }
}

/// The contents found in a folder.
pub(crate) struct Found {
    /// The manifest of the work that begins, which names the complete levels.
    pub(crate) manifest: Manifest,
    /// Files that a killed process has left behind: levels that were never completed, and files that it was writing.
    /// They may have filled the disk, so they are removed before anything is written.
    pub(crate) left: Vec<String>,
}

/// Checks the manifest `old` and the names of the files in a folder, for work that has the manifest `fresh`.
pub(crate) fn check_contents(
    path: &Path,
    fresh: Manifest,
    old: Option<Manifest>,
    names: &[String],
    resume: bool,
) -> Result<Found, Fault> {
    let refused = |why: String, help| Err(Fault::Refused { folder: path.to_owned(), why, help });
    let foreign = |name: &&String| match Kind::of(name) {
        Kind::Level => old.is_none(),
        Kind::Foreign => true,
        Kind::Own | Kind::Part => false,
    };
    if let Some(name) = names.iter().find(foreign) {
        let why = format!("it contains another file: {}", shown(name));
        let help = match old {
            None => "name an empty folder, or one that is not there yet",
            Some(_) => "move it elsewhere, or choose another folder",
        };
        return refused(why, help);
    }
    let mut manifest = fresh;
    match old {
        None => {}
        Some(old) if old.puzzle != manifest.puzzle || old.what != manifest.what => {
            let why = format!("it contains {} of {}", old.what, shown(&old.title));
            return refused(why, "choose another folder");
        }
        Some(old) if !resume && !old.levels.is_empty() => {
            let why = "it already contains levels of this puzzle and question".to_owned();
            return refused(why, "add --resume to continue, or choose another folder");
        }
        Some(old) => {
            manifest.round = old.round + 1;
            manifest.levels = old.levels;
        }
    }
    let known: HashSet<String> = manifest.levels.iter().flat_map(LevelRecord::file_names).collect();
    let is_left = |name: &&String| !matches!(Kind::of(name), Kind::Own) && !known.contains(*name);
    let left = names.iter().filter(is_left).cloned().collect();
    Ok(Found { manifest, left })
}

/// The files of a level.
fn paths(folder: &Path, level: &LevelRecord) -> Vec<PathBuf> {
    level.file_names().map(|name| folder.join(name)).collect()
}

/// The kind of a file, by its name.
enum Kind {
    /// The manifest and the lock.
    Own,
    Level,
    /// A file that a process is writing and that no other process reads.
    Part,
    /// Any other file.
    Foreign,
}

impl Kind {
    fn of(name: &str) -> Self {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let are_numbers = |number, round| is_number(number) && is_number(round);
        let is_level = |text: &str| {
            let start = ["ahead-", "behind-", "both-", "counted-", "limit-", "all-"];
            let plain =
                |byte: u8| byte == b'-' || byte.is_ascii_lowercase() || byte.is_ascii_digit();
            start.iter().any(|start| text.starts_with(start)) && text.bytes().all(plain)
        };
        match *name.split('.').collect::<Vec<_>>() {
            _ if name == LOCK || name == NAME => Self::Own,
            ["levels", "part"] => Self::Part,
            [what, number, round, "part"]
                if PARTS.contains(&what) && are_numbers(number, round) =>
            {
                Self::Part
            }
            [level, number, round, "level"] if is_level(level) && are_numbers(number, round) => {
                Self::Level
            }
            _ => Self::Foreign,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A child process has such a copy between its creation and the start of its own program.
    #[test]
    fn a_copy_of_the_open_file_does_not_keep_the_lock() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(LOCK);
        let lock = Lock::take(&path).expect("a file").expect("free");
        let copy = lock.0.try_clone().expect("a copy");
        assert!(Lock::take(&path).expect("a file").is_none());
        drop(lock);
        assert!(Lock::take(&path).expect("a file").is_some());
        drop(copy);
    }
}
