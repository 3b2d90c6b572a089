//! Tells quickly whether a position can still be solved, from one bit for each position, on boards of up to
//! forty holes.

use crate::levels::{Seen, sort};
use crate::{levels::finishes::finishes, store::bitmap::Bitmap};
use crate::{space::MoveTables, space::symmetry::Group};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::in_threads;
use soliter_boards::puzzle::Puzzle;
use soliter_boards::{board::position::Position, bounds::class};

/// All positions from which a finish can be reached in at most as many jumps as the puzzle has, up to symmetry.
/// These include all solvable positions that can occur while the puzzle is played. They take one bit each,
/// which is 64 MiB for the English board.
pub struct Oracle {
    group: Group,
    solvable: Bitmap,
    /// The markings of the board, which tell whether a position is in the class of `finish`, the only class
    /// in the set.
    markings: Vec<Position>,
    finish: Position,
    classes: u64,
}

impl Oracle {
    /// Builds the set backwards from the finish of a puzzle. Stops with [`Stop::Memory`] if the bits alone
    /// take more than a quarter of the memory limit, or if the finish allows too many positions.
    pub fn new(puzzle: &Puzzle, control: &Control) -> Result<Self, Stop> {
        puzzle.check_plain()?;
        let finishes = finishes(puzzle, control).ok_or(Stop::Memory)?;
        let open = puzzle.from_any_start();
        let space = MoveTables::new(&open)?;
        let finish = Position::from(finishes.first().copied().unwrap_or(0));
        let markings = class::markings(puzzle.board());
        let expander = &space.backward;
        let mut seen = Seen::new(puzzle.board(), control);
        if matches!(seen, Seen::Hashed(_)) {
            return Err(Stop::Memory);
        }
        let classes = in_threads(control, || -> Result<u64, Stop> {
            let mut level: Vec<u64> = finishes.iter().map(|&end| expander.least(end)).collect();
            sort(&mut level, control)?;
            seen.insert_all(&level);
            let mut classes = level.len() as u64;
            for _ in 0..puzzle.jumps() {
                control.report_progress(|| format!("oracle: {classes} positions"));
                level = seen.successors(expander, &level, |_| true, 0, control)?;
                classes += level.len() as u64;
            }
            Ok(classes)
        })?;
        let Seen::Bits(solvable) = seen else { return Err(Stop::Memory) };
        Ok(Self { group: space.group, solvable, markings, finish, classes })
    }

    /// Whether a finish can be reached from a position. The answer does not cover positions that are further
    /// from the finish than the start is.
    pub fn can_finish(&self, position: &Position) -> bool {
        let separates = |marking: &Position| class::separates(marking, position, &self.finish);
        !self.markings.iter().any(separates)
            && self.solvable.contains(self.group.least(position.word()))
    }

    /// The number of positions in the set, up to the symmetries that keep the finish.
    pub fn classes(&self) -> u64 {
        self.classes
    }
}
