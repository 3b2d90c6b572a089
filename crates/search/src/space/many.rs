//! The successors of a position on boards with interchangeable holes, or with too many jumps through a hole for lanes
//! and shifts: every leap is tested separately.

use crate::space::expand::{Successor, Wanted};
use crate::space::symmetry::Group;
use soliter_boards::rules::Leap;

/// The leaps of a game, and the group of its positions.
pub(crate) struct Many {
    /// The leaps, by the hole that the peg leaves.
    leaps: Vec<Vec<Leap>>,
    pub(crate) group: Group,
}

impl Many {
    pub(crate) fn new(leaps: &[Leap], group: &Group) -> Self {
        let of = |hole: usize| {
            leaps.iter().filter(|leap| usize::from(leap.from) == hole).copied().collect()
        };
        let holes = leaps.iter().map(|leap| usize::from(leap.from) + 1).max().unwrap_or(0);
        let own = Group::of(group.symmetries.iter()).with_twins(group.twins.clone());
        Self { leaps: (0..holes).map(of).collect(), group: own }
    }

    fn legal(&self, position: u64, from: u64) -> impl Iterator<Item = &Leap> {
        let holes =
            (0..).zip(&self.leaps).filter(move |(hole, _)| position & from & 1 << hole != 0);
        holes.flat_map(|(_, leaps)| leaps).filter(move |leap| leap.fits(position))
    }

    pub(crate) fn mobility(&self, position: u64) -> u32 {
        self.legal(position, u64::MAX).count() as u32
    }

    pub(crate) fn successors(
        &self,
        position: u64,
        movers: u64,
        wanted: Wanted,
        visit: &mut dyn FnMut(Successor),
    ) {
        for leap in self.legal(position, wanted.from(movers)) {
            let (least, landed) = self.group.least_with(position ^ leap.all, 1 << leap.to);
            let continues = movers >> leap.from & 1 == 1;
            visit(Successor { position: least, movers: landed, from: leap.from, continues });
        }
    }
}
