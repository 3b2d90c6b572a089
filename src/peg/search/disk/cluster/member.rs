//! A worker of timely as a member of a crew.
//!
//! Each level has a dataflow of its own. Parcels go through timely's exchange to the worker that owns their
//! buckets, which adds them to its store. The input of a worker advances to the next tick after some thousand
//! positions, and waits while the slowest worker is four ticks behind, which bounds the data in flight. When
//! all workers have closed their inputs and the probe is done, all arrivals of the level have been received.

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
use crate::peg::search::disk::folder::runs::Arrival;
use crate::peg::search::disk::folder::share::Share;
use crate::peg::search::disk::packets::{Expand, Packets, Sink};
use crate::peg::search::disk::store::Store;
use crate::peg::search::disk::weight::Weight;

/// A parcel is sent when it holds this many arrivals.
const PARCEL: usize = 1 << 14;
/// The positions that are expanded in one tick.
const TICK: usize = 1 << 14;
/// The most ticks that may be in flight.
const AHEAD: u64 = 4;
/// The time between two checks of the limits while a worker waits.
const PARK: Duration = Duration::from_millis(1);

/// A worker of timely, with the buckets that it owns.
pub(super) struct Member {
    worker: RefCell<Worker>,
    share: Share,
    control: Control,
}

/// The number of a worker, the value that it contributes, and a last byte that is always 1 (see `link`).
#[derive(Clone, Serialize, Deserialize)]
struct Contribution<T>(usize, T, u8);

impl Member {
    pub(super) fn new(worker: Worker, control: Control) -> Self {
        let share = Share { worker: worker.index(), workers: worker.peers() };
        Self { worker: RefCell::new(worker), share, control }
    }

    /// Lets timely work for as long as `waiting` says so.
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

    fn exchange<W: Weight>(
        &self,
        store: Store<W>,
        expand: &Expand<'_, W>,
    ) -> Result<Store<W>, Fault> {
        let buckets = store.buckets();
        let store = Rc::new(store);
        let fault = Rc::new(RefCell::new(None));
        let probe = probe::Handle::new();
        let input = self.worker.borrow_mut().dataflow(|scope| {
            let (input, parcels) = scope.new_input_with_builder::<NoopBuilder<Parcel<W>>>();
            let (store, fault, share) = (Rc::clone(&store), Rc::clone(&fault), self.share);
            let absorbed = parcels.unary::<NoopBuilder<Vec<()>>, _, _, _>(
                DistributorPact(|_| Carrier),
                "absorb",
                |_, _| {
                    move |parcels, _| {
                        parcels.for_each(|_, parcel| {
                            if let Err(why) = absorb(&store, parcel, share) {
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
        let mut outbox = Outbox {
            member: self,
            store: &store,
            fault: &fault,
            probe: &probe,
            input,
            parcels,
            positions: 0,
        };
        let mut packets = Packets::new(buckets, &mut outbox);
        for bucket in self.share.buckets(buckets) {
            expand(bucket, &mut packets)?;
        }
        packets.finish()?;
        outbox.close();
        self.run_while(|| !probe.done())?;
        if let Some(fault) = fault.borrow_mut().take() {
            return Err(fault);
        }
        // The operator that shares the store is dropped with its dataflow.
        self.run_while(|| Rc::strong_count(&store) > 1)?;
        Rc::try_unwrap(store).map_err(|_| Fault::Stopped(Stop::Fault("a store is in use")))
    }

    fn gather<T: Gathered>(&self, own: T) -> Result<Vec<T>, Fault> {
        let all = Rc::new(RefCell::new(Vec::new()));
        let probe = probe::Handle::new();
        let mut input = self.worker.borrow_mut().dataflow::<u64, _, _>(|scope| {
            let (input, values) = scope.new_input::<Vec<Contribution<T>>>();
            let all = Rc::clone(&all);
            let received = values.broadcast().inspect(move |value: &Contribution<T>| {
                all.borrow_mut().push(value.clone());
            });
            received.probe_with(&probe);
            input
        });
        input.send(Contribution(self.share.worker, own, 1));
        input.close();
        self.run_while(|| !probe.done())?;
        let mut all = all.take();
        all.sort_unstable_by_key(|value| value.0);
        Ok(all.into_iter().map(|Contribution(_, value, _)| value).collect())
    }
}

/// Adds the arrivals of a parcel to the store.
fn absorb<W: Weight>(store: &Store<W>, parcel: &Parcel<W>, share: Share) -> Result<(), Fault> {
    let damaged = || Fault::Stopped(Stop::Fault("what came over the network is not what was sent"));
    if parcel.damaged {
        return Err(damaged());
    }
    let mut rest = &parcel.arrivals[..];
    for &(bucket, length) in &parcel.packets {
        let bucket = bucket as usize;
        let (packet, others) = rest.split_at_checked(length as usize).ok_or_else(damaged)?;
        if bucket >= store.buckets() || !share.has(bucket) {
            return Err(damaged());
        }
        store.add(bucket, packet)?;
        rest = others;
    }
    Ok(())
}

/// Collects packets into parcels, and sends these to the workers.
struct Outbox<'a, W: Weight> {
    member: &'a Member,
    store: &'a Store<W>,
    fault: &'a RefCell<Option<Fault>>,
    probe: &'a probe::Handle<u64>,
    input: InputHandle<u64, NoopBuilder<Parcel<W>>>,
    /// The parcel that is being filled for each worker.
    parcels: Vec<Parcel<W>>,
    /// The positions that were expanded since the last tick.
    positions: usize,
}

impl<W: Weight> Outbox<'_, W> {
    fn send(&mut self, to: usize) {
        let mut parcel =
            std::mem::replace(&mut self.parcels[to], Parcel { to, ..Parcel::default() });
        self.input.send_batch(&mut parcel);
    }

    /// Sends the parcels that are not full, and closes the input.
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
        fault.borrow_mut().take().map_or(Ok(()), Err)
    }
}
