//! Finds a solution whose last move has the most jumps. A move of several jumps is called a *sweep*.

use std::time::Duration;

use rustc_hash::FxHashSet;

use crate::levels::finishes::{TOO_MANY, finishes};
use crate::levels::winning::Winning;
use crate::{fewest::fewest, look, space::group};
use soliter_base::control::{Control, Stop};
use soliter_boards::board::position::{Hole, Position};
use soliter_boards::board::word;
use soliter_boards::puzzle::{Finish, Puzzle};
use soliter_boards::{
    bounds::class,
    line::{Hop, Line},
    rules,
};

/// The longest last sweep that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastSweep {
    /// A solution that ends with it.
    pub line: Line,
    /// The number of its jumps.
    pub jumps: usize,
    /// An upper bound: no solution ends with a sweep of more jumps.
    pub at_most: usize,
    /// Whether it is proved that no solution with a last sweep of this length has fewer moves.
    pub is_shortest: bool,
}

/// On boards with up to this many holes, positions on solutions are listed to determine which sweeps can end
/// a solution.
const FEW_HOLES: usize = 33;
/// The time limit of the search for a line to the position before one sweep.
const EACH: Duration = Duration::from_secs(20);

/// The position before a sweep, the hole in which it begins, and its jumps.
type Tail = (u64, Hole, Vec<Hop>);

/// A line to a position, and whether it is proved to have the fewest moves; `None` if there is no line.
type Before = Option<(Line, bool)>;

/// Finds a solution whose last move has the most jumps, with the fewest moves among these. It lists all
/// sweeps backwards from the finish, and solves the puzzle up to each sweep, beginning with the longest.
/// `None` if there is no solution. If the finish allows too many positions, it stops with [`Stop::Size`].
pub fn longest_last_sweep(puzzle: &Puzzle, control: &Control) -> Result<Option<LastSweep>, Stop> {
    puzzle.check_plain()?;
    if class::refute(puzzle).is_some() {
        return Ok(None);
    }
    let by_length = tails(puzzle, control)?;
    let few = puzzle.board().holes() <= FEW_HOLES;
    let winning = few.then(|| Winning::new(puzzle, control)).transpose()?;
    longest(&by_length, control, |length, position| {
        let made = puzzle.jumps() - length;
        if winning.as_ref().is_some_and(|winning| !winning.has(made, position)) {
            return Ok(None);
        }
        before(puzzle, position, control)
    })
}

/// The longest sweep to which `before` finds a line. `before` is given the number of jumps of a sweep and the
/// position before it.
fn longest(
    by_length: &[Vec<Tail>],
    control: &Control,
    before: impl Fn(usize, u64) -> Result<Before, Stop>,
) -> Result<Option<LastSweep>, Stop> {
    // The length of the longest undecided sweep, and the limit that was reached.
    let mut open: Option<(usize, Stop)> = None;
    for (length, tails) in by_length.iter().enumerate().skip(1).rev() {
        control.report_progress(|| format!("last sweep: {} sweeps of {length} jumps", tails.len()));
        let mut best: Option<Line> = None;
        // Whether the fewest moves to each of these sweeps are known.
        let mut all_known = true;
        for (position, _, sweep) in tails {
            let (line, is_shortest) = match before(length, *position) {
                Ok(Some(found)) => found,
                Ok(None) => continue,
                Err(stop) => {
                    (open, all_known) = (open.or(Some((length, stop))), false);
                    match control.check() {
                        Err(_) if best.is_some() => break,
                        Err(stop) => return Err(stop),
                        Ok(()) => continue,
                    }
                }
            };
            all_known &= is_shortest;
            let line = Line::from_jumps(line.jumps().chain(sweep.iter().copied()));
            if best.as_ref().is_none_or(|best| line.moves().len() < best.moves().len()) {
                best = Some(line);
            }
            if !is_shortest {
                break;
            }
        }
        if let Some(line) = best {
            // If the last peg to move in the line is the one that sweeps, the last move is longer than the
            // sweep.
            let jumps = line.moves().last().map_or(0, |last| last.jumps().count());
            let at_most = open.map_or(length, |(longer, _)| longer).max(jumps);
            let is_shortest = all_known && jumps == length;
            return Ok(Some(LastSweep { line, jumps, at_most, is_shortest }));
        }
    }
    open.map_or(Ok(None), |(_, stop)| Err(stop))
}

fn before(puzzle: &Puzzle, position: u64, control: &Control) -> Result<Before, Stop> {
    if position.count_ones() == puzzle.start().word().count_ones() {
        return Ok((position == puzzle.start().word()).then(|| (Line::default(), true)));
    }
    let rest = puzzle.finishing_at(Finish::Exactly(Position::from(position)));
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

/// All sweeps that end in a finish, by their number of jumps: one for each position before the sweep and hole
/// in which it begins, up to the symmetries that keep start and finish.
fn tails(puzzle: &Puzzle, control: &Control) -> Result<Vec<Vec<Tail>>, Stop> {
    let finishes = finishes(puzzle, control).ok_or(TOO_MANY)?;
    let group = group(puzzle);
    let leaps = rules::leaps(puzzle.board(), puzzle.reverse());
    let ends = finishes.iter().flat_map(|&end| word::holes(end).map(move |h| (end, h, Vec::new())));
    let mut by_length: Vec<Vec<Tail>> = vec![ends.collect()];
    while by_length.len() <= puzzle.jumps() {
        let (mut seen, mut grown) = (FxHashSet::default(), Vec::new());
        let held: usize = by_length.iter().map(Vec::len).sum();
        for (number, (after, first, sweep)) in by_length[by_length.len() - 1].iter().enumerate() {
            look(number, control, || (held + grown.len() + seen.capacity()) * 96)?;
            for leap in leaps.iter().filter(|leap| leap.to == *first) {
                let position = after ^ leap.all;
                let images = group.symmetries.iter().map(|symmetry| {
                    (word::image(position, symmetry), symmetry[usize::from(leap.from)])
                });
                if leap.fits(position) && images.min().is_some_and(|image| seen.insert(image)) {
                    let sweep = std::iter::once(leap.hop()).chain(sweep.iter().copied());
                    grown.push((position, leap.from, sweep.collect()));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Two sweeps of two jumps and one of three, for a puzzle with invented answers.
    #[test]
    fn an_undecided_sweep_leaves_open_what_it_may_improve() {
        let tail = |position, holes: &[Hole]| {
            let jumps = holes.windows(2).map(|pair| Hop::from((pair[0], pair[1])));
            (position, holes[0], jumps.collect::<Vec<Hop>>())
        };
        let two = vec![tail(0, &[0, 2, 4]), tail(1, &[6, 8, 10])];
        let tails = [Vec::new(), Vec::new(), two, vec![tail(2, &[0, 2, 4, 6])]];
        // A line of this many moves, each of which is a jump by a different peg, and whether these are the
        // fewest.
        let line = |moves: Hole, is_shortest| {
            let jumps = (0..moves).map(|number| (40 + number, 50 + number));
            Ok(Some((Line::from_jumps(jumps), is_shortest)))
        };
        // The line to the first sweep of two jumps ends with a jump by its peg.
        let begun = || Ok(Some((Line::from_jumps([(40, 50), (12, 0)]), true)));
        let none = || Ok(None);
        // The answers for the three sweeps; jumps, upper bound on them, moves, and whether these are the
        // fewest.
        for (answers, expected) in [
            ([none(), line(4, true), none()], (2, 2, 5, true)),
            // Another sweep of the same length is undecided, or its line may not have the fewest moves.
            ([Err(Stop::Time), line(4, true), none()], (2, 2, 5, false)),
            ([line(3, false), line(4, true), none()], (2, 2, 4, false)),
            ([line(4, true), line(6, false), none()], (2, 2, 5, false)),
            // A longer sweep is undecided, so that it may still end a solution.
            ([none(), line(4, true), Err(Stop::Time)], (2, 3, 5, true)),
            ([begun(), none(), Err(Stop::Time)], (3, 3, 2, false)),
        ] {
            let ask = |_, sweep| answers[sweep as usize].clone();
            let found = longest(&tails, &Control::default(), ask);
            let found = found.expect("an answer").expect("a solution");
            let moves = found.line.moves().len();
            assert_eq!(
                (found.jumps, found.at_most, moves, found.is_shortest),
                expected,
                "{answers:?}"
            );
        }
        // One sweep is undecided, and the others are refuted.
        let open = |_, sweep| if sweep == 0 { Err(Stop::Memory) } else { Ok(None) };
        assert_eq!(longest(&tails, &Control::default(), open), Err(Stop::Memory));
        assert_eq!(longest(&tails, &Control::default(), |_, _| Ok(None)), Ok(None));
    }
}
