//! A worker of timely as one of a crew.
//!
//! Each level has a dataflow of its own: parcels go through timely's exchange to the worker whose buckets
//! they are for, which drops them into its store. The input of a worker moves on to the next tick after some
//! thousand positions, and waits when the slowest is four ticks behind, so that no more than that is under
//! way. When all have closed their inputs and the probe is done, all arrivals of the level have come.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use timely::container::NoopBuilder;
use timely::dataflow::InputHandle;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::vec::Broadcast as _;
use timely::dataflow::operators::{Input as _, Inspect as _, Operator as _, Probe as _, probe};
use timely::worker::Worker;

use crate::base::control::{Control, Stop};
use crate::peg::search::disk::cluster::parcel::{Carrier, Parcel};
use crate::peg::search::disk::crew::{Crew, Gathered};
use crate::peg::search::disk::fault::Fault;
use crate::peg::search::disk::folder::level::StoredLevel;
use crate::peg::search::disk::folder::runs::Arrival;
use crate::peg::search::disk::folder::share::Share;
use crate::peg::search::disk::index::Index;
use crate::peg::search::disk::packets::{Packets, Sink};
use crate::peg::search::disk::store::Store;
use crate::peg::search::disk::weight::Weight;

/// Arrivals of a parcel.
const PARCEL: usize = 1 << 14;
/// Positions of a tick.
const TICK: usize = 1 << 14;
/// Ticks that may be under way.
const AHEAD: u64 = 4;
/// Between looks at the limits while waiting.
const PARK: Duration = Duration::from_millis(1);

/// A worker.
pub(super) struct Member {
    worker: RefCell<Worker>,
    share: Share,
    control: Control,
}

/// What a worker has to say; the last byte is 1, see `link`.
#[derive(Clone, Serialize, Deserialize)]
struct Vote<T>(usize, T, u8);

impl Member {
    pub(super) fn new(worker: Worker, control: Control) -> Self {
        let share = Share { worker: worker.index(), workers: worker.peers() };
        Self { worker: RefCell::new(worker), share, control }
    }

    /// Lets timely work until nothing is to be done any more.
    fn run_while(&self, mut waiting: impl FnMut() -> bool) -> Result<(), Fault> {
        while waiting() {
            self.control.check()?;
            self.worker.borrow_mut().step_or_park(Some(PARK));
        }
        Ok(())
    }

    /// Waits until all dataflows have ended.
    pub(super) fn finish(&self) -> Result<(), Fault> {
        self.run_while(|| self.worker.borrow().has_dataflows())
    }
}

impl Crew for Member {
    fn share(&self) -> Share {
        self.share
    }

    fn threads(&self) -> usize {
        1
    }

    fn send<W: Weight>(
        &self,
        level: &StoredLevel,
        index: &Index,
        store: Store<W>,
        successors: impl Fn(u64, W, &mut Vec<(u64, W)>) + Sync,
        control: &Control,
    ) -> Result<Store<W>, Fault> {
        let store = Rc::new(store);
        let fault = Rc::new(RefCell::new(None));
        let probe = probe::Handle::new();
        let input = self.worker.borrow_mut().dataflow(|scope| {
            let (input, parcels) = scope.new_input_with_builder::<NoopBuilder<Parcel<W>>>();
            let (store, fault) = (Rc::clone(&store), Rc::clone(&fault));
            let (share, buckets) = (self.share, index.buckets());
            let absorbed = parcels.unary::<NoopBuilder<Vec<()>>, _, _, _>(
                DistributorPact(|_| Carrier),
                "absorb",
                |_, _| {
                    move |parcels, _| {
                        parcels.for_each(|_, parcel| {
                            if let Err(why) = absorb(&store, parcel, share, buckets) {
                                fault.borrow_mut().get_or_insert(why);
                            }
                        });
                    }
                },
            );
            absorbed.probe_with(&probe);
            input
        });
        let parcels =
            (0..self.share.workers).map(|to| Parcel { to, ..Parcel::default() }).collect();
        let sink = Outbox {
            member: self,
            store: &store,
            fault: &fault,
            probe: &probe,
            input,
            parcels,
            positions: 0,
        };
        let mut packets = Packets::new(index.buckets(), sink);
        for bucket in self.share.buckets(index.buckets()) {
            packets.send_bucket(level, index, bucket, &successors, control)?;
        }
        packets.finish()?.close();
        self.run_while(|| !probe.done())?;
        if let Some(fault) = fault.borrow_mut().take() {
            return Err(fault);
        }
        // The operator that shared it is gone when its dataflow is.
        self.run_while(|| Rc::strong_count(&store) > 1)?;
        Rc::try_unwrap(store).map_err(|_| Fault::Stopped(Stop::Fault("a store is in use")))
    }

    fn gather<T: Gathered>(&self, said: T) -> Result<Vec<T>, Fault> {
        let votes = Rc::new(RefCell::new(Vec::new()));
        let probe = probe::Handle::new();
        let mut input = self.worker.borrow_mut().dataflow::<u64, _, _>(|scope| {
            let (input, own) = scope.new_input::<Vec<Vote<T>>>();
            let votes = Rc::clone(&votes);
            let heard = own.broadcast().inspect(move |vote: &Vote<T>| {
                votes.borrow_mut().push(vote.clone());
            });
            heard.probe_with(&probe);
            input
        });
        input.send(Vote(self.share.worker, said, 1));
        input.close();
        self.run_while(|| !probe.done())?;
        let mut votes = votes.take();
        votes.sort_unstable_by_key(|vote| vote.0);
        Ok(votes.into_iter().map(|Vote(_, said, _)| said).collect())
    }
}

/// Drops a parcel into the store.
fn absorb<W: Weight>(
    store: &Store<W>,
    parcel: &Parcel<W>,
    share: Share,
    buckets: usize,
) -> Result<(), Fault> {
    let damaged = || Fault::Stopped(Stop::Fault("what came over the network is not what was sent"));
    if parcel.damaged {
        return Err(damaged());
    }
    let mut rest = &parcel.arrivals[..];
    for &(bucket, length) in &parcel.packets {
        let bucket = bucket as usize;
        let (packet, others) = rest.split_at_checked(length as usize).ok_or_else(damaged)?;
        if bucket >= buckets || !share.has(bucket) {
            return Err(damaged());
        }
        store.add(bucket, packet)?;
        rest = others;
    }
    Ok(())
}

/// Packets on their way to the workers.
struct Outbox<'a, W: Weight> {
    member: &'a Member,
    store: &'a Store<W>,
    fault: &'a RefCell<Option<Fault>>,
    probe: &'a probe::Handle<u64>,
    input: InputHandle<u64, NoopBuilder<Parcel<W>>>,
    /// By worker.
    parcels: Vec<Parcel<W>>,
    /// Since the last tick.
    positions: usize,
}

impl<W: Weight> Outbox<'_, W> {
    fn send(&mut self, to: usize) {
        let mut parcel =
            std::mem::replace(&mut self.parcels[to], Parcel { to, ..Parcel::default() });
        self.input.send_batch(&mut parcel);
    }

    /// Sends what still waits.
    fn close(mut self) {
        for to in 0..self.parcels.len() {
            self.send(to);
        }
        self.input.close();
    }
}

impl<W: Weight> Sink<W> for Outbox<'_, W> {
    fn take(&mut self, bucket: usize, packet: &[Arrival<W>]) -> Result<(), Fault> {
        let to = self.member.share.owner(bucket);
        if to == self.member.share.worker {
            return self.store.add(bucket, packet);
        }
        let parcel = &mut self.parcels[to];
        parcel.packets.push((bucket as u32, packet.len() as u32));
        parcel.arrivals.extend_from_slice(packet);
        if parcel.arrivals.len() >= PARCEL {
            self.send(to);
        }
        Ok(())
    }

    fn pause(&mut self, positions: usize) -> Result<(), Fault> {
        self.positions += positions;
        if self.positions < TICK {
            return Ok(());
        }
        self.positions = 0;
        let tick = self.input.time() + 1;
        self.input.advance_to(tick);
        self.member.worker.borrow_mut().step();
        let (probe, fault) = (self.probe, self.fault);
        self.member.run_while(|| {
            fault.borrow().is_none() && tick > AHEAD && probe.less_than(&(tick - AHEAD))
        })?;
        match fault.borrow_mut().take() {
            Some(fault) => Err(fault),
            None => Ok(()),
        }
    }
}
