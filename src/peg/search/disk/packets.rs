//! Expands the positions of a level and sends the arrivals to their buckets, many at a time.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::base::control::Control;
use crate::peg::search::bounds::Bounds;
use crate::peg::search::disk::fault::Fault;
use crate::peg::search::disk::folder::level::StoredLevel;
use crate::peg::search::disk::folder::runs::Arrival;
use crate::peg::search::disk::index::Index;
use crate::peg::search::disk::weight::Weight;
use crate::peg::search::space::expand::{Expander, Successor, Wanted};
use crate::peg::search::store::table::{PackedReach, Reach as _};

/// Arrivals that wait, in bytes for all buckets together.
const WAITING: usize = 1 << 20;
/// Positions between looks at the limits.
pub(crate) const BLOCK: usize = 1 << 11;

/// What takes packets.
pub(crate) trait Sink<W> {
    /// Takes a packet for a bucket.
    fn take(&mut self, bucket: usize, packet: &[Arrival<W>]) -> Result<(), Fault>;

    /// Called after the successors of so many positions.
    fn pause(&mut self, positions: usize) -> Result<(), Fault>;
}

/// Arrivals that wait by bucket, so that a bucket is asked for once for many of them.
pub(crate) struct Packets<W, S> {
    waiting: Vec<Vec<Arrival<W>>>,
    length: usize,
    sink: S,
}

impl<W: Weight, S: Sink<W>> Packets<W, S> {
    /// For so many buckets.
    pub(crate) fn new(buckets: usize, sink: S) -> Self {
        let length = (WAITING / buckets / size_of::<Arrival<W>>()).clamp(16, 1 << 10);
        Self { waiting: vec![Vec::new(); buckets], length, sink }
    }

    #[inline]
    fn send(&mut self, (bucket, key): (usize, u32), weight: W) -> Result<(), Fault> {
        let packet = &mut self.waiting[bucket];
        packet.push(Arrival { key, weight });
        if packet.len() < self.length {
            return Ok(());
        }
        self.sink.take(bucket, packet)?;
        packet.clear();
        Ok(())
    }

    /// Sends what `successors` makes of each position in a bucket of a level and of its weight.
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
            self.sink.pause(block.len())?;
        }
        Ok(())
    }

    /// Sends what still waits; gives the sink back.
    pub(crate) fn finish(mut self) -> Result<S, Fault> {
        for (bucket, packet) in self.waiting.iter().enumerate() {
            if !packet.is_empty() {
                self.sink.take(bucket, packet)?;
            }
        }
        Ok(self.sink)
    }
}

/// All jumps of an expander, as successors that bring what their position has.
pub(crate) fn leaps<W: Weight>(expander: &Expander) -> impl Fn(u64, W, &mut Vec<(u64, W)>) + Sync {
    |position, weight, next| {
        expander.successors(position, 0, Wanted::Every, |successor| {
            next.push((successor.position, weight));
        });
    }
}

/// All jumps of an expander that lines within the bounds may make, with the moves begun so far; `cut` counts
/// those that only lines of more moves make.
pub(crate) fn moves(
    expander: &Expander,
    forward: bool,
    bounds: &Bounds<'_>,
    cut: &AtomicU64,
) -> impl Fn(u64, PackedReach, &mut Vec<(u64, PackedReach)>) + Sync {
    let counts = &bounds.counts[usize::from(!forward)];
    move |position, reach, next| {
        let mut left_out = 0;
        // To begin a move here is to rest here, after the moves so far.
        let wanted = if bounds.may_rest(forward, position, reach.moves() + 1) {
            Wanted::Every
        } else {
            left_out += 1;
            Wanted::Continuing
        };
        expander.successors(position, reach.movers(), wanted, |successor| {
            let Successor { position, movers, continues, .. } = successor;
            let moves = reach.moves() + u32::from(!continues);
            if counts.drop(position) {
                return;
            }
            if bounds.is_hopeful(forward, position, movers, moves) {
                next.push((position, PackedReach::new(moves, movers)));
            } else {
                left_out += 1;
            }
        });
        if left_out > 0 {
            cut.fetch_add(left_out, Relaxed);
        }
    }
}
