//! From one level to the next.

use std::ops::Range;

use rayon::prelude::*;

use crate::base::control::Control;
use crate::peg::search::buckets::fault::Fault;
use crate::peg::search::buckets::folder::{Folder, Known};
use crate::peg::search::buckets::index::Index;
use crate::peg::search::buckets::level::Level;
use crate::peg::search::buckets::runs::{self, Arrival};
use crate::peg::search::buckets::store::Store;
use crate::peg::search::buckets::weight::Weight;
use crate::peg::search::count::LevelCount;
use crate::peg::search::expand::{Expander, Wanted};

/// Parts of a level for each thread: they are not of the same size.
const PARTS: usize = 4;
/// Arrivals on their way to the buckets, in bytes for each part.
const PACKETS: usize = 1 << 20;
/// Positions between looks at the limits.
const BLOCK: usize = 1 << 11;

/// Arrivals on their way to the buckets of a store: a bucket is locked once for many of them.
pub(super) struct Packets<'a, W> {
    store: &'a Store<W>,
    /// By bucket.
    waiting: Vec<Vec<Arrival<W>>>,
    length: usize,
}

impl<'a, W: Weight> Packets<'a, W> {
    pub(super) fn new(store: &'a Store<W>, buckets: usize) -> Self {
        let length = (PACKETS / buckets / size_of::<Arrival<W>>()).clamp(16, 1 << 10);
        Self { store, waiting: vec![Vec::new(); buckets], length }
    }

    #[inline]
    pub(super) fn send(&mut self, (bucket, key): (usize, u32), weight: W) -> Result<(), Fault> {
        let packet = &mut self.waiting[bucket];
        packet.push(Arrival { key, weight });
        if packet.len() < self.length {
            return Ok(());
        }
        self.store.add(bucket, packet)?;
        packet.clear();
        Ok(())
    }

    pub(super) fn finish(self) -> Result<(), Fault> {
        let mut full = self.waiting.iter().enumerate().filter(|(_, packet)| !packet.is_empty());
        full.try_for_each(|(bucket, packet)| self.store.add(bucket, packet))
    }
}

/// Sends what `successors` makes of each position of a level to the buckets of a store, its weight with it.
pub(super) fn send<W: Weight>(
    level: &Level,
    index: &Index,
    store: &Store<W>,
    successors: impl Fn(u64, &mut Vec<u64>) + Sync,
    control: &Control,
) -> Result<(), Fault> {
    let part = |buckets: Range<usize>| {
        let mut packets = Packets::new(store, index.buckets());
        let mut next = Vec::new();
        for bucket in buckets {
            control.check()?;
            let positions = level.bucket::<W>(bucket)?;
            for block in positions.chunks(BLOCK) {
                control.check()?;
                for arrival in block {
                    if !index.has_key(arrival.key) {
                        return Err(level.damaged());
                    }
                    successors(index.position(bucket, arrival.key), &mut next);
                    for position in next.drain(..) {
                        packets.send(index.place(position), arrival.weight)?;
                    }
                }
            }
        }
        packets.finish()
    };
    parts(index.buckets()).into_par_iter().map(part).collect()
}

/// All jumps of an expander, for [`send`].
pub(super) fn leaps<const LANES: usize>(
    expander: &Expander<LANES>,
) -> impl Fn(u64, &mut Vec<u64>) + Sync {
    |position, next| {
        expander.successors(position, 0, Wanted::Every, |successor| next.push(successor.position));
    }
}

fn parts(buckets: usize) -> Vec<Range<usize>> {
    let length = buckets.div_ceil(PARTS * rayon::current_num_threads());
    (0..buckets).step_by(length).map(|from| from..buckets.min(from + length)).collect()
}

/// What is written as a new level.
pub(super) enum Source<'a, W> {
    /// All that came.
    Arrived(&'a Store<W>),
    /// What came and is in a level too, with the weights that came.
    ArrivedWithin(&'a Store<W>, &'a Level),
    /// What is in a level and came, or is in another level, with the weights of the first.
    Of(&'a Level, Other<'a>),
}

/// What else must hold of a position.
pub(super) enum Other<'a> {
    Arrived(&'a Store<()>),
    In(&'a Level),
}

impl<W: Weight> Source<'_, W> {
    fn bucket(&self, bucket: usize) -> Result<Vec<Arrival<W>>, Fault> {
        Ok(match self {
            Self::Arrived(store) => store.take(bucket)?,
            Self::ArrivedWithin(store, level) => {
                common(store.take(bucket)?, &level.bucket::<()>(bucket)?)
            }
            Self::Of(level, Other::Arrived(store)) => {
                common(level.bucket(bucket)?, &store.take(bucket)?)
            }
            Self::Of(level, Other::In(other)) => {
                common(level.bucket(bucket)?, &other.bucket::<()>(bucket)?)
            }
        })
    }
}

/// Those of the first list that are in the second; both are sorted.
fn common<V: Weight, W: Weight>(
    mut kept: Vec<Arrival<V>>,
    other: &[Arrival<W>],
) -> Vec<Arrival<V>> {
    let mut rest = other.iter().peekable();
    kept.retain(|arrival| {
        while rest.next_if(|other| other.key < arrival.key).is_some() {}
        rest.peek().is_some_and(|other| other.key == arrival.key)
    });
    kept
}

/// How a level is written.
pub(super) struct Writing<'a, const LANES: usize> {
    pub(super) folder: &'a mut Folder,
    pub(super) index: &'a Index,
    /// Tells how many positions a class has, and those without a jump.
    pub(super) expander: &'a Expander<LANES>,
    pub(super) control: &'a Control,
}

impl<const LANES: usize> Writing<'_, LANES> {
    /// Writes a level under a name; `count` where it is to be counted, with what is known before: the jumps
    /// made. Those named in `done_with` are not needed any more.
    pub(super) fn write<W: Weight>(
        &mut self,
        name: &str,
        source: &Source<'_, W>,
        jumps: Option<usize>,
        done_with: &[&str],
    ) -> Result<Known, Fault> {
        let mut writer = self.folder.begin()?;
        let buckets: Vec<usize> = (0..self.index.buckets()).collect();
        let mut count = LevelCount { jumps: jumps.unwrap_or(0), ..LevelCount::default() };
        let (mut total, mut ending) = (0u128, 0u128);
        for some in buckets.chunks(PARTS * rayon::current_num_threads()) {
            self.control.check()?;
            let made: Vec<_> = some
                .par_iter()
                .map(|&bucket| {
                    let positions = source.bucket(bucket)?;
                    let part = self.measured(bucket, &positions, jumps.is_some())?;
                    Ok((runs::encode(&positions), positions.len(), part))
                })
                .collect::<Result<_, Fault>>()?;
            for (bytes, positions, part) in made {
                writer.bucket(&bytes, positions)?;
                count.classes += positions as u64;
                count.positions += part.positions;
                count.dead_classes += part.dead_classes;
                count.dead += part.dead;
                count.pegs = count.pegs.max(part.pegs);
                let sum = |a: u128, b: Option<u128>| a.checked_add(b.unwrap_or(0));
                total = sum(total, part.sequences).ok_or(Fault::Overflow)?;
                ending = sum(ending, part.ending).ok_or(Fault::Overflow)?;
            }
        }
        if W::IS_NUMBER {
            (count.sequences, count.ending) = (Some(total), Some(ending));
        }
        let known =
            Known { classes: count.classes, total: count.sequences, count: jumps.map(|_| count) };
        self.folder.keep(name, writer, &known, done_with)?;
        Ok(known)
    }

    /// The count of a bucket: its numbers, and its positions where they are wanted.
    fn measured<W: Weight>(
        &self,
        bucket: usize,
        arrivals: &[Arrival<W>],
        positions: bool,
    ) -> Result<LevelCount, Fault> {
        let mut count = LevelCount::default();
        let (mut total, mut ending) = (0u128, 0u128);
        for block in arrivals.chunks(BLOCK) {
            self.control.check()?;
            for arrival in block {
                let number = arrival.weight.number();
                total = total.checked_add(number).ok_or(Fault::Overflow)?;
                if !positions {
                    continue;
                }
                let position = self.index.position(bucket, arrival.key);
                let orbit = self.expander.orbit(position) as u64;
                count.positions += orbit;
                count.pegs = position.count_ones() as usize;
                if self.expander.mobility(position) == 0 {
                    count.dead_classes += 1;
                    count.dead += orbit;
                    // No more than the sum of all numbers.
                    ending += number;
                }
            }
        }
        Ok(LevelCount { sequences: Some(total), ending: Some(ending), ..count })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_lists_have_in_common() {
        let list = |keys: &[u32]| -> Vec<Arrival<()>> {
            keys.iter().map(|&key| Arrival { key, weight: () }).collect()
        };
        assert_eq!(common(list(&[1, 3, 5, 9]), &list(&[0, 3, 4, 9, 12])), list(&[3, 9]));
        assert_eq!(common(list(&[1, 3]), &list(&[])), []);
        assert_eq!(common(list(&[]), &list(&[2])), []);
    }

    #[test]
    fn every_bucket_is_in_one_part() {
        for buckets in [1, 2, 7, 128, 4096] {
            let all: Vec<usize> = parts(buckets).into_iter().flatten().collect();
            assert_eq!(all, (0..buckets).collect::<Vec<_>>());
        }
    }
}
