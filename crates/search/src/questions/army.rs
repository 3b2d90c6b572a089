//! Conway's soldiers: the smallest army of pegs behind a line that can bring a peg to a goal beyond the line.
//!
//! A hole that is `d` steps from the goal weighs `s^d`, where `s` is the golden section, `s + s^2 = 1`. The
//! hole in which a jump lands is one step from the hole that it leaps over and two steps from the hole where
//! it starts, so no jump raises the weight (Conway's pagoda function). The goal weighs 1, so an army that
//! weighs less never reaches it.
//!
//! Each peg of a position can be traced back, jump by jump, to pegs of the army. Different pegs of the
//! position come from disjoint sets of pegs of the army, and each set could bring its peg to the hole without
//! the others. So the army has at least as many pegs as all pegs of the position need together. The needs of
//! holes that need fewer pegs than the goal are found first.

use crate::levels::{Level, Seen, bytes, sort};
use crate::{levels::walk::path, space::MoveTables, space::by_bytes::ByBytes};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::in_threads;
use soliter_boards::board::Board;
use soliter_boards::board::position::{Hole, Position};
use soliter_boards::board::word;
use soliter_boards::line::Line;
use soliter_boards::puzzle::{Finish, Puzzle};

/// The golden section.
const GOLDEN: f64 = 0.618_033_988_749_894_8;
/// More than the rounding error of a sum of 64 weights.
const ROUNDING: f64 = 1e-9;

/// The smallest army, or why there is none.
#[derive(Clone, Debug, PartialEq)]
pub enum Army {
    /// The fewest pegs that can bring one to the goal, with a line.
    Fewest {
        /// The army.
        pegs: Position,
        /// The line to the goal.
        line: Line,
    },
    /// All holes behind the line together weigh less than the goal, which weighs 1.
    TooLight {
        /// Their total weight.
        weight: f64,
    },
    /// A search has found that no army on this board can bring a peg to the goal.
    None,
}

/// The smallest army among the pegs of the start that brings a peg to the finish. Stops with [`Stop::Size`]
/// unless the finish is one hole and the game is the ordinary one.
pub fn army(puzzle: &Puzzle, control: &Control) -> Result<Army, Stop> {
    puzzle.check_plain()?;
    let goal = match puzzle.finish() {
        Finish::Exactly(finish) if finish.len() == 1 && !puzzle.reverse() => {
            finish.word().trailing_zeros() as Hole
        }
        _ => return Err(Stop::Size("an army goes to one hole, in the ordinary game")),
    };
    let weights = weights(puzzle, goal);
    let whole: f64 = puzzle.start().holes().map(|hole| weights[usize::from(hole)]).sum();
    if whole < 1.0 - ROUNDING {
        return Ok(Army::TooLight { weight: whole });
    }
    in_threads(control, || {
        let mut needs = least_needs(puzzle, &vec![None; puzzle.board().holes()]);
        let Some(own) = needs[usize::from(goal)] else { return Ok(Army::None) };
        let mut nearer: Vec<Hole> = (puzzle.board().all_holes())
            .filter(|&h| needs[usize::from(h)].is_some_and(|need| need > 1 && need < own))
            .collect();
        nearer.sort_by_key(|&hole| needs[usize::from(hole)]);
        for hole in nearer {
            let finish = Finish::Exactly(Position::EMPTY.with(hole));
            let puzzle = puzzle.finishing_at(finish);
            if let Army::Fewest { pegs, .. } = smallest(&puzzle, hole, &needs, control)? {
                needs[usize::from(hole)] = Some(pegs.len());
                needs = least_needs(&puzzle, &needs);
            }
        }
        smallest(puzzle, goal, &needs, control)
    })
}

/// Lower bounds on the number of pegs of the army that are needed to bring a peg to each hole, given known
/// bounds. `None` for a hole that no peg can reach.
fn least_needs(puzzle: &Puzzle, known: &[Option<usize>]) -> Vec<Option<usize>> {
    let holes = puzzle.board().all_holes();
    let mut needs: Vec<Option<usize>> =
        holes.map(|hole| puzzle.start().has(hole).then_some(1)).collect();
    loop {
        let mut changed = false;
        for jump in puzzle.board().jumps() {
            let [from, over, to] = [jump.from, jump.over, jump.to].map(usize::from);
            if let (Some(from), Some(over)) = (needs[from], needs[over]) {
                let need = (from + over).max(known[to].unwrap_or(0));
                if needs[to].is_none_or(|least| need < least) {
                    needs[to] = Some(need);
                    changed = true;
                }
            }
        }
        if !changed {
            return needs;
        }
    }
}

/// The smallest army, found by undoing jumps from the goal, given lower bounds on the pegs that each hole
/// needs.
fn smallest(
    puzzle: &Puzzle,
    goal: Hole,
    needs: &[Option<usize>],
    control: &Control,
) -> Result<Army, Stop> {
    let weights = weights(puzzle, goal);
    let mut heaviest: Vec<f64> = puzzle.start().holes().map(|h| weights[usize::from(h)]).collect();
    heaviest.sort_unstable_by(|a, b| b.total_cmp(a));
    let space = MoveTables::new(puzzle)?;
    for pegs in needs[usize::from(goal)].unwrap_or(usize::MAX)..=heaviest.len() {
        let most: f64 = heaviest[..pegs].iter().sum();
        if most < 1.0 - ROUNDING {
            continue;
        }
        let of = |hole: Hole| {
            // Holes beyond the end of the board never have pegs.
            let weight = weights.get(usize::from(hole)).copied().unwrap_or(0.0);
            let need = needs.get(usize::from(hole)).copied().flatten();
            (weight, need.unwrap_or(pegs + 1))
        };
        let add = |a: (f64, usize), b: (f64, usize)| (a.0 + b.0, a.1 + b.1);
        let sum = |set: u64| word::holes(set).map(of).fold((0.0, 0), add);
        let sums = ByBytes::new(weights.len(), sum);
        // Undoing a jump never lowers the weight. A position that needs too many pegs cannot come from an
        // army.
        let fits = |position: u64| {
            let (weight, need) = sums.of(position).copied().fold((0.0, 0), add);
            weight <= most + ROUNDING && need <= pegs
        };
        let mut levels: Vec<Level> = vec![vec![1 << goal]];
        for number in 1..pegs {
            let (last, used) = (&levels[number - 1], levels.iter().map(bytes).sum());
            control.report_progress(|| {
                format!("army: {number} of {pegs} pegs, {} positions", last.len())
            });
            let mut next = Seen::hashed().successors(&space.backward, last, fits, used, control)?;
            sort(&mut next, control)?;
            levels.push(next);
        }
        let mut last = levels[pegs - 1].iter();
        if let Some(&army) = last.find(|&&position| position & !puzzle.start().word() == 0) {
            let earlier = levels.iter().rev().skip(1);
            let jumps = path(&space.leaps, &space.group, earlier, army);
            let jumps = jumps.ok_or(Stop::Fault("no way to the goal"))?;
            return Ok(Army::Fewest { pegs: Position::from(army), line: Line::from_jumps(jumps) });
        }
    }
    Ok(Army::None)
}

/// The holes one step away: in the directions of jumps or, on boards that list their jumps, the holes that are
/// adjacent in a jump.
fn neighbours(board: &Board, hole: Hole) -> Vec<Hole> {
    if board.is_changed() {
        let jumps = board.jumps().iter();
        let pairs = jumps.flat_map(|jump| [(jump.from, jump.over), (jump.over, jump.to)]);
        let both = pairs.flat_map(|(one, other)| [(one, other), (other, one)]);
        return both.filter(|(one, _)| *one == hole).map(|(_, other)| other).collect();
    }
    let (row, column) = board.place(hole);
    let steps = board.directions().steps().iter();
    steps.filter_map(|(down, right)| board.hole_at(row + down, column + right)).collect()
}

/// The weight of each hole; 0 for holes from which no steps in the directions of jumps lead to the goal.
fn weights(puzzle: &Puzzle, goal: Hole) -> Vec<f64> {
    let board = puzzle.board();
    let mut steps = vec![None; board.holes()];
    steps[usize::from(goal)] = Some(0);
    let mut open = std::collections::VecDeque::from([goal]);
    while let Some(hole) = open.pop_front() {
        let next = steps[usize::from(hole)].map(|steps| steps + 1);
        for other in neighbours(board, hole) {
            if steps[usize::from(other)].is_none() {
                steps[usize::from(other)] = next;
                open.push_back(other);
            }
        }
    }
    steps.into_iter().map(|steps| steps.map_or(0.0, |steps| GOLDEN.powi(steps))).collect()
}
