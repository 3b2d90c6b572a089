//! The workers of a search on disk, each of which is a process that owns some of the buckets. A process that
//! works alone is a crew of one, which owns them all.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::base::control::{Control, Stop};
use crate::base::threads::each_chunk;
use crate::peg::search::disk::folder::runs::{self, Arrival};
use crate::peg::search::disk::folder::{Folder, Place, level::StoredLevel, share::Share};
use crate::peg::search::disk::store::{Store, lock};
use crate::peg::{
    puzzle::Puzzle,
    search::disk::cluster::link::{Link, MAX_BODY},
    search::disk::fault::Fault,
    search::disk::index::Index,
    search::disk::packets::Packets,
    search::disk::weight::Weight,
};

/// The number of parts into which a level is split for each thread. There are several, since the parts are
/// not of the same size.
const PARTS: usize = 4;

/// The only store at a time.
pub(crate) const ONLY: (usize, u64) = (0, 1);

/// A worker of a crew. All workers call the same functions in the same order.
pub(crate) struct Crew {
    pub(crate) index: Arc<Index>,
    pub(crate) folder: Folder,
    pub(crate) control: Control,
    /// The connections to the other workers, by their numbers; none for this one.
    pub(crate) links: Vec<Option<Link>>,
    /// Whether each worker can read the files of all, so that the buckets of a level can be dealt out to others
    /// than those of the level before.
    pub(crate) shared: bool,
    /// The microseconds for which this worker was at work on the level that is made, in all its threads.
    pub(crate) busy: AtomicU64,
}

impl Crew {
    /// A process that works alone in a folder on what `what` names.
    pub(crate) fn alone(
        (puzzle, what): (&Puzzle, &str),
        index: Index,
        place: &Place,
        control: &Control,
    ) -> Result<Self, Fault> {
        let share = Share::equal(0, 1, index.buckets());
        let folder = Folder::open(place, (puzzle, what), share, control)?;
        Ok(Self::new(Arc::new(index), folder, control.clone(), Vec::new(), false))
    }

    pub(crate) fn new(
        index: Arc<Index>,
        folder: Folder,
        control: Control,
        links: Vec<Option<Link>>,
        shared: bool,
    ) -> Self {
        Self { index, folder, control, links, shared, busy: AtomicU64::default() }
    }

    /// The microseconds for which threads of this worker have waited for others to take what they sent.
    fn blocked(&self) -> u64 {
        self.others().map(|link| link.blocked.load(Relaxed)).sum()
    }

    /// The connections to the other workers.
    pub(crate) fn others(&self) -> impl Iterator<Item = &Link> {
        self.links.iter().flatten()
    }

    /// Empty buckets for arrivals: the only store at a time, or one of some, by its number, that share the memory.
    pub(crate) fn store<W: Weight>(&self, (number, stores): (usize, u64)) -> Store<W> {
        let share = &self.folder.share;
        let bytes = self.folder.place.in_memory / stores;
        Store::new(share.all(), share.counts[share.worker], bytes, self.folder.arrivals(number))
    }

    /// Sends the successors of the positions of some levels to the workers that own their buckets. `successors`
    /// lists them, given the number of the level, a position and its weight. Returns the store of this worker, see
    /// [`store`](Self::store), when all workers have sent all their arrivals.
    pub(crate) fn exchange<W: Weight>(
        &self,
        levels: &[&StoredLevel],
        store: (usize, u64),
        successors: impl Fn(usize, u64, W, &mut Vec<(u64, W)>) + Sync,
    ) -> Result<Store<W>, Fault> {
        // Nobody sends arrivals before all others receive them, or they might seem to be gone.
        self.gather(())?;
        let store = self.store(store);
        let first = Mutex::new(None);
        let end = |result: Result<(), Fault>| {
            if let Err(fault) = result {
                lock(&first).get_or_insert(fault);
                // This ends all threads that wait for another worker.
                self.others().for_each(Link::close);
            }
        };
        std::thread::scope(|scope| {
            let (store, end) = (&store, &end);
            for link in self.others() {
                scope.spawn(move || end(self.receive(link, store)));
            }
            let (clock, blocked) = (Instant::now(), self.blocked());
            end(self.send(levels, &successors, store));
            let blocked = (self.blocked() - blocked) / rayon::current_num_threads() as u64;
            let busy = (clock.elapsed().as_micros() as u64).saturating_sub(blocked);
            self.busy.fetch_add(busy, Relaxed);
        });
        first.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(store), Err)
    }

    /// Sends the successors of the positions in the buckets of this worker.
    fn send<W: Weight>(
        &self,
        levels: &[&StoredLevel],
        successors: &(impl Fn(usize, u64, W, &mut Vec<(u64, W)>) + Sync),
        store: &Store<W>,
    ) -> Result<(), Fault> {
        let share = &self.folder.share;
        let deliver =
            |bucket: usize, packet: &mut Vec<Arrival<W>>| match self.links.get(share.owner(bucket))
            {
                Some(Some(link)) => link.send_packet(bucket, packet),
                _ => store.add(bucket, packet),
            };
        let part = |buckets: &[usize]| {
            let mut packets = Packets::new(self.index.buckets(), &deliver);
            for &bucket in buckets {
                for (number, level) in levels.iter().enumerate() {
                    let successors =
                        |position, weight, next: &mut _| successors(number, position, weight, next);
                    packets.send_bucket(level, &self.index, bucket, &successors, &self.control)?;
                }
            }
            packets.finish()
        };
        let buckets: Vec<usize> = share.buckets().collect();
        let length = buckets.len().div_ceil(PARTS * rayon::current_num_threads());
        each_chunk(&buckets, length, part).into_iter().collect::<Result<(), Fault>>()?;
        self.others().try_for_each(Link::end_packets)
    }

    /// Adds the arrivals that another worker sends to the store, until it has sent all of them.
    fn receive<W: Weight>(&self, link: &Link, store: &Store<W>) -> Result<(), Fault> {
        let owns = |&bucket: &usize| self.folder.share.has(bucket);
        let mut packet = Vec::new();
        loop {
            let parcel = link.receive_bytes(None, MAX_BODY)?;
            if parcel.is_empty() {
                return Ok(());
            }
            let mut rest = &parcel[..];
            while !rest.is_empty() {
                let bucket = runs::read_packet(&mut rest, &mut packet).filter(owns);
                let bucket =
                    bucket.ok_or(Stop::Fault("what came over the network is not what was sent"))?;
                store.add(bucket, &packet)?;
                packet.clear();
            }
        }
    }

    /// Waits for the values of all workers, and returns them by worker.
    pub(crate) fn gather<T: Serialize + DeserializeOwned>(&self, own: T) -> Result<Vec<T>, Fault> {
        self.others().try_for_each(|link| link.send(&own))?;
        let others = self.others().map(|link| link.receive(None));
        let mut all = others.collect::<Result<Vec<T>, Fault>>()?;
        all.insert(self.folder.share.worker, own);
        Ok(all)
    }
}
