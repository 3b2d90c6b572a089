//! How a level is made from others, whatever is looked for.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::base::control::{Control, Stop};
use crate::peg::puzzle::Puzzle;
use crate::peg::search::disk::crew::Crew;
use crate::peg::search::disk::fault::Fault;
use crate::peg::search::disk::folder::level::Level;
use crate::peg::search::disk::folder::manifest::Known;
use crate::peg::search::disk::folder::runs::Arrival;
use crate::peg::search::disk::folder::writing::{Other, Source, Writing, common};
use crate::peg::search::disk::folder::{Folder, Place};
use crate::peg::search::disk::index::Index;
use crate::peg::search::disk::packets::{leaps, moves};
use crate::peg::search::disk::store::Store;
use crate::peg::search::disk::weight::{Weight, Width, for_width};
use crate::peg::search::fewest::spread::Bounds;
use crate::peg::search::space::Space;
use crate::peg::search::store::table::{PackedReach, Reach as _};

/// What is asked, and with what it is worked on.
pub(crate) struct Job<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) index: &'a Index,
    pub(crate) place: &'a Place,
    pub(crate) control: &'a Control,
}

/// What every step needs.
pub(crate) struct Work<'a, C> {
    pub(crate) space: &'a Space<'a>,
    folder: Folder,
    index: &'a Index,
    place: &'a Place,
    crew: &'a C,
    pub(crate) control: &'a Control,
}

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

    pub(crate) fn known(&self, name: &str) -> Result<Known, Fault> {
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
    fn check_memory(&self, largest: usize) -> Result<(), Fault> {
        let buckets = (largest * 64 * self.crew.threads()) as u64;
        Ok(self.control.check_memory(self.place.in_memory + buckets)?)
    }

    fn store<W: Weight>(&self) -> Store<W> {
        let buckets = self.index.buckets();
        let own = self.crew.share().buckets(buckets).len();
        Store::new(buckets, own, self.place.in_memory, self.folder.arrivals())
    }

    /// All that the positions of a level lead to.
    fn arrivals<W: Weight>(&self, level: &Level, way: Way) -> Result<Store<W>, Fault> {
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

    fn writing(&mut self, cut: u64) -> Writing<'_, C> {
        Writing {
            folder: &mut self.folder,
            index: self.index,
            expander: &self.space.forward,
            crew: self.crew,
            cut,
            control: self.control,
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
        self.writing(0).write(name, &Source::Arrived(&store), jumps, done_with)?;
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
        self.writing(cut.load(Relaxed)).write(name, &Source::Arrived(&store), None, &[])?;
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
        self.check_memory(behind.as_ref().map_or(0, Level::largest).max(ahead.largest()))?;
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
        self.writing(0).write(name, &Source::Made(&met), None, &[])?;
        Ok(())
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

    /// Opens the buckets of its worker of a level that is whole.
    pub(crate) fn level(&self, name: &str) -> Result<Level, Fault> {
        self.folder.level(name)
    }

    /// What a level has of a position, whoever keeps it.
    pub(crate) fn look_up(
        &self,
        level: &Level,
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
        Ok(self.writing(0).write(&name, &source, Some(depth), &[&from, other_name])?.classes)
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
    work.check_memory(within.as_ref().map_or(0, Level::largest).max(level.largest()))?;
    match (made.keep, &within) {
        (Keep::Of(_), Some(within)) => {
            // Whatever comes brings no number of interest.
            let store = work.arrivals::<()>(&level, made.way)?;
            let source = Source::<W>::Of(within, Other::Arrived(&store));
            work.writing(0).write(made.name, &source, made.jumps, made.done_with)?;
        }
        (_, within) => {
            let store = work.arrivals::<W>(&level, made.way)?;
            let source = match within {
                Some(within) => Source::ArrivedWithin(&store, within),
                None => Source::Arrived(&store),
            };
            work.writing(0).write(made.name, &source, made.jumps, made.done_with)?;
        }
    }
    Ok(())
}
