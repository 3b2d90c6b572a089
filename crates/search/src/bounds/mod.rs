//! Bounds with which a search prunes positions that are on no line within the limit on the number of moves.
//!
//! Merson regions bound the number of moves to come; other provers share them ([`soliter_boards::bounds::regions`]).

pub(crate) mod counts;
pub mod random_games;
pub(crate) mod weights;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::bounds::counts::Counts;
use soliter_boards::bounds::regions::Regions;

pub(crate) struct Bounds<'a> {
    pub(crate) regions: &'a Regions,
    /// The resource counts, forwards and backwards.
    pub(crate) counts: [Counts; 2],
    /// The largest number of moves in the lines that the search looks for.
    pub(crate) limit: Option<u32>,
    /// Whether a pruned position may be on a line with more moves than the limit.
    pub(crate) cut: AtomicBool,
}

impl<'a> Bounds<'a> {
    /// Bounds without a limit and without resource counts.
    pub(crate) fn new(regions: &'a Regions) -> Self {
        let counts = [Counts::none(), Counts::none()];
        Self { regions, counts, limit: None, cut: AtomicBool::new(false) }
    }

    /// Whether a line within the limit may rest in the position, that is, be there between two moves.
    /// `level` - 1 moves lie on this side of the position.
    pub(crate) fn may_rest(&self, forward: bool, position: u64, level: u32) -> bool {
        let elsewhere = |position| {
            if forward { self.regions.ahead(position).0 } else { self.regions.behind(position) }
        };
        self.note(self.limit.is_none_or(|limit| level - 1 + elsewhere(position) <= limit))
    }

    /// Whether a line within the limit may be in the position after `level` moves, the last of which one of
    /// `movers` makes.
    #[inline]
    pub(crate) fn may_pass(&self, forward: bool, position: u64, movers: u64, level: u32) -> bool {
        let Some(limit) = self.limit else { return true };
        self.note(if forward {
            let (count, used) = self.regions.ahead(position);
            // The current move may continue and begin in one of the regions.
            level + count - u32::from(movers & used != 0) <= limit
        } else {
            // The move that leads to the position may be the current one.
            level + self.regions.behind(position) <= limit + 1
        })
    }

    /// Records that a position is pruned, and returns whether it is not.
    #[inline]
    fn note(&self, may_pass: bool) -> bool {
        if !may_pass && !self.cut.load(Relaxed) {
            self.cut.store(true, Relaxed);
        }
        may_pass
    }
}
