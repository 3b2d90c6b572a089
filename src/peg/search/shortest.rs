//! Finds the fewest moves by a plain search that meets in the middle, in levels of jumps and in one thread.
//! Other searches are tested against it. It also answers puzzles whose finish has too many positions for a
//! backward search by moves.
//!
//! 1. Positions are generated level by level of jumps, forwards from the start and backwards from the finish,
//!    always on the smaller side. Positions that both sides reach lie on solutions. If there are none, there
//!    is no solution.
//! 2. Back from where the sides meet, the levels are thinned out to the positions on solutions.
//! 3. Each of these positions gets a pair: the fewest moves to it, and the pegs that may have moved last. A
//!    jump by such a peg continues its move and is free; a jump by any other peg costs one move. A path to a
//!    position that takes one move more than the fewest need not be kept, since from the cheaper path any peg
//!    can begin a new move for the same price. So the pair is enough, and no chain of jumps is ever
//!    enumerated. If the same peg moves before and after the position where the sides meet, one move is
//!    saved.

use std::time::Instant;

use crate::base::control::{Control, Stop};
use crate::peg::answer::{Detail, Finding, Prover};
use crate::peg::line::Line;
use crate::peg::puzzle::Puzzle;
use crate::peg::rules::{self, Leap};
use crate::peg::search::finding;
use crate::peg::search::levels::finishes::finishes;
use crate::peg::search::levels::remaining::NO_MOVES;
use crate::peg::search::levels::walk::{Jumps, line_through, walk};
use crate::peg::search::levels::{Level, bytes, sort};
use crate::peg::search::space::symmetry::Group;
use crate::peg::search::store::table::{Reach as _, WideReach};

/// One direction of the search.
struct Half {
    leaps: Vec<Leap>,
    /// The levels by the number of jumps from the end of this side; the last one has not been expanded yet.
    levels: Vec<Level>,
    /// The moves to the positions of each level, in their order, once the levels are thinned out.
    reached: Vec<Vec<WideReach>>,
}

impl Half {
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

    /// The jumps from its end to a position of the last level, given with the pegs of which one jumps last.
    fn walk(&self, group: &Group, arrival: (u64, u64)) -> Option<Jumps> {
        walk(&self.leaps, group, arrival, self.depth(), |depth, least| {
            let at = self.levels[depth].binary_search(&least).ok()?;
            Some(self.reached[depth][at])
        })
    }
}

/// The fault when no line can be reconstructed.
const LOST: Stop = Stop::Fault("search lost its way");

/// The state of the search.
struct Search<'a> {
    puzzle: &'a Puzzle,
    control: &'a Control,
    group: Group,
    forward: Half,
    /// The backward side; `None` if there are too many finishes to start from.
    backward: Option<Half>,
    /// The number of positions generated.
    positions: u64,
}

/// Finds a line of the fewest moves, or proves that there is none. If it is stopped early, it claims nothing.
pub fn shortest(puzzle: &Puzzle, control: &Control) -> Finding {
    let clock = Instant::now();
    let mut search = Search::new(puzzle, control);
    let result = puzzle.marked.unfollowed().and_then(|()| search.run());
    finding(Prover::Search, clock, Detail::Positions(search.positions), result, 1)
}

impl<'a> Search<'a> {
    fn new(puzzle: &'a Puzzle, control: &'a Control) -> Self {
        let group = Group::keeping(puzzle);
        let leaps = rules::leaps(&puzzle.board, puzzle.building);
        let backward =
            finishes(puzzle, control).map(|list| Half::new(rules::undoing(&leaps), &list, &group));
        let forward = Half::new(leaps, &[puzzle.start.0], &group);
        Self { puzzle, control, group, forward, backward, positions: 0 }
    }

    fn run(&mut self) -> Result<Option<Line>, Stop> {
        if !self.meet()? {
            return Ok(None);
        }
        self.thin_out()?;
        self.count_moves()?;
        let (position, last, next) = self.crossing().ok_or(LOST)?;
        let to = self.forward.walk(&self.group, (position, last)).ok_or(LOST)?;
        let from = self.backward.as_ref().map(|half| half.walk(&self.group, (position, next)));
        let from = from.map_or(Ok(Vec::new()), |from| from.ok_or(LOST))?;
        Ok(Some(line_through(to, from)))
    }

    fn sides(&self) -> impl Iterator<Item = &Half> {
        std::iter::once(&self.forward).chain(&self.backward)
    }

    /// Step 1: finds out whether the sides meet. If so, both frontiers are reduced to the common positions.
    fn meet(&mut self) -> Result<bool, Stop> {
        let jumps = self.puzzle.jumps();
        while self.sides().map(Half::depth).sum::<usize>() < jumps {
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
        self.control.check_memory((positions * size_of::<(u64, WideReach)>()) as u64)?;
        for side in std::iter::once(&mut self.forward).chain(&mut self.backward) {
            side.reached.push(vec![WideReach::new(0, 0); side.levels[0].len()]);
            for depth in 1..side.levels.len() {
                side.reached.push(reach(side, depth, &self.group, self.control)?);
            }
        }
        Ok(())
    }

    /// Where a line of the fewest moves crosses from one side to the other: the position, the pegs that may
    /// move last before it, and the pegs that may move first after it. Ties go to the least position.
    fn crossing(&self) -> Option<(u64, u64, u64)> {
        let mut best: Option<(u32, u64, u64, u64)> = None;
        let ahead = self.forward.reached.last()?;
        for (i, (&position, ahead)) in self.forward.frontier().iter().zip(ahead).enumerate() {
            let back = self
                .backward
                .as_ref()
                .map_or(Some(WideReach::new(0, 0)), |b| Some(b.reached.last()?[i]))?;
            let (moves, last, next) = ahead.meet(back);
            let found = (moves, position, last, next);
            best = Some(best.map_or(found, |old| old.min(found)));
        }
        best.map(|(_, position, last, next)| (position, last, next))
    }
}

/// The positions one leap from those of a level. Other levels take `used` bytes.
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
            // The list may double before it is sorted again, and is copied when it grows.
            limit = limit.max(2 * next.len());
            control.check_memory(used + 3 * (limit * size_of::<u64>()) as u64)?;
        }
    }
    sort(&mut next, control)?;
    next.shrink_to_fit();
    Ok(next)
}

/// The fewest moves to the positions of a level, given those of the level before.
fn reach(
    side: &Half,
    depth: usize,
    group: &Group,
    control: &Control,
) -> Result<Vec<WideReach>, Stop> {
    let level = &side.levels[depth];
    let mut reached = vec![WideReach::new(NO_MOVES, 0); level.len()];
    let before = side.levels[depth - 1].iter().zip(&side.reached[depth - 1]);
    for (done, (&position, reach)) in before.enumerate() {
        if done % 4096 == 0 {
            control.check()?;
        }
        for leap in side.leaps.iter().filter(|leap| leap.fits(position)) {
            let (least, movers) = group.least_with(position ^ leap.all, 1 << leap.to);
            let Ok(at) = level.binary_search(&least) else { continue };
            let continues = reach.movers() >> leap.from & 1 == 1;
            let moves = reach.moves() + u32::from(!continues);
            let arrival = WideReach::new(moves, movers);
            if moves < reached[at].moves() {
                reached[at] = arrival;
            } else if moves == reached[at].moves() {
                reached[at] = reached[at].join(arrival);
            }
        }
    }
    Ok(reached)
}

/// The positions that two sorted levels have in common.
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
