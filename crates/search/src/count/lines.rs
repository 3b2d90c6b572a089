//! Lists the lines with the fewest moves by walking over the positions on solutions.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::levels::finishes::{FINISHES, at_most};
use crate::levels::remaining::{NO_SUCCESSOR, Remaining, remaining, still_to_begin};
use crate::store::table::{Reach, Table, for_reaches};
use crate::{levels::Level, levels::solutions::examined_solution_levels};
use crate::{map_bytes, space::MoveTables};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::in_threads;
use soliter_boards::{
    board::Symmetry,
    board::automorphisms::TwinWords,
    board::position::Hole,
    bounds::class,
    line::{Hop, Line},
    puzzle::Puzzle,
    rules::Leap,
};

/// Up to `most` different lines with the fewest moves, in a fixed order. If lines are images of each other
/// under a symmetry that keeps start and finish, only the first is returned unless `images` is set.
pub fn lines(
    puzzle: &Puzzle,
    most: usize,
    images: bool,
    control: &Control,
) -> Result<Vec<Line>, Stop> {
    listed(puzzle, most, images, control).map(|(lines, _)| lines)
}

/// Like [`lines`], if the fewest moves are known. It needs no list of all positions on solutions, which would be too
/// long if the finish is a number of pegs.
pub fn lines_of_moves(
    puzzle: &Puzzle,
    moves: usize,
    most: usize,
    images: bool,
    control: &Control,
) -> Result<Vec<Line>, Stop> {
    puzzle.check_plain()?;
    if at_most(FINISHES, puzzle).is_some() || most == 0 {
        return lines(puzzle, most, images, control);
    }
    descend(&MoveTables::new(puzzle)?, moves, most, images, control)
}

/// Up to `most` different solutions with any number of moves, in a fixed order; images as in [`lines`].
pub fn all_lines(
    puzzle: &Puzzle,
    most: usize,
    images: bool,
    control: &Control,
) -> Result<Vec<Line>, Stop> {
    puzzle.check_plain()?;
    if class::refute(puzzle).is_some() || most == 0 {
        return Ok(Vec::new());
    }
    // Every move has a jump.
    descend(&MoveTables::new(puzzle)?, puzzle.jumps(), most, images, control)
}

/// Lists lines within some number of moves, depth first.
fn descend(
    space: &MoveTables<'_>,
    moves: usize,
    most: usize,
    images: bool,
    control: &Control,
) -> Result<Vec<Line>, Stop> {
    let (puzzle, list) = (space.puzzle, Found::new(space, most, images, 0));
    let mut descent = Descent { puzzle, failed: FxHashMap::default(), list, steps: 0, control };
    descent.step(&space.leaps, puzzle.start().word(), None, moves)?;
    Ok(descent.list.lines)
}

/// Does the work of [`lines`], and also counts the positions examined.
pub(crate) fn listed(
    puzzle: &Puzzle,
    most: usize,
    images: bool,
    control: &Control,
) -> Result<(Vec<Line>, u64), Stop> {
    puzzle.check_plain()?;
    if class::refute(puzzle).is_some() {
        return Ok((Vec::new(), 0));
    }
    let space = MoveTables::new(puzzle)?;
    in_threads(control, || for_reaches!(puzzle.board(), find(&space, most, images, control)))
}

fn find<R: Reach>(
    space: &MoveTables<'_>,
    most: usize,
    images: bool,
    control: &Control,
) -> Result<(Vec<Line>, u64), Stop> {
    let (levels, examined) = examined_solution_levels(space, control)?;
    Ok((list::<R>(space, levels, most, images, control)?, examined))
}

/// Lists lines over the positions on solutions, which are given by level.
pub(crate) fn list<R: Reach>(
    space: &MoveTables<'_>,
    levels: Vec<Level>,
    most: usize,
    images: bool,
    control: &Control,
) -> Result<Vec<Line>, Stop> {
    if levels.is_empty() || most == 0 {
        return Ok(Vec::new());
    }
    let remaining = remaining::<R>(&space.forward, &levels, control)?;
    let fewest = remaining[0].get(space.start()).ok_or(NO_SUCCESSOR)?.moves();
    drop(levels);
    let bytes = remaining.iter().map(Table::bytes).sum();
    let found = Found::new(space, most, images, bytes);
    let mut walk = Walk { remaining: &remaining, fewest, found, steps: 0, control };
    walk.step(space.puzzle.start().word(), None, 0)?;
    let lines = walk.found.lines;
    // Since there are positions on solutions, an empty list would be a wrong answer.
    if lines.is_empty() { Err(NO_SUCCESSOR) } else { Ok(lines) }
}

/// The maximum number of bytes of a line together with its least image, not counting its jumps. A line is a list of
/// moves, and a move is a list of holes; both are stored in vectors that double when they grow.
const BYTES_A_LINE: u64 = 256;
/// The maximum number of bytes that each jump of the line adds.
const BYTES_A_JUMP: u64 = 64;

/// The lines that a walk has found.
struct Found<'a> {
    space: &'a MoveTables<'a>,
    symmetries: Vec<Symmetry>,
    twins: TwinWords,
    most: usize,
    images: bool,
    /// The jumps that the walk has made.
    jumps: Vec<Hop>,
    /// The least image of each line.
    seen: FxHashSet<Vec<Hop>>,
    lines: Vec<Line>,
    /// The bytes of all tables and lines.
    bytes: u64,
}

impl<'a> Found<'a> {
    fn new(space: &'a MoveTables<'a>, most: usize, images: bool, bytes: u64) -> Self {
        let (jumps, seen, lines) = (Vec::new(), FxHashSet::default(), Vec::new());
        // The search may know only some of the symmetries.
        let symmetries = space.puzzle.corrected_symmetries();
        let twins = space.puzzle.twins();
        Self { space, symmetries, twins, most, images, jumps, seen, lines, bytes }
    }

    fn is_full(&self) -> bool {
        self.lines.len() == self.most
    }

    /// Adds the line of the jumps made, unless an image of it is listed already.
    fn record(&mut self, control: &Control) -> Result<(), Stop> {
        self.bytes += BYTES_A_LINE + BYTES_A_JUMP * self.jumps.len() as u64;
        control.check_memory(self.bytes)?;
        let image = |symmetry: &Symmetry| {
            let map = |h: Hole| symmetry[usize::from(h)];
            self.twins.renamed(self.jumps.iter().map(|hop| hop.map(map)).collect())
        };
        let least = self.symmetries.iter().map(image).min();
        if self.images || least.is_some_and(|least| self.seen.insert(least)) {
            self.lines.push(Line::from_jumps(self.jumps.iter().copied()));
        }
        Ok(())
    }
}

/// A depth-first walk over positions on solutions.
struct Walk<'a, R> {
    remaining: &'a Remaining<R>,
    fewest: u32,
    found: Found<'a>,
    steps: u64,
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
        let (space, made) = (self.found.space, self.found.jumps.len());
        if made + 1 == self.remaining.len() {
            return self.found.record(self.control);
        }
        for leap in space.leaps.iter().filter(|leap| leap.fits(position)) {
            let next = position ^ leap.all;
            let moves = begun + u32::from(last != Some(leap.from));
            let known = self.remaining[made + 1].get(space.group.least(next));
            let Some(reach) = known else { continue };
            let here = R::new(reach.moves(), space.group.back(next, reach.movers()));
            if moves + still_to_begin(here, 1 << leap.to) != self.fewest {
                continue;
            }
            self.found.jumps.push(leap.hop());
            self.step(next, Some(leap.to), moves)?;
            self.found.jumps.pop();
            if self.found.is_full() {
                break;
            }
        }
        Ok(())
    }
}

/// A depth-first walk over all positions within some number of moves.
struct Descent<'a> {
    puzzle: &'a Puzzle,
    /// For each position and peg that moved last, the largest number of further moves that leads to no finish.
    failed: FxHashMap<(u64, Option<Hole>), usize>,
    list: Found<'a>,
    steps: u64,
    control: &'a Control,
}

impl Descent<'_> {
    /// Continues from a position with at most `left` more moves. Returns whether that leads to a finish, unless the list
    /// is full.
    fn step(
        &mut self,
        leaps: &[Leap],
        position: u64,
        last: Option<Hole>,
        left: usize,
    ) -> Result<bool, Stop> {
        if self.list.jumps.len() == self.puzzle.jumps() {
            let accepted = self.puzzle.finish().accepts_word(position);
            return if accepted {
                self.list.record(self.control).map(|()| true)
            } else {
                Ok(false)
            };
        }
        if self.failed.get(&(position, last)).is_some_and(|&failed| left <= failed) {
            return Ok(false);
        }
        self.steps += 1;
        if self.steps.is_multiple_of(4096) {
            self.control.check()?;
            let map = map_bytes::<((u64, Option<Hole>), usize)>(3 * self.failed.capacity());
            self.control.check_memory(self.list.bytes + map)?;
        }
        let mut leads_on = false;
        for leap in leaps.iter().filter(|leap| leap.fits(position)) {
            let begun = usize::from(last != Some(leap.from));
            if begun > left {
                continue;
            }
            self.list.jumps.push(leap.hop());
            leads_on |= self.step(leaps, position ^ leap.all, Some(leap.to), left - begun)?;
            self.list.jumps.pop();
            if self.list.is_full() {
                return Ok(true);
            }
        }
        if !leads_on {
            self.failed.insert((position, last), left);
        }
        Ok(leads_on)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::{What, count};
    use crate::tests::puzzle;
    use std::collections::BTreeSet;

    /// Both methods agree with and without images, for finishes given by pegs or exactly, and for a truncated
    /// list.
    #[test]
    fn the_walk_without_a_list_of_positions_finds_the_same_lines() {
        let control = Control::default();
        for text in [
            "model = 'triangle15'\nstart = { all_but = ['11'] }\nfinish = { pegs = 4 }",
            "model = 'english'\nstart = ['34', '44', '45', '43', '64', '33']\nfinish = { pegs = 3 }",
            "model = 'english'\nstart = ['35', '43', '44', '45', '46', '55']\nfinish = ['44']",
        ] {
            let puzzle = puzzle(text);
            let space = MoveTables::new(&puzzle).expect("a space");
            for images in [false, true] {
                let all = lines(&puzzle, 5000, images, &control).expect("lines");
                let moves = all.first().expect(text).moves().len();
                let found = descend(&space, moves, 5000, images, &control).expect("lines");
                let sets = [&all, &found].map(|lines| {
                    lines.iter().map(|line| line.jumps().collect()).collect::<BTreeSet<Vec<_>>>()
                });
                assert_eq!(sets[0].len(), sets[1].len(), "{text}");
                assert!(!images || sets[0] == sets[1], "{text}");
                let few = descend(&space, moves, 2, images, &control).expect("lines");
                assert_eq!(few, found[..2.min(found.len())], "{text}");
            }
        }
    }

    #[test]
    fn all_solutions_are_as_many_as_are_counted() {
        let control = Control::default();
        for text in [
            "model = 'english'\nstart = ['34', '44', '45', '43', '64', '33']\nfinish = { pegs = 3 }",
            "model = 'english'\nstart = ['35', '43', '44', '45', '46', '55']\nfinish = ['44']",
            "model = 'english'\nstart = ['43', '44']\nfinish = ['43', '44']",
            "model = 'english'\nstart = ['43', '44']\nfinish = ['37']",
        ] {
            let puzzle = puzzle(text);
            let all = all_lines(&puzzle, usize::MAX, true, &control).expect("lines");
            let counted = count(&puzzle, What::Solutions, &control).expect("a count");
            assert_eq!(all.len() as u128, counted.value, "{text}");
            assert_eq!(all.iter().collect::<FxHashSet<_>>().len(), all.len(), "{text}");
        }
    }
}
