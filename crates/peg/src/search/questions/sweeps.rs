//! Sweeps, moves of several jumps: finds how many jumps the last move of a solution, or any move, can have.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::board::position::{Hole, Position};
use crate::search::{levels::walk::path, levels::winning::Winning, look};
use crate::{line::Line, puzzle::Puzzle};
use soliter_base::control::{Control, Stop};

/// How long moves of solutions can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sweeps {
    /// The numbers of jumps that the last move can have in ascending order, each with a solution.
    pub last: Vec<(usize, Line)>,
    /// The number of jumps of the longest move of any solution, and such a solution.
    pub longest: (usize, Line),
}

/// The fault when a position on a solution has no path to an end.
const NO_PATH: Stop = Stop::Fault("no way along positions on solutions");

/// The sweeps of a puzzle; `None` if it has no solution.
pub fn sweeps(puzzle: &Puzzle, control: &Control) -> Result<Option<Sweeps>, Stop> {
    puzzle.marked.unfollowed()?;
    let winning = Winning::new(puzzle, control)?;
    if winning.levels.is_empty() {
        return Ok(None);
    }
    let last = last_sweeps(&winning, control)?;
    Ok(Some(Sweeps { last, longest: longest(&winning, control)? }))
}

/// The last moves of solutions, found back from every finish as long as the positions stay on solutions.
fn last_sweeps(winning: &Winning, control: &Control) -> Result<Vec<(usize, Line)>, Stop> {
    let jumps = winning.levels.len() - 1;
    let ends = winning.levels[jumps].iter();
    // Positions before a sweep, each with the holes that the sweep visits.
    let ends = ends.flat_map(|&end| Position(end).holes().map(move |hole| (end, vec![hole])));
    let mut tails: Vec<(u64, Vec<Hole>)> = ends.collect();
    let mut found = Vec::new();
    for length in 1..=jumps {
        let (at, mut seen, mut grown) = (jumps - length, BTreeSet::new(), Vec::new());
        for (number, (position, holes)) in tails.iter().enumerate() {
            look(number, control, || (tails.len() + grown.len()) * 128)?;
            for (leap, before) in winning.before(at + 1, *position) {
                // The images of a position are kept apart, so that the holes of the sweep stay valid.
                if leap.to == holes[0] && seen.insert((before, leap.from)) {
                    let holes = std::iter::once(leap.from).chain(holes.iter().copied());
                    grown.push((before, holes.collect::<Vec<Hole>>()));
                }
            }
        }
        tails = grown;
        if tails.is_empty() {
            break;
        }
        // A sweep is a whole move if another peg can have jumped before it, or if it comes first.
        let whole = tails.iter().find_map(|(position, holes)| {
            let before = winning.before(at, *position).find(|(leap, _)| leap.to != holes[0]);
            (at == 0 || before.is_some()).then_some((before, holes))
        });
        if let Some((before, holes)) = whole {
            let mut way = Vec::new();
            if let Some((leap, earlier)) = before {
                way = winning.jumps_to(at - 1, earlier).ok_or(NO_PATH)?;
                way.push((leap.from, leap.to));
            }
            way.extend(holes.windows(2).map(|pair| (pair[0], pair[1])));
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
        control.say(|| format!("sweeps: after {made} jumps {} positions", level.len()));
        let mut next = Runs::default();
        for (number, &position) in level.iter().enumerate() {
            look(number, control, || (runs.capacity() + 3 * next.capacity()) * 32)?;
            for (leap, after) in winning.after(made, position) {
                let run = runs.get(&(position, leap.from)).copied().unwrap_or(0) + 1;
                let (least, landings) = winning.group.least_with(after, 1 << leap.to);
                for hole in Position(landings).holes() {
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
) -> Option<(u64, Vec<(Hole, Hole)>)> {
    if length == 0 {
        return Some((position, Vec::new()));
    }
    winning.before(jumps, position).filter(|(leap, _)| leap.to == hole).find_map(
        |(leap, before)| {
            let (begin, mut run) = back(winning, (jumps - 1, before, leap.from), length - 1)?;
            run.push((leap.from, leap.to));
            Some((begin, run))
        },
    )
}
