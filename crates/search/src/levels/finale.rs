//! The positions near the end, from which a finish is only a few jumps away, and their typical shape.

use crate::levels::{Level, Seen, sort};
use crate::space::MoveTables;
use soliter_base::control::{Control, Stop};

/// All positions from which some number of jumps leads to a finish.
pub(crate) struct Finale {
    seen: Seen,
    /// Positions with at most this many jumps to go are complete.
    jumps: usize,
    /// For each hole, the rarity of a peg there among the positions furthest from the finishes: in eighths of a
    /// bit.
    costs: Vec<u32>,
}

impl Finale {
    /// Goes back from the finishes, jump by jump, until there are more than `most` positions.
    pub(crate) fn new(
        space: &MoveTables<'_>,
        finishes: &[u64],
        most: usize,
        control: &Control,
    ) -> Result<Self, Stop> {
        let expander = &space.backward;
        let mut level: Level = finishes.iter().map(|&finish| expander.least(finish)).collect();
        sort(&mut level, control)?;
        let mut finale = Self { seen: Seen::hashed(), jumps: 0, costs: Vec::new() };
        finale.seen.insert_all(&level);
        let mut known = level.len();
        while finale.jumps + 1 < space.puzzle.jumps() {
            level = finale.seen.successors(expander, &level, |_| true, 0, control)?;
            finale.jumps += 1;
            known += level.len();
            if known > most || level.is_empty() {
                break;
            }
        }
        finale.costs = costs(space, &level);
        Ok(finale)
    }

    /// The dissimilarity of a position to those from which a finish is within reach: lower is better.
    pub(crate) fn cost(&self, position: u64) -> u32 {
        let pegs = (0..).zip(&self.costs).filter(|(hole, _)| position >> hole & 1 == 1);
        pegs.map(|(_, cost)| cost).sum()
    }

    /// Whether a finish may be this many jumps away from a position, which must be the least of its images. The
    /// answer is exact for few jumps; for more jumps it is always `true`.
    pub(crate) fn may_finish(&self, position: u64, jumps: usize) -> bool {
        jumps > self.jumps || self.seen.contains(position)
    }
}

/// For each hole, the rarity of a peg there in a level of least images and all their images, in eighths of a
/// bit.
pub(crate) fn costs(space: &MoveTables<'_>, level: &Level) -> Vec<u32> {
    let holes = space.puzzle.board().holes();
    let mut pegs = vec![1.0; holes];
    for position in level {
        for (hole, pegs) in pegs.iter_mut().enumerate() {
            *pegs += f64::from((position >> hole & 1) as u32);
        }
    }
    let all = level.len() as f64 + 2.0;
    let cost = |hole: usize| {
        let images = space.group.symmetries.iter().map(|to| pegs[usize::from(to[hole])]);
        let mean = images.sum::<f64>() / space.group.symmetries.len() as f64;
        (-8.0 * (mean / all).log2()).round().max(0.0) as u32
    };
    (0..holes).map(cost).collect()
}
