//! All numbers of moves that solutions have, the longest solution among them.

use rustc_hash::FxHashMap;

use crate::base::control::{Control, Stop};
use crate::peg::line::Line;
use crate::peg::position::Hole;
use crate::peg::puzzle::Puzzle;
use crate::peg::search::questions::winning::Winning;

/// The numbers of moves that solutions have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// Each with a solution, fewest first; none if the puzzle has no solution.
    pub moves: Vec<(usize, Line)>,
}

/// Numbers of moves that can still begin, as bits.
type Numbers = u64;

/// What is known of the positions after so many jumps.
#[derive(Default)]
struct Level {
    /// Where the peg that jumped last does not go on.
    begun: FxHashMap<u64, Numbers>,
    /// By the hole of that peg, where it can.
    going_on: FxHashMap<(u64, Hole), Numbers>,
}

impl Level {
    fn get(&self, position: u64, last: Hole) -> Numbers {
        let of_last = self.going_on.get(&(position, last));
        of_last.or_else(|| self.begun.get(&position)).copied().unwrap_or(0)
    }

    fn bytes(&self) -> u64 {
        ((self.begun.capacity() * 17 + self.going_on.capacity() * 25) * 8 / 7) as u64
    }
}

/// Positions between looks at the limits.
const LOOK: usize = 1 << 12;

/// All numbers of moves of solutions.
///
/// # Errors
/// A limit that came first.
pub fn lengths(puzzle: &Puzzle, control: &Control) -> Result<Lengths, Stop> {
    let winning = Winning::new(puzzle, control)?;
    let Some(last) = winning.levels.last() else { return Ok(Lengths { moves: Vec::new() }) };
    let mut known = vec![Level::default()];
    known[0].begun.extend(last.iter().map(|&position| (position, 1)));
    for made in (0..winning.levels.len() - 1).rev() {
        let later = &known[known.len() - 1];
        let held: u64 = known.iter().map(Level::bytes).sum();
        let mut level = Level::default();
        for (number, &position) in winning.levels[made].iter().enumerate() {
            if number.is_multiple_of(LOOK) {
                control.check()?;
                // A map that grows is held twice, the second time doubled.
                control.check_memory(held + 3 * level.bytes())?;
            }
            let mut by_peg: Vec<(Hole, Numbers)> = Vec::new();
            for (leap, after) in winning.after(made, position) {
                let (least, [to]) = winning.least_with(after, [leap.to]);
                let numbers = later.get(least, to);
                match by_peg.iter_mut().find(|(from, _)| *from == leap.from) {
                    Some((_, all)) => *all |= numbers,
                    None => by_peg.push((leap.from, numbers)),
                }
            }
            let all = by_peg.iter().fold(0, |all, (_, numbers)| all | numbers << 1);
            level.begun.insert(position, all);
            for &(from, numbers) in &by_peg {
                let others = by_peg.iter().filter(|(other, _)| *other != from);
                let begun = others.fold(0, |all, (_, numbers)| all | numbers << 1);
                level.going_on.insert((position, from), numbers | begun);
            }
        }
        control.say(|| format!("lengths: after {made} jumps {} positions", level.begun.len()));
        known.push(level);
    }
    known.reverse();
    let start = winning.levels[0][0];
    let all = known[0].begun.get(&start).copied().unwrap_or(0);
    let numbers = (0..64).filter(|moves| all >> moves & 1 == 1);
    let line = |moves: usize| line(puzzle, &winning, &known, moves).map(|line| (moves, line));
    let moves: Option<Vec<(usize, Line)>> = numbers.map(line).collect();
    moves.map(|moves| Lengths { moves }).ok_or(Stop::Fault("no line of a number of moves"))
}

/// A solution of so many moves.
fn line(puzzle: &Puzzle, winning: &Winning, known: &[Level], moves: usize) -> Option<Line> {
    let (mut position, mut last, mut left) = (puzzle.start.0, None, moves);
    let mut jumps = Vec::new();
    for made in 0..winning.levels.len() - 1 {
        let (leap, after, begins) = winning.after(made, position).find_map(|(leap, after)| {
            let begins = usize::from(last != Some(leap.from));
            let (least, [to]) = winning.least_with(after, [leap.to]);
            let numbers = known[made + 1].get(least, to);
            let fits = left >= begins && numbers >> (left - begins) & 1 == 1;
            fits.then_some((leap, after, begins))
        })?;
        jumps.push((leap.from, leap.to));
        (position, last, left) = (after, Some(leap.to), left - begins);
    }
    Some(Line::from_jumps(jumps))
}
