//! How a level is made from others: the steps of which counts and searches on disk consist.

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

/// How positions of a level lead to those of another.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Jumps,
    JumpsBack,
    /// To their complements.
    Complements,
}

/// Which of the positions that come are written, and with whose numbers.
#[derive(Clone, Copy)]
pub(crate) enum Keep<'a> {
    All,
    /// Those of a level, with the numbers that come.
    Within(&'a str),
    /// Those of a level, with its numbers.
    Of(&'a str),
}

/// A level to be made.
pub(crate) struct Made<'a> {
    pub(crate) name: &'a str,
    pub(crate) from: &'a str,
    pub(crate) way: Way,
    pub(crate) keep: Keep<'a>,
    /// Jumps made, where the level is to be counted.
    pub(crate) jumps: Option<usize>,
    pub(crate) width: Width,
    pub(crate) done_with: &'a [&'a str],
}

pub(crate) fn ahead(depth: usize) -> String {
    format!("ahead-{depth}")
}

pub(crate) fn behind(depth: usize) -> String {
    format!("behind-{depth}")
}

pub(crate) fn both(depth: usize) -> String {
    format!("both-{depth}")
}

impl<C: Crew> Work<'_, C> {
    /// All that the positions of a level lead to.
    fn arrivals<W: Weight>(&self, level: &StoredLevel, way: Way) -> Result<Store<W>, Fault> {
        let (index, store, control) = (self.index, self.store(), self.control);
        match way {
            Way::Jumps => self.crew.send(level, index, store, leaps(&self.space.forward), control),
            Way::JumpsBack => {
                self.crew.send(level, index, store, leaps(&self.space.backward), control)
            }
            Way::Complements => {
                let (full, expander) = (self.space.puzzle.board.full().0, &self.space.forward);
                let complement = |position: u64, weight: W, next: &mut Vec<(u64, W)>| {
                    next.push((expander.least(full ^ position), weight));
                };
                self.crew.send(level, index, store, complement, control)
            }
        }
    }

    /// Writes a level of some positions, to each of which so many sequences lead.
    pub(crate) fn seed(
        &mut self,
        name: &str,
        positions: &[u64],
        sequences: Option<u128>,
        jumps: Option<usize>,
    ) -> Result<(), Fault> {
        if self.folder.known(name)?.is_some() {
            return Ok(());
        }
        match sequences {
            None => self.seeds(name, positions, (), jumps, &[]),
            // The start is the only one of its class.
            Some(number) => {
                let number = u64::of(number).ok_or(Fault::Overflow)?;
                self.seeds(name, positions, number, jumps, &[])
            }
        }
    }

    fn seeds<W: Weight>(
        &mut self,
        name: &str,
        positions: &[u64],
        weight: W,
        jumps: Option<usize>,
        done_with: &[&str],
    ) -> Result<(), Fault> {
        let store = self.store::<W>();
        for &position in positions {
            let (bucket, key) = self.index.place(self.space.forward.least(position));
            if self.crew.share().has(bucket) {
                store.add(bucket, &[Arrival { key, weight }])?;
            }
        }
        self.write(name, &Source::Arrived(&store), jumps, 0, done_with)?;
        Ok(())
    }

    /// Writes a level of ends, to which no move has been made; levels of a limit before are not needed then.
    pub(crate) fn seed_ends(
        &mut self,
        name: &str,
        ends: &[u64],
        done_with: &[&str],
    ) -> Result<(), Fault> {
        match self.folder.known(name)? {
            Some(_) => Ok(()),
            None => self.seeds(name, ends, PackedReach::new(0, 0), None, done_with),
        }
    }

    /// Makes a level of the fewest moves within the bounds, if it is not there already.
    pub(crate) fn reach(
        &mut self,
        name: &str,
        from: &str,
        forward: bool,
        bounds: &Bounds<'_>,
    ) -> Result<(), Fault> {
        if self.folder.known(name)?.is_some() {
            return Ok(());
        }
        let level = self.folder.level(from)?;
        self.check_memory(level.largest())?;
        let (index, control, cut) = (self.index, self.control, AtomicU64::new(0));
        let expander = if forward { &self.space.forward } else { &self.space.backward };
        let moves = moves(expander, forward, bounds, &cut);
        let store = self.crew.send::<PackedReach>(&level, index, self.store(), moves, control)?;
        self.write(name, &Source::Arrived(&store), None, cut.load(Relaxed), &[])?;
        Ok(())
    }

    /// Writes the positions of two levels that meet, with the moves of lines that pass them.
    pub(crate) fn cross(
        &mut self,
        name: &str,
        ahead: &str,
        behind: Option<&str>,
    ) -> Result<(), Fault> {
        if self.folder.known(name)?.is_some() {
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

    /// Writes those of a level of the first side that the second has too; how many there are.
    pub(crate) fn meet(&mut self, depth: usize, other: Option<&str>) -> Result<u64, Fault> {
        let (name, from) = (both(depth), ahead(depth));
        if let Some(known) = self.folder.known(&name)? {
            return Ok(known.classes);
        }
        let level = self.folder.level(&from)?;
        let other_name = other.unwrap_or(&from);
        let other = self.folder.level(other_name)?;
        self.check_memory(level.largest().max(other.largest()))?;
        let source = Source::<u128>::Of(&level, Other::In(&other));
        Ok(self.write(&name, &source, Some(depth), 0, &[&from, other_name])?.classes)
    }

    /// Makes a level, if it is not there already.
    pub(crate) fn make(&mut self, made: &Made<'_>) -> Result<(), Fault> {
        if self.folder.known(made.name)?.is_some() {
            return Ok(());
        }
        for_width!(made.width, make_with(self, made))
    }
}

fn make_with<W: Weight>(work: &mut Work<'_, impl Crew>, made: &Made<'_>) -> Result<(), Fault> {
    let level = work.folder.level(made.from)?;
    let within = match made.keep {
        Keep::All => None,
        Keep::Within(name) | Keep::Of(name) => Some(work.folder.level(name)?),
    };
    work.check_memory(within.as_ref().map_or(0, StoredLevel::largest).max(level.largest()))?;
    match (made.keep, &within) {
        (Keep::Of(_), Some(within)) => {
            // The numbers are those of the level; the arrivals only say which positions to keep.
            let store = work.arrivals::<()>(&level, made.way)?;
            let source = Source::<W>::Of(within, Other::Arrived(&store));
            work.write(made.name, &source, made.jumps, 0, made.done_with)?;
        }
        (_, within) => {
            let store = work.arrivals::<W>(&level, made.way)?;
            let source = match within {
                Some(within) => Source::ArrivedWithin(&store, within),
                None => Source::Arrived(&store),
            };
            work.write(made.name, &source, made.jumps, 0, made.done_with)?;
        }
    }
    Ok(())
}
