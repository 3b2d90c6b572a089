//! Finds the shortest games that get stuck, and the shortest games that can no longer be won.

use crate::levels::walk::{path, undone};
use crate::space::{MoveTables, open};
use crate::{
    levels::winning::Winning,
    levels::{Level, Seen, bytes, sort},
};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::in_threads;
use soliter_boards::{board::position::Position, line::Line, puzzle::Puzzle};

/// The positions in which the shortest games are stuck or lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadEnds {
    /// A game that is stuck or lost.
    pub line: Line,
    /// The number of its jumps, which is the fewest possible.
    pub jumps: usize,
    /// The position to which it leads.
    pub position: Position,
    /// The number of positions in which games of this length are stuck or lost, up to symmetries of start and finish.
    pub classes: u64,
    /// The number of these positions.
    pub positions: u64,
    /// The number of positions, up to symmetry, that games of this length lead to or pass.
    pub searched: u64,
}

/// Finds the fewest jumps after which no jump is left although the finish is not reached; `None` if every game
/// ends at the finish. Positions after more jumps are not searched.
pub fn dead_ends(puzzle: &Puzzle, control: &Control) -> Result<Option<DeadEnds>, Stop> {
    puzzle.check_plain()?;
    let space = MoveTables::new(puzzle)?;
    let wins = |position: u64| puzzle.finish().accepts_word(position);
    let is_dead =
        |_: usize, position: u64| space.forward.mobility(position) == 0 && !wins(position);
    in_threads(control, || shortest(&space, "dead ends", wins, is_dead, control))
}

/// Finds the fewest jumps after which no jump is left, and so the most pegs that a stuck game can leave (fool's solitaire).
/// The finish of the puzzle does not matter.
pub fn most_pegs(puzzle: &Puzzle, control: &Control) -> Result<DeadEnds, Stop> {
    puzzle.check_plain()?;
    let open = open(puzzle);
    let space = MoveTables::new(&open)?;
    let is_dead = |_: usize, position: u64| space.forward.mobility(position) == 0;
    let found = in_threads(control, || shortest(&space, "most pegs", |_| false, is_dead, control));
    // Every jump removes a peg, so that every game ends.
    found?.ok_or(Stop::Fault("a game without an end"))
}

/// Finds the fewest jumps after which the finish can no longer be reached; `None` if every game reaches it. The number
/// is 0 if the puzzle has no solution. Positions after more jumps are not searched.
pub fn lost(puzzle: &Puzzle, control: &Control) -> Result<Option<DeadEnds>, Stop> {
    puzzle.check_plain()?;
    let space = MoveTables::new(puzzle)?;
    let winning = Winning::new(puzzle, control)?;
    let is_lost = |jumps: usize, position: u64| {
        winning.levels.get(jumps).is_none_or(|level| level.binary_search(&position).is_err())
    };
    let wins = |position: u64| puzzle.finish().accepts_word(position);
    in_threads(control, || shortest(&space, "lost", wins, is_lost, control))
}

/// The positions on solutions by the number of jumps made, without a level after the finish.
pub fn winning_positions(puzzle: &Puzzle, control: &Control) -> Result<Vec<u64>, Stop> {
    puzzle.check_plain()?;
    let expander = MoveTables::new(puzzle)?.forward;
    let winning = Winning::new(puzzle, control)?;
    let size = |level: &Level| {
        control.check()?;
        Ok(level.iter().map(|&position| expander.orbit(position) as u64).sum())
    };
    winning.levels.iter().map(size).collect()
}

/// The positions after the fewest jumps for which `is_found` holds, given the number of jumps and a position up to
/// symmetry. A game ends in a position that `wins`.
fn shortest(
    space: &MoveTables<'_>,
    name: &str,
    wins: impl Fn(u64) -> bool,
    is_found: impl Fn(usize, u64) -> bool,
    control: &Control,
) -> Result<Option<DeadEnds>, Stop> {
    let (puzzle, expander) = (space.puzzle, &space.forward);
    let mut levels: Vec<Level> = vec![vec![space.start()]];
    loop {
        let (jumps, used) = (levels.len() - 1, levels.iter().map(bytes).sum());
        let level = &levels[jumps];
        if level.is_empty() {
            return Ok(None);
        }
        control
            .report_progress(|| format!("{name}: after {jumps} jumps {} positions", level.len()));
        let found: Vec<u64> =
            level.iter().filter(|&&position| is_found(jumps, position)).copied().collect();
        if let Some(&first) = found.first() {
            // The path leads back to an image of the start, which is the start itself: the symmetries keep
            // it.
            let back = path(&space.undoing, &space.group, levels.iter().rev().skip(1), first);
            let back = back.ok_or(Stop::Fault("no way back to the start"))?;
            let line = Line::from_jumps(undone(back));
            let positions = found.iter().map(|&position| expander.orbit(position) as u64).sum();
            let classes = found.len() as u64;
            let position = soliter_boards::verify::replay(puzzle, line.jumps()).last().clone();
            let searched = levels.iter().map(|level| level.len() as u64).sum();
            return Ok(Some(DeadEnds { line, jumps, position, classes, positions, searched }));
        }
        let open: Level = level.iter().copied().filter(|&position| !wins(position)).collect();
        let mut next = Seen::hashed().successors(expander, &open, |_| true, used, control)?;
        sort(&mut next, control)?;
        levels.push(next);
    }
}
