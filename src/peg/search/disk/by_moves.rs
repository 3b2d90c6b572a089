//! A search by moves under one limit, whose layers are levels in a folder: the search of
//! [`by_moves`](crate::peg::search::fewest::by_moves) where its positions outgrow the memory.
//!
//! A layer holds the positions with some number of pegs that a side reaches with some number of moves and not with
//! fewer, each with all pegs that can have made the last of these moves. It is made of the jumps that begin a move
//! in the layer of one move fewer, and of those that go on with a move in the layer of as many moves, both one
//! jump nearer to the end of the side. Both are merged, and what the layers of fewer moves hold is left out.
//! Within a number of moves the layers are made in the order of their jumps, so that all movers of a position are
//! known before one of them goes on.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use crate::peg::search::bounds::Bounds;
use crate::peg::search::disk::folder::level::StoredLevel;
use crate::peg::search::disk::folder::runs::{Arrival, first_common, without};
use crate::peg::search::disk::{crew::ONLY, fault::Fault, weight::Movers, work::Noted, work::Work};
use crate::peg::search::space::{Space, expand::Expander, expand::Wanted};

/// The numbers of pegs of a board, and one more on either side.
pub(crate) const PEGS: usize = 66;

/// How far a search has come.
#[derive(Default)]
pub(crate) struct Progress {
    /// No line has fewer moves than this.
    pub(crate) lower_bound: usize,
    /// The number of positions in all layers.
    pub(crate) positions: u64,
}

pub(crate) enum Outcome {
    /// A position on a line of the fewest moves, which both sides reach.
    Met(u64),
    /// No line is within the limit.
    None,
    /// More positions are known than the number at which to pause.
    Paused,
}

/// One direction of the search.
pub(crate) struct Side {
    pub(crate) forward: bool,
    /// The number of positions of each layer, by moves and by pegs.
    pub(crate) layers: Vec<Vec<u64>>,
    /// The size of the frontier before the last move.
    grown_from: u64,
}

pub(crate) struct ByMoves<'a, 'b> {
    pub(crate) work: &'a mut Work<'b>,
    pub(crate) bounds: Bounds<'a>,
    /// The forward side, and the backward side if the finishes can be listed.
    pub(crate) sides: Vec<Side>,
    /// Whether a position was pruned that lines of more moves than the limit may pass.
    cut: bool,
    progress: &'a mut Progress,
}

/// What all layers of a limit, or of a search without one, are called.
pub(crate) fn prefix(limit: Option<u32>) -> String {
    limit.map_or_else(|| "all".to_owned(), |limit| format!("limit-{limit}"))
}

impl Side {
    fn moves(&self) -> usize {
        self.layers.len() - 1
    }

    /// The size of the frontier, which are the positions of exactly as many moves as the side has made.
    pub(crate) fn frontier(&self) -> u64 {
        self.layers[self.moves()].iter().sum()
    }

    /// A prediction of the size of the next frontier, if the side keeps growing at the same rate.
    fn predicted(&self) -> u128 {
        let size = u128::from(self.frontier());
        size * size / u128::from(self.grown_from).max(1)
    }
}

impl<'a, 'b> ByMoves<'a, 'b> {
    /// A search from the start and `finishes`. When its first layer is written, the layers named in `done_with` are
    /// no longer needed.
    pub(crate) fn new(
        work: &'a mut Work<'b>,
        bounds: Bounds<'a>,
        finishes: Option<&[u64]>,
        done_with: &[&str],
        progress: &'a mut Progress,
    ) -> Result<Self, Fault> {
        let start = [work.space.puzzle.start.0];
        let mut search = Self { work, bounds, sides: Vec::new(), cut: false, progress };
        for (forward, ends) in [(true, Some(&start[..])), (false, finishes)] {
            let Some(&[first, ..]) = ends else { continue };
            // All ends of a side have as many pegs.
            let pegs = first.count_ones() as usize;
            let name = search.layer_name(forward, 0, pegs);
            let done_with = if forward { done_with } else { &[] };
            search.work.seed(&name, ends.unwrap_or_default(), Movers(0), None, done_with)?;
            let mut sizes = vec![0; PEGS];
            sizes[pegs] = search.work.known(&name)?.classes;
            search.sides.push(Side { forward, layers: vec![sizes], grown_from: 1 });
        }
        Ok(search)
    }

    /// Whether there may be lines of more moves than the limit.
    pub(crate) fn is_cut(&self) -> bool {
        self.cut || self.sides.iter().all(|side| side.frontier() > 0)
    }

    /// The number of moves of a line on which the sides meet when one of them makes one more move.
    fn next_level(&self) -> u32 {
        self.sides.iter().map(|side| side.moves() as u32).sum::<u32>() + 1
    }

    fn positions(&self) -> u64 {
        self.sides.iter().flat_map(|side| side.layers.iter().flatten()).sum()
    }

    /// Looks for a line of the fewest moves until more than `pause` positions are known.
    pub(crate) fn run(&mut self, pause: u64) -> Result<Outcome, Fault> {
        loop {
            self.work.crew.control.check()?;
            let next = self.next_level();
            let limit = self.bounds.limit;
            let stuck = self.sides.iter().any(|side| side.frontier() == 0);
            if stuck || limit.is_some_and(|limit| next > limit) {
                return Ok(Outcome::None);
            }
            self.progress.lower_bound = self.progress.lower_bound.max(next as usize);
            let (bound, known) = (self.progress.lower_bound, self.positions());
            self.work.crew.control.say(|| {
                let limit = limit.map_or_else(String::new, |limit| format!(", at most {limit}"));
                format!("levels: at least {bound} moves{limit}, {known} positions")
            });
            if self.sides.len() == 2 && limit == Some(next) {
                return self.meet(1).map(|met| met.map_or(Outcome::None, Outcome::Met));
            }
            if self.sides.len() == 2 && limit == Some(next + 1) {
                let met = match self.meet(2)? {
                    // Whether one move would have been enough is only worth asking now.
                    Some(met) => Some(self.meet(1)?.unwrap_or(met)),
                    None => None,
                };
                return Ok(met.map_or(Outcome::None, Outcome::Met));
            }
            if known > pause {
                return Ok(Outcome::Paused);
            }
            let smaller = (0..self.sides.len()).min_by_key(|&side| self.sides[side].predicted());
            if let Some(met) = self.grow(smaller.unwrap_or(0))? {
                return Ok(Outcome::Met(met));
            }
        }
    }

    /// Makes one more move of a side. Returns the first position found that the other side has, or that ends a line.
    fn grow(&mut self, side: usize) -> Result<Option<u64>, Fault> {
        let Side { forward, ref layers, .. } = self.sides[side];
        let moves = layers.len();
        let falling = forward != self.work.space.puzzle.building;
        let mut reached = vec![0; PEGS];
        let mut order: Vec<usize> = (1..PEGS - 1).collect();
        if falling {
            order.reverse();
        }
        for pegs in order {
            let before = if falling { pegs + 1 } else { pegs - 1 };
            let mut sources = Vec::new();
            if self.sides[side].layers[moves - 1][before] > 0 {
                let name = self.layer_name(forward, moves - 1, before);
                sources.push((name, Wanted::Beginning));
            }
            if reached[before] > 0 {
                sources.push((self.layer_name(forward, moves, before), Wanted::Continuing));
            }
            if sources.is_empty() {
                continue;
            }
            let name = self.layer_name(forward, moves, pegs);
            if !self.work.has(&name) {
                self.make(&name, side, pegs, &sources)?;
            }
            let known = self.work.known(&name)?;
            reached[pegs] = known.classes;
            self.progress.positions += known.classes;
            self.cut |= known.cut;
            if known.met.is_some() {
                return Ok(known.met);
            }
        }
        let side = &mut self.sides[side];
        side.grown_from = side.frontier();
        side.layers.push(reached);
        Ok(None)
    }

    /// Makes the next layer of a side with some number of pegs.
    fn make(
        &mut self,
        name: &str,
        side: usize,
        pegs: usize,
        sources: &[(String, Wanted)],
    ) -> Result<(), Fault> {
        let Side { forward, ref layers, .. } = self.sides[side];
        let level = layers.len() as u32;
        let open = |name: &String| self.work.crew.folder.level(name);
        let from: Vec<StoredLevel> =
            sources.iter().map(|(name, _)| open(name)).collect::<Result<_, _>>()?;
        let earlier = self.layers_of(side, pegs)?;
        let other = self.sides.len() - 1 - side;
        let met = if other == side { Vec::new() } else { self.layers_of(other, pegs)? };
        // Without a backward side any position with as many pegs as the finish ends a line.
        let ends = other == side && pegs == self.work.space.puzzle.finish.pegs();
        self.work.check_memory(from.iter().chain(&earlier).chain(&met))?;
        let Self { work, bounds, .. } = self;
        let counts = &bounds.counts[usize::from(!forward)];
        let expander = expander(work.space, forward);
        bounds.cut.store(false, Relaxed);
        let from: Vec<&StoredLevel> = from.iter().collect();
        let store = work.crew.exchange(&from, ONLY, |number, position, Movers(movers), next| {
            let wanted = sources[number].1;
            if wanted == Wanted::Beginning && !bounds.may_rest(forward, position, level) {
                return;
            }
            expander.successors(position, movers, wanted, |successor| {
                if !counts.refutes(successor.position) {
                    next.push((successor.position, Movers(successor.movers)));
                }
            });
        })?;
        let (index, noted) = (Arc::clone(&work.crew.index), Noted::default());
        work.write(name, None, &[], &noted, &|bucket| {
            let mut new = store.take(bucket)?;
            for level in &earlier {
                new = without(new, &level.bucket::<()>(bucket)?);
            }
            new.retain(|&Arrival { key, weight: Movers(movers) }| {
                bounds.may_pass(forward, index.position(bucket, key), movers, level)
            });
            noted.cut.fetch_or(bounds.cut.load(Relaxed), Relaxed);
            if ends && let Some(first) = new.first() {
                noted.meet(index.position(bucket, first.key));
            }
            for level in &met {
                if let Some(key) = first_common(&new, &level.bucket::<()>(bucket)?) {
                    noted.meet(index.position(bucket, key));
                }
            }
            Ok(new)
        })
    }

    pub(crate) fn frontier_of(&self, side: usize) -> Result<Vec<StoredLevel>, Fault> {
        let Side { forward, ref layers, .. } = self.sides[side];
        let moves = layers.len() - 1;
        let all = (0..PEGS).filter(|&pegs| layers[moves][pegs] > 0);
        all.map(|pegs| self.work.crew.folder.level(&self.layer_name(forward, moves, pegs)))
            .collect()
    }

    /// The layers of a side with some number of pegs.
    pub(crate) fn layers_of(&self, side: usize, pegs: usize) -> Result<Vec<StoredLevel>, Fault> {
        let Side { forward, ref layers, .. } = self.sides[side];
        let all = (0..layers.len()).filter(|&moves| layers[moves][pegs] > 0);
        all.map(|moves| self.work.crew.folder.level(&self.layer_name(forward, moves, pegs)))
            .collect()
    }

    pub(crate) fn layer_name(&self, forward: bool, moves: usize, pegs: usize) -> String {
        let side = if forward { "ahead" } else { "behind" };
        format!("{}-{side}-{moves}-{pegs}", prefix(self.bounds.limit))
    }
}

pub(crate) fn expander<'a>(space: &'a Space<'_>, forward: bool) -> &'a Expander {
    if forward { &space.forward } else { &space.backward }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::control::Control;
    use crate::peg::bounds::regions::Regions;
    use crate::peg::search::disk::folder::Place;
    use crate::peg::search::disk::{crew::Crew, index::Index};
    use crate::peg::search::fewest::by_moves as memory;
    use crate::peg::search::fewest::side::Ends;
    use crate::peg::search::levels::finishes::finishes;
    use crate::peg::search::{bounds::counts::Counts, tests::shipped};

    /// The sizes of the layers of a side in memory, by moves and by pegs.
    fn layers_in_memory(side: &crate::peg::search::fewest::side::Side<'_>) -> Vec<Vec<u64>> {
        let mut layers = vec![vec![0; PEGS]; side.moves as usize + 1];
        for part in side.parts() {
            for (position, known) in side.positions_of(&part, |_| true) {
                layers[known.moves as usize][position.count_ones() as usize] += 1;
            }
        }
        layers
    }

    /// The search keeps as many positions as in memory, layer by layer.
    #[test]
    fn layers_are_those_of_the_search_in_memory() {
        for (name, limit, pause) in [
            ("gardner/central-game", Some(17), 30_000),
            ("gardner/central-game", None, 10_000),
            ("gardner/inclined-square", None, 2_000),
            ("french/46-to-45", Some(19), 20_000),
            ("french/46-to-45", None, 20_000),
            ("english/45-to-15", Some(15), 20_000),
        ] {
            let (puzzle, control) = (shipped(name), Control::default());
            let space = Space::new(&puzzle).expect("a space");
            let regions = Regions::new(&puzzle.board, puzzle.start, puzzle.finish);
            let ends = finishes(&puzzle, &control).expect("a list");
            let none = [Counts::none(), Counts::none()];
            let mut plain =
                memory::ByMoves::new(&space, &regions, Ends::Listed(&ends), none, &control);
            plain.bounds.limit = limit;
            assert!(matches!(plain.run(pause), Ok(memory::Outcome::Paused)), "{name}");

            let folder = tempfile::tempdir().expect("a folder");
            let folder = folder.path().join("levels");
            let place = Place { folder, resume: false, lasting: false, in_memory: 1 << 20 };
            let index = Index::new(&puzzle.board, puzzle.start).expect("32 bits");
            let mut crew =
                Crew::alone((&puzzle, "a test"), index, &place, &control).expect("a crew");
            let mut work = Work::new(&space, &mut crew);
            let bounds = Bounds { limit, ..Bounds::new(&regions) };
            let mut progress = Progress::default();
            let mut search =
                ByMoves::new(&mut work, bounds, Some(&ends), &[], &mut progress).expect("a search");
            assert!(matches!(search.run(pause), Ok(Outcome::Paused)), "{name}");
            for (side, plain) in search.sides.iter().zip(&plain.sides) {
                let plain = layers_in_memory(plain);
                if limit.is_none() {
                    assert_eq!(side.layers, plain, "{name}");
                }
                // Under a limit the table in memory forgets the movers that reach a position before one that may
                // pass, and on disk all movers are joined: a few more positions, by jumps that go on.
                for (here, there) in side.layers.iter().flatten().zip(plain.iter().flatten()) {
                    assert!(here >= there && here - there <= there / 1000, "{name}");
                }
            }
            assert_eq!(search.is_cut(), plain.is_cut(), "{name}");
        }
    }
}
