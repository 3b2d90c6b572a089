//! Who works on a search on disk: one process alone, or several workers, each of which owns some of the
//! buckets.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::base::threads::each_chunk;
use crate::peg::search::count::LevelCount;
use crate::peg::search::disk::fault::Fault;
use crate::peg::search::disk::folder::manifest::FileRecord;
use crate::peg::search::disk::folder::runs::{Arrival, Overflow};
use crate::peg::search::disk::folder::share::Share;
use crate::peg::search::disk::packets::{Expand, Packets, Sink};
use crate::peg::search::disk::store::Store;
use crate::peg::search::disk::weight::Weight;

/// What a worker has written of a level.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Tally {
    /// Its positions. Where they are not to be counted, only the number of classes is set.
    pub(crate) count: LevelCount,
    pub(crate) sequences: u128,
    pub(crate) ending: u128,
    /// The number of pruned successors through which lines of more moves than the limit may pass.
    pub(crate) cut: u64,
    /// The file that it has written.
    pub(crate) file: FileRecord,
}

impl Tally {
    /// Adds the counts of another worker.
    pub(crate) fn add(&mut self, other: &Self) -> Result<(), Overflow> {
        let sum = |a: u128, b: u128| a.checked_add(b).ok_or(Overflow);
        self.sequences = sum(self.sequences, other.sequences)?;
        self.ending = sum(self.ending, other.ending)?;
        self.count.add(&other.count);
        self.cut += other.cut;
        Ok(())
    }
}

/// A value that a worker can send to all others.
pub(crate) trait Gathered: Clone + Send + Serialize + DeserializeOwned + 'static {}

impl<T: Clone + Send + Serialize + DeserializeOwned + 'static> Gathered for T {}

/// One of the workers of a search. All of them call the same functions in the same order.
pub(crate) trait Crew {
    /// The buckets that it owns.
    fn share(&self) -> Share;

    /// The number of threads that it works with.
    fn threads(&self) -> usize;

    /// Expands each of its buckets, and sends the arrivals to the stores of the workers that own their buckets.
    /// Returns its own store when all workers have sent all their arrivals.
    fn exchange<W: Weight>(
        &self,
        store: Store<W>,
        expand: &Expand<'_, W>,
    ) -> Result<Store<W>, Fault>;

    /// Waits for the values of all workers, and returns them by worker.
    fn gather<T: Gathered>(&self, own: T) -> Result<Vec<T>, Fault>;
}

/// A process that works alone, with several threads that add arrivals to the same buckets.
pub(crate) struct Alone;

/// The number of parts into which a level is split for each thread. There are several, since the parts are
/// not of the same size.
const PARTS: usize = 4;

impl<W: Weight> Sink<W> for &Store<W> {
    fn take(&mut self, bucket: usize, packet: &[Arrival<W>]) -> Result<(), Fault> {
        self.add(bucket, packet)
    }
}

impl Crew for Alone {
    fn share(&self) -> Share {
        Share::WHOLE
    }

    fn threads(&self) -> usize {
        rayon::current_num_threads()
    }

    fn exchange<W: Weight>(
        &self,
        store: Store<W>,
        expand: &Expand<'_, W>,
    ) -> Result<Store<W>, Fault> {
        let buckets = self.share().buckets(store.buckets());
        let part = |buckets: &[usize]| {
            let mut sink = &store;
            let mut packets = Packets::new(store.buckets(), &mut sink);
            buckets.iter().try_for_each(|&bucket| expand(bucket, &mut packets))?;
            packets.finish()
        };
        let length = buckets.len().div_ceil(PARTS * self.threads());
        each_chunk(&buckets, length, part).into_iter().collect::<Result<(), Fault>>()?;
        Ok(store)
    }

    fn gather<T: Gathered>(&self, own: T) -> Result<Vec<T>, Fault> {
        Ok(vec![own])
    }
}
