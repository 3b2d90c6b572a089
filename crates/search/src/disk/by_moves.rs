//! A search by moves under one limit, with its layers stored as levels in a folder: the algorithm of
//! [`by_moves`](crate::fewest::by_moves) for positions that do not fit in memory.
//!
//! A layer holds the positions with some number of pegs that a side reaches with some number of moves and not with
//! fewer, each with all pegs that can have made the last of these moves. The layer is built from two sources, both
//! one jump nearer to the end of the side: jumps that begin a move, from the layer with one move fewer, and jumps
//! that continue a move, from the layer with the same number of moves. The two are merged, and positions in layers
//! with fewer moves are left out. Within a number of moves, the layers are built in the order of their jumps, so
//! that all movers of a position are known before one of them continues its move.

use crate::bounds::counts::Counts;
use crate::disk::kernel::step::{Moves, Payload, Step, Way};
use crate::levels::walk::{Jumps, line_through, move_into};
use crate::{
    disk::fault::Fault,
    disk::levels::{Kept, Levels},
};
use soliter_boards::line::Line;

/// The numbers of pegs on a board, and one more at either end.
pub(crate) const PEGS: usize = 66;

/// The progress of a search.
#[derive(Default)]
pub(crate) struct Progress {
    /// No line has fewer moves than this.
    pub(crate) lower_bound: usize,
    /// The number of positions in all layers.
    pub(crate) positions: u64,
}

pub(crate) enum Outcome {
    /// A position on a line with the fewest moves, which both sides reach.
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
    pub(crate) work: &'a mut Levels<'b>,
    /// The largest number of moves in the lines that the search looks for.
    pub(crate) limit: Option<u32>,
    /// The resource counts, forwards and backwards.
    pub(crate) counts: [Counts; 2],
    /// The forward side, and the backward side if the finishes can be listed.
    pub(crate) sides: Vec<Side>,
    /// Whether a pruned position may be on a line with more moves than the limit.
    cut: bool,
    progress: &'a mut Progress,
}

/// The prefix of the names of all layers under a limit, or without one.
pub(crate) fn prefix(limit: Option<u32>) -> String {
    limit.map_or_else(|| "all".to_owned(), |limit| format!("limit-{limit}"))
}

impl Side {
    fn moves(&self) -> usize {
        self.layers.len() - 1
    }

    /// The size of the frontier, the set of positions at exactly the side's number of moves.
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
        work: &'a mut Levels<'b>,
        limit: Option<u32>,
        counts: [Counts; 2],
        finishes: Option<&[u64]>,
        done_with: &[&str],
        progress: &'a mut Progress,
    ) -> Result<Self, Fault> {
        let start = [work.space.puzzle.start().word()];
        let mut search = Self { work, limit, counts, sides: Vec::new(), cut: false, progress };
        for (forward, ends) in [(true, Some(&start[..])), (false, finishes)] {
            let Some(&[first, ..]) = ends else { continue };
            // All ends of a side have the same number of pegs.
            let pegs = first.count_ones() as usize;
            let name = search.layer_name(forward, 0, pegs);
            let done_with = if forward { done_with } else { &[] };
            let kept = Kept { done_with, ..Kept::default() };
            search.work.seed(&name, ends.unwrap_or_default(), Payload::Movers, kept)?;
            let mut sizes = vec![0; PEGS];
            sizes[pegs] = search.work.known(&name)?.classes;
            search.sides.push(Side { forward, layers: vec![sizes], grown_from: 1 });
        }
        Ok(search)
    }

    /// Whether there may be lines with more moves than the limit.
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

    /// Looks for a line with the fewest moves until more than `pause` positions are known.
    pub(crate) fn run(&mut self, pause: u64) -> Result<Outcome, Fault> {
        loop {
            self.work.control.check()?;
            let next = self.next_level();
            let limit = self.limit;
            let stuck = self.sides.iter().any(|side| side.frontier() == 0);
            if stuck || limit.is_some_and(|limit| next > limit) {
                return Ok(Outcome::None);
            }
            self.progress.lower_bound = self.progress.lower_bound.max(next as usize);
            let (bound, known) = (self.progress.lower_bound, self.positions());
            self.work.control.report_progress(|| {
                let limit = limit.map_or_else(String::new, |limit| format!(", at most {limit}"));
                format!("levels: at least {bound} moves{limit}, {known} positions")
            });
            if self.sides.len() == 2 && limit == Some(next) {
                return self.meet(1).map(|met| met.map_or(Outcome::None, Outcome::Met));
            }
            if self.sides.len() == 2 && limit == Some(next + 1) {
                let met = match self.meet(2)? {
                    // Only now is it worth checking whether one move would have been enough.
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
        let falling = forward != self.work.space.puzzle.reverse();
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
                sources.push((name, Way::Begin));
            }
            if reached[before] > 0 {
                sources.push((self.layer_name(forward, moves, before), Way::Continue));
            }
            if sources.is_empty() {
                continue;
            }
            let name = self.layer_name(forward, moves, pegs);
            self.make(&name, side, pegs, sources)?;
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
        from: Vec<(String, Way)>,
    ) -> Result<(), Fault> {
        let other = self.sides.len() - 1 - side;
        let meeting = if other == side { Vec::new() } else { self.layers_of(other, pegs) };
        let step = Step {
            from,
            without: self.layers_of(side, pegs),
            meeting,
            // Without a backward side, any position with as many pegs as the finish ends a line.
            ends: other == side && pegs == self.work.space.puzzle.finish().pegs(),
            ..self.step(name, side)
        };
        self.work.complete(&step, &[])
    }

    /// A level that is made by one more move of a side.
    fn step(&self, name: &str, side: usize) -> Step {
        let Side { forward, ref layers, .. } = self.sides[side];
        Step {
            forward,
            pruning: self.counts[usize::from(!forward)].sums().to_vec(),
            moves: Some(Moves { made: layers.len() as u32, limit: self.limit }),
            ..Step::new(name, Payload::Movers)
        }
    }

    /// Finds a position on a line with one move more than both sides together, or two more, if no line has fewer
    /// moves. Only the positions that both sides reach are kept from the last move.
    fn meet(&mut self, more: usize) -> Result<Option<u64>, Fault> {
        let name = format!("{}-met-{more}", prefix(self.limit));
        if !self.work.has(&name) {
            let kept = usize::from(self.sides[1].frontier() < self.sides[0].frontier());
            let moving = if more == 1 { kept } else { 1 - kept };
            let other = 1 - moving;
            let mut within: Vec<String> =
                (1..PEGS).flat_map(|pegs| self.layers_of(other, pegs)).collect();
            let further = format!("{}-further", prefix(self.limit));
            if more > 1 {
                let from = self.frontier_of(other);
                self.work.complete(&Step { from, ..self.step(&further, other) }, &[])?;
                within.push(further.clone());
            }
            let done_with = if more > 1 { vec![further] } else { Vec::new() };
            let from = self.frontier_of(moving);
            let step = Step { from, within, ends: true, done_with, ..self.step(&name, moving) };
            self.work.complete(&step, &[])?;
        }
        Ok(self.work.known(&name)?.met)
    }

    /// The levels from which a side makes its next move.
    fn frontier_of(&self, side: usize) -> Vec<(String, Way)> {
        let Side { forward, ref layers, .. } = self.sides[side];
        let moves = layers.len() - 1;
        let all = (0..PEGS).filter(|&pegs| layers[moves][pegs] > 0);
        all.map(|pegs| (self.layer_name(forward, moves, pegs), Way::Land)).collect()
    }

    fn layers_of(&self, side: usize, pegs: usize) -> Vec<String> {
        let Side { forward, ref layers, .. } = self.sides[side];
        let all = (0..layers.len()).filter(|&moves| layers[moves][pegs] > 0);
        all.map(|moves| self.layer_name(forward, moves, pegs)).collect()
    }

    pub(crate) fn layer_name(&self, forward: bool, moves: usize, pegs: usize) -> String {
        let side = if forward { "ahead" } else { "behind" };
        format!("{}-{side}-{moves}-{pegs}", prefix(self.limit))
    }

    /// The line through a position where the sides meet. It has the fewest moves.
    pub(crate) fn line(&mut self, position: u64) -> Result<Line, Fault> {
        let mut jumps = [Jumps::new(), Jumps::new()];
        for (number, jumps) in jumps.iter_mut().enumerate().take(self.sides.len()) {
            *jumps = self.jumps_to(number, position)?;
        }
        let [ahead, behind] = jumps;
        Ok(line_through(ahead, behind))
    }

    /// The jumps from the end of a side to a position that it knows or reaches with one more move.
    fn jumps_to(&mut self, side: usize, mut position: u64) -> Result<Jumps, Fault> {
        let forward = self.sides[side].forward;
        let (space, control) = (self.work.space, self.work.control);
        let leaps = if forward { &space.leaps } else { &space.undoing };
        let mut moves = 0;
        while moves < self.sides[side].layers.len() && !self.holds(side, moves, position)? {
            moves += 1;
        }
        let mut walked = Vec::new();
        for earlier in (0..moves).rev() {
            let holds = |before| self.holds(side, earlier, before);
            let (before, jumps) = move_into(leaps, (position, u64::MAX), control, holds)?;
            walked.push(jumps);
            position = before;
        }
        walked.reverse();
        Ok(walked.concat())
    }

    /// Whether a side reaches a position with some number of moves and not with fewer.
    fn holds(&mut self, side: usize, moves: usize, position: u64) -> Result<bool, Fault> {
        let Side { forward, ref layers, .. } = self.sides[side];
        let pegs = position.count_ones() as usize;
        let name = self.layer_name(forward, moves, pegs);
        let is_layer = layers.get(moves).is_none_or(|sizes| sizes[pegs] > 0);
        let known = is_layer && self.work.has(&name);
        let least = self.work.space.group.least(position);
        if known { self.work.holds(&name, least) } else { Ok(false) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::kernel::{Kernel, Question};
    use crate::fewest::by_moves as memory;
    use crate::fewest::side::Ends;
    use crate::levels::finishes::finishes;
    use crate::{disk::folder::Place, disk::local::Local};
    use crate::{space::MoveTables, tests::built_in};
    use soliter_base::control::Control;
    use soliter_boards::bounds::regions::Regions;

    /// The sizes of the layers of a side in memory, by moves and by pegs.
    fn layers_in_memory(side: &crate::fewest::side::Side<'_>) -> Vec<Vec<u64>> {
        let mut layers = vec![vec![0; PEGS]; side.moves as usize + 1];
        for part in side.parts() {
            for (position, known) in side.positions_of(&part, |_| true) {
                layers[known.moves as usize][position.count_ones() as usize] += 1;
            }
        }
        layers
    }

    /// The search keeps as many positions as the one in memory, layer by layer.
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
            let (puzzle, control) = (built_in(name), Control::default());
            let space = MoveTables::new(&puzzle).expect("a space");
            let regions = Regions::new(puzzle.board(), puzzle.start(), puzzle.finish());
            let ends = finishes(&puzzle, &control).expect("a list");
            let none = [Counts::none(), Counts::none()];
            let mut plain =
                memory::ByMoves::new(&space, &regions, Ends::Listed(&ends), none, &control);
            plain.bounds.limit = limit;
            assert!(matches!(plain.run(pause), Ok(memory::Outcome::Paused)), "{name}");

            let folder = tempfile::tempdir().expect("a folder");
            let folder = folder.path().join("levels");
            let place = Place { folder, resume: false, lasting: false, in_memory: 1 << 20 };
            let kernel = Kernel::new(&puzzle, Question::Fewest).expect("32 bits");
            let mut local = Local::new(&kernel, &puzzle, &place, &control).expect("a folder");
            let mut work = Levels::new(&space, &mut local, &control);
            let (mut progress, none) = (Progress::default(), [Counts::none(), Counts::none()]);
            let mut search = ByMoves::new(&mut work, limit, none, Some(&ends), &[], &mut progress)
                .expect("a search");
            assert!(matches!(search.run(pause), Ok(Outcome::Paused)), "{name}");
            for (side, plain) in search.sides.iter().zip(&plain.sides) {
                let plain = layers_in_memory(plain);
                if limit.is_none() {
                    assert_eq!(side.layers, plain, "{name}");
                }
                // Under a limit, the table in memory drops movers that reach a position before a mover that may
                // pass, while all movers are joined on disk. The continuing jumps of these movers add a few
                // positions.
                for (here, there) in side.layers.iter().flatten().zip(plain.iter().flatten()) {
                    assert!(here >= there && here - there <= there / 1000, "{name}");
                }
            }
            assert_eq!(search.is_cut(), plain.is_cut(), "{name}");
        }
    }
}
