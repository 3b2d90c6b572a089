//! A process that works alone: several threads drop arrivals into the same buckets.

use crate::base::control::Control;
use crate::base::threads::each_chunk;
use crate::peg::search::disk::crew::{Crew, Gathered};
use crate::peg::search::disk::fault::Fault;
use crate::peg::search::disk::folder::level::StoredLevel;
use crate::peg::search::disk::folder::runs::Arrival;
use crate::peg::search::disk::folder::share::Share;
use crate::peg::search::disk::index::Index;
use crate::peg::search::disk::packets::{Packets, Sink};
use crate::peg::search::disk::store::Store;
use crate::peg::search::disk::weight::Weight;

/// Parts of a level for each thread: they are not of the same size.
const PARTS: usize = 4;

impl<W: Weight> Sink<W> for &Store<W> {
    fn take(&mut self, bucket: usize, packet: &[Arrival<W>]) -> Result<(), Fault> {
        self.add(bucket, packet)
    }

    fn pause(&mut self, _: usize) -> Result<(), Fault> {
        Ok(())
    }
}

/// The threads of this process.
pub(crate) struct Alone;

impl Crew for Alone {
    fn share(&self) -> Share {
        Share::WHOLE
    }

    fn threads(&self) -> usize {
        rayon::current_num_threads()
    }

    fn send<W: Weight>(
        &self,
        level: &StoredLevel,
        index: &Index,
        store: Store<W>,
        successors: impl Fn(u64, W, &mut Vec<(u64, W)>) + Sync,
        control: &Control,
    ) -> Result<Store<W>, Fault> {
        let buckets = self.share().buckets(index.buckets());
        let part = |buckets: &[usize]| {
            let mut packets = Packets::new(index.buckets(), &store);
            for &bucket in buckets {
                packets.send_bucket(level, index, bucket, &successors, control)?;
            }
            packets.finish().map(|_| ())
        };
        let length = buckets.len().div_ceil(PARTS * self.threads());
        each_chunk(&buckets, length, part).into_iter().collect::<Result<(), Fault>>()?;
        Ok(store)
    }

    fn gather<T: Gathered>(&self, own: T) -> Result<Vec<T>, Fault> {
        Ok(vec![own])
    }
}
