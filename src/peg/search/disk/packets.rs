//! Expands the positions of a level, and sends the arrivals to their buckets in packets.

use crate::base::control::Control;
use crate::peg::search::disk::folder::{level::StoredLevel, runs::Arrival};
use crate::peg::search::disk::{fault::Fault, index::Index, weight::Weight};
use crate::peg::search::{bounds::counts::Counts, space::expand::Expander, space::expand::Wanted};

/// The bytes of all packets that are being filled.
const WAITING: usize = 1 << 20;
/// The positions that are handled between two checks of the limits.
pub(crate) const BLOCK: usize = 1 << 11;

/// Collects the arrivals for each bucket into packets, so that a bucket is locked once for many arrivals.
pub(crate) struct Packets<'a, W> {
    waiting: Vec<Vec<Arrival<W>>>,
    /// The number of arrivals in a full packet.
    length: usize,
    deliver: &'a Deliver<'a, W>,
}

/// Takes a packet of arrivals for a bucket, and leaves nothing in it that is needed.
type Deliver<'a, W> = dyn Fn(usize, &mut Vec<Arrival<W>>) -> Result<(), Fault> + 'a;

impl<'a, W: Weight> Packets<'a, W> {
    /// Empty packets for this number of buckets.
    pub(crate) fn new(buckets: usize, deliver: &'a Deliver<'a, W>) -> Self {
        let length = (WAITING / buckets / size_of::<Arrival<W>>()).clamp(16, 1 << 10);
        Self { waiting: vec![Vec::new(); buckets], length, deliver }
    }

    /// Puts an arrival into the packet of its bucket.
    #[inline]
    pub(crate) fn send(&mut self, (bucket, key): (usize, u32), weight: W) -> Result<(), Fault> {
        let packet = &mut self.waiting[bucket];
        packet.push(Arrival { key, weight });
        if packet.len() < self.length {
            return Ok(());
        }
        (self.deliver)(bucket, packet)?;
        packet.clear();
        Ok(())
    }

    /// Sends the successors of each position in a bucket of a level. `successors` lists them, given a position
    /// and its weight.
    pub(crate) fn send_bucket(
        &mut self,
        level: &StoredLevel,
        index: &Index,
        bucket: usize,
        successors: &impl Fn(u64, W, &mut Vec<(u64, W)>),
        control: &Control,
    ) -> Result<(), Fault> {
        control.check()?;
        let positions = level.bucket::<W>(bucket)?;
        let mut next = Vec::new();
        for block in positions.chunks(BLOCK) {
            control.check()?;
            for arrival in block {
                if !index.has_key(arrival.key) {
                    return Err(level.damaged(bucket));
                }
                successors(index.position(bucket, arrival.key), arrival.weight, &mut next);
                for (position, weight) in next.drain(..) {
                    self.send(index.place(position), weight)?;
                }
            }
        }
        Ok(())
    }

    /// Sends the packets that are not full.
    pub(crate) fn finish(self) -> Result<(), Fault> {
        let all = self.waiting.into_iter().enumerate();
        all.filter(|(_, packet)| !packet.is_empty())
            .try_for_each(|(bucket, mut packet)| (self.deliver)(bucket, &mut packet))
    }
}

/// The successors of a position by all jumps of an expander that the counts do not refute, each with the weight of the
/// position.
pub(crate) fn leaps<W: Weight>(
    expander: &Expander,
    counts: &Counts,
) -> impl Fn(usize, u64, W, &mut Vec<(u64, W)>) + Sync {
    // A test inside the loop over the jumps would make that loop a tenth slower, even where nothing is pruned.
    let prunes = !counts.is_none();
    move |_, position, weight, next| {
        expander.successors(position, 0, Wanted::Every, |successor| {
            next.push((successor.position, weight));
        });
        if prunes {
            next.retain(|&(position, _)| !counts.refutes(position));
        }
    }
}
