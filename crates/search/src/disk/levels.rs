//! The levels of one count or search, wherever they are built, and the steps that build them.

use crate::disk::fault::Fault;
use crate::disk::kernel::arrivals::Arrival;
use crate::disk::kernel::step::{Payload, Step, Way};
use crate::disk::kernel::{Kernel, wide_enough};
use crate::disk::record::LevelRecord;
use crate::{bounds::counts::Counts, space::MoveTables};
use soliter_base::control::{Control, Stop};

/// A builder of levels, which keeps them for as long as they are needed.
pub(crate) trait LevelBuilder {
    fn kernel(&self) -> &Kernel;

    /// The levels that are complete, even if they are no longer kept.
    fn records(&self) -> &[LevelRecord];

    /// Builds the level of a step. A level that is built from no others consists of the positions in `seeds`.
    fn make(&mut self, step: &Step, seeds: &[u64]) -> Result<(), Fault>;

    /// The positions of a bucket of a level that is kept.
    fn positions(&mut self, level: &str, bucket: usize) -> Result<Vec<Arrival<()>>, Fault>;
}

/// The levels of a puzzle.
pub(crate) struct Levels<'a> {
    pub(crate) space: &'a MoveTables<'a>,
    pub(crate) maker: &'a mut dyn LevelBuilder,
    pub(crate) control: &'a Control,
    /// The resource counts with which steps by jumps prune, forwards and backwards.
    pub(crate) counts: [Counts; 2],
}

/// The name of the level `depth` jumps from the start.
pub(crate) fn ahead(depth: usize) -> String {
    format!("ahead-{depth}")
}

/// The name of the level `depth` jumps from the finish.
pub(crate) fn behind(depth: usize) -> String {
    format!("behind-{depth}")
}

/// The name of the level of positions on solutions `depth` jumps from the start.
pub(crate) fn both(depth: usize) -> String {
    format!("both-{depth}")
}

/// The name of that level with the number of jump sequences that lead to each position.
pub(crate) fn counted(depth: usize) -> String {
    format!("counted-{depth}")
}

/// Which arrivals at a level are kept, and whether they are counted.
#[derive(Clone, Copy, Default)]
pub(crate) struct Kept<'a> {
    /// Only positions that this level contains too are kept.
    pub(crate) within: Option<&'a str>,
    /// The number of jumps made, if the positions are to be counted.
    pub(crate) jumps: Option<usize>,
    /// The levels that are no longer needed.
    pub(crate) done_with: &'a [&'a str],
}

impl<'a> Levels<'a> {
    pub(crate) fn new(
        space: &'a MoveTables<'a>,
        maker: &'a mut dyn LevelBuilder,
        control: &'a Control,
    ) -> Self {
        Self { space, maker, control, counts: [Counts::none(), Counts::none()] }
    }

    /// Whether a level has been completed, even if it is no longer kept.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.maker.records().iter().any(|done| done.name == name)
    }

    /// The record of a level that has been completed.
    pub(crate) fn known(&self, name: &str) -> Result<&LevelRecord, Stop> {
        let known = self.maker.records().iter().find(|done| done.name == name);
        known.ok_or(Stop::Fault("a level is missing"))
    }

    /// Whether a level contains a position.
    pub(crate) fn holds(&mut self, name: &str, position: u64) -> Result<bool, Fault> {
        let (bucket, key) = self.maker.kernel().tables.index.place(position);
        let all = self.maker.positions(name, bucket)?;
        Ok(all.binary_search_by_key(&key, |arrival| arrival.key).is_ok())
    }

    /// Builds the level of a step, unless it has been completed.
    pub(crate) fn complete(&mut self, step: &Step, seeds: &[u64]) -> Result<(), Fault> {
        if self.has(&step.name) {
            return Ok(());
        }
        self.control.check()?;
        self.maker.make(step, seeds)
    }

    /// Builds a level from some positions.
    pub(crate) fn seed(
        &mut self,
        name: &str,
        positions: &[u64],
        payload: Payload,
        kept: Kept<'_>,
    ) -> Result<(), Fault> {
        self.complete(&step(name, payload, kept), positions)
    }

    /// Builds a level from the level `from`.
    pub(crate) fn make(
        &mut self,
        name: &str,
        (from, way, forward): (&str, Way, bool),
        kept: Kept<'_>,
    ) -> Result<(), Fault> {
        if self.has(name) {
            return Ok(());
        }
        // No sum of the kept numbers is larger.
        let most = self.known(from)?.total.map(|total| self.maker.kernel().tables.after(total));
        let payload = most.map_or(Payload::Nothing, wide_enough);
        let pruning = match way {
            Way::Complement => Vec::new(),
            _ => self.counts[usize::from(!forward)].sums().to_vec(),
        };
        let from = vec![(from.to_owned(), way)];
        self.complete(&Step { from, forward, pruning, ..step(name, payload, kept) }, &[])
    }
}

fn step(name: &str, payload: Payload, kept: Kept<'_>) -> Step {
    Step {
        within: kept.within.map(str::to_owned).into_iter().collect(),
        jumps: kept.jumps,
        done_with: kept.done_with.iter().map(|&name| name.to_owned()).collect(),
        ..Step::new(name, payload)
    }
}
