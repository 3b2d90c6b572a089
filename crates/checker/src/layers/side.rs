//! One side of the search: the positions within a given number of moves of one end, layer by layer.

use std::path::Path;

use super::super::{game::Game, head::Checked};
use super::arrivals::Arrivals;
use super::layer_cache::LayerCache;
use super::runs::{Merge, Run, Writer};

/// The number of positions whose successors are computed at once.
const SOME: usize = 1 << 12;
/// Filter bits for each position of the other side, to avoid most look-ups; and the maximum number of bits in total.
const BITS_EACH: usize = 8;
const MOST_BITS: usize = 1 << 30;

pub(super) struct Side<'a> {
    pub(super) game: &'a Game<'a>,
    pub(super) forward: bool,
    /// The maximum number of moves of the solutions that the side must cover.
    pub(super) most: usize,
    /// Layer `k`: the positions, each the least of its images, that are first reached `k` moves from the end.
    pub(super) layers: Vec<Run>,
    pub(super) shelf: Option<&'a LayerCache>,
    /// Whether the next layer is too large to make.
    abandoned: bool,
}

impl<'a> Side<'a> {
    /// A side with its end only.
    pub(super) fn new(
        game: &'a Game<'a>,
        forward: bool,
        most: usize,
        shelf: Option<&'a LayerCache>,
    ) -> Checked<Self> {
        let mut side = Self { game, forward, most, layers: Vec::new(), shelf, abandoned: false };
        let mut first = Writer::new(None)?;
        first.push(game.least(if forward { game.start } else { game.finish }))?;
        side.layers.push(first.finish()?);
        Ok(side)
    }

    pub(super) fn name(&self) -> &'static str {
        if self.forward { "F" } else { "B" }
    }

    /// The number of positions in the last layer.
    pub(super) fn last(&self) -> usize {
        self.layers.last().map_or(0, |run| run.count)
    }

    /// The approximate size of the next layer, if growth continues at the same rate.
    pub(super) fn expected(&self) -> usize {
        let before = self.layers.len().checked_sub(2).map_or(1, |at| self.layers[at].count);
        self.last().saturating_mul(self.last()).checked_div(before).unwrap_or(0)
    }

    /// Whether the next layer has not been abandoned as too large.
    pub(super) fn may_grow(&self) -> bool {
        !self.abandoned
    }

    pub(super) fn memory(&self) -> usize {
        self.layers.iter().map(Run::memory).sum()
    }

    fn folder(&self) -> Option<&'a Path> {
        self.shelf.map(LayerCache::folder)
    }

    /// Makes the next layer: the new positions one move further, except those in which no solution of at most
    /// `most` moves can rest. All other tables take `elsewhere` bytes. If more than `arrivals` moves lead to
    /// the layer, it is abandoned. Returns whether the layer was made.
    pub(super) fn move_on(&mut self, elsewhere: usize, arrivals: usize) -> Checked<bool> {
        let moves = self.layers.len();
        let name = format!("{}{moves}", self.name());
        let kept = self.shelf.map(|shelf| shelf.take(&name)).transpose()?.flatten();
        if let Some(kept) = kept {
            self.layers.push(kept);
            return Ok(true);
        }
        let rests = |position| self.game.may_rest(position, moves, self.most, self.forward);
        let Some(arrived) = self.moved((elsewhere, arrivals), |_| true, rests)? else {
            self.abandoned = true;
            return Ok(false);
        };
        let mut writer = Writer::new(self.folder().map(|folder| folder.join("layer.part")))?;
        let (mut all, mut known) = (Merge::of(&arrived)?, Merge::of(&self.layers)?);
        let arrived_bytes: usize = arrived.iter().map(Run::memory).sum();
        let elsewhere = elsewhere.saturating_add(self.memory()).saturating_add(arrived_bytes);
        let mut number = 0_usize;
        while let Some(position) = all.next()? {
            if !known.has(position)? {
                writer.push(position)?;
            }
            number = number.wrapping_add(1);
            if number.is_multiple_of(1 << 16) {
                self.game.look(elsewhere.saturating_add(writer.memory()))?;
            }
        }
        drop(known);
        let layer = writer.finish()?;
        self.layers.push(match self.shelf {
            Some(shelf) => shelf.put(&name, layer)?,
            None => layer,
        });
        Ok(true)
    }

    /// The least images of the positions one move from the last layer that pass both filters: `wanted`, which
    /// is called for every move, and `rests`, which is called after duplicates are removed. `None` if more
    /// than `most` moves lead away from the last layer.
    fn moved(
        &self,
        (elsewhere, most): (usize, usize),
        wanted: impl Fn(u64) -> bool,
        rests: impl Fn(u64) -> bool,
    ) -> Checked<Option<Vec<Run>>> {
        let mut left = most;
        let elsewhere = elsewhere.saturating_add(self.memory());
        let mut arrivals = Arrivals::new(self.game, self.folder(), elsewhere);
        let (mut last, mut moved) = (Merge::of(self.layers.last())?, Vec::new());
        let mut number = 0_usize;
        loop {
            let position = last.next()?;
            if let Some(position) = position {
                for hole in (0..self.game.holes).filter(|hole| position >> hole & 1 == 1) {
                    self.game.add_moves((position, hole), self.forward, left, &mut moved)?;
                }
                if moved.len() > left {
                    return Ok(None);
                }
            }
            number = number.wrapping_add(1);
            if position.is_none() || number.is_multiple_of(SOME) {
                left = left.saturating_sub(moved.len());
                for position in &mut moved {
                    *position = self.game.least(*position);
                }
                moved.retain(|position| wanted(*position));
                moved.sort_unstable();
                moved.dedup();
                moved.retain(|position| rests(*position));
                arrivals.add(&mut moved)?;
            }
            if position.is_none() {
                return arrivals.into_runs().map(Some);
            }
        }
    }

    /// Whether both sides have a position in common.
    pub(super) fn meets(&self, other: &Self) -> Checked<bool> {
        common(&self.layers, &other.layers)
    }

    /// Whether one more move of this side leads to a position of the other side.
    pub(super) fn meets_by_a_move(&self, other: &Self) -> Checked<bool> {
        let (mut all, mut count) = (Merge::of(&other.layers)?, 0_usize);
        for layer in &other.layers {
            count = count.saturating_add(layer.count);
        }
        let number = count.saturating_mul(BITS_EACH).clamp(64, MOST_BITS).next_power_of_two();
        let elsewhere = other.memory().saturating_add(number / 8);
        self.game.look(elsewhere.saturating_add(self.memory()))?;
        let mut bits = vec![0_u64; number / 64];
        // The multiplication spreads positions evenly over the bits.
        let place = |position: u64| {
            let mixed = position.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let at = (mixed >> 20) as usize & number.saturating_sub(1);
            (at / 64, 1_u64 << (at % 64))
        };
        while let Some(position) = all.next()? {
            let (at, bit) = place(position);
            bits[at] |= bit;
        }
        let may_be_there = |position| {
            let (at, bit) = place(position);
            bits[at] & bit != 0
        };
        let moves = self.layers.len();
        let rests = |position| self.game.may_rest(position, moves, self.most, self.forward);
        let arrived = self.moved((elsewhere, usize::MAX), may_be_there, rests)?;
        common(&arrived.unwrap_or_default(), &other.layers)
    }

    /// Whether any position so far has `pegs` pegs or, if `further`, any position one more move away.
    pub(super) fn ends(&self, pegs: u32, further: bool) -> Checked<bool> {
        let moves = self.layers.len();
        let is_end = |position: u64| position.count_ones() == pegs;
        let mut all = Merge::of(&self.layers)?;
        while let Some(position) = all.next()? {
            if is_end(position) {
                return Ok(true);
            }
        }
        let rests = |position| self.game.may_rest(position, moves, self.most, self.forward);
        if !further {
            return Ok(false);
        }
        let arrived = self.moved((0, usize::MAX), is_end, rests)?.unwrap_or_default();
        Ok(arrived.iter().any(|run| run.count > 0))
    }
}

/// Whether two lists of runs have a position in common.
fn common(some: &[Run], others: &[Run]) -> Checked<bool> {
    let (mut some, mut others) = (Merge::of(some)?, Merge::of(others)?);
    while let Some(position) = some.next()? {
        if others.has(position)? {
            return Ok(true);
        }
    }
    Ok(false)
}
