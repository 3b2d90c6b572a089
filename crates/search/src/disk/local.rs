//! Builds levels on this machine: a loop over [`kernel`](crate::disk::kernel), with the levels in a
//! folder.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use crate::disk::fault::Fault;
use crate::disk::kernel::arrivals::Arrival;
use crate::disk::kernel::expand::Expansion;
use crate::disk::kernel::merge::{Buckets, Compared, empty_record, merge};
use crate::disk::kernel::step::{Payload, Step, Way};
use crate::disk::kernel::weight::{Movers, Weight};
use crate::disk::kernel::{Kernel, with_payload};
use crate::disk::levels::LevelBuilder;
use crate::disk::record::{FileRecord, LevelRecord};
use crate::disk::spill::Spill;
use crate::{
    disk::folder::level::StoredLevel,
    disk::folder::{Folder, Place},
};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::{each, each_of};
use soliter_boards::puzzle::Puzzle;

/// The number of buckets that are merged at a time, for each thread.
const AT_A_TIME: usize = 4;

/// Builds levels in the threads of this process.
pub(crate) struct Local<'a> {
    kernel: &'a Kernel,
    folder: Folder,
    control: Control,
}

impl<'a> Local<'a> {
    /// Opens a folder for the levels of a puzzle.
    pub(crate) fn new(
        kernel: &'a Kernel,
        puzzle: &Puzzle,
        place: &Place,
        control: &Control,
    ) -> Result<Self, Fault> {
        let subject = (puzzle, kernel.tables.question.phrase());
        let folder = Folder::open(place, subject, kernel.buckets(), control)?;
        Ok(Self { kernel, folder, control: control.clone() })
    }

    fn open(&self, names: &[String]) -> Result<Vec<StoredLevel>, Fault> {
        names.iter().map(|name| self.folder.level(name)).collect()
    }

    fn make_with<W: Weight>(&mut self, step: &Step, seeds: &[u64]) -> Result<(), Fault> {
        let sources = step.from.iter().map(|(name, way)| Ok((*way, self.folder.level(name)?)));
        let sources = sources.collect::<Result<Vec<_>, Fault>>()?;
        let [within, without, meeting] =
            [&step.within, &step.without, &step.meeting].map(|names| self.open(names));
        let (within, without, meeting) = (within?, without?, meeting?);
        let others = within.iter().chain(&without).chain(&meeting);
        let largest =
            sources.iter().map(|(_, level)| level).chain(others).map(StoredLevel::largest);
        self.check_memory(largest.max().unwrap_or(0))?;
        let spill = Spill::new(self.kernel.buckets(), self.folder.arrivals());
        let cut = if step.from.is_empty() {
            let mut all = Expansion::<W>::new(&self.kernel.tables, step);
            all.add_seeds(seeds)?;
            spill.keep(all.take()?);
            false
        } else {
            self.expand::<W>(step, &sources, &spill)?
        };
        let compared = Compared {
            within: within.iter().map(|level| level as &dyn Buckets).collect(),
            without: without.iter().map(|level| level as &dyn Buckets).collect(),
            meeting: meeting.iter().map(|level| level as &dyn Buckets).collect(),
        };
        self.write::<W>(step, &spill, &compared, cut)
    }

    /// Checks that there is enough memory for the arrivals and for decoding a bucket with this many positions in
    /// each thread.
    fn check_memory(&self, largest: usize) -> Result<(), Stop> {
        let buckets = (largest * 64 * rayon::current_num_threads()) as u64;
        self.control.check_memory(self.folder.place.in_memory + buckets)
    }

    /// Expands all buckets of the source levels. Returns whether a pruned position may be on a line with more
    /// moves.
    fn expand<W: Weight>(
        &self,
        step: &Step,
        sources: &[(Way, StoredLevel)],
        spill: &Spill<W>,
    ) -> Result<bool, Fault> {
        let (kernel, control) = (self.kernel, &self.control);
        let threads = rayon::current_num_threads();
        let share = self.folder.place.in_memory / threads as u64;
        let (next, cut) = (AtomicUsize::new(0), AtomicBool::new(false));
        let work = |_| {
            let mut all = Expansion::<W>::new(&kernel.tables, step);
            let mut full = |all: &mut Expansion<'_, W>| {
                if all.is_over(share)? { spill.write(all.take()?) } else { Ok(()) }
            };
            loop {
                let number = next.fetch_add(1, Relaxed);
                let bucket = number / sources.len();
                let (way, level) = &sources[number % sources.len()];
                if bucket >= kernel.buckets() {
                    break;
                }
                control.check()?;
                let positions = level.bucket::<W>(bucket)?;
                all.add_successors(*way, (bucket, &positions), control, &mut full).map_err(
                    |fault| match fault {
                        Fault::Run(_) => level.damaged(bucket),
                        fault => fault,
                    },
                )?;
            }
            spill.keep(all.take()?);
            cut.fetch_or(all.cut(), Relaxed);
            Ok(())
        };
        each(threads, work).into_iter().collect::<Result<(), Fault>>()?;
        Ok(cut.into_inner())
    }

    /// Merges the arrivals of each bucket, and writes the level.
    fn write<W: Weight>(
        &mut self,
        step: &Step,
        spill: &Spill<W>,
        compared: &Compared<'_>,
        cut: bool,
    ) -> Result<(), Fault> {
        let (kernel, control) = (self.kernel, &self.control);
        let mut writer = self.folder.begin_file()?;
        let mut all = LevelRecord { cut, ..empty_record::<W>(step) };
        let buckets: Vec<usize> = (0..kernel.buckets()).collect();
        let make = |bucket| {
            merge::<W>(&kernel.tables, step, (bucket, spill.take(bucket)?), compared, control)
        };
        for some in buckets.chunks(AT_A_TIME * rayon::current_num_threads()) {
            control.check()?;
            for made in each_of(some.iter().copied(), |_, bucket| make(bucket)) {
                let (encoded, record) = made?;
                writer.bucket(&encoded)?;
                all.add(record)?;
            }
        }
        let file = writer.finish(W::IS_NUMBER, &self.folder.file(&step.name))?;
        let round = self.folder.manifest.round;
        all.files.push(FileRecord { round, buckets: buckets.len(), ..file });
        self.folder.add_level(all, &step.done_with)
    }
}

impl LevelBuilder for Local<'_> {
    fn kernel(&self) -> &Kernel {
        self.kernel
    }

    fn records(&self) -> &[LevelRecord] {
        &self.folder.manifest.levels
    }

    fn make(&mut self, step: &Step, seeds: &[u64]) -> Result<(), Fault> {
        with_payload!(step.payload, W => self.make_with::<W>(step, seeds))
    }

    fn positions(&mut self, level: &str, bucket: usize) -> Result<Vec<Arrival<()>>, Fault> {
        self.folder.level(level)?.bucket(bucket)
    }
}
