//! Exact numbers: solutions, shortest solutions, positions and games.
//!
//! All are counted over classes of positions under the symmetries that keep start and finish. The
//! weight of a class is the number of jump sequences that lead to any of its positions; each of
//! these has as many successors in every class as the one that stands for them, so a weight is
//! passed on once for every leap of that one.

use rustc_hash::FxHashMap;

use crate::class;
use crate::control::{Control, Stop};
use crate::puzzle::{Finish, Puzzle};
use crate::search::expand::{Expander, Wanted, for_lanes};
use crate::search::levels::{Level, Seen, on_solutions};
use crate::search::shortest;
use crate::search::symmetry::Group;
use crate::search::table::Reach;
use crate::solitaire;

/// What to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Solutions, as sequences of jumps.
    Solutions,
    /// Solutions of the fewest moves, as sequences of jumps.
    Minimal,
    /// Positions that can be reached, the start among them.
    Positions,
    /// Games: sequences of jumps until none is left.
    Games,
}

/// One jump level of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct LevelCount {
    /// Jumps made.
    pub jumps: usize,
    /// Pegs on the board.
    pub pegs: usize,
    /// Positions counted up to symmetry.
    pub classes: u64,
    /// Positions counted.
    pub positions: u64,
    /// Those without a jump, up to symmetry.
    pub dead_classes: u64,
    /// Those without a jump.
    pub dead: u64,
    /// Jump sequences that lead to the positions counted.
    pub sequences: Option<u128>,
    /// Jump sequences that end here because no jump is left.
    pub ending: Option<u128>,
}

/// An exact number and how it is made up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The number.
    pub value: u128,
    /// By jump level.
    pub levels: Vec<LevelCount>,
    /// The fewest moves, if shortest solutions were counted and there are any.
    pub fewest: Option<usize>,
}

/// Why there is no count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountFault {
    /// A limit came first.
    #[error("stopped: {}", .0.phrase())]
    Stopped(Stop),
    /// The number is 2^128 or more.
    #[error("the number does not fit 128 bits")]
    Overflow,
    /// Too many positions may be a finish.
    #[error("the finish allows too many positions to start from")]
    TooManyFinishes,
}

impl From<Stop> for CountFault {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// Counts within the limits of `control`.
///
/// # Errors
/// See [`CountFault`]; no part of a count is returned.
pub fn count(puzzle: &Puzzle, what: What, control: &Control) -> Result<Count, CountFault> {
    match what {
        What::Solutions | What::Minimal => {
            if class::refute(puzzle).is_some() {
                return Ok(Count { value: 0, levels: Vec::new(), fewest: None });
            }
            let finishes = shortest::finishes(&puzzle.board, puzzle.start, puzzle.finish)
                .ok_or(CountFault::TooManyFinishes)?;
            let group = Group::keeping(puzzle);
            for_lanes!(group, solutions(puzzle, &group, &finishes, what, control))
        }
        What::Positions | What::Games => {
            // The finish is of no interest.
            let mut open = puzzle.clone();
            open.finish = Finish::Pegs(puzzle.finish.pegs());
            let group = Group::keeping(&open);
            for_lanes!(group, reachable(&open, &group, what, control))
        }
    }
}

/// Positions of a level by number, to pass weights on.
fn numbers(level: &Level) -> FxHashMap<u64, u32> {
    level.iter().zip(0..).map(|(&position, number)| (position, number)).collect()
}

/// Weights of the next level; positions that are not in it are passed over.
fn pass_on<const LANES: usize>(
    expander: &Expander<LANES>,
    level: &Level,
    weights: &[u128],
    next: &Level,
    control: &Control,
) -> Result<Vec<u128>, CountFault> {
    let numbers = numbers(next);
    let mut passed = vec![0u128; next.len()];
    let mut overflow = false;
    for (done, (&position, &weight)) in level.iter().zip(weights).enumerate() {
        if done % 4096 == 0 {
            control.check()?;
        }
        expander.successors(position, 0, Wanted::Every, |successor| {
            if let Some(&number) = numbers.get(&successor.position) {
                let (sum, over) = passed[number as usize].overflowing_add(weight);
                passed[number as usize] = sum;
                overflow |= over;
            }
        });
    }
    if overflow { Err(CountFault::Overflow) } else { Ok(passed) }
}

fn sum(numbers: impl IntoIterator<Item = u128>) -> Result<u128, CountFault> {
    let mut numbers = numbers.into_iter();
    numbers.try_fold(0u128, u128::checked_add).ok_or(CountFault::Overflow)
}

fn solutions<const LANES: usize>(
    puzzle: &Puzzle,
    group: &Group,
    finishes: &[u64],
    what: What,
    control: &Control,
) -> Result<Count, CountFault> {
    let leaps = solitaire::leaps(&puzzle.board, puzzle.building);
    let undoing = solitaire::undoing(&leaps);
    let forward = Expander::<LANES>::new(&puzzle.board, &leaps, group.symmetries());
    let backward = Expander::<LANES>::new(&puzzle.board, &undoing, group.symmetries());
    let expanders = [&forward, &backward];
    let (start, jumps) = (puzzle.start.0, puzzle.jumps());
    let levels = on_solutions(&puzzle.board, expanders, start, finishes, jumps, control)?;
    if levels.is_empty() {
        return Ok(Count { value: 0, levels: Vec::new(), fewest: None });
    }
    if what == What::Minimal {
        return minimal(&forward, &backward, &levels, control);
    }
    let mut weights = vec![1u128];
    let mut counts = Vec::new();
    for (depth, level) in levels.iter().enumerate() {
        let mut count = level_count(&forward, level, depth, false);
        count.sequences = Some(sum(weights.iter().copied())?);
        counts.push(count);
        if let Some(next) = levels.get(depth + 1) {
            weights = pass_on(&forward, level, &weights, next, control)?;
        }
    }
    Ok(Count { value: sum(weights)?, levels: counts, fewest: None })
}

fn level_count<const LANES: usize>(
    expander: &Expander<LANES>,
    level: &Level,
    jumps: usize,
    look_for_dead: bool,
) -> LevelCount {
    let pegs = level.first().map_or(0, |position| position.count_ones() as usize);
    let classes = level.len() as u64;
    let mut count = LevelCount { jumps, pegs, classes, ..LevelCount::default() };
    for &position in level {
        let orbit = expander.orbit(position) as u64;
        count.positions += orbit;
        if look_for_dead && expander.mobility(position) == 0 {
            count.dead_classes += 1;
            count.dead += orbit;
        }
    }
    count
}

/// What is known of the rest of a solution from each position on one.
pub(super) type Rest = Vec<FxHashMap<u64, Reach>>;

/// The fewest moves from each position on a solution to its finish, and the pegs that can begin
/// them.
pub(super) fn rest<const LANES: usize>(
    backward: &Expander<LANES>,
    levels: &[Level],
    control: &Control,
) -> Result<Rest, Stop> {
    let total: usize = levels.iter().map(Vec::len).sum();
    control.check_memory((total * 2 * size_of::<(u64, u64, Reach)>()) as u64)?;
    let mut known: Rest = vec![FxHashMap::default(); levels.len()];
    let Some((last, earlier)) = levels.split_last() else { return Ok(known) };
    known[levels.len() - 1] = last.iter().map(|&finish| (finish, Reach::new(0, 0))).collect();
    for (depth, level) in earlier.iter().enumerate().rev() {
        let mut here: FxHashMap<u64, Reach> =
            level.iter().map(|&position| (position, Reach::new(63, 0))).collect();
        for (done, &position) in levels[depth + 1].iter().enumerate() {
            if done % 4096 == 0 {
                control.check()?;
            }
            let Some(&reach) = known[depth + 1].get(&position) else { continue };
            backward.successors(position, reach.movers(), Wanted::Every, |successor| {
                let moves = reach.moves() + u32::from(!successor.continues);
                if let Some(entry) = here.get_mut(&successor.position) {
                    if moves < entry.moves() {
                        *entry = Reach::new(moves, successor.movers);
                    } else if moves == entry.moves() {
                        *entry = Reach::new(moves, entry.movers() | successor.movers);
                    }
                }
            });
        }
        known[depth] = here;
    }
    Ok(known)
}

/// Moves that must still begin after a peg has landed in `last`.
pub(super) fn still_to_begin(reach: Reach, last: u64) -> u32 {
    reach.moves() - u32::from(reach.movers() & last != 0)
}

fn minimal<const LANES: usize>(
    forward: &Expander<LANES>,
    backward: &Expander<LANES>,
    levels: &[Level],
    control: &Control,
) -> Result<Count, CountFault> {
    let rest = rest(backward, levels, control)?;
    let start = levels[0][0];
    let fewest = rest[0][&start].moves();
    // Position and the last peg moved, with the moves begun and the weight.
    let mut states: FxHashMap<(u64, u64), (u32, u128)> = FxHashMap::default();
    states.insert((start, 0), (0, 1));
    let mut counts = Vec::new();
    for depth in 0..levels.len() {
        let sequences = sum(states.values().map(|(_, weight)| *weight))?;
        let mut level: Level = states.keys().map(|(position, _)| *position).collect();
        super::levels::sort(&mut level);
        let mut count = level_count(forward, &level, depth, false);
        count.sequences = Some(sequences);
        counts.push(count);
        if depth + 1 == levels.len() {
            break;
        }
        control.check()?;
        let mut next: FxHashMap<(u64, u64), (u32, u128)> = FxHashMap::default();
        let mut overflow = false;
        for (&(position, last), &(begun, weight)) in &states {
            forward.successors(position, last, Wanted::Every, |successor| {
                let moves = begun + u32::from(!successor.continues);
                let Some(&reach) = rest[depth + 1].get(&successor.position) else { return };
                // Landing holes that symmetries of the position exchange are one state.
                let landed = successor.movers & successor.movers.wrapping_neg();
                if moves + still_to_begin(reach, landed) == fewest {
                    let entry = next.entry((successor.position, landed)).or_insert((moves, 0));
                    let (sum, over) = entry.1.overflowing_add(weight);
                    entry.1 = sum;
                    overflow |= over;
                }
            });
        }
        if overflow {
            return Err(CountFault::Overflow);
        }
        states = next;
    }
    let value = sum(states.values().map(|(_, weight)| *weight))?;
    Ok(Count { value, levels: counts, fewest: Some(fewest as usize) })
}

fn reachable<const LANES: usize>(
    puzzle: &Puzzle,
    group: &Group,
    what: What,
    control: &Control,
) -> Result<Count, CountFault> {
    let leaps = solitaire::leaps(&puzzle.board, puzzle.building);
    let expander = Expander::<LANES>::new(&puzzle.board, &leaps, group.symmetries());
    let mut seen = Seen::new(&puzzle.board, control);
    let mut level = vec![expander.least(puzzle.start.0)];
    let mut weights = vec![1u128];
    let mut levels = Vec::new();
    while !level.is_empty() {
        let depth = levels.len();
        let size = level.len();
        control.say(|| format!("count: after {depth} jumps {size} positions up to symmetry"));
        let mut count = level_count(&expander, &level, depth, true);
        let next = seen.successors(&expander, &level, size, control)?;
        if what == What::Games {
            let entry = size_of::<(u64, u32)>() * 2 + 2 * size_of::<u128>();
            control.check_memory(seen.bytes() + ((size + next.len()) * entry) as u64)?;
            let dead = |position: &u64| expander.mobility(*position) == 0;
            let ended = level.iter().zip(&weights).filter(|(position, _)| dead(position));
            count.ending = Some(sum(ended.map(|(_, &weight)| weight))?);
            count.sequences = Some(sum(weights.iter().copied())?);
            weights = pass_on(&expander, &level, &weights, &next, control)?;
        }
        levels.push(count);
        level = next;
    }
    let value = match what {
        What::Games => sum(levels.iter().filter_map(|count| count.ending))?,
        _ => levels.iter().map(|count| u128::from(count.positions)).sum(),
    };
    Ok(Count { value, levels, fewest: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Source;
    use crate::library;

    #[test]
    fn overflow_is_reported_never_wrapped() {
        assert_eq!(sum([u128::MAX, 1]), Err(CountFault::Overflow));
        assert_eq!(sum([u128::MAX - 1, 1]), Ok(u128::MAX));
        // Two sequences of half the range each lead to the one position that follows both.
        let text = "model = 'square4'\nstart = 'full'\nfinish = { pegs = 1 }";
        let puzzle = Puzzle::parse(&Source::new("test", text), &library::model).expect("a puzzle");
        let leaps = solitaire::leaps(&puzzle.board, false);
        let symmetries = &puzzle.board.symmetries()[..1];
        let expander = Expander::<1>::new(&puzzle.board, &leaps, symmetries);
        // Pegs in holes 0 1 and 14 15: either jump first.
        let (both, first, second) =
            (0b1100_0000_0000_0011, 0b1100_0000_0000_0100, 0b10_0000_0000_0011);
        let level = vec![first, second];
        let next = vec![0b10_0000_0000_0100];
        let control = Control::default();
        let half = 1u128 << 127;
        assert_eq!(
            pass_on(&expander, &level, &[half, half], &next, &control),
            Err(CountFault::Overflow)
        );
        assert_eq!(
            pass_on(&expander, &level, &[half, half - 1], &next, &control),
            Ok(vec![u128::MAX])
        );
        let start = pass_on(&expander, &vec![both], &[1], &level, &control);
        assert_eq!(start, Ok(vec![1, 1]));
    }
}
