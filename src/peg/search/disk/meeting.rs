//! Where the sides of a search by moves on disk meet: the last move or two, which are looked up and not kept, and
//! the line through a position that both sides reach.

use std::sync::Arc;

use crate::peg::line::Line;
use crate::peg::search::disk::by_moves::{ByMoves, PEGS, Side, expander, prefix};
use crate::peg::search::disk::folder::level::StoredLevel;
use crate::peg::search::disk::folder::runs::{common, fold};
use crate::peg::search::disk::{fault::Fault, store::Store, weight::Movers, work::Noted};
use crate::peg::search::levels::walk::{Jumps, line_through, move_into};
use crate::peg::search::space::expand::Wanted;

impl ByMoves<'_, '_> {
    /// Finds a position on a line that has one move more than the sides know together, or two more, if no line has
    /// fewer moves. Only what both sides reach is written.
    pub(crate) fn meet(&mut self, more: usize) -> Result<Option<u64>, Fault> {
        let name = format!("{}-met-{more}", prefix(self.bounds.limit));
        if !self.work.has(&name) {
            let kept = usize::from(self.sides[1].frontier() < self.sides[0].frontier());
            let moving = if more == 1 { kept } else { 1 - kept };
            let landed = self.landed(moving, (0, more as u64))?;
            let other = 1 - moving;
            let further = if more == 1 { None } else { Some(self.landed(other, (1, 2))?) };
            let known: Vec<StoredLevel> = (1..PEGS)
                .map(|pegs| self.layers_of(other, pegs))
                .collect::<Result<Vec<_>, _>>()?
                .into_iter()
                .flatten()
                .collect();
            let Self { work, .. } = self;
            work.check_memory(&known)?;
            let (index, noted) = (Arc::clone(&work.crew.index), Noted::default());
            work.write(&name, None, &[], &noted, &|bucket| {
                let landed = landed.take(bucket)?;
                let mut met = Vec::new();
                for level in &known {
                    met.extend(common(landed.clone(), &level.bucket::<()>(bucket)?));
                }
                if let Some(further) = &further {
                    met.extend(common(landed, &further.take(bucket)?));
                }
                fold(&mut met)?;
                if let Some(first) = met.first() {
                    noted.meet(index.position(bucket, first.key));
                }
                Ok(met)
            })?;
        }
        Ok(self.work.known(&name)?.met)
    }

    /// The positions that one more move of a side leads to or through.
    fn landed(&self, side: usize, store: (usize, u64)) -> Result<Store<Movers>, Fault> {
        let Side { forward, ref layers, .. } = self.sides[side];
        let level = layers.len() as u32;
        let frontier: Vec<StoredLevel> = self.frontier_of(side)?;
        let frontier: Vec<&StoredLevel> = frontier.iter().collect();
        self.work.check_memory(frontier.iter().copied())?;
        let (bounds, expander) = (&self.bounds, expander(self.work.space, forward));
        let counts = &bounds.counts[usize::from(!forward)];
        self.work.crew.exchange(&frontier, store, |_, position, Movers(movers), next| {
            if !bounds.may_rest(forward, position, level) {
                return;
            }
            let (mut from, mut wanted) = (vec![(position, movers)], Wanted::Beginning);
            while !from.is_empty() {
                let mut landed = Vec::new();
                for (position, movers) in from {
                    expander.successors(position, movers, wanted, |successor| {
                        if !counts.refutes(successor.position) {
                            landed.push((successor.position, successor.movers));
                        }
                    });
                }
                next.extend(landed.iter().map(|&(position, _)| (position, Movers(0))));
                (from, wanted) = (landed, Wanted::Continuing);
            }
        })
    }

    /// The line of the fewest moves through a position where the sides meet.
    pub(crate) fn line(&self, position: u64) -> Result<Line, Fault> {
        let mut jumps = [Jumps::new(), Jumps::new()];
        for (number, jumps) in jumps.iter_mut().enumerate().take(self.sides.len()) {
            *jumps = self.jumps_to(number, position)?;
        }
        let [ahead, behind] = jumps;
        Ok(line_through(ahead, behind))
    }

    /// The jumps from the end of a side to a position that it knows or that it reaches with one more move.
    fn jumps_to(&self, side: usize, mut position: u64) -> Result<Jumps, Fault> {
        let Side { forward, ref layers, .. } = self.sides[side];
        let space = self.work.space;
        let leaps = if forward { &space.leaps } else { &space.undoing };
        let holds = |moves: usize, position: u64| {
            let pegs = position.count_ones() as usize;
            let name = self.layer_name(forward, moves, pegs);
            let is_layer = layers.get(moves).is_none_or(|sizes| sizes[pegs] > 0);
            let known = is_layer && self.work.has(&name);
            if known { self.work.holds(&name, space.group.least(position)) } else { Ok(false) }
        };
        let mut moves = 0;
        while moves < layers.len() && !holds(moves, position)? {
            moves += 1;
        }
        let mut walked = Vec::new();
        for earlier in (0..moves).rev() {
            let control = &self.work.crew.control;
            let (before, jumps) =
                move_into(leaps, (position, u64::MAX), control, |before| holds(earlier, before))?;
            walked.push(jumps);
            position = before;
        }
        walked.reverse();
        Ok(walked.concat())
    }
}
