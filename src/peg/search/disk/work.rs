//! A worker that makes levels, and how it writes one: bucket by bucket to its file, with a count, which the
//! workers then add up.

use crate::base::control::{Control, Stop};
use crate::base::threads::each_of;
use crate::peg::puzzle::Puzzle;
use crate::peg::search::count::LevelCount;
use crate::peg::search::disk::crew::{Crew, Tally};
use crate::peg::search::disk::fault::Fault;
use crate::peg::search::disk::folder::level::StoredLevel;
use crate::peg::search::disk::folder::manifest::{Kept, Summary};
use crate::peg::search::disk::folder::runs;
use crate::peg::search::disk::folder::runs::Arrival;
use crate::peg::search::disk::folder::{Folder, Place};
use crate::peg::search::disk::index::Index;
use crate::peg::search::disk::packets::BLOCK;
use crate::peg::search::disk::source::Source;
use crate::peg::search::disk::store::Store;
use crate::peg::search::disk::weight::{Weight, Width};
use crate::peg::search::space::Space;
use crate::peg::search::space::expand::Expander;
use crate::peg::search::store::table::{PackedReach, Reach as _};

/// Buckets that are made at a time, for each thread.
const AT_A_TIME: usize = 4;

/// What is asked, and with what it is worked on.
pub(crate) struct Job<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) index: &'a Index,
    pub(crate) place: &'a Place,
    pub(crate) control: &'a Control,
}

/// One who makes levels, alone or as one of a crew.
pub(crate) struct Work<'a, C> {
    pub(crate) space: &'a Space<'a>,
    pub(crate) folder: Folder,
    pub(crate) index: &'a Index,
    pub(crate) place: &'a Place,
    pub(crate) crew: &'a C,
    pub(crate) control: &'a Control,
}

impl<'a, C: Crew> Work<'a, C> {
    /// Of a puzzle that may differ from that of the job in its finish.
    pub(crate) fn new(job: &Job<'a>, space: &'a Space<'a>, folder: Folder, crew: &'a C) -> Self {
        let &Job { index, place, control, .. } = job;
        Self { space, folder, index, place, crew, control }
    }

    /// Whether a level is whole, or was.
    pub(crate) fn has(&self, name: &str) -> Result<bool, Fault> {
        Ok(self.folder.known(name)?.is_some())
    }

    pub(crate) fn known(&self, name: &str) -> Result<Summary, Fault> {
        self.folder.known(name)?.ok_or(Fault::Stopped(Stop::Fault("a level is missing")))
    }

    /// The weights that the numbers of a level need.
    pub(crate) fn width_of(&self, name: &str) -> Result<Width, Fault> {
        Ok(Width::holding(self.known(name)?.total))
    }

    /// The weights that the numbers of the next level need.
    pub(crate) fn width_after(&self, name: &str) -> Result<Width, Fault> {
        let leaps = self.space.forward.leaps() as u128;
        Ok(Width::holding(self.known(name)?.total.map(|total| total.saturating_mul(leaps))))
    }

    /// The least memory for arrivals, and what decoding a bucket of a level takes.
    pub(crate) fn check_memory(&self, largest: usize) -> Result<(), Fault> {
        let buckets = (largest * 64 * self.crew.threads()) as u64;
        Ok(self.control.check_memory(self.place.in_memory + buckets)?)
    }

    /// Empty buckets for arrivals.
    pub(crate) fn store<W: Weight>(&self) -> Store<W> {
        let buckets = self.index.buckets();
        let own = self.crew.share().buckets(buckets).len();
        Store::new(buckets, own, self.place.in_memory, self.folder.arrivals())
    }

    /// The fewest moves of a level, and the least position that has them; nothing of an empty level.
    pub(crate) fn fewest(&self, name: &str) -> Result<Option<(u32, u64)>, Fault> {
        let level = self.folder.level(name)?;
        let mut own: Option<(u32, u64)> = None;
        for bucket in self.crew.share().buckets(self.index.buckets()) {
            self.control.check()?;
            for arrival in level.bucket::<PackedReach>(bucket)? {
                let moves = arrival.weight.moves();
                if own.is_none_or(|(fewest, _)| moves <= fewest) {
                    let found = (moves, self.index.position(bucket, arrival.key));
                    own = Some(own.map_or(found, |old| old.min(found)));
                }
            }
        }
        Ok(self.crew.gather(own)?.into_iter().flatten().min())
    }

    /// What a level has of a position, from whichever worker keeps it.
    pub(crate) fn look_up(
        &self,
        level: &StoredLevel,
        position: u64,
    ) -> Result<Option<PackedReach>, Fault> {
        let (bucket, key) = self.index.place(position);
        let mut own = None;
        if self.crew.share().has(bucket) {
            let all = level.bucket::<PackedReach>(bucket)?;
            let at = all.binary_search_by_key(&key, |arrival| arrival.key);
            own = at.ok().map(|at| all[at].weight.number());
        }
        let found = self.crew.gather(own)?.into_iter().flatten().next();
        Ok(found.and_then(PackedReach::of))
    }

    /// Writes a level under a name. `jumps` are those made where its positions are to be counted; `cut` is the
    /// number of successors left out here that lines beyond the limit may pass; the levels named in
    /// `done_with` are not needed any more.
    pub(crate) fn write<W: Weight>(
        &mut self,
        name: &str,
        source: &Source<'_, W>,
        jumps: Option<usize>,
        cut: u64,
        done_with: &[&str],
    ) -> Result<Summary, Fault> {
        let mut writer = self.folder.begin()?;
        let mut own = Tally { cut, ..Tally::default() };
        let (index, expander, control) = (self.index, &self.space.forward, self.control);
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
            // Alone it is made in this thread, which need not be one of a pool.
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
        let kept = self.folder.place(name, writer, W::IS_NUMBER)?;
        (own.bytes, own.sha256) = (kept.bytes, kept.sha256);
        let tallies = self.crew.gather(own)?;
        let mut all = Tally::default();
        tallies.iter().try_for_each(|tally| all.add(tally))?;
        let numbers = W::IS_COUNT.then_some((all.sequences, all.ending));
        let count = LevelCount {
            jumps: jumps.unwrap_or(0),
            sequences: numbers.map(|(sequences, _)| sequences),
            ending: numbers.map(|(_, ending)| ending),
            ..all.count
        };
        let known = Summary {
            classes: count.classes,
            total: count.sequences,
            count: jumps.map(|_| count),
            cut: all.cut,
        };
        let kept = |tally: Tally| Kept { bytes: tally.bytes, sha256: tally.sha256 };
        let files = tallies.into_iter().map(kept).collect();
        let old = self.folder.keep(name, &known, files, done_with)?;
        // Nothing is removed before the manifest that does without it is on the disk.
        self.crew.gather(Tally::default())?;
        for file in old {
            // One that stays takes room and nothing else.
            let _ = std::fs::remove_file(file);
        }
        Ok(known)
    }
}

/// Counts a bucket: its numbers, and its positions where they are wanted, of which `position` knows the keys.
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
                // No more than the sum of all numbers.
                tally.ending += number;
            }
        }
    }
    Ok(tally)
}
