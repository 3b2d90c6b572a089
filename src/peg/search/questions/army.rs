//! Conway's soldiers: the fewest pegs behind a line that bring one to a hole beyond it.
//!
//! Weigh a hole by `s^d`, `d` its steps from the goal and `s` the golden section, `s + s^2 = 1`. What a
//! jump lands in is at most one step from what it leaps over and two from where it starts, so that no
//! jump raises the weight, and the goal weighs 1: an army that weighs less never gets there.

use crate::base::control::{Control, Stop};
use crate::base::threads::in_threads;
use crate::peg::line::Line;
use crate::peg::position::{Hole, Position};
use crate::peg::puzzle::{Finish, Puzzle};
use crate::peg::rules::{self, Leap};
use crate::peg::search::expand::{Expander, for_lanes};
use crate::peg::search::levels::{Level, Seen, bytes, sort};
use crate::peg::search::symmetry::Group;

/// The golden section.
const GOLDEN: f64 = 0.618_033_988_749_894_8;
/// More than sums of 64 weights are rounded by.
const ROUNDING: f64 = 1e-9;

/// The smallest army, or why there is none.
#[derive(Clone, Debug, PartialEq)]
pub enum Army {
    /// These pegs reach the goal by this line, and no fewer do.
    Fewest {
        /// The army.
        pegs: Position,
        /// Its way to the goal.
        line: Line,
    },
    /// All holes behind the line together weigh less than the goal, which weighs 1.
    TooLight {
        /// What they weigh.
        weight: f64,
    },
    /// No army on this board gets there, by search.
    None,
}

/// The steps from a goal to each hole of its board: from neighbour to neighbour, as pegs jump.
pub fn steps(puzzle: &Puzzle, goal: Hole) -> Vec<Option<u32>> {
    let board = &puzzle.board;
    let mut steps = vec![None; board.holes()];
    steps[usize::from(goal)] = Some(0);
    let mut open = std::collections::VecDeque::from([goal]);
    while let Some(hole) = open.pop_front() {
        let (row, column) = board.place(hole);
        let next = steps[usize::from(hole)].map(|steps| steps + 1);
        for &(down, right) in board.directions().steps() {
            if let Some(other) = board.hole_at(row + down, column + right)
                && steps[usize::from(other)].is_none()
            {
                steps[usize::from(other)] = next;
                open.push_back(other);
            }
        }
    }
    steps
}

/// The smallest army among the pegs of the start that brings a peg to the finish, one hole, of the
/// ordinary game.
///
/// # Errors
/// A limit that came first; [`Stop::Size`] for another game or finish.
pub fn army(puzzle: &Puzzle, control: &Control) -> Result<Army, Stop> {
    let goal = match puzzle.finish {
        Finish::Exactly(finish) if finish.len() == 1 && !puzzle.building => finish,
        _ => return Err(Stop::Size("an army goes to one hole, in the ordinary game")),
    };
    let steps = steps(puzzle, goal.0.trailing_zeros() as Hole);
    let weights: Vec<f64> = steps
        .into_iter()
        .map(|steps| steps.map_or(0.0, |steps| GOLDEN.powi(steps as i32)))
        .collect();
    let mut heaviest: Vec<f64> = puzzle.start.holes().map(|h| weights[usize::from(h)]).collect();
    heaviest.sort_unstable_by(|a, b| b.total_cmp(a));
    let whole: f64 = heaviest.iter().sum();
    if whole < 1.0 - ROUNDING {
        return Ok(Army::TooLight { weight: whole });
    }
    let group = Group::keeping(puzzle);
    in_threads(control, || {
        for pegs in 1..=heaviest.len() {
            let most: f64 = heaviest[..pegs].iter().sum();
            if most < 1.0 - ROUNDING {
                continue;
            }
            control.say(|| format!("army: {pegs} pegs"));
            let asked = (goal.0, pegs, most + ROUNDING);
            let found = for_lanes!(group, with(puzzle, &group, &weights, asked, control))?;
            if let Some(found) = found {
                return Ok(found);
            }
        }
        Ok(Army::None)
    })
}

/// An army of so many pegs, which weighs at most so much.
fn with<const LANES: usize>(
    puzzle: &Puzzle,
    group: &Group,
    weights: &[f64],
    (goal, pegs, most): (u64, usize, f64),
    control: &Control,
) -> Result<Option<Army>, Stop> {
    let leaps = rules::leaps(&puzzle.board, false);
    let undoing = rules::undoing(&leaps);
    let undo = Expander::<LANES>::new(&puzzle.board, &undoing, group.symmetries());
    let weigh =
        |set: u64| Position(set).holes().map(|hole| weights[usize::from(hole)]).sum::<f64>();
    // By byte of the position and value of the byte.
    let parts: Vec<[f64; 256]> = (0..puzzle.board.holes().div_ceil(8))
        .map(|byte| {
            let on = puzzle.board.full().0;
            std::array::from_fn(|value| weigh(((value as u64) << (8 * byte)) & on))
        })
        .collect();
    // To undo a jump never lowers the weight.
    let light = |position: u64| {
        let part =
            |(byte, part): (usize, &[f64; 256])| part[(position >> (8 * byte) & 255) as usize];
        parts.iter().enumerate().map(part).sum::<f64>() <= most
    };
    let mut levels: Vec<Level> = vec![vec![goal]];
    for number in 1..pegs {
        let used = levels.iter().map(bytes).sum();
        control.say(|| {
            format!("army: {number} of {pegs} pegs, {} positions", levels[number - 1].len())
        });
        let mut next =
            Seen::hashed().successors(&undo, &levels[number - 1], light, used, control)?;
        sort(&mut next, control)?;
        levels.push(next);
    }
    let last = &levels[pegs - 1];
    let army = last.iter().copied().find(|position| position & !puzzle.start.0 == 0);
    let Some(army) = army else { return Ok(None) };
    let jumps = way(&leaps, group, &levels, army).ok_or(Stop::Fault("no way to the goal"))?;
    Ok(Some(Army::Fewest { pegs: Position(army), line: Line::from_jumps(jumps) }))
}

/// Jumps from a position of the last level to the one of the first.
fn way(leaps: &[Leap], group: &Group, levels: &[Level], army: u64) -> Option<Vec<(Hole, Hole)>> {
    let mut position = army;
    let mut jumps = Vec::new();
    for level in levels.iter().rev().skip(1) {
        let leap = leaps.iter().find(|leap| {
            let after = position ^ leap.all;
            leap.fits(position) && level.binary_search(&group.least(after)).is_ok()
        })?;
        jumps.push((leap.from, leap.to));
        position ^= leap.all;
    }
    Some(jumps)
}
