//! Positions that a search may drop, since no solution of as few moves as it looks for passes through them.
//!
//! * [`Bounds`]: all of these tests together, as the searches for the fewest moves use them.
//! * [`counts`]: resource counts, weights of the holes that no jump raises: a position that weighs too little
//!   cannot reach the finish. [`weights`] finds them by a linear program.
//! * Merson regions, which say how many moves are still to come at least, are a room below: they serve more
//!   than searches ([`crate::peg::bounds::regions`]).

pub(crate) mod counts;
pub(crate) mod weights;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::peg::bounds::regions::Regions;
use crate::peg::search::bounds::counts::Counts;

/// Which positions a line within the limit may pass.
pub(crate) struct Bounds<'a> {
    pub(crate) regions: &'a Regions,
    /// Forwards and backwards.
    pub(crate) counts: [Counts; 2],
    /// Lines of more moves are of no interest.
    pub(crate) limit: Option<u32>,
    /// Whether a position was left out that lines of more moves may pass.
    pub(crate) cut: AtomicBool,
}

impl<'a> Bounds<'a> {
    /// No limit yet, and no resource counts.
    pub(crate) fn new(regions: &'a Regions) -> Self {
        let counts = [Counts::none(), Counts::none()];
        Self { regions, counts, limit: None, cut: AtomicBool::new(false) }
    }

    /// Whether a line may pass the position between two moves, `level` - 1 of them at this side.
    pub(crate) fn may_rest(&self, forward: bool, position: u64, level: u32) -> bool {
        let elsewhere = |position| {
            if forward { self.regions.ahead(position).0 } else { self.regions.behind(position) }
        };
        self.note(self.limit.is_none_or(|limit| level - 1 + elsewhere(position) <= limit))
    }

    /// Whether a line may pass the position after `level` moves, the last by one of `movers`.
    #[inline]
    pub(crate) fn may_pass(&self, forward: bool, position: u64, movers: u64, level: u32) -> bool {
        let Some(limit) = self.limit else { return true };
        self.note(if forward {
            let (count, used) = self.regions.ahead(position);
            // The move under way may go on and open one of them.
            level + count - u32::from(movers & used != 0) <= limit
        } else {
            // The move that follows may have begun earlier.
            level + self.regions.behind(position) <= limit + 1
        })
    }

    /// Remembers that a position was left out.
    #[inline]
    fn note(&self, may_pass: bool) -> bool {
        if !may_pass && !self.cut.load(Relaxed) {
            self.cut.store(true, Relaxed);
        }
        may_pass
    }
}
