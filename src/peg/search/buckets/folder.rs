//! The folder of a count: the files of its levels, and a manifest that says which of them are whole.
//!
//! The manifest, `levels.json`, has two lines: a JSON object, and the SHA-256 of the first line. It is
//! written anew after each level, beside the old one, and takes its place when it is on the disk; so is the
//! file of the level before. A process killed at any moment leaves the manifest of the last whole level.
//! What ends in `.part` is nobody's and is overwritten.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::base::control::Control;
use crate::base::wording::{hex, shown};
use crate::peg::puzzle::{Finish, Puzzle};
use crate::peg::rules;
use crate::peg::search::buckets::fault::Fault;
use crate::peg::search::buckets::level::{Level, Writer, is_whole};
use crate::peg::search::count::{LevelCount, What};

const FORMAT: &str = "soliter levels 1";
const MANIFEST: &str = "levels.json";
const LOCK: &str = "lock";

/// Where levels are kept.
#[derive(Clone, Debug)]
pub struct Place {
    /// The folder; it is made where there is none.
    pub folder: PathBuf,
    /// Whether to go on with what is there.
    pub resume: bool,
    /// Bytes of arrivals that are kept in memory; more go to disk.
    pub in_memory: u64,
}

/// A whole level.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Done {
    name: String,
    classes: u64,
    /// The sum of all numbers, where positions have any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    total: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    count: Option<Counted>,
    /// Its file, as long as that is needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<Kept>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    bytes: u64,
    sha256: String,
}

/// A [`LevelCount`], its large numbers as text.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Counted {
    jumps: usize,
    pegs: usize,
    positions: u64,
    dead_classes: u64,
    dead: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ending: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    format: String,
    title: String,
    what: String,
    /// The digest of the rules, the start and the finish.
    puzzle: String,
    levels: Vec<Done>,
}

/// What is known of a level.
pub(super) struct Known {
    pub(super) classes: u64,
    pub(super) total: Option<u128>,
    pub(super) count: Option<LevelCount>,
}

/// A folder that this process alone uses.
pub(super) struct Folder {
    path: PathBuf,
    manifest: Manifest,
    buckets: usize,
    /// Locked until it is closed.
    _lock: File,
}

impl Folder {
    /// Opens or makes the folder of a count with so many buckets, and looks at all that is in it.
    pub(super) fn open(
        place: &Place,
        puzzle: &Puzzle,
        what: What,
        buckets: usize,
        control: &Control,
    ) -> Result<Self, Fault> {
        let path = place.folder.clone();
        let io = |error| Fault::io(&path, error);
        let refused = |why: String, help| Fault::Refused { folder: path.clone(), why, help };
        fs::create_dir_all(&path).map_err(io)?;
        let lock = File::create(path.join(LOCK)).map_err(io)?;
        if lock.try_lock().is_err() {
            let why = "another process is counting in it".to_owned();
            return Err(refused(why, "wait for its end, or name another folder"));
        }
        let mut manifest = Manifest {
            format: FORMAT.to_owned(),
            title: puzzle.title().to_owned(),
            what: what.word().to_owned(),
            puzzle: digest(puzzle),
            levels: Vec::new(),
        };
        match read_manifest(&path.join(MANIFEST))? {
            None => {
                let mut foreign = fs::read_dir(&path).map_err(io)?.filter_map(|entry| {
                    let name = entry.ok()?.file_name();
                    let own = name == LOCK || Path::new(&name).extension() == Some("part".as_ref());
                    (!own).then_some(name)
                });
                if let Some(name) = foreign.next() {
                    let why = format!(
                        "there is something else in it: {}",
                        shown(&name.to_string_lossy())
                    );
                    return Err(refused(why, "name an empty folder, or one that is not there yet"));
                }
            }
            Some(old) if old.puzzle != manifest.puzzle || old.what != manifest.what => {
                let why = format!("it holds {} of {}", old.what, shown(&old.title));
                return Err(refused(why, "name another folder"));
            }
            Some(_) if !place.resume => {
                let why = "it holds levels of this very count".to_owned();
                return Err(refused(why, "add --resume to go on, or name another folder"));
            }
            Some(old) => manifest.levels = old.levels,
        }
        for done in &manifest.levels {
            if let Some(kept) = &done.file {
                let file = path.join(file_name(&done.name));
                if !is_whole(&file, kept.bytes, &kept.sha256, control)? {
                    return Err(Fault::damaged(&file));
                }
            }
        }
        Ok(Self { path, manifest, buckets, _lock: lock })
    }

    /// What is known of a level, if it is whole.
    pub(super) fn known(&self, name: &str) -> Result<Option<Known>, Fault> {
        let Some(done) = self.manifest.levels.iter().find(|done| done.name == name) else {
            return Ok(None);
        };
        let number = |text: &Option<String>| {
            let number = text.as_deref().map(str::parse::<u128>).transpose();
            number.map_err(|_| Fault::damaged(&self.path.join(MANIFEST)))
        };
        let total = number(&done.total)?;
        let count = match &done.count {
            None => None,
            Some(count) => Some(LevelCount {
                jumps: count.jumps,
                pegs: count.pegs,
                classes: done.classes,
                positions: count.positions,
                dead_classes: count.dead_classes,
                dead: count.dead,
                sequences: total,
                ending: number(&count.ending)?,
            }),
        };
        Ok(Some(Known { classes: done.classes, total, count }))
    }

    /// Opens a level that is whole.
    pub(super) fn level(&self, name: &str) -> Result<Level, Fault> {
        Level::open(self.path.join(file_name(name)), self.buckets)
    }

    /// A place for arrivals of the level in the making.
    pub(super) fn arrivals(&self) -> PathBuf {
        self.path.join("arrivals.part")
    }

    /// Begins the file of a level.
    pub(super) fn begin(&self) -> Result<Writer, Fault> {
        Writer::create(self.path.join("level.part"))
    }

    /// Takes up a level that is written to its end; those named in `done_with` are not needed any more.
    pub(super) fn keep(
        &mut self,
        name: &str,
        writer: Writer,
        known: &Known,
        done_with: &[&str],
    ) -> Result<(), Fault> {
        let (bytes, sha256) = writer.finish(known.total.is_some())?;
        let file = self.path.join(file_name(name));
        fs::rename(self.path.join("level.part"), &file).map_err(|error| Fault::io(&file, error))?;
        let count = known.count.map(|count| Counted {
            jumps: count.jumps,
            pegs: count.pegs,
            positions: count.positions,
            dead_classes: count.dead_classes,
            dead: count.dead,
            ending: count.ending.map(|number| number.to_string()),
        });
        self.manifest.levels.push(Done {
            name: name.to_owned(),
            classes: known.classes,
            total: known.total.map(|total| total.to_string()),
            count,
            file: Some(Kept { bytes, sha256 }),
        });
        let mut old = Vec::new();
        for done in &mut self.manifest.levels {
            if done_with.contains(&done.name.as_str()) && done.file.take().is_some() {
                old.push(self.path.join(file_name(&done.name)));
            }
        }
        self.write_manifest()?;
        for file in old {
            // One that stays takes room and nothing else.
            let _ = fs::remove_file(file);
        }
        Ok(())
    }

    fn write_manifest(&self) -> Result<(), Fault> {
        let (path, beside) = (self.path.join(MANIFEST), self.path.join("levels.part"));
        let line = serde_json::to_string(&self.manifest)
            .map_err(|error| Fault::io(&path, io::Error::other(error)))?;
        let text = format!("{line}\n{}\n", hex(&Sha256::digest(line.as_bytes())));
        let written = File::create(&beside).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        });
        written
            .and_then(|()| fs::rename(&beside, &path))
            .and_then(|()| sync_folder(&self.path))
            .map_err(|error| Fault::io(&path, error))
    }
}

fn file_name(level: &str) -> String {
    format!("{level}.level")
}

/// The manifest of a folder, if it has one.
fn read_manifest(path: &Path) -> Result<Option<Manifest>, Fault> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            return Err(Fault::damaged(path));
        }
        Err(error) => return Err(Fault::io(path, error)),
    };
    let damaged = || Fault::damaged(path);
    let (line, digest) = text.split_once('\n').ok_or_else(damaged)?;
    if digest.strip_suffix('\n') != Some(&hex(&Sha256::digest(line.as_bytes()))) {
        return Err(damaged());
    }
    let manifest: Manifest = serde_json::from_str(line).map_err(|_| damaged())?;
    if manifest.format != FORMAT {
        return Err(Fault::Refused {
            folder: path.to_owned(),
            why: format!("it was written in another format: {}", shown(&manifest.format)),
            help: "use the version of soliter that wrote it",
        });
    }
    Ok(Some(manifest))
}

/// Makes names of files last.
fn sync_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(path)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// A digest of all that a count depends on.
fn digest(puzzle: &Puzzle) -> String {
    let mut sha = Sha256::new();
    let mut number = |number: u64| sha.update(number.to_le_bytes());
    number(puzzle.board.full().0);
    for leap in rules::leaps(&puzzle.board, puzzle.building) {
        number(leap.all);
        number(leap.from.into());
        number(leap.to.into());
    }
    number(puzzle.start.0);
    match puzzle.finish {
        Finish::Exactly(finish) => {
            number(0);
            number(finish.0);
        }
        Finish::Pegs(pegs) => {
            number(1);
            number(pegs as u64);
        }
    }
    hex(&sha.finalize())
}
