//! Solutions in which one peg is marked: it survives, or stands still until it makes the last move.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::control::{Control, Stop};
use crate::peg::line::Line;
use crate::peg::position::{Hole, Position};
use crate::peg::puzzle::Puzzle;
use crate::peg::rules::Leap;
use crate::peg::search::questions::winning::Winning;
use crate::peg::verify::replay;

/// A peg and what is asked of it; the hole is where it stands at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The finisher: it is on the board at the end.
    Finisher(Hole),
    /// The man on the watch (Beasley): it stands still until the last move, and makes that.
    Watch(Hole),
}

impl Mark {
    /// The hole of the peg at the start.
    pub fn hole(self) -> Hole {
        match self {
            Self::Finisher(hole) | Self::Watch(hole) => hole,
        }
    }

    /// Whether a line solves a puzzle and does what is asked of the peg: replayed, it needs no search.
    pub fn is_kept(self, puzzle: &Puzzle, line: &Line) -> bool {
        if !replay(puzzle, line.jumps()).solves(puzzle) {
            return false;
        }
        let mut hole = self.hole();
        for (number, one) in line.moves().iter().enumerate() {
            for (from, to) in one.jumps() {
                let over = puzzle.board.jump(from, to).map(|jump| jump.over);
                if over == Some(hole) && !puzzle.building {
                    return false;
                }
                if from == hole {
                    if matches!(self, Self::Watch(_)) && number + 1 < line.moves().len() {
                        return false;
                    }
                    hole = to;
                }
            }
        }
        let last = line.moves().last().and_then(|one| one.holes().first());
        !matches!(self, Self::Watch(start) if last != Some(&start))
    }
}

/// The fewest moves from a position with the marked peg in a hole, and the pegs that can begin them.
#[derive(Clone, Copy, Default)]
struct Rest {
    moves: u32,
    movers: u64,
}

/// By position and hole of the marked peg.
#[derive(Default)]
struct Level {
    rest: FxHashMap<(u64, Hole), Rest>,
    /// From where the peg on the watch can finish without another moving.
    alone: FxHashSet<(u64, Hole)>,
}

impl Level {
    fn bytes(&self) -> u64 {
        ((self.rest.capacity() * 33 + self.alone.capacity() * 18) * 8 / 7) as u64
    }
}

/// Positions between looks at the limits.
const LOOK: usize = 1 << 12;

/// A solution of the fewest moves in which the marked peg does what is asked of it; `None` if there is
/// none.
///
/// # Errors
/// A limit that came first; [`Stop::Size`] where no peg stands in the hole.
pub fn marked(puzzle: &Puzzle, mark: Mark, control: &Control) -> Result<Option<Line>, Stop> {
    if usize::from(mark.hole()) >= puzzle.board.holes() || !puzzle.start.has(mark.hole()) {
        return Err(Stop::Size("no peg stands in the marked hole"));
    }
    let winning = Winning::new(puzzle, control)?;
    let Some(last) = winning.levels.last() else { return Ok(None) };
    let mut known = vec![Level::default()];
    for &position in last {
        for hole in Position(position).holes() {
            match mark {
                Mark::Finisher(_) => {
                    known[0].rest.insert((position, hole), Rest::default());
                }
                Mark::Watch(_) => {
                    known[0].alone.insert((position, hole));
                }
            }
        }
    }
    for made in (0..winning.levels.len() - 1).rev() {
        let held: u64 = known.iter().map(Level::bytes).sum();
        let mut level = Level::default();
        for (number, &position) in winning.levels[made].iter().enumerate() {
            if number.is_multiple_of(LOOK) {
                control.check()?;
                control.check_memory(held + 3 * level.bytes())?;
            }
            let after: Vec<(Leap, u64)> = winning.after(made, position).collect();
            for hole in Position(position).holes() {
                of_peg(
                    &winning,
                    mark,
                    (position, hole),
                    &after,
                    &known[known.len() - 1],
                    &mut level,
                );
            }
        }
        control.say(|| format!("marked: after {made} jumps {} states", level.rest.len()));
        known.push(level);
    }
    known.reverse();
    if !known[0].rest.contains_key(&at_start(&winning, puzzle, mark)) {
        return Ok(None);
    }
    line(puzzle, &winning, &known, mark).map(Some).ok_or(Stop::Fault("no line of a marked peg"))
}

fn at_start(winning: &Winning, puzzle: &Puzzle, mark: Mark) -> (u64, Hole) {
    let (least, [hole]) = winning.least_with(puzzle.start.0, [mark.hole()]);
    (least, hole)
}

/// What is known of a position with the marked peg in a hole, from the positions after it.
fn of_peg(
    winning: &Winning,
    mark: Mark,
    (position, hole): (u64, Hole),
    after: &[(Leap, u64)],
    later: &Level,
    level: &mut Level,
) {
    let mut best: Option<Rest> = None;
    let mut better = |rest: Rest| match &mut best {
        Some(known) if known.moves < rest.moves => {}
        Some(known) if known.moves == rest.moves => known.movers |= rest.movers,
        _ => best = Some(rest),
    };
    for &(leap, next) in after {
        let moved = leap.from == hole;
        // Leapt over, it is gone: with no other hole of a leap can a peg that does not move be meant.
        if !moved && leap.all >> hole & 1 == 1 {
            continue;
        }
        let now = if moved { leap.to } else { hole };
        let (least, [now, to]) = winning.least_with(next, [now, leap.to]);
        if matches!(mark, Mark::Watch(_)) && moved {
            if later.alone.contains(&(least, now)) {
                level.alone.insert((position, hole));
                better(Rest { moves: 1, movers: 1 << hole });
            }
            continue;
        }
        if let Some(rest) = later.rest.get(&(least, now)) {
            let moves = rest.moves + u32::from(rest.movers >> to & 1 == 0);
            better(Rest { moves, movers: 1 << leap.from });
        }
    }
    if let Some(best) = best {
        level.rest.insert((position, hole), best);
    }
}

/// The line that the values lead along.
fn line(puzzle: &Puzzle, winning: &Winning, known: &[Level], mark: Mark) -> Option<Line> {
    let (mut position, mut hole, mut last) = (puzzle.start.0, mark.hole(), None);
    // Moves that still begin.
    let mut left = known[0].rest.get(&at_start(winning, puzzle, mark))?.moves;
    let (mut jumps, mut alone) = (Vec::new(), false);
    for made in 0..winning.levels.len() - 1 {
        let step = winning.after(made, position).find_map(|(leap, next)| {
            let moved = leap.from == hole;
            if !moved && (alone || leap.all >> hole & 1 == 1) {
                return None;
            }
            let now = if moved { leap.to } else { hole };
            let (least, [image, to]) = winning.least_with(next, [now, leap.to]);
            if matches!(mark, Mark::Watch(_)) && moved {
                let ends = (alone || left == 1) && known[made + 1].alone.contains(&(least, image));
                return ends.then_some((leap, next, now, 0, true));
            }
            let rest = known[made + 1].rest.get(&(least, image))?;
            let begins = u32::from(last != Some(leap.from));
            let still = rest.moves - u32::from(rest.movers >> to & 1 == 1);
            (begins + still == left).then_some((leap, next, now, still, false))
        });
        let (leap, next, now, still, ends) = step?;
        jumps.push((leap.from, leap.to));
        (position, hole, last, left, alone) = (next, now, Some(leap.to), still, ends);
    }
    Some(Line::from_jumps(jumps))
}
