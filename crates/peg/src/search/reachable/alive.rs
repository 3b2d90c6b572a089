//! Tells for every position of a game whether the finish can still be reached, where few positions can reach it.

use rustc_hash::FxHashSet;

use crate::{puzzle::Puzzle, search::levels::winning::Winning};
use soliter_base::control::{Control, Stop};

/// The positions from which the finish can be reached, of those that the start leads to.
pub struct Alive(Winning);

impl Alive {
    /// Searches for them. Puzzles with marked pegs are refused.
    pub fn new(puzzle: &Puzzle, control: &Control) -> Result<Self, Stop> {
        puzzle.check_plain()?;
        Winning::new(puzzle, control).map(Self)
    }

    /// Whether the finish can be reached, first from the start, then from each position one jump after a position from
    /// which it can: level by level, in the order in which the jumps of the board, tried one after the other on each
    /// position of the level before, first lead there. Whoever replays the jumps in this order knows which position is
    /// meant, so the positions themselves need not be told. `None` if there would be more than `most` answers.
    pub fn answers(&self, puzzle: &Puzzle, most: usize) -> Option<Vec<bool>> {
        let winning = &self.0;
        let mut level = vec![puzzle.start.word()];
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
