//! The steps that counts and searches on disk consist of: each makes a level from others.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::peg::search::bounds::Bounds;
use crate::peg::search::disk::crew::Crew;
use crate::peg::search::disk::fault::Fault;
use crate::peg::search::disk::folder::level::StoredLevel;
use crate::peg::search::disk::folder::runs::Arrival;
use crate::peg::search::disk::packets::{leaps, moves};
use crate::peg::search::disk::source::{Other, Source, common};
use crate::peg::search::disk::store::Store;
use crate::peg::search::disk::weight::{Weight, Width, for_width};
use crate::peg::search::disk::work::Work;
use crate::peg::search::store::table::{PackedReach, Reach as _};

/// How the positions of a level lead to those of another.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// By the jumps of the game.
    Jumps,
    /// By undoing jumps.
    JumpsBack,
    /// Each position leads to its complement.
    Complements,
}

/// Which of the arrivals are written, and with which numbers.
#[derive(Clone, Copy)]
pub(crate) enum Keep<'a> {
    /// All of them.
    All,
    /// Those that are also in a level, with the numbers of the arrivals.
    Within(&'a str),
    /// Those that are also in a level, with the numbers of that level.
    Of(&'a str),
}

/// How to make a level from another.
pub(crate) struct Recipe<'a> {
    /// The name of the new level.
    pub(crate) name: &'a str,
    /// The name of the level that it is made from.
    pub(crate) from: &'a str,
    pub(crate) way: Way,
    pub(crate) keep: Keep<'a>,
    /// The number of jumps made, if the level is to be counted.
    pub(crate) jumps: Option<usize>,
    pub(crate) width: Width,
    /// The levels that are no longer needed afterwards.
    pub(crate) done_with: &'a [&'a str],
}

impl<'a> Recipe<'a> {
    /// A recipe that keeps all arrivals, which have no numbers and are not counted.
    pub(crate) fn new(name: &'a str, from: &'a str, way: Way) -> Self {
        let (keep, width) = (Keep::All, Width::None);
        Self { name, from, way, keep, jumps: None, width, done_with: &[] }
    }
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

impl<C: Crew> Work<'_, C> {
    /// All arrivals from the positions of a level.
    fn arrivals<W: Weight>(&self, level: &StoredLevel, way: Way) -> Result<Store<W>, Fault> {
        let (full, expander) = (self.space.puzzle.board.full().0, &self.space.forward);
        match way {
            Way::Jumps => self.exchange(level, leaps(expander)),
            Way::JumpsBack => self.exchange(level, leaps(&self.space.backward)),
            Way::Complements => self.exchange(level, |position, weight, next| {
                next.push((expander.least(full ^ position), weight));
            }),
        }
    }

    /// Writes a level of some positions, all with the same weight, unless it has been completed already.
    pub(crate) fn seed<W: Weight>(
        &mut self,
        name: &str,
        positions: &[u64],
        weight: W,
        jumps: Option<usize>,
        done_with: &[&str],
    ) -> Result<(), Fault> {
        if self.has(name)? {
            return Ok(());
        }
        let store = self.store::<W>();
        for &position in positions {
            let (bucket, key) = self.job.index.place(self.space.forward.least(position));
            if self.crew.share().has(bucket) {
                store.add(bucket, &[Arrival { key, weight }])?;
            }
        }
        self.write(name, &Source::Arrived(&store, None), jumps, 0, done_with)?;
        Ok(())
    }

    /// Makes a level of the fewest moves within the bounds, unless it has been completed already.
    pub(crate) fn reach(
        &mut self,
        name: &str,
        from: &str,
        forward: bool,
        bounds: &Bounds<'_>,
    ) -> Result<(), Fault> {
        if self.has(name)? {
            return Ok(());
        }
        let level = self.folder.level(from)?;
        self.check_memory(level.largest())?;
        let cut = AtomicU64::new(0);
        let expander = if forward { &self.space.forward } else { &self.space.backward };
        let store = self.exchange(&level, moves(expander, forward, bounds, &cut))?;
        self.write(name, &Source::Arrived(&store, None), None, cut.load(Relaxed), &[])?;
        Ok(())
    }

    /// Writes the positions that two levels have in common, with the fewest moves of the lines through each.
    pub(crate) fn cross(
        &mut self,
        name: &str,
        ahead: &str,
        behind: Option<&str>,
    ) -> Result<(), Fault> {
        if self.has(name)? {
            return Ok(());
        }
        let ahead = self.folder.level(ahead)?;
        let behind = behind.map(|name| self.folder.level(name)).transpose()?;
        self.check_memory(behind.as_ref().map_or(0, StoredLevel::largest).max(ahead.largest()))?;
        let met = |bucket: usize| {
            let met = ahead.bucket::<PackedReach>(bucket)?;
            let Some(behind) = &behind else { return Ok(met) };
            let rest = behind.bucket::<PackedReach>(bucket)?;
            let mut met = common(met, &rest);
            let rest = common(rest, &met);
            for (met, rest) in met.iter_mut().zip(rest) {
                let through = met.weight.movers() & rest.weight.movers();
                let moves = met.weight.moves() + rest.weight.moves() - u32::from(through != 0);
                met.weight = PackedReach::new(moves, through);
            }
            Ok(met)
        };
        self.write(name, &Source::Made(&met), None, 0, &[])?;
        Ok(())
    }

    /// Writes the positions of a forward level that are also in a backward level, and returns how many there
    /// are. Without a backward level all positions are written.
    pub(crate) fn meet(&mut self, depth: usize, other: Option<&str>) -> Result<u64, Fault> {
        let (name, from) = (both(depth), ahead(depth));
        if let Some(known) = self.folder.summary(&name)? {
            return Ok(known.classes);
        }
        let level = self.folder.level(&from)?;
        let other_name = other.unwrap_or(&from);
        let other = self.folder.level(other_name)?;
        self.check_memory(level.largest().max(other.largest()))?;
        let source = Source::<u128>::Of(&level, Other::In(&other));
        Ok(self.write(&name, &source, Some(depth), 0, &[&from, other_name])?.classes)
    }

    /// Makes a level by a recipe, unless it has been completed already.
    pub(crate) fn make(&mut self, recipe: &Recipe<'_>) -> Result<(), Fault> {
        if self.has(recipe.name)? {
            return Ok(());
        }
        for_width!(recipe.width, make_with(self, recipe))
    }
}

fn make_with<W: Weight>(work: &mut Work<'_, impl Crew>, recipe: &Recipe<'_>) -> Result<(), Fault> {
    let level = work.folder.level(recipe.from)?;
    let within = match recipe.keep {
        Keep::All => None,
        Keep::Within(name) | Keep::Of(name) => Some(work.folder.level(name)?),
    };
    work.check_memory(within.as_ref().map_or(0, StoredLevel::largest).max(level.largest()))?;
    let &Recipe { name, jumps, done_with, .. } = recipe;
    if let (Keep::Of(_), Some(within)) = (recipe.keep, &within) {
        // The arrivals only say which positions to keep, so they need no numbers.
        let store = work.arrivals::<()>(&level, recipe.way)?;
        work.write(name, &Source::<W>::Of(within, Other::Arrived(&store)), jumps, 0, done_with)?;
    } else {
        let store = work.arrivals::<W>(&level, recipe.way)?;
        work.write(name, &Source::Arrived(&store, within.as_ref()), jumps, 0, done_with)?;
    }
    Ok(())
}
