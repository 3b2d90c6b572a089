//! For puzzles in which few positions can reach the finish: tells for every position of a game whether it can.

use rustc_hash::FxHashSet;

use crate::levels::winning::Winning;
use soliter_base::control::{Control, Stop};
use soliter_boards::puzzle::Puzzle;

/// The positions that can be reached from the start and from which the finish can be reached.
pub struct Alive(Winning);

impl Alive {
    /// Searches for the positions. Puzzles with marked pegs are refused.
    pub fn new(puzzle: &Puzzle, control: &Control) -> Result<Self, Stop> {
        puzzle.check_plain()?;
        Winning::new(puzzle, control).map(Self)
    }

    /// For each position in a fixed order, whether the finish can be reached from it. The start comes first, followed
    /// level by level by each position one jump after a position from which the finish can be reached. Within a level,
    /// positions are in the order in which they are first reached by trying the jumps of the board, in turn, on each
    /// position of the previous level. A reader that replays the jumps in this order knows the position of each
    /// answer, so the positions themselves are not stored. `None` if there would be more than `most` answers.
    pub fn answers(&self, puzzle: &Puzzle, most: usize) -> Option<Vec<bool>> {
        let winning = &self.0;
        let mut level = vec![puzzle.start().word()];
        let mut alive = Vec::new();
        for jumps in 0..=puzzle.jumps() {
            alive.extend(level.iter().map(|&position| winning.has(jumps, position)));
            if alive.len() > most {
                return None;
            }
            level.retain(|&position| winning.has(jumps, position));
            let (mut seen, mut next) = (FxHashSet::default(), Vec::new());
            for &position in &level {
                let fitting = winning.leaps.iter().filter(|leap| leap.fits(position));
                let after = fitting.map(|leap| position ^ leap.all);
                next.extend(after.filter(|&after| seen.insert(after)));
            }
            level = next;
        }
        Some(alive)
    }
}
