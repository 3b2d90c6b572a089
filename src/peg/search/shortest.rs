//! The fewest moves, by meeting in the middle.
//!
//! 1. Positions are generated level by level of jumps, from the start forwards and from the
//!    finish backwards, always on the side that is smaller. Positions found from both sides lie
//!    on solutions; if there are none, there is no solution.
//! 2. From where the sides meet, the levels are thinned out to positions that lie on solutions.
//! 3. Over these, a position gets the pair (fewest moves, pegs that may have moved last). A jump
//!    by such a peg continues its move and is free, any other costs one move. A way to a position
//!    that takes one move more than the fewest can do nothing that beginning a new move could
//!    not do for the same price, so the pair is all a position needs and no chain is ever
//!    enumerated. Where the sides meet, a move may run through: then one move is saved.

use std::time::Instant;

use crate::base::control::{Control, Stop};
use crate::peg::answer::{Claim, Detail, Evidence, Finding, Prover};
use crate::peg::board::position::Hole;
use crate::peg::line::Line;
use crate::peg::puzzle::Puzzle;
use crate::peg::rules::{self, Leap};
use crate::peg::search::levels::finishes::finishes;
use crate::peg::search::levels::{Level, bytes, sort};
use crate::peg::search::space::symmetry::Group;

/// What is known of a position that lies on a solution: the fewest moves, and the holes of the
/// pegs that can have moved last (backwards: that can move next) at that price. No holes before
/// the first move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Reach {
    moves: u8,
    movers: u64,
}

const END: Reach = Reach { moves: 0, movers: 0 };

/// One direction of the search.
struct Side {
    leaps: Vec<Leap>,
    /// By number of jumps from this side's end; the last one is still to be expanded.
    levels: Vec<Level>,
    /// What is known of the positions of each level that lie on solutions, in their order.
    reached: Vec<Vec<Reach>>,
}

impl Side {
    fn new(leaps: Vec<Leap>, ends: &[u64], group: &Group) -> Self {
        let mut level: Level = ends.iter().map(|&end| group.least(end)).collect();
        level.sort_unstable();
        level.dedup();
        Self { leaps, levels: vec![level], reached: Vec::new() }
    }

    fn frontier(&self) -> &Level {
        &self.levels[self.levels.len() - 1]
    }

    fn depth(&self) -> usize {
        self.levels.len() - 1
    }
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    control: &'a Control,
    group: Group,
    forward: Side,
    /// Absent where there are too many finishes to start from.
    backward: Option<Side>,
    /// Positions generated.
    positions: u64,
}

/// Finds a line of the fewest moves, or proves that there is none. Stopped early, it claims
/// nothing.
pub fn shortest(puzzle: &Puzzle, control: &Control) -> Finding {
    let clock = Instant::now();
    let mut search = Search::new(puzzle, control);
    let result = puzzle.marked.unfollowed().and_then(|()| search.run());
    let (claim, line, stopped) = match result {
        Ok(Some(line)) => (Claim::Optimal { moves: line.moves().len() }, Some(line), None),
        Ok(None) => (Claim::Infeasible, None, None),
        Err(stop) => (Claim::Unknown { lower_bound: 1 }, None, Some(stop)),
    };
    let detail = Detail::Positions(search.positions);
    let seconds = clock.elapsed().as_secs_f64();
    Finding { evidence: Evidence { by: Prover::Search, claim, seconds, detail, stopped }, line }
}

impl<'a> Search<'a> {
    fn new(puzzle: &'a Puzzle, control: &'a Control) -> Self {
        let group = Group::keeping(puzzle);
        let leaps = rules::leaps(&puzzle.board, puzzle.building);
        let backward =
            finishes(puzzle, control).map(|list| Side::new(rules::undoing(&leaps), &list, &group));
        let forward = Side::new(leaps, &[puzzle.start.0], &group);
        Self { puzzle, control, group, forward, backward, positions: 0 }
    }

    fn run(&mut self) -> Result<Option<Line>, Stop> {
        if !self.meet()? {
            return Ok(None);
        }
        self.thin_out()?;
        self.count_moves()?;
        Ok(self.crossing().map(|(position, last, next)| {
            let mut jumps = self.walk(&self.forward, position, last);
            jumps.reverse();
            if let Some(backward) = &self.backward {
                let rest = self.walk(backward, position, next);
                jumps.extend(rest.into_iter().map(|(from, to)| (to, from)));
            }
            Line::from_jumps(jumps)
        }))
    }

    fn sides(&self) -> impl Iterator<Item = &Side> {
        std::iter::once(&self.forward).chain(&self.backward)
    }

    /// Step 1: whether the sides meet. The two frontiers are then the positions on solutions.
    fn meet(&mut self) -> Result<bool, Stop> {
        let jumps = self.puzzle.jumps();
        while self.sides().map(Side::depth).sum::<usize>() < jumps {
            if self.sides().any(|side| side.frontier().is_empty()) {
                return Ok(false);
            }
            let used = self.sides().flat_map(|side| &side.levels).map(bytes).sum();
            let (forward, backward) = (&mut self.forward, self.backward.as_mut());
            let side = match backward {
                Some(side) if side.frontier().len() < forward.frontier().len() => side,
                _ => forward,
            };
            let (depth, size) = (side.depth() + 1, side.frontier().len());
            self.control.say(|| format!("search: level {depth} of {jumps}, from {size} positions"));
            let next = successors(side.frontier(), &side.leaps, &self.group, used, self.control)?;
            self.positions += next.len() as u64;
            side.levels.push(next);
        }
        if let Some(backward) = &mut self.backward {
            let met = common(self.forward.frontier(), backward.frontier());
            for side in [&mut self.forward, backward] {
                let last = side.depth();
                side.levels[last].clone_from(&met);
            }
        }
        Ok(!self.forward.frontier().is_empty())
    }

    /// Step 2: keeps the positions from which the meeting level can be reached.
    fn thin_out(&mut self) -> Result<(), Stop> {
        let used: u64 = self.sides().flat_map(|side| &side.levels).map(bytes).sum();
        for side in std::iter::once(&mut self.forward).chain(&mut self.backward) {
            let undoing = rules::undoing(&side.leaps);
            for depth in (0..side.depth()).rev() {
                let later = &side.levels[depth + 1];
                let earlier = successors(later, &undoing, &self.group, used, self.control)?;
                side.levels[depth] = common(&side.levels[depth], &earlier);
            }
        }
        Ok(())
    }

    /// Step 3: the fewest moves to every position on a solution, from both ends.
    fn count_moves(&mut self) -> Result<(), Stop> {
        let positions = self.sides().flat_map(|side| &side.levels).map(Vec::len).sum::<usize>();
        self.control.check_memory((positions * size_of::<(u64, Reach)>()) as u64)?;
        for side in std::iter::once(&mut self.forward).chain(&mut self.backward) {
            side.reached.push(vec![END; side.levels[0].len()]);
            for depth in 1..side.levels.len() {
                side.reached.push(reach(side, depth, &self.group, self.control)?);
            }
        }
        Ok(())
    }

    /// Where the cheapest line crosses from the one side to the other: the position, the pegs
    /// that may move last before it and first after it.
    fn crossing(&self) -> Option<(u64, u64, u64)> {
        // The least position breaks ties.
        let mut best: Option<(u8, u64, u64, u64)> = None;
        let ahead = self.forward.reached.last()?;
        for (i, (&position, ahead)) in self.forward.frontier().iter().zip(ahead).enumerate() {
            let back = self.backward.as_ref().map_or(Some(END), |b| Some(b.reached.last()?[i]))?;
            let through = ahead.movers & back.movers;
            let found = if through == 0 {
                (ahead.moves + back.moves, position, ahead.movers, back.movers)
            } else {
                let peg = through & through.wrapping_neg();
                (ahead.moves + back.moves - 1, position, peg, peg)
            };
            best = Some(best.map_or(found, |old| old.min(found)));
        }
        best.map(|(_, position, last, next)| (position, last, next))
    }

    /// Steps from a position of the last level of a side back to that side's end. `movers` are
    /// the pegs of which one must make the first step. Gives the jumps in the order walked, each
    /// as the side makes it.
    fn walk(&self, side: &Side, position: u64, movers: u64) -> Vec<(Hole, Hole)> {
        let (mut position, mut movers) = (position, movers);
        let mut walked = Vec::new();
        for depth in (1..side.reached.len()).rev() {
            let Some((moves, _)) = self.look_up(side, depth, position) else { break };
            let step = side.leaps.iter().find_map(|leap| {
                let before = position ^ leap.all;
                if movers >> leap.to & 1 == 0 || !leap.fits(before) {
                    return None;
                }
                let (earlier, able) = self.look_up(side, depth - 1, before)?;
                let continues = able >> leap.from & 1 == 1;
                let price = earlier + u8::from(!continues);
                let able = if continues { 1 << leap.from } else { able };
                (price == moves).then_some((leap, before, able))
            });
            // Every position was reached from one of the level before.
            let Some((leap, before, able)) = step else { break };
            walked.push((leap.from, leap.to));
            (position, movers) = (before, able);
        }
        walked
    }

    /// At which price a side reaches a position, and by which pegs.
    fn look_up(&self, side: &Side, depth: usize, position: u64) -> Option<(u8, u64)> {
        let at = side.levels[depth].binary_search(&self.group.least(position)).ok()?;
        let reach = side.reached[depth][at];
        Some((reach.moves, self.group.back(position, reach.movers)))
    }
}

/// Positions one leap from those of a level. Other levels take `used` bytes.
fn successors(
    level: &Level,
    leaps: &[Leap],
    group: &Group,
    used: u64,
    control: &Control,
) -> Result<Level, Stop> {
    let mut next = Level::new();
    let mut limit = 1 << 16;
    for (done, &position) in level.iter().enumerate() {
        if done % 4096 == 0 {
            control.check()?;
        }
        for leap in leaps.iter().filter(|leap| leap.fits(position)) {
            next.push(group.least(position ^ leap.all));
        }
        if next.len() >= limit {
            sort(&mut next, control)?;
            // The list may double before it is sorted again, and moves when it grows.
            limit = limit.max(2 * next.len());
            control.check_memory(used + 3 * (limit * size_of::<u64>()) as u64)?;
        }
    }
    sort(&mut next, control)?;
    next.shrink_to_fit();
    Ok(next)
}

/// The fewest moves to the positions of a level from what is known of the level before.
fn reach(side: &Side, depth: usize, group: &Group, control: &Control) -> Result<Vec<Reach>, Stop> {
    let level = &side.levels[depth];
    let mut reached = vec![Reach { moves: u8::MAX, movers: 0 }; level.len()];
    let before = side.levels[depth - 1].iter().zip(&side.reached[depth - 1]);
    for (done, (&position, reach)) in before.enumerate() {
        if done % 4096 == 0 {
            control.check()?;
        }
        for leap in side.leaps.iter().filter(|leap| leap.fits(position)) {
            let (least, movers) = group.least_with(position ^ leap.all, 1 << leap.to);
            let Ok(at) = level.binary_search(&least) else { continue };
            let continues = reach.movers >> leap.from & 1 == 1;
            let moves = reach.moves + u8::from(!continues);
            if moves < reached[at].moves {
                reached[at] = Reach { moves, movers };
            } else if moves == reached[at].moves {
                reached[at].movers |= movers;
            }
        }
    }
    Ok(reached)
}

/// The positions of both sorted levels.
fn common(a: &Level, b: &Level) -> Level {
    let mut rest = b.iter().peekable();
    let mut both = Level::new();
    for &position in a {
        while rest.next_if(|&&other| other < position).is_some() {}
        if rest.peek() == Some(&&position) {
            both.push(position);
        }
    }
    both
}
