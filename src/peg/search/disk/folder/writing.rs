//! Writing a level: its buckets are put together, counted and brought to the disk.

use crate::base::control::Control;
use crate::base::threads::each_of;
use crate::peg::search::count::LevelCount;
use crate::peg::search::disk::crew::{Crew, Part};
use crate::peg::search::disk::fault::Fault;
use crate::peg::search::disk::folder::Folder;
use crate::peg::search::disk::folder::level::Level;
use crate::peg::search::disk::folder::manifest::{Kept, Known};
use crate::peg::search::disk::folder::runs;
use crate::peg::search::disk::folder::runs::Arrival;
use crate::peg::search::disk::index::Index;
use crate::peg::search::disk::packets::BLOCK;
use crate::peg::search::disk::store::Store;
use crate::peg::search::disk::weight::Weight;
use crate::peg::search::space::expand::Expander;

/// Buckets that are made at a time, for each thread.
const AT_A_TIME: usize = 4;

/// What is written as a new level.
pub(crate) enum Source<'a, W> {
    /// All that came.
    Arrived(&'a Store<W>),
    /// What came and is in a level too, with the weights that came.
    ArrivedWithin(&'a Store<W>, &'a Level),
    /// What is in a level and came, or is in another level, with the weights of the first.
    Of(&'a Level, Other<'a>),
    /// What a function makes of a bucket.
    Made(&'a (dyn Fn(usize) -> Result<Vec<Arrival<W>>, Fault> + Sync)),
}

/// What else must hold of a position.
pub(crate) enum Other<'a> {
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
            Self::Made(make) => make(bucket)?,
        })
    }
}

/// Those of the first list that are in the second; both are sorted.
pub(crate) fn common<V: Weight, W: Weight>(
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
pub(crate) struct Writing<'a, C> {
    pub(crate) folder: &'a mut Folder,
    pub(crate) index: &'a Index,
    /// Tells how many positions a class has, and those without a jump.
    pub(crate) expander: &'a Expander,
    pub(crate) crew: &'a C,
    /// Successors left out here that lines beyond the limit may pass.
    pub(crate) cut: u64,
    pub(crate) control: &'a Control,
}

impl<C: Crew> Writing<'_, C> {
    /// Writes a level under a name; `count` where it is to be counted, with what is known before: the jumps
    /// made. Those named in `done_with` are not needed any more.
    pub(crate) fn write<W: Weight>(
        &mut self,
        name: &str,
        source: &Source<'_, W>,
        jumps: Option<usize>,
        done_with: &[&str],
    ) -> Result<Known, Fault> {
        let mut writer = self.folder.begin()?;
        let mut own = Part { cut: self.cut, ..Part::default() };
        let made = Made { index: self.index, expander: self.expander, control: self.control };
        let buckets = self.crew.share().buckets(self.index.buckets());
        let threads = self.crew.threads();
        for some in buckets.chunks(AT_A_TIME * threads) {
            self.control.check()?;
            let make = |bucket: usize| {
                let positions = source.bucket(bucket)?;
                let part = made.measured(bucket, &positions, jumps.is_some())?;
                Ok((runs::encode(&positions), positions.len(), part))
            };
            // Alone it is made in this thread, which need not be one of a pool.
            let all: Vec<Result<_, Fault>> = if threads == 1 {
                some.iter().map(|&bucket| make(bucket)).collect()
            } else {
                each_of(some.iter().copied(), |_, bucket| make(bucket))
            };
            for made in all {
                let (bytes, positions, part) = made?;
                writer.bucket(&bytes, positions)?;
                own.add(&part)?;
            }
        }
        let kept = self.folder.place(name, writer, W::IS_NUMBER)?;
        (own.bytes, own.sha256) = (kept.bytes, kept.sha256);
        let parts = self.crew.gather(own)?;
        let mut all = Part::default();
        parts.iter().try_for_each(|part| all.add(part))?;
        let numbers = W::IS_COUNT.then_some((all.sequences, all.ending));
        let count = LevelCount {
            jumps: jumps.unwrap_or(0),
            pegs: all.pegs,
            classes: all.classes,
            positions: all.positions,
            dead_classes: all.dead_classes,
            dead: all.dead,
            sequences: numbers.map(|(sequences, _)| sequences),
            ending: numbers.map(|(_, ending)| ending),
        };
        let known = Known {
            classes: count.classes,
            total: count.sequences,
            count: jumps.map(|_| count),
            cut: all.cut,
        };
        let kept = |part: Part| Kept { bytes: part.bytes, sha256: part.sha256 };
        let files = parts.into_iter().map(kept).collect();
        let old = self.folder.keep(name, &known, files, done_with)?;
        // Nothing is removed before the manifest that does without it is on the disk.
        self.crew.gather(Part::default())?;
        for file in old {
            // One that stays takes room and nothing else.
            let _ = std::fs::remove_file(file);
        }
        Ok(known)
    }
}

/// What the counting of a bucket needs.
struct Made<'a> {
    index: &'a Index,
    expander: &'a Expander,
    control: &'a Control,
}

impl Made<'_> {
    /// The count of a bucket: its numbers, and its positions where they are wanted.
    fn measured<W: Weight>(
        &self,
        bucket: usize,
        arrivals: &[Arrival<W>],
        positions: bool,
    ) -> Result<Part, Fault> {
        let mut part = Part { classes: arrivals.len() as u64, ..Part::default() };
        if !positions && !W::IS_COUNT {
            return Ok(part);
        }
        for block in arrivals.chunks(BLOCK) {
            self.control.check()?;
            for arrival in block {
                let number = if W::IS_COUNT { arrival.weight.number() } else { 0 };
                part.sequences = part.sequences.checked_add(number).ok_or(Fault::Overflow)?;
                if !positions {
                    continue;
                }
                let position = self.index.position(bucket, arrival.key);
                let orbit = self.expander.orbit(position) as u64;
                part.positions += orbit;
                part.pegs = position.count_ones() as usize;
                if self.expander.mobility(position) == 0 {
                    part.dead_classes += 1;
                    part.dead += orbit;
                    // No more than the sum of all numbers.
                    part.ending += number;
                }
            }
        }
        Ok(part)
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
}
