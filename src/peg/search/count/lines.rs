//! Lists the lines of the fewest moves by walking over the positions on solutions.

use rustc_hash::FxHashSet;

use crate::base::control::{Control, Stop};
use crate::base::threads::in_threads;
use crate::peg::search::levels::remaining::{NO_SUCCESSOR, Remaining, remaining, still_to_begin};
use crate::peg::search::store::table::{Reach, Table, for_reaches};
use crate::peg::search::{levels::solutions::solution_levels, space::Space};
use crate::peg::{board::position::Hole, bounds::class, line::Line, puzzle::Puzzle};

/// Up to `most` different lines of the fewest moves, in a fixed order. Of lines that are images of each other
/// under a symmetry that keeps start and finish, only the first is returned unless `images` is set.
pub fn lines(
    puzzle: &Puzzle,
    most: usize,
    images: bool,
    control: &Control,
) -> Result<Vec<Line>, Stop> {
    listed(puzzle, most, images, control).map(|(lines, _)| lines)
}

/// Does the work of [`lines`], and also counts the positions on solutions.
pub(crate) fn listed(
    puzzle: &Puzzle,
    most: usize,
    images: bool,
    control: &Control,
) -> Result<(Vec<Line>, u64), Stop> {
    puzzle.marked.unfollowed()?;
    if class::refute(puzzle).is_some() {
        return Ok((Vec::new(), 0));
    }
    let space = Space::new(puzzle)?;
    in_threads(control, || for_reaches!(puzzle.board, find(&space, most, images, control)))
}

fn find<R: Reach>(
    space: &Space<'_>,
    most: usize,
    images: bool,
    control: &Control,
) -> Result<(Vec<Line>, u64), Stop> {
    let levels = solution_levels(space, control)?;
    let positions = levels.iter().map(|level| level.len() as u64).sum();
    if levels.is_empty() || most == 0 {
        return Ok((Vec::new(), positions));
    }
    let remaining = remaining::<R>(&space.forward, &levels, control)?;
    let fewest = remaining[0].get(space.start()).ok_or(NO_SUCCESSOR)?.moves();
    drop(levels);
    let mut walk = Walk {
        space,
        remaining: &remaining,
        fewest,
        most,
        images,
        jumps: Vec::new(),
        seen: FxHashSet::default(),
        found: Vec::new(),
        steps: 0,
        bytes: remaining.iter().map(Table::bytes).sum(),
        control,
    };
    walk.step(space.puzzle.start.0, None, 0)?;
    // There are positions on solutions, so that an empty list would be a wrong answer.
    if walk.found.is_empty() { Err(NO_SUCCESSOR) } else { Ok((walk.found, positions)) }
}

/// The most bytes that a line takes with its least image, without its jumps. A line is a list of moves, and a
/// move is a list of holes; both are held in vectors that double when they grow.
const BYTES_A_LINE: u64 = 256;
/// The most bytes that each jump of the line adds.
const BYTES_A_JUMP: u64 = 64;

/// A depth-first walk that lists lines.
struct Walk<'a, R> {
    space: &'a Space<'a>,
    remaining: &'a Remaining<R>,
    fewest: u32,
    most: usize,
    images: bool,
    jumps: Vec<(Hole, Hole)>,
    /// The lines that were found, each as the least of its images.
    seen: FxHashSet<Vec<(Hole, Hole)>>,
    found: Vec<Line>,
    steps: u64,
    /// The bytes of all tables and lines.
    bytes: u64,
    control: &'a Control,
}

impl<R: Reach> Walk<'_, R> {
    /// Continues from a position by every jump that keeps the line as short as possible, until there are enough
    /// lines. `last` is the hole of the peg that jumped last, and `begun` the number of moves so far.
    fn step(&mut self, position: u64, last: Option<Hole>, begun: u32) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps.is_multiple_of(4096) {
            self.control.check()?;
        }
        if self.jumps.len() + 1 == self.remaining.len() {
            return self.record();
        }
        for leap in self.space.leaps.iter().filter(|leap| leap.fits(position)) {
            let next = position ^ leap.all;
            let moves = begun + u32::from(last != Some(leap.from));
            let known = self.remaining[self.jumps.len() + 1].get(self.space.group.least(next));
            let Some(reach) = known else { continue };
            let here = R::new(reach.moves(), self.space.group.back(next, reach.movers()));
            if moves + still_to_begin(here, 1 << leap.to) != self.fewest {
                continue;
            }
            self.jumps.push((leap.from, leap.to));
            self.step(next, Some(leap.to), moves)?;
            self.jumps.pop();
            if self.found.len() == self.most {
                break;
            }
        }
        Ok(())
    }

    /// Adds the line of the jumps made, unless an image of it is listed already.
    fn record(&mut self) -> Result<(), Stop> {
        self.bytes += BYTES_A_LINE + BYTES_A_JUMP * self.jumps.len() as u64;
        self.control.check_memory(self.bytes)?;
        let image = |symmetry: &Vec<Hole>| {
            let map = |h: Hole| symmetry[usize::from(h)];
            self.jumps.iter().map(|&(from, to)| (map(from), map(to))).collect::<Vec<_>>()
        };
        let least = self.space.group.symmetries.iter().map(image).min();
        if self.images || least.is_some_and(|least| self.seen.insert(least)) {
            self.found.push(Line::from_jumps(self.jumps.iter().copied()));
        }
        Ok(())
    }
}
