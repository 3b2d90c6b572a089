//! Counts positions by the fewest moves from the start, or to the finish (Bell's `B[n]` and `B[-n]`).

use rustc_hash::FxHashMap;

use crate::levels::finishes::{TOO_MANY, accepted};
use crate::levels::{Level, Seen, bytes, in_blocks, sort};
use crate::space::expand::{Expander, Wanted};
use crate::space::{MoveTables, open};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::in_threads;
use soliter_boards::puzzle::{Finish, Puzzle};

/// The end from which moves are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// Moves are counted from the start to a position.
    Start,
    /// Moves are counted from a position to the finish. Positions with more pegs than the start (in reverse
    /// solitaire, with fewer pegs) are omitted.
    Finish,
}

/// The positions whose fewest moves from or to one end are a given number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveLevel {
    /// The number of moves.
    pub moves: usize,
    /// The number of positions up to the symmetries that keep that end.
    pub classes: u64,
    /// The number of positions.
    pub positions: u64,
}

/// Counts positions by moves, up to `depth` moves if it is given. Stops with [`Stop::Size`] if the finish
/// allows too many positions.
pub fn move_levels(
    puzzle: &Puzzle,
    from: From,
    depth: Option<usize>,
    control: &Control,
) -> Result<Vec<MoveLevel>, Stop> {
    puzzle.check_plain()?;
    let (start, reverse) = (puzzle.start().len() as u32, puzzle.reverse());
    let (open, ends) = match from {
        From::Start => (open(puzzle), vec![puzzle.start().word()]),
        From::Finish => {
            let start = match puzzle.finish() {
                Finish::Exactly(finish) => finish,
                Finish::Pegs(_) | Finish::Holes { .. } => puzzle.start(),
            };
            let finishes = accepted(puzzle, control).ok_or(TOO_MANY)?;
            (puzzle.starting_at(start.clone()), finishes)
        }
    };
    let space = MoveTables::new(&open)?;
    let forward = from == From::Start;
    let expander = if forward { &space.forward } else { &space.backward };
    let fits = |position: u64| {
        let pegs = position.count_ones();
        forward || if reverse { pegs >= start } else { pegs <= start }
    };
    in_threads(control, || {
        let mut level: Level = ends.iter().map(|&end| expander.least(end)).collect();
        sort(&mut level, control)?;
        let mut known = Seen::new(open.board(), control);
        let mut counts = Vec::new();
        while !level.is_empty() {
            known.insert_all(&level);
            let (moves, classes) = (counts.len(), level.len() as u64);
            let orbit = |&position: &u64| expander.orbit(position) as u64;
            let orbits = |block: &[u64]| block.iter().map(orbit).sum::<u64>();
            let positions = in_blocks(&level, orbits, control)?.into_iter().sum();
            counts.push(MoveLevel { moves, classes, positions });
            if depth == Some(moves) {
                break;
            }
            control.report_progress(|| format!("count: after {moves} moves {classes} positions"));
            level = next(expander, &level, &known, fits, control)?;
        }
        Ok(counts)
    })
}

/// The positions whose moves are made together.
const ROUND: usize = 1 << 15;

/// Positions in the middle of a move, each with the pegs that may continue it.
type Moving = Vec<(u64, u64)>;

/// The new positions that are one move from those of a level.
///
/// A move need not be followed through a known position: as few moves lead to that position, and a move that
/// begins there reaches everything that the move through it reaches.
fn next(
    expander: &Expander,
    level: &[u64],
    known: &Seen,
    fits: impl Fn(u64) -> bool + Sync,
    control: &Control,
) -> Result<Level, Stop> {
    let arrivals = |moving: &[(u64, u64)], wanted| -> Moving {
        let mut landed = Moving::new();
        for &(position, movers) in moving {
            expander.successors(position, movers, wanted, &mut |after| {
                if fits(after.position) && !known.contains(after.position) {
                    landed.push((after.position, after.movers));
                }
            });
        }
        landed
    };
    let mut found: FxHashMap<u64, u64> = FxHashMap::default();
    for round in level.chunks(ROUND) {
        control.check()?;
        // While the map grows, the old table and a new one of twice its size are in memory.
        let map = 3 * found.capacity() * 8 / 7 * (size_of::<(u64, u64)>() + 1);
        control.check_memory(known.bytes() + (map + (2 * level.len() + found.len()) * 8) as u64)?;
        let mut moving: Moving = round.iter().map(|&position| (position, 0)).collect();
        let mut wanted = Wanted::Every;
        while !moving.is_empty() {
            let landed = in_blocks(&moving, |block| arrivals(block, wanted), control)?;
            moving.clear();
            for (position, movers) in landed.into_iter().flatten() {
                let pegs = found.entry(position).or_insert(0);
                let fresh = movers & !*pegs;
                if fresh != 0 {
                    *pegs |= fresh;
                    moving.push((position, fresh));
                }
            }
            wanted = Wanted::Continuing;
        }
    }
    let mut next: Level = found.into_keys().collect();
    control.check_memory(known.bytes() + bytes(&next))?;
    sort(&mut next, control)?;
    Ok(next)
}
