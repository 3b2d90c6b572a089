//! What a search on disk asks of those who work together: one process alone, or several workers, each with some
//! of the buckets.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::base::control::Control;
use crate::peg::search::count::LevelCount;
use crate::peg::search::disk::fault::Fault;
use crate::peg::search::disk::folder::level::StoredLevel;
use crate::peg::search::disk::folder::runs::Overflow;
use crate::peg::search::disk::folder::share::Share;
use crate::peg::search::disk::index::Index;
use crate::peg::search::disk::store::Store;
use crate::peg::search::disk::weight::Weight;

/// What a worker has written of a level.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Tally {
    /// Its positions; only how many classes there are where no more is wanted.
    pub(crate) count: LevelCount,
    pub(crate) sequences: u128,
    pub(crate) ending: u128,
    /// Successors left out that lines beyond the limit may pass.
    pub(crate) cut: u64,
    /// The bytes of its file.
    pub(crate) bytes: u64,
    /// Their digest.
    pub(crate) sha256: String,
}

impl Tally {
    /// Counts what another has counted.
    pub(crate) fn add(&mut self, other: &Self) -> Result<(), Overflow> {
        let sum = |a: u128, b: u128| a.checked_add(b).ok_or(Overflow);
        self.sequences = sum(self.sequences, other.sequences)?;
        self.ending = sum(self.ending, other.ending)?;
        self.count.add(&other.count);
        self.cut += other.cut;
        Ok(())
    }
}

/// What a worker can tell all others.
pub(crate) trait Gathered: Clone + Send + Serialize + DeserializeOwned + 'static {}

impl<T: Clone + Send + Serialize + DeserializeOwned + 'static> Gathered for T {}

/// One of those who count together. All of them call the same functions in the same order.
pub(crate) trait Crew {
    /// Its buckets.
    fn share(&self) -> Share;

    /// The number of threads that it works with.
    fn threads(&self) -> usize;

    /// Sends what `successors` makes of each position in its buckets of a level, and of its weight, to the
    /// stores of those whose buckets they fall into; gives its own store when all have sent all.
    fn send<W: Weight>(
        &self,
        level: &StoredLevel,
        index: &Index,
        store: Store<W>,
        successors: impl Fn(u64, W, &mut Vec<(u64, W)>) + Sync,
        control: &Control,
    ) -> Result<Store<W>, Fault>;

    /// What all have to say, by worker; it waits for them.
    fn gather<T: Gathered>(&self, own: T) -> Result<Vec<T>, Fault>;
}
