//! The folder of a count: the files of its levels, and a manifest that says which levels are complete.
//!
//! A level consists of one file, or of one file for each worker of a cluster. The manifest is rewritten only after all files of a level are on disk, so a
//! process that is killed at any moment leaves the manifest of the last complete level. The files that it was
//! writing end in `.part`, and the next process removes them. A folder that contains anything else is
//! refused.
//!
//! * `manifest`: the levels that are complete.
//! * `level`: the files of a level. `runs`: the bytes of a bucket.
//! * `share`: the buckets that a worker owns.

pub(crate) mod level;
pub(crate) mod manifest;
pub(crate) mod runs;
pub(crate) mod share;

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::base::{control::Control, wording::shown};
use crate::peg::search::disk::folder::level::{StoredLevel, Writer, is_whole};
use crate::peg::search::disk::folder::manifest::{LevelRecord, Manifest, NAME};
use crate::peg::{puzzle::Puzzle, search::disk::fault::Fault, search::disk::folder::share::Share};

const LOCK: &str = "lock";
/// What the files of the stores are called.
const STORES: [&str; 2] = ["arrivals", "further"];

/// Where levels are kept.
#[derive(Clone, Debug)]
pub struct Place {
    /// The folder, which is created if it does not exist.
    pub folder: PathBuf,
    /// Whether to resume from the levels in the folder.
    pub resume: bool,
    /// Whether the levels are to outlive the process. If so, they are synced to disk and get digests and a
    /// manifest.
    pub lasting: bool,
    /// The bytes of arrivals that are kept in memory; what exceeds them goes to disk.
    pub in_memory: u64,
}

/// The folder as one worker uses it.
pub(crate) struct Folder {
    pub(crate) place: Place,
    pub(crate) manifest: Manifest,
    /// The buckets that the worker owns of the level that is made.
    pub(crate) share: Share,
    /// The lock, in the process that writes the manifest.
    lock: Option<Lock>,
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
    /// Closing the file would not suffice: a child that the process is just starting has a copy of the open
    /// file until it runs its own program, and would hold the lock for as long.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

impl Folder {
    /// Opens or creates the folder of a count, of which no other process writes the manifest, and checks
    /// everything that is in it.
    pub(crate) fn open(
        place: &Place,
        (puzzle, what): (&Puzzle, &str),
        share: Share,
        control: &Control,
    ) -> Result<Self, Fault> {
        let path = &place.folder;
        let io = |error| Fault::io(path, error);
        let refused = |why: String, help| Fault::Refused { folder: path.clone(), why, help };
        fs::create_dir_all(path).map_err(io)?;
        let Some(lock) = Lock::take(&path.join(LOCK)).map_err(io)? else {
            let why = "another process is counting in it".to_owned();
            return Err(refused(why, "wait for its end, or name another folder"));
        };
        let mut manifest = Manifest::new(puzzle, what);
        let old = Manifest::read(path)?;
        let entries = fs::read_dir(path).map_err(io)?;
        let names: Vec<OsString> =
            entries.filter_map(|entry| Some(entry.ok()?.file_name())).collect();
        let foreign = |name: &&OsString| match Kind::of(name) {
            Kind::Level => old.is_none(),
            Kind::Foreign => true,
            Kind::Own | Kind::Part => false,
        };
        if let Some(name) = names.iter().find(foreign) {
            let why = format!("there is something else in it: {}", shown(&name.to_string_lossy()));
            let help = match old {
                None => "name an empty folder, or one that is not there yet",
                Some(_) => "move it elsewhere, or name another folder",
            };
            return Err(refused(why, help));
        }
        match old {
            None => {}
            Some(old) if old.puzzle != manifest.puzzle || old.what != manifest.what => {
                let why = format!("it holds {} of {}", old.what, shown(&old.title));
                return Err(refused(why, "name another folder"));
            }
            Some(old) if !place.resume && !old.levels.is_empty() => {
                let why = "it holds levels of this very puzzle and question".to_owned();
                return Err(refused(why, "add --resume to go on, or name another folder"));
            }
            Some(old) => {
                manifest.round = old.round + 1;
                manifest.levels = old.levels;
            }
        }
        let mut known = HashSet::new();
        for done in &manifest.levels {
            for (file, kept) in paths(path, done).into_iter().zip(&done.files) {
                if !is_whole(&file, kept.bytes, &kept.sha256, control)? {
                    return Err(Fault::damaged(&file));
                }
                known.insert(file);
            }
        }
        // What a killed process has left behind: files of levels that were never completed, and files that it
        // was writing. They may have filled the disk, so they go before anything is written.
        for name in names {
            let file = path.join(&name);
            if !matches!(Kind::of(&name), Kind::Own) && !known.contains(&file) {
                // A file that cannot be removed takes up space and does no other harm.
                let _ = fs::remove_file(file);
            }
        }
        if place.lasting {
            // From now on an unfinished level is known to be ours.
            manifest.write(path)?;
        }
        Ok(Self { place: place.clone(), manifest, share, lock: Some(lock) })
    }

    /// The folder in a process that does not write the manifest, in some round; `levels` are the completed
    /// levels.
    pub(crate) fn joined(
        place: &Place,
        (puzzle, what): (&Puzzle, &str),
        share: Share,
        (round, levels): (u64, Vec<LevelRecord>),
    ) -> Self {
        let mut manifest = Manifest::new(puzzle, what);
        (manifest.round, manifest.levels) = (round, levels);
        Self { place: place.clone(), manifest, share, lock: None }
    }

    /// What is known of a level, if it has been completed; its files may have been removed since.
    pub(crate) fn record(&self, name: &str) -> Option<&LevelRecord> {
        self.manifest.levels.iter().find(|done| done.name == name)
    }

    /// Opens the buckets of this worker in a completed level, whoever has written them.
    pub(crate) fn level(&self, name: &str) -> Result<StoredLevel, Fault> {
        let (mut files, mut held) = (Vec::new(), Vec::new());
        if let Some(done) = self.record(name) {
            files = paths(&self.place.folder, done);
            held = done.files.iter().map(|file| file.buckets).collect();
        }
        StoredLevel::open(files, held, &self.share)
    }

    /// The path of this worker's file for arrivals that do not fit into memory, for each of the stores at a time.
    pub(crate) fn arrivals(&self, store: usize) -> PathBuf {
        self.part(STORES[store])
    }

    /// Begins this worker's file of a level.
    pub(crate) fn begin_file(&self) -> Result<Writer, Fault> {
        Writer::create(self.part("level"), self.place.lasting)
    }

    fn part(&self, what: &str) -> PathBuf {
        let (worker, round) = (self.share.worker, self.manifest.round);
        self.place.folder.join(format!("{what}.{worker}.{round}.part"))
    }

    /// The final path of this worker's file of a level.
    pub(crate) fn file(&self, level: &str) -> PathBuf {
        self.place.folder.join(file_name(level, self.share.worker, self.manifest.round))
    }

    /// Adds a level to the manifest once all its files are written. The levels named in `done_with` are no
    /// longer needed. Returns their files, which have to be removed when all workers have come this far.
    pub(crate) fn add_level(
        &mut self,
        record: LevelRecord,
        done_with: &[&str],
    ) -> Result<Vec<PathBuf>, Fault> {
        let folder = &self.place.folder;
        self.manifest.levels.push(record);
        let mut old = Vec::new();
        for done in &mut self.manifest.levels {
            if done_with.contains(&done.name.as_str()) {
                let (worker, workers) = (self.share.worker, self.share.counts.len());
                old.extend(paths(folder, done).into_iter().skip(worker).step_by(workers));
                done.files.clear();
            }
        }
        if self.place.lasting && self.lock.is_some() {
            self.manifest.write(folder)?;
        }
        Ok(old)
    }
}

/// The files of a level.
fn paths(folder: &Path, level: &LevelRecord) -> Vec<PathBuf> {
    let files = level.files.iter().enumerate();
    files.map(|(worker, file)| folder.join(file_name(&level.name, worker, file.round))).collect()
}

/// The name of the file of a level that a worker has written in some round.
fn file_name(level: &str, worker: usize, round: u64) -> String {
    format!("{level}.{worker}.{round}.level")
}

/// The kind of a file, by its name.
enum Kind {
    /// The manifest and the lock.
    Own,
    /// A file of a level.
    Level,
    /// A file that a process is writing and that no other process reads.
    Part,
    /// Any other file.
    Foreign,
}

impl Kind {
    fn of(name: &OsString) -> Self {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        // Those of the worker and of the round.
        let are_numbers = |worker, round| is_number(worker) && is_number(round);
        let is_level = |text: &str| {
            let start = ["ahead-", "behind-", "both-", "counted-", "limit-", "all-"];
            let plain =
                |byte: u8| byte == b'-' || byte.is_ascii_lowercase() || byte.is_ascii_digit();
            start.iter().any(|start| text.starts_with(start)) && text.bytes().all(plain)
        };
        let name = name.to_str().unwrap_or("");
        match *name.split('.').collect::<Vec<_>>() {
            _ if name == LOCK || name == NAME => Self::Own,
            ["levels" | "cluster", "part"] => Self::Part,
            [what, worker, round, "part"]
                if (what == "level" || STORES.contains(&what)) && are_numbers(worker, round) =>
            {
                Self::Part
            }
            [level, worker, round, "level"] if is_level(level) && are_numbers(worker, round) => {
                Self::Level
            }
            _ => Self::Foreign,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a child holds between its beginning and its own program.
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
