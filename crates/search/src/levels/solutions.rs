//! The positions on solutions, level by level of jumps: those that can be reached from both ends.
//!
//! The search meets in the middle: the side with fewer positions grows by a level, until one jump is left
//! between the sides. Large levels omit the positions that resource counts refute. The meeting positions are
//! then traced back to both ends, and only the positions that lead to them are kept.

use std::cell::Cell;

use crate::bounds::counts::{Counts, sample};
use crate::levels::finishes::{at_most, finishes};
use crate::levels::{Level, Seen, bytes, filter_leading_to_seen, filter_seen, in_blocks, sort};
use crate::{space::MoveTables, space::expand::Expander};
use soliter_base::control::{Control, Stop};
use soliter_base::wording::counted_large;
use soliter_boards::{board::Board, board::position::Position};

/// Resource counts are chosen at a level of this many positions, since that takes as long as half a million
/// successors.
pub(crate) const MANY: usize = 50_000;
/// They are chosen from a sample of positions that are fewer than this many random jumps beyond that level.
const BEYOND: usize = 8;
/// The rate at which levels grow is expected to approach 1 by this factor with each jump.
const SLOWER: f64 = 0.9;

/// Why there are no positions on solutions to return.
#[derive(Debug)]
pub(crate) enum Unfinished {
    /// A limit was reached first.
    Stopped(Stop),
    /// The sides have more positions than allowed: about this many before they meet, if they keep growing as before.
    Larger(f64),
}

impl From<Stop> for Unfinished {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// The limits of a search for the positions on solutions.
#[derive(Clone, Copy)]
struct Extent {
    /// Resource counts are chosen at a level of this many positions.
    many: usize,
    /// Both sides together may have this many positions.
    most: usize,
}

impl Extent {
    /// An empty set of seen positions. A small search ends before it would touch the bits for all positions.
    fn seen(self, board: &Board, control: &Control) -> Seen {
        if self.most < usize::MAX { Seen::hashed() } else { Seen::new(board, control) }
    }

    /// Checks the number of positions of some sides that will make this many jumps together.
    fn check(self, sides: &[&Direction<'_>], jumps: usize) -> Result<(), Unfinished> {
        let known: usize = sides.iter().flat_map(|side| &side.levels).map(Vec::len).sum();
        if known <= self.most {
            return Ok(());
        }
        let made: usize = sides.iter().map(|side| side.depth()).sum();
        let mut growing: Vec<(f64, f64)> = sides.iter().map(|side| side.growth()).collect();
        let mut all = known as f64;
        for _ in made..jumps {
            let next = |&(size, rate): &(f64, f64)| size * rate;
            let smaller = growing.iter_mut().min_by(|a, b| next(a).total_cmp(&next(b)));
            let Some((size, rate)) = smaller else { break };
            *size *= *rate;
            *rate = 1.0 + (*rate - 1.0) * SLOWER;
            all += *size;
        }
        Err(Unfinished::Larger(all))
    }
}

struct Direction<'a> {
    expander: &'a Expander,
    levels: Vec<Level>,
    seen: Seen,
    /// The resource counts, which are chosen when a level becomes large.
    counts: Counts,
}

impl<'a> Direction<'a> {
    fn new(
        board: &Board,
        expander: &'a Expander,
        ends: &[u64],
        extent: Extent,
        control: &Control,
    ) -> Result<Self, Stop> {
        let mut level: Level = ends.iter().map(|&end| expander.least(end)).collect();
        sort(&mut level, control)?;
        let mut seen = extent.seen(board, control);
        seen.insert_all(&level);
        Ok(Self { expander, levels: vec![level], seen, counts: Counts::none() })
    }

    fn depth(&self) -> usize {
        self.levels.len() - 1
    }

    fn last(&self) -> &Level {
        &self.levels[self.depth()]
    }

    /// The number of positions of the last level, and its ratio to the level before.
    fn growth(&self) -> (f64, f64) {
        let size = |depth: usize| self.levels[depth].len() as f64;
        let before = self.depth().checked_sub(1).map_or(1.0, size).max(1.0);
        (size(self.depth()), size(self.depth()) / before)
    }

    fn bytes(&self) -> u64 {
        self.seen.bytes() + self.levels.iter().map(bytes).sum::<u64>()
    }

    /// Makes the level one jump from the last one.
    fn grow(&mut self, elsewhere: u64, jumps: usize, control: &Control) -> Result<(), Stop> {
        let (depth, count) = (self.depth() + 1, self.last().len());
        control.report_progress(|| {
            format!(
                "levels: jump {depth} of {jumps}, from {}",
                counted_large(count as u128, "position")
            )
        });
        let used = elsewhere + self.bytes() - self.seen.bytes();
        let (last, counts) = (&self.levels[depth - 1], &self.counts);
        let keep = |position: u64| !counts.refutes(position);
        let next = self.seen.successors(self.expander, last, keep, used, control)?;
        self.levels.push(next);
        Ok(())
    }
}

/// All positions on solutions, by level; empty if there are none. The class must not refute the puzzle.
pub(crate) fn solution_levels(
    space: &MoveTables<'_>,
    control: &Control,
) -> Result<Vec<Level>, Stop> {
    examined_solution_levels(space, control).map(|(levels, _)| levels)
}

/// The same, with the number of positions that were examined.
pub(crate) fn examined_solution_levels(
    space: &MoveTables<'_>,
    control: &Control,
) -> Result<(Vec<Level>, u64), Stop> {
    match levels_with(space, Extent { many: MANY, most: usize::MAX }, control) {
        Ok(found) => Ok(found),
        Err(Unfinished::Stopped(stop)) => Err(stop),
        Err(Unfinished::Larger(_)) => Err(Stop::Fault("levels without a limit are too large")),
    }
}

/// The positions on solutions, and the number of those examined, if the sides have at most `most` positions in all when they
/// meet.
pub(crate) fn solution_levels_within(
    space: &MoveTables<'_>,
    most: usize,
    control: &Control,
) -> Result<(Vec<Level>, u64), Unfinished> {
    // Choosing counts takes longer than a small search.
    let many = if most < 20 * MANY { usize::MAX } else { MANY };
    levels_with(space, Extent { many, most }, control)
}

/// Does the work of the functions above. Returns also the number of positions that were examined.
fn levels_with(
    space: &MoveTables<'_>,
    extent: Extent,
    control: &Control,
) -> Result<(Vec<Level>, u64), Unfinished> {
    let puzzle = space.puzzle;
    let start = puzzle.start().word();
    if puzzle.jumps() == 0 {
        let is_solved = puzzle.finish().accepts(puzzle.start());
        return Ok((if is_solved { vec![vec![space.start()]] } else { Vec::new() }, 1));
    }
    let finishes = if extent.most < usize::MAX {
        at_most(extent.most, puzzle)
    } else {
        finishes(puzzle, control)
    };
    let search = Search { space, extent, examined: Cell::new(0), control };
    let levels = match finishes {
        None => search.one_sided(),
        Some(finishes) if finishes == [puzzle.board().full().word() ^ start] => search.mirrored(),
        Some(finishes) => search.two_sided(&finishes),
    };
    Ok((levels?, search.examined.get()))
}

/// A search for the positions on solutions with at least one jump.
struct Search<'a> {
    space: &'a MoveTables<'a>,
    extent: Extent,
    /// The positions of all levels of both sides.
    examined: Cell<u64>,
    control: &'a Control,
}

impl<'a> Search<'a> {
    /// A side whose last level consists of these positions.
    fn side(&self, expander: &'a Expander, ends: &[u64]) -> Result<Direction<'a>, Stop> {
        let board = self.space.puzzle.board();
        let side = Direction::new(board, expander, ends, self.extent, self.control)?;
        self.count(&side);
        Ok(side)
    }

    /// Counts the positions of the last level of a side.
    fn count(&self, side: &Direction<'_>) {
        self.examined.set(self.examined.get() + side.last().len() as u64);
    }

    fn ahead(&self) -> Result<Direction<'a>, Stop> {
        self.side(&self.space.forward, &[self.space.puzzle.start().word()])
    }

    /// Chooses the resource counts of a side once its last level is large.
    fn choose_counts(
        &self,
        side: &mut Direction<'_>,
        finishes: &[u64],
        is_forward: bool,
    ) -> Result<(), Stop> {
        let MoveTables { puzzle, leaps, undoing, .. } = self.space;
        // Resource counts are defined for the ordinary game.
        if side.counts.is_none() && side.last().len() >= self.extent.many && !puzzle.reverse() {
            let ends: Vec<Position> =
                finishes.iter().map(|&finish| Position::from(finish)).collect();
            let (leaps, last) = (if is_forward { leaps } else { undoing }, side.last());
            let sample = sample(leaps, last.iter().copied(), last.len(), BEYOND);
            side.counts = Counts::choose(self.space, &ends, is_forward, &sample, self.control)?;
        }
        Ok(())
    }

    /// Without a list of finishes, since there are too many: each position of the last level is tested.
    fn one_sided(&self) -> Result<Vec<Level>, Unfinished> {
        let puzzle = self.space.puzzle;
        let jumps = puzzle.jumps();
        let mut ahead = self.ahead()?;
        while ahead.depth() < jumps && !ahead.last().is_empty() {
            ahead.grow(0, jumps, self.control)?;
            self.count(&ahead);
            self.extent.check(&[&ahead], jumps)?;
        }
        let met = if ahead.depth() < jumps { None } else { ahead.levels.pop() };
        let mut met = met.unwrap_or_default();
        met.retain(|&position| puzzle.finish().accepts_word(position));
        self.thinned(ahead, met, &self.space.backward, 0)
    }

    /// Undoing a jump is making it on the complement. If the finish is the complement of the start, the backward side is
    /// therefore the complement of the forward one, and only one half of the levels has to be searched.
    fn mirrored(&self) -> Result<Vec<Level>, Unfinished> {
        let MoveTables { puzzle, forward, backward, .. } = self.space;
        let (control, jumps) = (self.control, puzzle.jumps());
        let full = puzzle.board().full().word();
        let finish = full ^ puzzle.start().word();
        let mut ahead = self.ahead()?;
        while ahead.depth() < jumps / 2 && !ahead.last().is_empty() {
            self.choose_counts(&mut ahead, &[finish], true)?;
            ahead.grow(0, jumps, control)?;
            self.count(&ahead);
            self.extent.check(&[&ahead], jumps / 2)?;
        }
        let image = |&position: &u64| forward.least(full ^ position);
        let images = |level: &Level| -> Result<Level, Stop> {
            let images = |block: &[u64]| block.iter().map(image).collect::<Level>();
            Ok(in_blocks(level, images, control)?.concat())
        };
        let last = ahead.levels.pop().unwrap_or_default();
        control.check_memory(ahead.bytes() + 3 * bytes(&last))?;
        let met = if jumps.is_multiple_of(2) {
            // The sides meet where a position and its complement are both known.
            filter_seen(&images(&last)?, &ahead.seen, control)?
        } else {
            filter_leading_to_seen(&last, full, backward, &ahead.seen, control)?
        };
        drop(last);
        let mut all = self.thinned(ahead, met, backward, 0)?;
        if !all.is_empty() {
            for depth in all.len()..=jumps {
                let known: u64 = all.iter().map(bytes).sum();
                control.check_memory(known + 2 * bytes(&all[jumps - depth]))?;
                all.push(images(&all[jumps - depth])?);
            }
        }
        Ok(all)
    }

    /// The smaller side grows until one jump is left between the two.
    fn two_sided(&self, finishes: &[u64]) -> Result<Vec<Level>, Unfinished> {
        let MoveTables { puzzle, backward, .. } = self.space;
        let (control, jumps) = (self.control, puzzle.jumps());
        let mut ahead = self.ahead()?;
        let mut behind = self.side(backward, finishes)?;
        while ahead.depth() + behind.depth() + 1 < jumps {
            if ahead.last().is_empty() || behind.last().is_empty() {
                return Ok(Vec::new());
            }
            let back = behind.last().len() < ahead.last().len();
            let [near, far] =
                if back { [&mut behind, &mut ahead] } else { [&mut ahead, &mut behind] };
            self.choose_counts(near, finishes, !back)?;
            near.grow(far.bytes(), jumps, control)?;
            self.count(near);
            self.extent.check(&[&ahead, &behind], jumps - 1)?;
        }
        let back = behind.last().len() < ahead.last().len();
        let [mut near, mut far] = if back { [behind, ahead] } else { [ahead, behind] };
        let (onwards, undo) = (near.expander, far.expander);
        let last = near.levels.pop().unwrap_or_default();
        control.check_memory(near.bytes() + far.bytes() + 3 * bytes(&last))?;
        let met = filter_leading_to_seen(&last, 0, onwards, &far.seen, control)?;
        drop((last, far.levels.pop()));
        let here = self.thinned(near, met, undo, far.bytes())?;
        let Some(met) = here.last() else { return Ok(here) };
        let used = far.bytes() + here.iter().map(bytes).sum::<u64>();
        let mut seen = self.extent.seen(puzzle.board(), control);
        let met = seen.successors(onwards, met, |_| true, used, control)?;
        let met = filter_seen(&met, &far.seen, control)?;
        let there = self.thinned(far, met, onwards, used)?;
        let (mut ahead, mut behind) = if back { (there, here) } else { (here, there) };
        behind.reverse();
        ahead.append(&mut behind);
        Ok(ahead)
    }

    /// Reduces the levels of one side to the positions that lead to `met`, which replaces the last level.
    fn thinned(
        &self,
        side: Direction<'_>,
        met: Level,
        undo: &Expander,
        elsewhere: u64,
    ) -> Result<Vec<Level>, Unfinished> {
        if met.is_empty() {
            return Ok(Vec::new());
        }
        let mut levels = vec![met];
        let control = self.control;
        let mut seen = self.extent.seen(self.space.puzzle.board(), control);
        let Direction { seen: reached, levels: mut old, .. } = side;
        while old.pop().is_some() {
            let left = old.iter().chain(&levels).map(bytes).sum::<u64>();
            let used = elsewhere + reached.bytes() + left;
            let later = &levels[levels.len() - 1];
            let before = seen.successors(undo, later, |_| true, used, control)?;
            control.check_memory(used + seen.bytes() + 3 * bytes(&before))?;
            // Any reached position with this many pegs was reached at this level.
            levels.push(filter_seen(&before, &reached, control)?);
        }
        levels.reverse();
        Ok(levels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{space::symmetry::Group, tests::puzzle};
    use proptest::prelude::*;
    use soliter_boards::rules::{self, Leap};
    use soliter_boards::{bounds::class, puzzle::Finish};
    use soliter_testing::cases::cases;
    use std::collections::BTreeSet;

    type Plain = Vec<BTreeSet<u64>>;

    fn plain(leaps: &[Leap], group: &Group, end: u64, jumps: usize) -> Plain {
        let mut levels = vec![BTreeSet::from([group.least(end)])];
        for depth in 0..jumps {
            let after = |&position: &u64| {
                let fitting = leaps.iter().filter(move |leap| leap.fits(position));
                fitting.map(move |leap| group.least(position ^ leap.all))
            };
            levels.push(levels[depth].iter().flat_map(after).collect());
        }
        levels
    }

    proptest! {
        #![proptest_config(cases(60))]

        /// With and without resource counts, the levels consist of the positions that are reached from both
        /// ends. This includes finishes that are the complement of the start, after odd and even numbers of
        /// jumps.
        #[test]
        fn the_positions_on_solutions_are_those_reached_two_sided(
            model in prop::sample::select(vec!["square4", "triangle15", "square5"]),
            start in any::<u64>(),
            is_complement in any::<bool>(),
            choices in prop::collection::vec(any::<usize>(), 1..10),
            reverse in any::<bool>(),
            many in prop::sample::select(vec![1, 20, usize::MAX]),
            most in prop::sample::select(vec![20, 1000, usize::MAX]),
        ) {
            let text = format!("model = '{model}'\nstart = 'full'\nfinish = {{ pegs = 1 }}");
            let puzzle = puzzle(&text);
            let full = puzzle.board().full().word();
            let ordinary = rules::leaps(puzzle.board(), false);
            let is_complement = is_complement && model != "square5";
            let hole = 1 << (start % puzzle.board().holes() as u64);
            let begin = if is_complement { full ^ hole } else { (start | start >> 32) & full };
            let end = crate::tests::chosen_game(&ordinary, begin, &choices);
            let end = if is_complement { hole } else { end };
            let reverse = reverse && !is_complement;
            let (from, to) = if reverse { (end, begin) } else { (begin, end) };
            let (start, finish) = (Position::from(from), Finish::Exactly(Position::from(to)));
            let between = crate::tests::between(&puzzle, start, finish, reverse);
            prop_assume!(between.is_some());
            let puzzle = between.expect("a puzzle");
            prop_assume!(puzzle.jumps() > 0 && class::refute(&puzzle).is_none());
            let space = MoveTables::new(&puzzle).expect("a space");
            let jumps = puzzle.jumps();
            let ahead = plain(&space.leaps, &space.group, from, jumps);
            let mut behind = plain(&space.undoing, &space.group, to, jumps);
            behind.reverse();
            let mut both: Plain = ahead.iter().zip(&behind).map(|(a, b)| a & b).collect();
            if both[0].is_empty() {
                both.clear();
            }
            let extent = Extent { many, most };
            let levels = match levels_with(&space, extent, &Control::default()) {
                Ok((levels, examined)) => {
                    prop_assert!(examined >= levels.iter().map(Vec::len).max().unwrap_or(0) as u64);
                    levels
                }
                Err(Unfinished::Larger(all)) => {
                    prop_assert!(all > most as f64);
                    return Ok(());
                }
                Err(Unfinished::Stopped(stop)) => panic!("{stop:?}"),
            };
            let levels: Plain = levels.into_iter().map(BTreeSet::from_iter).collect();
            prop_assert_eq!(levels, both);
        }
    }
}
