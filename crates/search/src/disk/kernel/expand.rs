//! Expands the positions of a level: puts the successors into the buckets of the next one.

use std::sync::atomic::Ordering::Relaxed;

use crate::bounds::Bounds;
use crate::disk::fault::Fault;
use crate::disk::kernel::arrivals::{self, Arrival};
use crate::disk::kernel::run::Encoded;
use crate::disk::kernel::step::{Step, Way};
use crate::space::expand::{Expander, Wanted};
use crate::{disk::kernel::tables::Tables, disk::kernel::weight::Weight};
use soliter_base::control::Control;

/// A bucket is folded, that is, sorted and summed up by key, when at least this many arrivals have come.
pub(crate) const LEAST: usize = 1 << 9;
/// The positions that are handled between two checks of the limits.
pub(crate) const BLOCK: usize = 1 << 11;

/// One bucket: a folded list, and the arrivals since then.
struct List<W> {
    folded: Vec<Arrival<W>>,
    fresh: Vec<Arrival<W>>,
}

/// The arrivals from some positions.
pub(crate) struct Expansion<'a, W> {
    tables: &'a Tables,
    step: &'a Step,
    bounds: Bounds<'a>,
    lists: Vec<List<W>>,
    /// The number of arrivals in all lists.
    kept: usize,
}

impl<W: Weight> List<W> {
    fn fold(&mut self) -> Result<(), Fault> {
        arrivals::fold(&mut self.fresh)?;
        if self.folded.is_empty() {
            std::mem::swap(&mut self.folded, &mut self.fresh);
        } else if !self.fresh.is_empty() {
            self.folded = arrivals::merge(&self.folded, &self.fresh)?;
        }
        self.fresh.clear();
        Ok(())
    }
}

impl<'a, W: Weight> Expansion<'a, W> {
    pub(crate) fn new(tables: &'a Tables, step: &'a Step) -> Self {
        let list = || List { folded: Vec::new(), fresh: Vec::new() };
        let lists = std::iter::repeat_with(list).take(tables.index.buckets()).collect();
        Self { tables, step, bounds: tables.bounds(step), lists, kept: 0 }
    }

    /// Adds a position itself.
    pub(crate) fn add(&mut self, position: u64, weight: W) -> Result<(), Fault> {
        let (bucket, key) = self.tables.index.place(position);
        let list = &mut self.lists[bucket];
        list.fresh.push(Arrival { key, weight });
        self.kept += 1;
        // Folding takes time in proportion to the whole list, so it waits until the list has doubled.
        if list.fresh.len() >= LEAST.max(list.folded.len()) {
            let before = list.folded.len() + list.fresh.len();
            list.fold()?;
            self.kept -= before - list.folded.len();
        }
        Ok(())
    }

    /// Adds positions that a search begins with.
    pub(crate) fn add_seeds(&mut self, positions: &[u64]) -> Result<(), Fault> {
        let least = |&position| self.tables.forward.least(position);
        let least: Vec<u64> = positions.iter().map(least).collect();
        least.into_iter().try_for_each(|position| self.add(position, W::first()))
    }

    /// Adds the successors of the positions of a bucket. `full` is called after each block of them, to take
    /// the arrivals out if there are too many.
    pub(crate) fn add_successors(
        &mut self,
        way: Way,
        (bucket, positions): (usize, &[Arrival<W>]),
        control: &Control,
        full: &mut dyn FnMut(&mut Self) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let index = &self.tables.index;
        let (mut from, mut next) = (Vec::with_capacity(BLOCK), Vec::new());
        for block in positions.chunks(BLOCK) {
            control.check()?;
            if block.iter().any(|arrival| !index.has_key(arrival.key)) {
                return Err(Fault::Run("it has positions that the board does not have"));
            }
            from.clear();
            let position = |arrival: &Arrival<W>| index.position(bucket, arrival.key);
            from.extend(block.iter().map(|arrival| (position(arrival), arrival.weight)));
            self.successors(way, &from, &mut next);
            for (position, weight) in next.drain(..) {
                self.add(position, weight)?;
            }
            full(self)?;
        }
        Ok(())
    }

    /// Lists the successors of some positions that are not pruned.
    fn successors(&self, way: Way, from: &[(u64, W)], next: &mut Vec<(u64, W)>) {
        let Self { tables, step, bounds, .. } = self;
        let expander = if step.forward { &tables.forward } else { &tables.backward };
        let counts = &bounds.counts[usize::from(!step.forward)];
        match way {
            Way::Complement => {
                let full = tables.puzzle.board().full().word();
                next.extend(from.iter().map(|&(at, weight)| (expander.least(full ^ at), weight)));
                return;
            }
            Way::Jumps if !W::IS_NUMBER => {
                let Some(&(_, nothing)) = from.first() else { return };
                let positions: Vec<u64> = from.iter().map(|&(position, _)| position).collect();
                expander.each_successor(&positions, |position| next.push((position, nothing)));
            }
            Way::Jumps => {
                for &(position, weight) in from {
                    expander.inlined_successors(position, 0, Wanted::Every, |successor| {
                        next.push((successor.position, weight));
                    });
                }
            }
            Way::Begin | Way::Continue => {
                let wanted = if way == Way::Begin { Wanted::Beginning } else { Wanted::Continuing };
                for &(position, weight) in from {
                    if way == Way::Continue || self.may_rest(position) {
                        expander.successors(position, weight.movers(), wanted, &mut |successor| {
                            next.push((successor.position, weight.moved(successor.movers)));
                        });
                    }
                }
            }
            Way::Land => {
                for &(position, weight) in from {
                    if self.may_rest(position) {
                        land(expander, (position, weight), |at| !counts.refutes(at), next);
                    }
                }
                return;
            }
        }
        // A test inside the loops over the jumps would make them 10% slower, even if nothing is pruned.
        if !counts.is_none() {
            next.retain(|&(position, _)| !counts.refutes(position));
        }
    }

    /// Whether a line within the limit may rest in a position of the level.
    fn may_rest(&self, position: u64) -> bool {
        let made = self.step.moves.map_or(0, |moves| moves.made);
        made == 0 || self.bounds.may_rest(self.step.forward, position, made)
    }

    /// Whether the arrivals take more than `bytes`, even if repeated ones are folded.
    pub(crate) fn is_over(&mut self, bytes: u64) -> Result<bool, Fault> {
        // With a lower limit, the lists would be folded and taken out for a few arrivals each.
        let most = (bytes as usize / size_of::<Arrival<W>>()).max(LEAST / 4 * self.lists.len());
        if self.kept <= most {
            return Ok(false);
        }
        self.lists.iter_mut().try_for_each(List::fold)?;
        self.kept = self.lists.iter().map(|list| list.folded.len()).sum();
        Ok(self.kept > most / 2)
    }

    /// The bytes that the arrivals take.
    pub(crate) fn bytes(&self) -> u64 {
        (self.kept * size_of::<Arrival<W>>()) as u64
    }

    /// Takes the arrivals of each bucket out, as folded lists.
    pub(crate) fn take(&mut self) -> Result<Vec<Vec<Arrival<W>>>, Fault> {
        self.kept = 0;
        let folded = |list: &mut List<W>| {
            list.fold()?;
            list.fresh = Vec::new();
            Ok(std::mem::take(&mut list.folded))
        };
        self.lists.iter_mut().map(folded).collect()
    }

    /// Takes the arrivals of each bucket out, as bytes.
    pub(crate) fn encode(&mut self) -> Result<Vec<Encoded>, Fault> {
        self.take()?.into_iter().map(|list| Encoded::of(&list)).collect()
    }

    /// Whether a pruned position may be on a line with more moves than the limit.
    pub(crate) fn cut(&self) -> bool {
        self.bounds.cut.load(Relaxed)
    }
}

/// The positions that one more move leads to or passes through, whichever pegs make it.
fn land<W: Weight>(
    expander: &Expander,
    (position, weight): (u64, W),
    keeps: impl Fn(u64) -> bool,
    next: &mut Vec<(u64, W)>,
) {
    let (mut from, mut wanted) = (vec![(position, weight.movers())], Wanted::Beginning);
    while !from.is_empty() {
        let mut landed = Vec::new();
        for (position, movers) in from {
            expander.successors(position, movers, wanted, &mut |successor| {
                if keeps(successor.position) {
                    landed.push((successor.position, successor.movers));
                }
            });
        }
        next.extend(landed.iter().map(|&(position, _)| (position, weight.moved(0))));
        (from, wanted) = (landed, Wanted::Continuing);
    }
}
