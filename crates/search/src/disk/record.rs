//! The record of a level that has been built.

use serde::{Deserialize, Serialize};

use crate::disk::fault::Fault;
use crate::{count::LevelCount, count::result::as_text};
use soliter_base::control::Stop;

/// The record of a level that has been completed, or of some of its buckets.
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
    /// Whether a pruned position may be on a line with more moves than the limit.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) cut: bool,
    /// The least position that the other side of the search has reached too, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) met: Option<u64>,
    /// Its files for as long as they are needed; file `n` of `N` has every `N`-th bucket, beginning with
    /// bucket `n`.
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
    pub(crate) buckets: usize,
}

impl LevelRecord {
    /// The names of its files.
    pub(crate) fn file_names(&self) -> impl Iterator<Item = String> {
        let files = self.files.iter().enumerate();
        files.map(|(number, file)| file_name(&self.name, number, file.round))
    }

    /// Adds another record of the same level.
    pub(crate) fn add(&mut self, other: Self) -> Result<(), Fault> {
        self.classes += other.classes;
        if let (Some(total), Some(more)) = (&mut self.total, other.total) {
            *total = total.checked_add(more).ok_or(Fault::Overflow)?;
        }
        if let (Some(count), Some(more)) = (&mut self.count, other.count) {
            count.add(&more);
            // This cannot overflow, since it is at most the total.
            count.ending = count.ending.zip(more.ending).map(|(a, b)| a + b);
            count.won = count.won.zip(more.won).map(|(a, b)| a + b);
        }
        self.cut |= other.cut;
        self.met = [self.met, other.met].into_iter().flatten().min();
        self.files.extend(other.files);
        Ok(())
    }

    /// The counts of a level that was counted.
    pub(crate) fn counted(&self) -> Result<LevelCount, Stop> {
        let count = self.count.ok_or(Stop::Fault("a level was not counted"))?;
        Ok(LevelCount { classes: self.classes, sequences: self.total, ..count })
    }
}

/// The name of a file of a level: its number, and the round in which it was written.
pub(crate) fn file_name(level: &str, number: usize, round: u64) -> String {
    format!("{level}.{number}.{round}.level")
}
