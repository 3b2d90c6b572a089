//! The manifest of a folder, `levels.json`. Its first line is a JSON object that says which levels are
//! complete, and its second line is the SHA-256 of the first. A new manifest is written to another file,
//! which replaces the old manifest when it is on disk.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::disk::kernel::tables::rules_digest;
use crate::{disk::fault::Fault, disk::record::LevelRecord};
use soliter_base::wording::{hex, shown};
use soliter_boards::puzzle::Puzzle;

pub(crate) const FORMAT: &str = "soliter levels 1";
pub(crate) const NAME: &str = "levels.json";
/// The maximum size of a manifest in bytes. It has a few hundred bytes for each level; a longer file is not a manifest.
const MOST: u64 = 1 << 26;

/// The contents of a folder.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    format: String,
    pub(crate) title: String,
    pub(crate) what: String,
    /// The digest of the rules, the start and the finish.
    pub(crate) puzzle: String,
    /// How often work was resumed. If a process of an earlier round was thought to be lost but was only suspended, it
    /// does not write to the files of a later round.
    pub(crate) round: u64,
    pub(crate) levels: Vec<LevelRecord>,
}

/// The part of a manifest that all formats have in common.
#[derive(Deserialize)]
struct Head {
    format: String,
}

impl Manifest {
    /// The manifest of work that has not begun; `what` is a phrase for the result that is computed.
    pub(crate) fn new(puzzle: &Puzzle, what: &str) -> Self {
        Self {
            format: FORMAT.to_owned(),
            title: puzzle.title().to_owned(),
            what: what.to_owned(),
            puzzle: rules_digest(puzzle),
            round: 0,
            levels: Vec::new(),
        }
    }

    /// Adds a level. The levels in `done_with` are no longer needed: returns their records with their files,
    /// which the manifest no longer names.
    pub(crate) fn add_level(
        &mut self,
        record: LevelRecord,
        done_with: &[String],
    ) -> Vec<LevelRecord> {
        self.levels.push(record);
        let done = self.levels.iter_mut().filter(|done| done_with.contains(&done.name));
        done.map(|done| {
            let old = done.clone();
            done.files.clear();
            old
        })
        .collect()
    }

    /// Reads the manifest of a folder, if it has one.
    pub(crate) fn read(folder: &Path) -> Result<Option<Self>, Fault> {
        let path = &folder.join(NAME);
        let mut text = String::new();
        let read = File::open(path).and_then(|file| file.take(MOST + 1).read_to_string(&mut text));
        match read {
            Ok(bytes) if bytes as u64 > MOST => return Err(Fault::damaged(path)),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Fault::unread(path, error)),
        }
        Self::parse(&text, folder).map(Some)
    }

    /// Reads the text of the manifest of a folder.
    pub(crate) fn parse(text: &str, folder: &Path) -> Result<Self, Fault> {
        let damaged = || Fault::damaged(&folder.join(NAME));
        let (line, digest) = text.split_once('\n').ok_or_else(damaged)?;
        if digest.strip_suffix('\n') != Some(&hex(&Sha256::digest(line.as_bytes()))) {
            return Err(damaged());
        }
        let head: Head = serde_json::from_str(line).map_err(|_| damaged())?;
        if head.format != FORMAT {
            let why = format!("it was written in another format: {}", shown(&head.format));
            let help = "use the version of soliter that wrote it";
            return Err(Fault::Refused { folder: folder.to_owned(), why, help });
        }
        serde_json::from_str(line).map_err(|_| damaged())
    }

    /// The text of the manifest.
    pub(crate) fn text(&self) -> String {
        // Names, digests and numbers can always be written as JSON.
        let line = serde_json::to_string(self).unwrap_or_default();
        format!("{line}\n{}\n", hex(&Sha256::digest(line.as_bytes())))
    }

    pub(crate) fn write(&self, folder: &Path) -> Result<(), Fault> {
        let (path, beside) = (folder.join(NAME), folder.join("levels.part"));
        let replace = || {
            let mut file = File::create(&beside)?;
            file.write_all(self.text().as_bytes())?;
            file.sync_all()?;
            drop(file);
            fs::rename(&beside, &path)?;
            // After this, the names of the files in the folder survive a crash.
            #[cfg(unix)]
            File::open(folder)?.sync_all()?;
            io::Result::Ok(())
        };
        replace().map_err(|error| Fault::io(&path, error))
    }
}
