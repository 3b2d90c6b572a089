//! Finds the shortest game that gets stuck.

use crate::search::levels::walk::{path, undone};
use crate::search::levels::{Level, Seen, bytes, sort};
use crate::{board::position::Position, line::Line, puzzle::Puzzle, search::space::Space};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::in_threads;

/// The positions in which the shortest games get stuck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadEnds {
    /// A game that gets stuck.
    pub line: Line,
    /// The number of its jumps, which is the fewest possible.
    pub jumps: usize,
    /// The position in which it is stuck.
    pub position: Position,
    /// The number of positions in which games of this length are stuck, up to symmetries of start and finish.
    pub classes: u64,
    /// The number of these positions.
    pub positions: u64,
}

/// Finds the fewest jumps after which no jump is left although the finish is not reached; `None` if every game
/// ends in the finish. Positions after more jumps are not searched.
pub fn dead_ends(puzzle: &Puzzle, control: &Control) -> Result<Option<DeadEnds>, Stop> {
    puzzle.marked.unfollowed()?;
    let space = Space::new(puzzle)?;
    let expander = &space.forward;
    in_threads(control, || {
        let mut levels: Vec<Level> = vec![vec![space.start()]];
        loop {
            let (jumps, used) = (levels.len() - 1, levels.iter().map(bytes).sum());
            let level = &levels[jumps];
            if level.is_empty() {
                return Ok(None);
            }
            control.say(|| format!("dead ends: after {jumps} jumps {} positions", level.len()));
            let wins = |position: u64| puzzle.finish.accepts(Position(position));
            let is_dead = |position: &&u64| expander.mobility(**position) == 0 && !wins(**position);
            let dead: Vec<u64> = level.iter().filter(is_dead).copied().collect();
            if let Some(&first) = dead.first() {
                // The path leads back to an image of the start, which is the start: the symmetries keep it.
                let back = path(&space.undoing, &space.group, levels.iter().rev().skip(1), first);
                let back = back.ok_or(Stop::Fault("no way back to the start"))?;
                let line = Line::from_jumps(undone(back));
                let positions = dead.iter().map(|&position| expander.orbit(position) as u64).sum();
                let classes = dead.len() as u64;
                let last = crate::verify::replay(puzzle, line.jumps()).last();
                return Ok(Some(DeadEnds { line, jumps, position: last, classes, positions }));
            }
            // A game ends where the finish is reached.
            let open: Level = level.iter().copied().filter(|&position| !wins(position)).collect();
            let mut next = Seen::hashed().successors(expander, &open, |_| true, used, control)?;
            sort(&mut next, control)?;
            levels.push(next);
        }
    })
}
