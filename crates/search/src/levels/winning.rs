//! The winning positions of a puzzle, which are those on solutions, for questions that walk from one to the
//! next.

use crate::levels::walk::{Jumps, path, undone};
use crate::levels::{Level, sort};
use crate::{levels::solutions::solution_levels, space::MoveTables, space::symmetry::Group};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::in_threads;
use soliter_boards::rules::{self, Leap};
use soliter_boards::{bounds::class, puzzle::Puzzle};

/// All positions on solutions, up to the symmetries that keep start and finish.
pub(crate) struct Winning {
    /// The positions by the number of jumps made, each level in ascending order; none if there is no solution.
    pub(crate) levels: Vec<Level>,
    pub(crate) group: Group,
    pub(crate) leaps: Vec<Leap>,
}

impl Winning {
    pub(crate) fn new(puzzle: &Puzzle, control: &Control) -> Result<Self, Stop> {
        Self::of(MoveTables::new(puzzle)?, control)
    }

    /// Like `new`, but single pegs distinguish the images of a position.
    pub(crate) fn without_twins(puzzle: &Puzzle, control: &Control) -> Result<Self, Stop> {
        Self::of(MoveTables::without_twins(puzzle)?, control)
    }

    fn of(space: MoveTables<'_>, control: &Control) -> Result<Self, Stop> {
        let puzzle = space.puzzle;
        let mut levels = match class::refute(puzzle) {
            Some(_) => Vec::new(),
            None => in_threads(control, || solution_levels(&space, control))?,
        };
        let MoveTables { group, leaps, .. } = space;
        for level in &mut levels {
            sort(level, control)?;
        }
        Ok(Self { levels, group, leaps })
    }

    /// Whether a position after this many jumps is on a solution.
    pub(crate) fn has(&self, jumps: usize, position: u64) -> bool {
        let least = self.group.least(position);
        self.levels.get(jumps).is_some_and(|level| level.binary_search(&least).is_ok())
    }

    /// The leaps from a position after this many jumps that stay on solutions, each with the position after it.
    pub(crate) fn after(
        &self,
        jumps: usize,
        position: u64,
    ) -> impl Iterator<Item = (Leap, u64)> + '_ {
        let fitting = self.leaps.iter().copied().filter(move |leap| leap.fits(position));
        let made = fitting.map(move |leap| (leap, position ^ leap.all));
        made.filter(move |&(_, after)| self.has(jumps + 1, after))
    }

    /// The leaps on solutions that lead to a position after this many jumps, each with the position before it.
    pub(crate) fn before(
        &self,
        jumps: usize,
        position: u64,
    ) -> impl Iterator<Item = (Leap, u64)> + '_ {
        let undone = self.leaps.iter().copied().map(move |leap| (leap, position ^ leap.all));
        undone.filter(move |&(leap, before)| {
            jumps > 0 && leap.fits(before) && self.has(jumps - 1, before)
        })
    }

    /// Jumps from the start of the puzzle to a position on a solution.
    pub(crate) fn jumps_to(&self, jumps: usize, position: u64) -> Option<Jumps> {
        let earlier = self.levels[..jumps].iter().rev();
        let back = path(&rules::undoing(&self.leaps), &self.group, earlier, position)?;
        Some(undone(back).collect())
    }
}
