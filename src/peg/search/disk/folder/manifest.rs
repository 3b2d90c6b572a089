//! The manifest of a folder, `levels.json`. Its first line is a JSON object that says which levels are
//! complete, and its second line is the SHA-256 of the first. A new manifest is written to another file,
//! which replaces the old manifest when it is on disk.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::base::control::Stop;
use crate::base::wording::{hex, shown};
use crate::peg::puzzle::{Finish, Puzzle};
use crate::peg::rules;
use crate::peg::search::{count::LevelCount, count::result::as_text, disk::fault::Fault};

pub(crate) const FORMAT: &str = "soliter levels 3";
pub(crate) const NAME: &str = "levels.json";
/// The most bytes of a manifest, which has a few hundred for each level; a longer file is not a manifest.
const MOST: u64 = 1 << 26;

/// What is known of a level that has been completed, or of the part of it that a worker has written.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LevelRecord {
    pub(crate) name: String,
    /// The number of positions up to symmetry.
    pub(crate) classes: u64,
    /// The sum of the numbers of all positions, if they have numbers.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "as_text")]
    pub(crate) total: Option<u128>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) count: Option<LevelCount>,
    /// Whether a position was pruned that lines of more moves than the limit may pass.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) cut: bool,
    /// The least position that the other side of the search has too, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) met: Option<u64>,
    /// Its files for as long as they are needed, one for each worker that wrote the level.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) files: Vec<FileRecord>,
}

/// A file of a level.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileRecord {
    pub(crate) bytes: u64,
    pub(crate) sha256: String,
    /// The round of work in which it was written, which is part of its name.
    pub(crate) round: u64,
    /// The number of buckets in it.
    pub(crate) buckets: usize,
}

impl LevelRecord {
    /// Adds what another record has of the same level.
    pub(crate) fn add(&mut self, other: Self) -> Result<(), Fault> {
        self.classes += other.classes;
        if let (Some(total), Some(more)) = (&mut self.total, other.total) {
            *total = total.checked_add(more).ok_or(Fault::Overflow)?;
        }
        if let (Some(count), Some(more)) = (&mut self.count, other.count) {
            count.add(&more);
            // This cannot overflow, since it is at most the total.
            count.ending = count.ending.zip(more.ending).map(|(a, b)| a + b);
        }
        self.cut |= other.cut;
        self.met = [self.met, other.met].into_iter().flatten().min();
        self.files.extend(other.files);
        Ok(())
    }

    /// The figures of a level that was counted.
    pub(crate) fn counted(&self) -> Result<LevelCount, Stop> {
        let count = self.count.ok_or(Stop::Fault("a level was not counted"))?;
        Ok(LevelCount { classes: self.classes, sequences: self.total, ..count })
    }
}

/// The contents of a folder.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    format: String,
    pub(crate) title: String,
    pub(crate) what: String,
    /// The digest of the rules, the start and the finish.
    pub(crate) puzzle: String,
    /// How often work was resumed. A process of an earlier round that was taken for lost, and was only stopped,
    /// writes to other files than those of a later one.
    pub(crate) round: u64,
    pub(crate) levels: Vec<LevelRecord>,
}

/// The part of a manifest that every format has.
#[derive(Deserialize)]
struct Head {
    format: String,
}

impl Manifest {
    /// The manifest of work that has not begun; `what` is a phrase for what is looked for.
    pub(crate) fn new(puzzle: &Puzzle, what: &str) -> Self {
        Self {
            format: FORMAT.to_owned(),
            title: puzzle.title().to_owned(),
            what: what.to_owned(),
            puzzle: digest(puzzle),
            round: 0,
            levels: Vec::new(),
        }
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
        let damaged = || Fault::damaged(path);
        let (line, digest) = text.split_once('\n').ok_or_else(damaged)?;
        if digest.strip_suffix('\n') != Some(&hex(&Sha256::digest(line.as_bytes()))) {
            return Err(damaged());
        }
        let head: Head = serde_json::from_str(line).map_err(|_| damaged())?;
        if head.format != FORMAT {
            return Err(Fault::Refused {
                folder: folder.to_owned(),
                why: format!("it was written in another format: {}", shown(&head.format)),
                help: "use the version of soliter that wrote it",
            });
        }
        Ok(Some(serde_json::from_str(line).map_err(|_| damaged())?))
    }

    pub(crate) fn write(&self, folder: &Path) -> Result<(), Fault> {
        let (path, beside) = (folder.join(NAME), folder.join("levels.part"));
        let replace = || {
            let line = serde_json::to_string(self)?;
            let text = format!("{line}\n{}\n", hex(&Sha256::digest(line.as_bytes())));
            let mut file = File::create(&beside)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            drop(file);
            fs::rename(&beside, &path)?;
            // The names of the files in the folder survive a crash.
            #[cfg(unix)]
            File::open(folder)?.sync_all()?;
            io::Result::Ok(())
        };
        replace().map_err(|error| Fault::io(&path, error))
    }
}

/// The SHA-256 of everything that a count depends on.
pub(crate) fn digest(puzzle: &Puzzle) -> String {
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
    // Nothing is added for puzzles without marked pegs, so that older folders can still be resumed.
    for (word, hole) in puzzle.marked.each() {
        sha.update(word);
        sha.update([hole]);
    }
    hex(&sha.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peg::{puzzle::marks::Marks, search::tests::puzzle};

    #[test]
    fn puzzles_with_different_marks_have_different_digests() {
        let text =
            "model = 'english'\nstart = ['35', '43', '44', '45', '46', '55']\nfinish = ['44']";
        let puzzle = puzzle(text);
        let marks = [
            Marks::default(),
            Marks { finisher: Some(9), ..Marks::default() },
            Marks { finisher: Some(16), ..Marks::default() },
            Marks { watch: Some(9), ..Marks::default() },
            Marks { finisher: Some(9), catch: Some(16), ..Marks::default() },
        ];
        let mut digests = marks.map(|marked| digest(&Puzzle { marked, ..puzzle.clone() })).to_vec();
        // Existing folders contain this digest of a puzzle without marked pegs.
        let cross = "c5ef1a24a50404165f2054247ba10670fcef0c2285011b429c7194a0e089b30c";
        assert_eq!(digests[0], cross);
        digests.sort();
        digests.dedup();
        assert_eq!(digests.len(), marks.len());
    }
}
