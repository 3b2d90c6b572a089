//! How a worker makes levels. It writes its part of a level bucket by bucket to its file, and counts it on the
//! way; the workers then add up their counts.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use crate::base::{control::Stop, threads::each_of};
use crate::peg::search::disk::folder::level::StoredLevel;
use crate::peg::search::disk::folder::manifest::{FileRecord, LevelRecord};
use crate::peg::search::disk::folder::runs::{self, Arrival};
use crate::peg::search::disk::{
    crew::Crew, fault::Fault, packets::BLOCK, store::lock, weight::Weight,
};
use crate::peg::search::{bounds::counts::Counts, count::LevelCount, space::Space};

/// The number of buckets that are made at a time, for each thread.
const AT_A_TIME: usize = 4;

/// What a worker notes while it makes a level of a search for the fewest moves.
#[derive(Default)]
pub(crate) struct Noted {
    /// Whether a position was pruned that lines of more moves than the limit may pass.
    pub(crate) cut: AtomicBool,
    /// The least position that the other side has too.
    pub(crate) met: Mutex<Option<u64>>,
}

impl Noted {
    pub(crate) fn meet(&self, position: u64) {
        let mut met = lock(&self.met);
        *met = Some(met.map_or(position, |least| least.min(position)));
    }
}

/// A worker that makes levels of a puzzle.
pub(crate) struct Work<'a> {
    pub(crate) space: &'a Space<'a>,
    pub(crate) crew: &'a mut Crew,
    /// The resource counts with which steps by jumps prune, forwards and backwards.
    pub(crate) counts: [Counts; 2],
}

impl<'a> Work<'a> {
    pub(crate) fn new(space: &'a Space<'a>, crew: &'a mut Crew) -> Self {
        Self { space, crew, counts: [Counts::none(), Counts::none()] }
    }

    /// Whether a level has been completed, even if its files have been removed since.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.crew.folder.record(name).is_some()
    }

    /// What is known of a level that has been completed.
    pub(crate) fn known(&self, name: &str) -> Result<&LevelRecord, Stop> {
        self.crew.folder.record(name).ok_or(Stop::Fault("a level is missing"))
    }

    /// Checks that the memory suffices for the arrivals and for decoding a bucket of these levels in each
    /// thread.
    pub(crate) fn check_memory<'b>(
        &self,
        levels: impl IntoIterator<Item = &'b StoredLevel>,
    ) -> Result<(), Stop> {
        let largest = levels.into_iter().map(StoredLevel::largest).max().unwrap_or(0);
        let buckets = (largest * 64 * rayon::current_num_threads()) as u64;
        self.crew.control.check_memory(self.crew.folder.place.in_memory + buckets)
    }

    /// Whether a level has a position, whichever worker owns its bucket.
    pub(crate) fn holds(&self, name: &str, position: u64) -> Result<bool, Fault> {
        let (bucket, key) = self.crew.index.place(position);
        let mut own = false;
        if self.crew.folder.share.has(bucket) {
            let all = self.crew.folder.level(name)?.bucket::<()>(bucket)?;
            own = all.binary_search_by_key(&key, |arrival| arrival.key).is_ok();
        }
        Ok(self.crew.gather(own)?.contains(&true))
    }

    /// Writes a level of the positions that a function returns for each bucket, in ascending order of their
    /// keys. If they are to be counted, `jumps` is the number of jumps made. The levels named in `done_with` are
    /// no longer needed. What this worker has noted up to the last bucket becomes part of the record.
    pub(crate) fn write<W: Weight>(
        &mut self,
        name: &str,
        jumps: Option<usize>,
        done_with: &[&str],
        noted: &Noted,
        positions: &(dyn Fn(usize) -> Result<Vec<Arrival<W>>, Fault> + Sync),
    ) -> Result<(), Fault> {
        let Crew { folder, control, .. } = &*self.crew;
        let clock = Instant::now();
        let mut writer = folder.begin_file()?;
        let zero = W::IS_COUNT.then_some(0);
        let count = |jumps| LevelCount { jumps, ending: zero, ..LevelCount::default() };
        let none = LevelRecord { total: zero, count: jumps.map(count), ..LevelRecord::default() };
        let make = |bucket: usize| -> Result<_, Fault> {
            let (positions, mut record) = (positions(bucket)?, none.clone());
            self.tally(bucket, &positions, &mut record)?;
            let mut bytes = Vec::new();
            runs::encode(&positions, &mut bytes);
            Ok((bytes, positions.len(), record))
        };
        let mut own = none.clone();
        let buckets: Vec<usize> = folder.share.buckets().collect();
        for some in buckets.chunks(AT_A_TIME * rayon::current_num_threads()) {
            control.check()?;
            for made in each_of(some.iter().copied(), |_, bucket| make(bucket)) {
                let (bytes, positions, record) = made?;
                writer.bucket(&bytes, positions)?;
                own.add(record)?;
            }
        }
        own.cut |= noted.cut.load(Relaxed);
        own.met = *lock(&noted.met);
        let file = writer.finish(W::IS_NUMBER, &folder.file(name))?;
        let (round, held) = (folder.manifest.round, buckets.len());
        own.files.push(FileRecord { round, buckets: held, ..file });
        let mut all = LevelRecord { name: name.to_owned(), ..none };
        let busy = self.crew.busy.swap(0, Relaxed) + clock.elapsed().as_micros() as u64;
        let mut times = Vec::new();
        for (record, busy) in self.crew.gather((own, busy))? {
            all.add(record)?;
            times.push(busy);
        }
        if self.crew.shared {
            self.crew.folder.share = self.crew.folder.share.dealt_anew(&times);
        }
        let old = self.crew.folder.add_level(all, done_with)?;
        // Nothing is removed before the manifest that no longer needs it is on disk.
        self.crew.gather(())?;
        for file in old {
            // A file that cannot be removed takes up space and does no other harm.
            let _ = std::fs::remove_file(file);
        }
        Ok(())
    }

    /// Counts the positions of a bucket, and adds up their numbers, as far as the record has these figures.
    fn tally<W: Weight>(
        &self,
        bucket: usize,
        arrivals: &[Arrival<W>],
        record: &mut LevelRecord,
    ) -> Result<(), Fault> {
        record.classes = arrivals.len() as u64;
        if record.count.is_none() && record.total.is_none() {
            return Ok(());
        }
        for block in arrivals.chunks(BLOCK) {
            self.crew.control.check()?;
            if let Some(total) = &mut record.total {
                let mut numbers = block.iter().map(|arrival| arrival.weight.number());
                *total = numbers.try_fold(*total, u128::checked_add).ok_or(Fault::Overflow)?;
            }
            let Some(count) = &mut record.count else { continue };
            for arrival in block {
                let position = self.crew.index.position(bucket, arrival.key);
                if count.add_class(&self.space.forward, position)
                    && let Some(ending) = &mut count.ending
                {
                    // This cannot overflow, since it is at most the sum of all numbers.
                    *ending += arrival.weight.number();
                }
            }
        }
        Ok(())
    }
}
