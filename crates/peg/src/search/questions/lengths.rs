//! Finds all possible numbers of moves of solutions, up to the longest solution. If there are constraints,
//! only the solutions that satisfy them are considered.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::board::position::{Hole, Position};
use crate::search::{levels::winning::Winning, look, map_bytes};
use crate::{line::Hop, line::Line, puzzle::Puzzle, rules::Leap};
use soliter_base::control::{Control, Stop};

/// Conditions on solutions besides the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constraints {
    /// The first jumps, each as its start and its landing hole.
    pub first: Vec<Hop>,
    /// Holes, each with the number of a jump (from 1) up to which no jump may touch the hole.
    pub untouched: Vec<(Hole, usize)>,
    /// Pegs that have to be in the finish.
    pub contains: Position,
}

impl Constraints {
    /// Whether the jump with this number (from 1) may be this leap.
    fn allow(&self, number: usize, leap: Leap) -> bool {
        let free = |&(hole, until): &(Hole, usize)| number > until || leap.all >> hole & 1 == 0;
        let given = self.first.get(number - 1);
        given.is_none_or(|&jump| jump == leap.hop()) && self.untouched.iter().all(free)
    }
}

/// A set of numbers of moves that can still begin, as bits.
type Numbers = u64;

/// The possible numbers of moves from the positions of a level of jumps: for each position and hole of the
/// peg that jumped last, the numbers if that peg can continue its move; without a hole, the numbers if it
/// cannot.
type KnownNumbers = FxHashMap<(u64, Option<Hole>), Numbers>;

fn get(known: &KnownNumbers, position: u64, last: Hole) -> Numbers {
    let of_last = known.get(&(position, Some(last)));
    of_last.or_else(|| known.get(&(position, None))).copied().unwrap_or(0)
}

/// All possible numbers of moves of the solutions that satisfy the constraints, ascending, each with a
/// solution.
pub fn lengths(
    puzzle: &Puzzle,
    constraints: &Constraints,
    control: &Control,
) -> Result<Vec<(usize, Line)>, Stop> {
    puzzle.check_plain()?;
    let winning = Winning::new(puzzle, control)?;
    if winning.levels.is_empty() {
        return Ok(Vec::new());
    }
    let walk = Walk { winning: &winning, constraints };
    // Constraints distinguish the images of a position, so one image cannot represent the others.
    let apart = *constraints != Constraints::default();
    let kept = apart.then(|| walk.levels(puzzle, control)).transpose()?;
    let known = walk.numbers(kept.as_ref().unwrap_or(&winning.levels), control)?;
    let (start, _) = walk.image(puzzle.start.word(), 0);
    let all = known[0].get(&(start, None)).copied().unwrap_or(0);
    let numbers = (0..64).filter(|moves| all >> moves & 1 == 1);
    let line = |moves: usize| walk.line(puzzle, &known, moves).map(|line| (moves, line));
    numbers.map(line).collect::<Option<_>>().ok_or(Stop::Fault("no line of a number of moves"))
}

struct Walk<'a> {
    winning: &'a Winning,
    constraints: &'a Constraints,
}

impl Walk<'_> {
    /// The representative of a position and the hole of its last mover: without constraints, their least
    /// image.
    fn image(&self, position: u64, last: Hole) -> (u64, Hole) {
        if *self.constraints == Constraints::default() {
            let (least, landings) = self.winning.group.least_with(position, 1 << last);
            (least, landings.trailing_zeros() as Hole)
        } else {
            (position, last)
        }
    }

    /// The leaps that may be made after this many jumps, each with the position after it.
    fn after(&self, made: usize, position: u64) -> impl Iterator<Item = (Leap, u64)> + '_ {
        let after = self.winning.after(made, position);
        after.filter(move |&(leap, _)| self.constraints.allow(made + 1, leap))
    }

    /// The positions that can be reached within the constraints, by the number of jumps made.
    fn levels(&self, puzzle: &Puzzle, control: &Control) -> Result<Vec<Vec<u64>>, Stop> {
        let mut levels = vec![vec![puzzle.start.word()]];
        for made in 0..self.winning.levels.len() - 1 {
            let mut next: FxHashSet<u64> = FxHashSet::default();
            for (number, &position) in levels[made].iter().enumerate() {
                look(number, control, || {
                    let held: usize = levels.iter().map(Vec::len).sum();
                    (held + 3 * next.capacity()) * 10
                })?;
                next.extend(self.after(made, position).map(|(_, after)| after));
            }
            levels.push(next.into_iter().collect());
        }
        let contains = self.constraints.contains.word();
        if let Some(last) = levels.last_mut() {
            last.retain(|position| position & contains == contains);
        }
        Ok(levels)
    }

    /// The numbers of moves from each position of some levels to the finish.
    fn numbers(&self, levels: &[Vec<u64>], control: &Control) -> Result<Vec<KnownNumbers>, Stop> {
        let bytes = |known: &KnownNumbers| map_bytes::<((u64, Hole), Numbers)>(known.capacity());
        let ends = levels.last().into_iter().flatten().map(|&position| ((position, None), 1));
        let mut known = vec![ends.collect::<KnownNumbers>()];
        for made in (0..levels.len() - 1).rev() {
            let later = &known[known.len() - 1];
            let held: u64 = known.iter().map(bytes).sum();
            let mut level = KnownNumbers::default();
            for (number, &position) in levels[made].iter().enumerate() {
                // While a map grows, the old table and a new one of twice its size are in memory.
                look(number, control, || (held + 3 * bytes(&level)) as usize)?;
                let mut by_peg: Vec<(Hole, Numbers)> = Vec::new();
                for (leap, after) in self.after(made, position) {
                    let (after, to) = self.image(after, leap.to);
                    let numbers = get(later, after, to);
                    match by_peg.iter_mut().find(|(from, _)| *from == leap.from) {
                        Some((_, all)) => *all |= numbers,
                        None => by_peg.push((leap.from, numbers)),
                    }
                }
                let all = by_peg.iter().fold(0, |all, (_, numbers)| all | numbers << 1);
                level.insert((position, None), all);
                for &(from, numbers) in &by_peg {
                    let others = by_peg.iter().filter(|(other, _)| *other != from);
                    let begun = others.fold(0, |all, (_, numbers)| all | numbers << 1);
                    level.insert((position, Some(from)), numbers | begun);
                }
            }
            let size = levels[made].len();
            control.say(|| format!("lengths: after {made} jumps {size} positions"));
            known.push(level);
        }
        known.reverse();
        Ok(known)
    }

    fn line(&self, puzzle: &Puzzle, known: &[KnownNumbers], moves: usize) -> Option<Line> {
        let (mut position, mut last, mut left) = (puzzle.start.word(), None, moves);
        let mut jumps = Vec::new();
        for (made, later) in known.iter().enumerate().skip(1) {
            let (leap, after, begins) =
                self.after(made - 1, position).find_map(|(leap, after)| {
                    let begins = usize::from(last != Some(leap.from));
                    let (image, to) = self.image(after, leap.to);
                    let numbers = get(later, image, to);
                    let fits = left >= begins && numbers >> (left - begins) & 1 == 1;
                    fits.then_some((leap, after, begins))
                })?;
            jumps.push(leap.hop());
            (position, last, left) = (after, Some(leap.to), left - begins);
        }
        Some(Line::from_jumps(jumps))
    }
}
