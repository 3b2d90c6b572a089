//! The steps that counts and searches on disk consist of: each makes a level from others, unless it has been
//! completed already.

use crate::peg::search::disk::folder::runs::{Arrival, common};
use crate::peg::search::disk::packets::leaps;
use crate::peg::search::{
    disk::crew::ONLY, disk::fault::Fault, disk::folder::level::StoredLevel, disk::store::Store,
    disk::weight::Weight, disk::work::Noted, disk::work::Work,
};

/// How the positions of a level lead to those of another.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    Jumps,
    JumpsBack,
    /// Each position leads to its complement.
    Complements,
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

/// The name of the same level, each position with the number of jump sequences that lead there.
pub(crate) fn counted(depth: usize) -> String {
    format!("counted-{depth}")
}

impl Work<'_> {
    /// All arrivals from the positions of a level.
    fn arrivals<W: Weight>(&self, level: &StoredLevel, way: Way) -> Result<Store<W>, Fault> {
        let (full, expander) = (self.space.puzzle.board.full().0, &self.space.forward);
        match way {
            Way::Jumps => self.crew.exchange(&[level], ONLY, leaps(expander, &self.counts[0])),
            Way::JumpsBack => {
                self.crew.exchange(&[level], ONLY, leaps(&self.space.backward, &self.counts[1]))
            }
            Way::Complements => self.crew.exchange(&[level], ONLY, |_, position, weight, next| {
                next.push((expander.least(full ^ position), weight));
            }),
        }
    }

    /// Writes a level of some positions, all with the same weight.
    pub(crate) fn seed<W: Weight>(
        &mut self,
        name: &str,
        positions: &[u64],
        weight: W,
        jumps: Option<usize>,
        done_with: &[&str],
    ) -> Result<(), Fault> {
        if self.has(name) {
            return Ok(());
        }
        let store = self.crew.store::<W>(ONLY);
        for &position in positions {
            let (bucket, key) = self.crew.index.place(self.space.forward.least(position));
            if self.crew.folder.share.has(bucket) {
                store.add(bucket, &[Arrival { key, weight }])?;
            }
        }
        self.write(name, jumps, done_with, &Noted::default(), &|bucket| store.take(bucket))
    }

    /// Makes a level from the level `from`, of those arrivals that the level `within` has too, if there is one. If its
    /// positions are to be counted, `jumps` is the number of jumps made. The levels named in `done_with` are no longer
    /// needed.
    pub(crate) fn make(
        &mut self,
        name: &str,
        (from, way): (&str, Way),
        within: Option<&str>,
        jumps: Option<usize>,
        done_with: &[&str],
    ) -> Result<(), Fault> {
        if self.has(name) {
            return Ok(());
        }
        // No sum of the numbers that are written is larger.
        let leaps = self.space.forward.leaps as u128;
        match self.known(from)?.total.map(|total| total.saturating_mul(leaps)) {
            None => self.make_with::<()>(name, (from, way), within, jumps, done_with),
            Some(most) if u64::try_from(most).is_ok() => {
                self.make_with::<u64>(name, (from, way), within, jumps, done_with)
            }
            Some(_) => self.make_with::<u128>(name, (from, way), within, jumps, done_with),
        }
    }

    fn make_with<W: Weight>(
        &mut self,
        name: &str,
        (from, way): (&str, Way),
        within: Option<&str>,
        jumps: Option<usize>,
        done_with: &[&str],
    ) -> Result<(), Fault> {
        let level = self.crew.folder.level(from)?;
        let within = within.map(|within| self.crew.folder.level(within)).transpose()?;
        self.check_memory(within.iter().chain([&level]))?;
        let store = self.arrivals::<W>(&level, way)?;
        self.write(name, jumps, done_with, &Noted::default(), &|bucket| match &within {
            None => store.take(bucket),
            Some(within) => Ok(common(store.take(bucket)?, &within.bucket::<()>(bucket)?)),
        })
    }
}
