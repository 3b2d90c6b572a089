//! A solution whose last move has the most jumps.

use std::time::Duration;

use rustc_hash::FxHashSet;

use crate::base::control::{Control, Stop};
use crate::peg::class;
use crate::peg::line::Line;
use crate::peg::position::{Hole, Position};
use crate::peg::puzzle::{Finish, Puzzle};
use crate::peg::rules;
use crate::peg::search::fewest::fewest;
use crate::peg::search::questions::winning::Winning;
use crate::peg::search::shortest;
use crate::peg::search::symmetry::Group;

/// The longest last sweep that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastSweep {
    /// A solution that ends with it.
    pub line: Line,
    /// Its jumps.
    pub jumps: usize,
    /// No solution ends with a sweep of more jumps.
    pub at_most: usize,
    /// No solution with a last sweep of so many jumps has fewer moves.
    pub is_shortest: bool,
}

/// Of boards with so many holes all positions on solutions are held, which tells at once before which
/// sweeps a solution can come.
const FEW_HOLES: usize = 33;
/// On other boards a solution up to a sweep is looked for as long as this.
const EACH: Duration = Duration::from_secs(20);
/// Sweeps between looks at the limits.
const LOOK: usize = 1 << 10;

/// A position before a sweep, and the holes that the sweep visits.
type Tail = (u64, Vec<Hole>);

/// Of the solutions whose last move has the most jumps one of the fewest moves: all sweeps back from the
/// finish, the longest first, and the puzzle of which each would be the end. `None` if there is no
/// solution.
///
/// # Errors
/// A limit that came before any solution; [`Stop::Size`] where the finish allows too many positions.
pub fn longest_last_sweep(puzzle: &Puzzle, control: &Control) -> Result<Option<LastSweep>, Stop> {
    puzzle.marked.unfollowed()?;
    if class::refute(puzzle).is_some() {
        return Ok(None);
    }
    let by_length = tails(puzzle, control)?;
    let few = puzzle.board.holes() <= FEW_HOLES;
    let winning = few.then(|| Winning::new(puzzle, control)).transpose()?;
    // The longest sweep that was neither found nor refuted.
    let mut open: Option<(usize, Stop)> = None;
    for (length, tails) in by_length.iter().enumerate().skip(1).rev() {
        control.say(|| format!("last sweep: {} sweeps of {length} jumps", tails.len()));
        let made = puzzle.jumps() - length;
        let mut best: Option<LastSweep> = None;
        for (position, holes) in tails {
            if winning.as_ref().is_some_and(|winning| !winning.has(made, *position)) {
                continue;
            }
            let (line, is_shortest) = match before(puzzle, *position, control) {
                Ok(Some(found)) => found,
                Ok(None) => continue,
                Err(stop) => {
                    open = open.or(Some((length, stop)));
                    if let (Some(found), Err(_)) = (&mut best, control.check()) {
                        found.is_shortest = false;
                        return Ok(best);
                    }
                    control.check()?;
                    continue;
                }
            };
            let sweep = holes.windows(2).map(|pair| (pair[0], pair[1]));
            let line = Line::from_jumps(line.jumps().chain(sweep));
            let fewer = |best: &LastSweep| line.moves().len() < best.line.moves().len();
            if best.as_ref().is_none_or(fewer) {
                let jumps = line.moves().last().map_or(0, |last| last.jumps().count());
                let at_most = open.map_or(length, |(longer, _)| longer).max(jumps);
                best = Some(LastSweep { line, jumps, at_most, is_shortest });
            }
            if !is_shortest {
                break;
            }
        }
        if best.is_some() {
            return Ok(best);
        }
    }
    open.map_or(Ok(None), |(_, stop)| Err(stop))
}

/// A line from the start to a position, and whether it is proved to be of the fewest moves; `None` if
/// there is none.
fn before(puzzle: &Puzzle, position: u64, control: &Control) -> Result<Option<(Line, bool)>, Stop> {
    if position == puzzle.start.0 {
        return Ok(Some((Line::default(), true)));
    }
    let rest = Puzzle { finish: Finish::Exactly(Position(position)), ..puzzle.clone() };
    if class::refute(&rest).is_some() {
        return Ok(None);
    }
    let found = fewest(&rest, &control.clone().within(EACH));
    let is_final = found.evidence.claim.is_final();
    match found.line {
        Some(line) => Ok(Some((line, is_final))),
        None if is_final => Ok(None),
        None => Err(found.evidence.stopped.unwrap_or(Stop::Time)),
    }
}

/// All sweeps that end in a finish, by their jumps, one of each set of images under the symmetries that
/// keep start and finish, and one of each set of the same jumps.
fn tails(puzzle: &Puzzle, control: &Control) -> Result<Vec<Vec<Tail>>, Stop> {
    let finishes = shortest::finishes(&puzzle.board, puzzle.start, puzzle.finish, control);
    let finishes = finishes.ok_or(Stop::Size("the finish allows too many positions"))?;
    let (group, leaps) = (Group::keeping(puzzle), rules::leaps(&puzzle.board, puzzle.building));
    let ends = finishes.iter().flat_map(|&end| Position(end).holes().map(move |h| (end, vec![h])));
    let mut by_length: Vec<Vec<Tail>> = vec![ends.collect()];
    while by_length.len() <= puzzle.jumps() {
        let (mut seen, mut grown) = (FxHashSet::default(), Vec::new());
        let held: usize = by_length.iter().map(Vec::len).sum();
        for (number, (after, holes)) in by_length[by_length.len() - 1].iter().enumerate() {
            if number.is_multiple_of(LOOK) {
                control.check()?;
                control.check_memory(((held + grown.len() + seen.capacity()) * 96) as u64)?;
            }
            for leap in leaps.iter().filter(|leap| leap.to == holes[0]) {
                let position = after ^ leap.all;
                let images = group.symmetries().iter().map(|symmetry| {
                    (Position(position).image(symmetry).0, symmetry[usize::from(leap.from)])
                });
                if leap.fits(position) && images.min().is_some_and(|image| seen.insert(image)) {
                    let holes = std::iter::once(leap.from).chain(holes.iter().copied());
                    grown.push((position, holes.collect()));
                }
            }
        }
        if grown.is_empty() {
            break;
        }
        by_length.push(grown);
    }
    Ok(by_length)
}
