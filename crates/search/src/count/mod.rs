//! Exact counts of solutions, of solutions with the fewest moves, of reachable positions, and of games.
//!
//! Positions are counted level by level of jumps. Images of a position under the symmetries that keep start and
//! finish are reached by the same number of jump sequences, so each class of images is represented by one
//! position. Its number of sequences is the sum of the numbers of its predecessors.

pub(crate) mod estimate;
pub mod lines;
pub mod result;
mod shortest;

pub use crate::count::result::{Count, CountFault, LevelCount, What};

use crate::count::estimate::progress;
use crate::count::result::{level_count, searched, some_solution, total};
use crate::levels::remaining::GROUP;
use crate::levels::{BLOCK, Level, Seen, bytes, in_blocks};
use crate::space::expand::{Expander, Wanted};
use crate::store::table::{Reach, Table, for_reaches};
use crate::{count::shortest::shortest, levels::solutions::solution_levels, space::MoveTables};
use soliter_base::{control::Control, threads::in_threads};
use soliter_boards::puzzle::{Finish, Puzzle};

/// Counts within the limits of `control`. No partial count is returned.
pub fn count(puzzle: &Puzzle, what: What, control: &Control) -> Result<Count, CountFault> {
    puzzle.check_plain()?;
    in_threads(control, || count_from(puzzle, what, 1, control))
}

/// Counts as if `sequences` jump sequences led to the start. It is 1 except in tests of overflow.
fn count_from(
    puzzle: &Puzzle,
    what: What,
    sequences: u128,
    control: &Control,
) -> Result<Count, CountFault> {
    let finish = puzzle.finish();
    let Some(puzzle) = searched(puzzle, what) else { return Ok(Count::default()) };
    let space = MoveTables::new(&puzzle)?;
    match what {
        What::Solutions | What::Shortest => {
            for_reaches!(puzzle.board(), solutions(&space, (what, sequences), control))
        }
        What::Positions | What::Games => {
            reachable(&space, (what, sequences), &finish.clone(), control)
        }
    }
}

/// The number of jump sequences to each position of a level.
type Weights = Table<u128>;

/// The bytes of a position's number, which is stored both in a block and in a list.
const GATHERED: u64 = 2 * size_of::<u128>() as u64;

/// The number of sequences to each position of a level, given those of the level before.
fn gather(
    undo: &Expander,
    earlier: &Weights,
    level: &Level,
    control: &Control,
) -> Result<Vec<u128>, CountFault> {
    let block = |block: &[u64]| {
        let mut weights = vec![0u128; block.len()];
        let mut overflow = false;
        let mut looks = Vec::new();
        for (group, weights) in block.chunks(GROUP).zip(weights.chunks_mut(GROUP)) {
            for (number, &position) in group.iter().enumerate() {
                undo.inlined_successors(position, 0, Wanted::Every, |before| {
                    earlier.prefetch(before.position);
                    looks.push((number, before.position));
                });
            }
            for (number, before) in looks.drain(..) {
                if let Some(weight) = earlier.get(before) {
                    let (sum, over) = weights[number].overflowing_add(weight);
                    weights[number] = sum;
                    overflow |= over;
                }
            }
        }
        if overflow { Err(CountFault::Overflow) } else { Ok(weights) }
    };
    let blocks = in_blocks(level, block, control)?.into_iter();
    Ok(blocks.collect::<Result<Vec<_>, _>>()?.concat())
}

/// Counts solutions, or those with the fewest moves, over the positions on solutions.
fn solutions<R: Reach>(
    space: &MoveTables<'_>,
    (what, mut sequences): (What, u128),
    control: &Control,
) -> Result<Count, CountFault> {
    let MoveTables { forward, backward, .. } = space;
    let levels = solution_levels(space, control)?;
    if levels.is_empty() {
        return Ok(Count::default());
    }
    if what == What::Shortest {
        return shortest::<R>(forward, &levels, sequences, control);
    }
    let mut weights = Weights::of(&levels[0], vec![sequences], control)?;
    let mut counts = Vec::new();
    for (depth, level) in levels.iter().enumerate() {
        if depth > 0 {
            let tables =
                Weights::bytes_of(level.len()) + Weights::bytes_of(levels[depth - 1].len());
            let all = levels.iter().map(bytes).sum::<u64>();
            control.check_memory(tables + GATHERED * level.len() as u64 + all)?;
            let numbers = gather(backward, &weights, level, control)?;
            sequences = over_orbits(forward, level, &numbers, |_| true, control)?;
            weights = Weights::of(level, numbers, control)?;
        }
        let level = level_count(forward, level, depth, control)?;
        counts.push(LevelCount { sequences: Some(sequences), ..level });
    }
    Ok(Count { value: some_solution(sequences)?, levels: counts, fewest: None })
}

/// The sum of the numbers of the positions that `counts` selects, each of which stands for its whole orbit.
fn over_orbits(
    expander: &Expander,
    level: &Level,
    numbers: &[u128],
    counts: impl Fn(u64) -> bool,
    control: &Control,
) -> Result<u128, CountFault> {
    let mut all = 0u128;
    for (positions, numbers) in level.chunks(BLOCK).zip(numbers.chunks(BLOCK)) {
        control.check()?;
        for (&position, number) in positions.iter().zip(numbers) {
            if counts(position) {
                let of_class = number.checked_mul(expander.orbit(position) as u128);
                let sum = of_class.and_then(|number| all.checked_add(number));
                all = sum.ok_or(CountFault::Overflow)?;
            }
        }
    }
    Ok(all)
}

/// Counts the positions that can be reached, or the games.
fn reachable(
    space: &MoveTables<'_>,
    (what, sequences): (What, u128),
    finish: &Finish,
    control: &Control,
) -> Result<Count, CountFault> {
    let MoveTables { forward: expander, backward: undo, group, .. } = space;
    let mut seen = Seen::new(space.puzzle.board(), control);
    let mut level = vec![space.start()];
    seen.insert_all(&level);
    let mut numbers = vec![sequences];
    let mut levels = Vec::new();
    while !level.is_empty() {
        let depth = levels.len();
        let size = level.len();
        let mut count = level_count(expander, &level, depth, control)?;
        control.report_progress(|| progress(space.puzzle, &levels, &count));
        let known = (numbers.capacity() * size_of::<u128>()) as u64;
        let next = seen.successors(expander, &level, |_| true, known, control)?;
        if what == What::Games {
            let dead = |position: u64| expander.mobility(position) == 0;
            count.ending = Some(over_orbits(expander, &level, &numbers, dead, control)?);
            count.sequences = Some(over_orbits(expander, &level, &numbers, |_| true, control)?);
            // It cannot overflow, since it is at most the number of games that end here.
            let ended = level.iter().zip(&numbers).filter(|(position, _)| dead(**position));
            let won =
                ended.map(|(&position, number)| number * group.images_in(position, finish) as u128);
            count.won = Some(won.sum());
            let lists = bytes(&level) + bytes(&next) + known;
            let sums = Weights::bytes_of(size) + GATHERED * next.len() as u64;
            control.check_memory(seen.bytes() + lists + sums)?;
            let weights = Weights::of(&level, numbers, control)?;
            numbers = gather(undo, &weights, &next, control)?;
        }
        levels.push(count);
        level = next;
    }
    Ok(Count { value: total(what, &levels)?, levels, fewest: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{from_full, puzzle};
    use crate::{count::result::sum, space::symmetry::Group};
    use soliter_boards::rules;

    #[test]
    fn every_count_reports_overflow_of_128_bits() {
        let control = Control::default();
        // There is one jump and its image, and each of them is a solution and a game.
        let text = "model = 'square4'\nstart = ['21', '31']\nfinish = { pegs = 1 }";
        let puzzle = puzzle(text);
        for what in [What::Solutions, What::Shortest, What::Games] {
            let value = count_from(&puzzle, what, 1, &control).expect("a count").value;
            assert!(value >= 2, "{what:?} {value}");
            let most = u128::MAX / value;
            let counted = count_from(&puzzle, what, most, &control).map(|count| count.value);
            assert_eq!(counted, Ok(most * value), "{what:?}");
            let counted = count_from(&puzzle, what, most + 1, &control).map(|count| count.value);
            assert_eq!(counted, Err(CountFault::Overflow), "{what:?}");
        }
        // A count of positions does not count sequences.
        let positions = count_from(&puzzle, What::Positions, u128::MAX, &control);
        assert_eq!(positions, count_from(&puzzle, What::Positions, 1, &control));
    }

    #[test]
    fn overflow_is_reported_never_wrapped() {
        assert_eq!(sum([u128::MAX, 1]), Err(CountFault::Overflow));
        assert_eq!(sum([u128::MAX - 1, 1]), Ok(u128::MAX));
        // Two positions, each with half of the largest possible number, lead to the one position that follows both.
        let puzzle = from_full("square4", "orthogonal");
        let leaps = rules::leaps(puzzle.board(), false);
        let identity = Group::of(puzzle.board().symmetries().iter().take(1));
        let undo = Expander::new(puzzle.board(), &rules::undoing(&leaps), &identity);
        let undo = undo.expect("an expander");
        // There are pegs in holes 0, 1, 14 and 15, and either pair can jump first.
        let (both, first, second) =
            (0b1100_0000_0000_0011, 0b1100_0000_0000_0100, 0b10_0000_0000_0011);
        let level = vec![first, second];
        let next = vec![0b10_0000_0000_0100];
        let control = Control::default();
        let half = 1u128 << 127;
        let gather = |level: &Level, numbers: Vec<u128>, next: &Level| {
            let weights = Weights::of(level, numbers, &control)?;
            gather(&undo, &weights, next, &control)
        };
        assert_eq!(gather(&level, vec![half, half], &next), Err(CountFault::Overflow));
        assert_eq!(gather(&level, vec![half, half - 1], &next), Ok(vec![u128::MAX]));
        assert_eq!(gather(&vec![both], vec![1], &level), Ok(vec![1, 1]));
    }
}
