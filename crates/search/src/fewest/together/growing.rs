//! Extends the sides, each within the limit set by the best line of its problem.

use crate::fewest::together::{Problem, Together, images};
use crate::{bounds::Bounds, bounds::counts::Counts};
use crate::{fewest::side::Side, fewest::spread::grow};
use soliter_base::control::Stop;
use soliter_boards::board::position::{Hole, Position};
use soliter_boards::line::Line;

/// One position on the side of the start costs as much as this many on the sides of the problems: its
/// successors are looked up once for all problems at the end, whereas predecessors serve a single problem.
const START: u128 = 2;

impl Together<'_> {
    /// Sets the limits by the best lines, and closes the problems whose lines lie within the side of the
    /// start. A problem without a line gets the highest limit of the others.
    pub(super) fn lower_limits(&mut self) -> Result<(), Stop> {
        let highest = self.problems.iter().filter_map(Problem::next_limit).max();
        for problem in self.problems.iter_mut().filter(|problem| !problem.is_proved) {
            let limits = [problem.bounds.limit, problem.next_limit().or(highest)];
            let Some(limit) = limits.into_iter().flatten().min() else { continue };
            problem.bounds.limit = Some(limit);
            let finish = self.space.forward.least(1 << problem.survivor);
            if self.side.get(finish).is_some_and(|known| known.moves <= limit) {
                let jumps = self.side.jumps_to(finish, u64::MAX, self.control)?;
                problem.best = Some(Line::from_jumps(jumps));
                problem.is_proved = true;
            } else if self.side.moves >= limit {
                problem.is_proved = problem.next_limit() == problem.bounds.limit;
            }
        }
        self.bounds.limit = self.problems.iter().filter_map(Problem::open_limit).max();
        Ok(())
    }

    /// Chooses resource counts. Those of the forward side refute only positions that no open problem needs.
    pub(super) fn choose_counts(&mut self) -> Result<(), Stop> {
        let open = self.problems.iter().filter(|problem| problem.open_limit().is_some());
        let survivors: Vec<Hole> = open.map(|problem| problem.survivor).collect();
        let finishes: Vec<Position> = images(&self.space.group, &survivors).collect();
        let choose = |forward, side: &Side<'_>| {
            let sample = side.sample();
            Counts::choose(self.space, &finishes, forward, &sample, self.control)
        };
        self.bounds.counts[0] = choose(true, &self.side)?;
        for problem in self.problems.iter_mut().filter(|problem| problem.open_limit().is_some()) {
            problem.bounds.counts[1] = choose(false, &problem.side)?;
        }
        Ok(())
    }

    /// Adds a move where that is cheaper: on the side of the start, or on the side of each problem that needs more than
    /// two more moves. Returns whether there are such problems.
    pub(super) fn grow(&mut self) -> Result<bool, Stop> {
        let all = self.bytes();
        let Self { side, bounds, problems, control, .. } = self;
        let moves = side.moves;
        let mut short: Vec<_> = problems
            .iter_mut()
            .filter(|one| one.open_limit().is_some_and(|limit| one.side.moves + moves + 2 < limit))
            .collect();
        let behind: u128 = short.iter().map(|problem| problem.side.predicted()).sum();
        let left = short.len();
        control.report_progress(|| {
            format!("search: {left} problems, {moves} moves from the start, {all} bytes")
        });
        let one_move = |side: &mut Side<'_>, bounds: &Bounds<'_>| {
            let elsewhere = all - side.bytes();
            grow(side, bounds, control, None, elsewhere, usize::MAX).map(|_| ())
        };
        if short.is_empty() {
            return Ok(false);
        }
        if side.predicted() <= START * behind {
            one_move(side, bounds)?;
        } else {
            for problem in &mut short {
                one_move(&mut problem.side, &problem.bounds)?;
            }
        }
        Ok(true)
    }
}
