//! A worker that makes levels. It writes a level bucket by bucket to its file, and counts it on the way; the
//! workers then add up their counts.

use crate::base::control::{Control, Stop};
use crate::base::threads::each_of;
use crate::peg::puzzle::Puzzle;
use crate::peg::search::count::LevelCount;
use crate::peg::search::disk::crew::{Crew, Tally};
use crate::peg::search::disk::fault::Fault;
use crate::peg::search::disk::folder::level::StoredLevel;
use crate::peg::search::disk::folder::manifest::Summary;
use crate::peg::search::disk::folder::runs::{self, Arrival};
use crate::peg::search::disk::folder::{Folder, Place};
use crate::peg::search::disk::index::Index;
use crate::peg::search::disk::packets::{BLOCK, Packets};
use crate::peg::search::disk::source::Source;
use crate::peg::search::disk::store::Store;
use crate::peg::search::disk::weight::{Weight, Width};
use crate::peg::search::space::Space;
use crate::peg::search::space::expand::Expander;
use crate::peg::search::store::table::{PackedReach, Reach as _};

/// The number of buckets that are made at a time, for each thread.
const AT_A_TIME: usize = 4;

/// The puzzle of a count or a search, and what it may use.
pub(crate) struct Job<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) index: &'a Index,
    pub(crate) place: &'a Place,
    pub(crate) control: &'a Control,
}

/// A worker that makes levels, alone or as a member of a crew.
pub(crate) struct Work<'a, C> {
    pub(crate) job: &'a Job<'a>,
    /// The search space of a puzzle that may differ from that of the job in its finish.
    pub(crate) space: &'a Space<'a>,
    pub(crate) folder: Folder,
    pub(crate) crew: &'a C,
}

impl<C: Crew> Work<'_, C> {
    /// Whether a level has been completed, even if its files have been removed since.
    pub(crate) fn has(&self, name: &str) -> Result<bool, Fault> {
        Ok(self.folder.summary(name)?.is_some())
    }

    /// What is known of a level that has been completed.
    pub(crate) fn summary(&self, name: &str) -> Result<Summary, Fault> {
        self.folder.summary(name)?.ok_or(Fault::Stopped(Stop::Fault("a level is missing")))
    }

    /// The width of the numbers of a level.
    pub(crate) fn width_of(&self, name: &str) -> Result<Width, Fault> {
        Ok(Width::holding(self.summary(name)?.total))
    }

    /// The width of the numbers of the level that jumps from this level lead to.
    pub(crate) fn width_after(&self, name: &str) -> Result<Width, Fault> {
        let leaps = self.space.forward.leaps() as u128;
        Ok(Width::holding(self.summary(name)?.total.map(|total| total.saturating_mul(leaps))))
    }

    /// Checks that the memory suffices for the arrivals and for decoding buckets of up to `largest` positions.
    pub(crate) fn check_memory(&self, largest: usize) -> Result<(), Fault> {
        let buckets = (largest * 64 * self.crew.threads()) as u64;
        Ok(self.job.control.check_memory(self.job.place.in_memory + buckets)?)
    }

    /// Empty buckets for arrivals.
    pub(crate) fn store<W: Weight>(&self) -> Store<W> {
        let buckets = self.job.index.buckets();
        let own = self.crew.share().buckets(buckets).len();
        Store::new(buckets, own, self.job.place.in_memory, self.folder.arrivals())
    }

    /// Sends the successors of the positions of a level to the workers that own their buckets. Returns the
    /// store of this worker with all its arrivals.
    pub(crate) fn exchange<W: Weight>(
        &self,
        level: &StoredLevel,
        successors: impl Fn(u64, W, &mut Vec<(u64, W)>) + Sync,
    ) -> Result<Store<W>, Fault> {
        let expand = |bucket: usize, packets: &mut Packets<'_, W>| {
            packets.send_bucket(level, self.job.index, bucket, &successors, self.job.control)
        };
        self.crew.exchange(self.store(), &expand)
    }

    /// The fewest moves of a level, and the least position that has them; `None` for an empty level.
    pub(crate) fn fewest(&self, name: &str) -> Result<Option<(u32, u64)>, Fault> {
        let level = self.folder.level(name)?;
        let mut own: Option<(u32, u64)> = None;
        for bucket in self.crew.share().buckets(self.job.index.buckets()) {
            self.job.control.check()?;
            for arrival in level.bucket::<PackedReach>(bucket)? {
                let moves = arrival.weight.moves();
                if own.is_none_or(|(fewest, _)| moves <= fewest) {
                    let found = (moves, self.job.index.position(bucket, arrival.key));
                    own = Some(own.map_or(found, |old| old.min(found)));
                }
            }
        }
        Ok(self.crew.gather(own)?.into_iter().flatten().min())
    }

    /// Looks a position up in a level, whichever worker owns its bucket.
    pub(crate) fn look_up(
        &self,
        level: &StoredLevel,
        position: u64,
    ) -> Result<Option<PackedReach>, Fault> {
        let (bucket, key) = self.job.index.place(position);
        let mut own = None;
        if self.crew.share().has(bucket) {
            let all = level.bucket::<PackedReach>(bucket)?;
            let at = all.binary_search_by_key(&key, |arrival| arrival.key);
            own = at.ok().map(|at| all[at].weight.number());
        }
        let found = self.crew.gather(own)?.into_iter().flatten().next();
        Ok(found.and_then(PackedReach::of))
    }

    /// Writes a level under a name. If its positions are to be counted, `jumps` is the number of jumps made;
    /// `cut` is the number of successors that this worker has pruned although lines of more moves than the
    /// limit may pass through them. The levels named in `done_with` are no longer needed.
    pub(crate) fn write<W: Weight>(
        &mut self,
        name: &str,
        source: &Source<'_, W>,
        jumps: Option<usize>,
        cut: u64,
        done_with: &[&str],
    ) -> Result<Summary, Fault> {
        let mut writer = self.folder.begin_file()?;
        let mut own = Tally { cut, ..Tally::default() };
        let (index, expander, control) = (self.job.index, &self.space.forward, self.job.control);
        let buckets = self.crew.share().buckets(index.buckets());
        let threads = self.crew.threads();
        for some in buckets.chunks(AT_A_TIME * threads) {
            control.check()?;
            let make = |bucket: usize| {
                let positions = source.bucket(bucket)?;
                let place = |key| index.position(bucket, key);
                let tally = tally(&positions, jumps.map(|_| &place), expander, control)?;
                Ok((runs::encode(&positions), positions.len(), tally))
            };
            // A single thread makes them itself, since it need not belong to a thread pool.
            let all: Vec<Result<_, Fault>> = if threads == 1 {
                some.iter().map(|&bucket| make(bucket)).collect()
            } else {
                each_of(some.iter().copied(), |_, bucket| make(bucket))
            };
            for made in all {
                let (bytes, positions, tally) = made?;
                writer.bucket(&bytes, positions)?;
                own.add(&tally)?;
            }
        }
        own.file = self.folder.finish_file(name, writer, W::IS_NUMBER)?;
        let tallies = self.crew.gather(own)?;
        let mut all = Tally::default();
        tallies.iter().try_for_each(|tally| all.add(tally))?;
        let count = LevelCount {
            jumps: jumps.unwrap_or(0),
            sequences: W::IS_COUNT.then_some(all.sequences),
            ending: W::IS_COUNT.then_some(all.ending),
            ..all.count
        };
        let known = Summary {
            classes: count.classes,
            total: count.sequences,
            count: jumps.map(|_| count),
            cut: all.cut,
        };
        let files = tallies.into_iter().map(|tally| tally.file).collect();
        let old = self.folder.add_level(name, &known, files, done_with)?;
        // Nothing is removed before the manifest that no longer needs it is on disk.
        self.crew.gather(Tally::default())?;
        for file in old {
            // A file that cannot be removed takes up space and does no other harm.
            let _ = std::fs::remove_file(file);
        }
        Ok(known)
    }
}

/// Counts a bucket: the sum of its numbers, and also its positions if `position` is given, which maps keys to
/// positions.
fn tally<W: Weight>(
    arrivals: &[Arrival<W>],
    position: Option<&impl Fn(u32) -> u64>,
    expander: &Expander,
    control: &Control,
) -> Result<Tally, Fault> {
    let mut tally = Tally::default();
    if position.is_none() {
        tally.count.classes = arrivals.len() as u64;
        if !W::IS_COUNT {
            return Ok(tally);
        }
    }
    for block in arrivals.chunks(BLOCK) {
        control.check()?;
        for arrival in block {
            let number = if W::IS_COUNT { arrival.weight.number() } else { 0 };
            tally.sequences = tally.sequences.checked_add(number).ok_or(Fault::Overflow)?;
            let Some(position) = position else { continue };
            if tally.count.add_class(expander, position(arrival.key)) {
                // This cannot overflow, since it is at most the sum of all numbers.
                tally.ending += number;
            }
        }
    }
    Ok(tally)
}
