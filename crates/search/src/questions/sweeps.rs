//! Sweeps, which are moves of several jumps: finds the numbers of jumps that the last move of a solution, or
//! any move, can have.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::levels::walk::{Jumps, path};
use crate::{levels::winning::Winning, look};
use soliter_base::control::{Control, Stop};
use soliter_boards::board::position::Hole;
use soliter_boards::board::word;
use soliter_boards::{line::Line, puzzle::Puzzle};

/// The possible lengths of moves of solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sweeps {
    /// The possible numbers of jumps of the last move in ascending order, each with a solution.
    pub last: Vec<(usize, Line)>,
    /// The number of jumps of the longest move of any solution, and such a solution.
    pub longest: (usize, Line),
}

/// The fault when a position on a solution has no path to an end.
const NO_PATH: Stop = Stop::Fault("no way along positions on solutions");

/// The sweeps of a puzzle; `None` if it has no solution.
pub fn sweeps(puzzle: &Puzzle, control: &Control) -> Result<Option<Sweeps>, Stop> {
    puzzle.check_plain()?;
    let winning = Winning::new(puzzle, control)?;
    if winning.levels.is_empty() {
        return Ok(None);
    }
    let last = last_sweeps(&winning, control)?;
    Ok(Some(Sweeps { last, longest: longest(&winning, control)? }))
}

/// The last moves of solutions, found by going back from every finish as long as the positions stay on
/// solutions.
fn last_sweeps(winning: &Winning, control: &Control) -> Result<Vec<(usize, Line)>, Stop> {
    let jumps = winning.levels.len() - 1;
    let ends = winning.levels[jumps].iter();
    // Positions before a sweep, each with the hole in which the sweep begins, and its jumps.
    let ends = ends.flat_map(|&end| word::holes(end).map(move |hole| (end, hole, Vec::new())));
    let mut tails: Vec<(u64, Hole, Jumps)> = ends.collect();
    let mut found = Vec::new();
    for length in 1..=jumps {
        let (at, mut seen, mut grown) = (jumps - length, BTreeSet::new(), Vec::new());
        for (number, (position, first, sweep)) in tails.iter().enumerate() {
            look(number, control, || (tails.len() + grown.len()) * 128)?;
            for (leap, before) in winning.before(at + 1, *position) {
                // The images of a position are kept separate, so that the holes of the sweep stay valid.
                if leap.to == *first && seen.insert((before, leap.from)) {
                    let sweep = std::iter::once(leap.hop()).chain(sweep.iter().copied());
                    grown.push((before, leap.from, sweep.collect::<Jumps>()));
                }
            }
        }
        tails = grown;
        if tails.is_empty() {
            break;
        }
        // A sweep is a complete move if another peg can have jumped before it, or if it comes first.
        let whole = tails.iter().find_map(|(position, first, sweep)| {
            let before = winning.before(at, *position).find(|(leap, _)| leap.to != *first);
            (at == 0 || before.is_some()).then_some((before, sweep))
        });
        if let Some((before, sweep)) = whole {
            let mut way = Vec::new();
            if let Some((leap, earlier)) = before {
                way = winning.jumps_to(at - 1, earlier).ok_or(NO_PATH)?;
                way.push(leap.hop());
            }
            way.extend_from_slice(sweep);
            found.push((length, Line::from_jumps(way)));
        }
    }
    Ok(found)
}

/// For each position and hole of the peg that jumped last, the most consecutive jumps that it can have made.
type Runs = FxHashMap<(u64, Hole), u8>;

fn longest(winning: &Winning, control: &Control) -> Result<(usize, Line), Stop> {
    let mut runs = Runs::default();
    let (mut best, mut end) = (0, None);
    for (made, level) in winning.levels.iter().enumerate().take(winning.levels.len() - 1) {
        control.report_progress(|| format!("sweeps: after {made} jumps {} positions", level.len()));
        let mut next = Runs::default();
        for (number, &position) in level.iter().enumerate() {
            look(number, control, || (runs.capacity() + 3 * next.capacity()) * 32)?;
            for (leap, after) in winning.after(made, position) {
                let run = runs.get(&(position, leap.from)).copied().unwrap_or(0) + 1;
                let (least, landings) = winning.group.least_with(after, 1 << leap.to);
                for hole in word::holes(landings) {
                    let known = next.entry((least, hole)).or_insert(0);
                    *known = run.max(*known);
                }
                if run > best {
                    (best, end) = (run, Some((made + 1, least, landings)));
                }
            }
        }
        runs = next;
    }
    let (jumps, position, landings) = end.ok_or(NO_PATH)?;
    let hole = landings.trailing_zeros() as Hole;
    let length = usize::from(best);
    let (begin, mut run) = back(winning, (jumps, position, hole), length).ok_or(NO_PATH)?;
    let mut way = winning.jumps_to(jumps - length, begin).ok_or(NO_PATH)?;
    way.append(&mut run);
    let later = &winning.levels[jumps + 1..];
    way.extend(path(&winning.leaps, &winning.group, later, position).ok_or(NO_PATH)?);
    Ok((length, Line::from_jumps(way)))
}

/// Finds `length` consecutive jumps of one peg that end in a hole of a position, and the position before them.
fn back(
    winning: &Winning,
    (jumps, position, hole): (usize, u64, Hole),
    length: usize,
) -> Option<(u64, Jumps)> {
    if length == 0 {
        return Some((position, Vec::new()));
    }
    winning.before(jumps, position).filter(|(leap, _)| leap.to == hole).find_map(
        |(leap, before)| {
            let (begin, mut run) = back(winning, (jumps - 1, before, leap.from), length - 1)?;
            run.push(leap.hop());
            Some((begin, run))
        },
    )
}
