//! Counts the solutions with the fewest moves.
//!
//! The number of remaining moves is known for each position on a solution. Jump sequences are counted by
//! position and by the peg that jumped last, as long as the moves made and the remaining moves add up to the
//! fewest.

use rustc_hash::FxHashMap;

use crate::count::result::{Count, CountFault, LevelCount, level_count, some_solution, sum};
use crate::levels::remaining::{NO_SUCCESSOR, remaining, still_to_begin};
use crate::levels::{BLOCK, Level, bytes, sort};
use crate::map_bytes;
use crate::space::expand::{Expander, Wanted};
use crate::store::table::{Reach, Table};
use soliter_base::control::Control;

/// A position, and the hole of the peg that jumped last as a bit.
type StateKey = (u64, u64);
/// The number of moves begun, and of jump sequences.
type Weight = (u32, u128);
type States = FxHashMap<StateKey, Weight>;

/// Counts the solutions with the fewest moves, as if `sequences` jump sequences led to the start.
pub(crate) fn shortest<R: Reach>(
    forward: &Expander,
    levels: &[Level],
    sequences: u128,
    control: &Control,
) -> Result<Count, CountFault> {
    let remaining = remaining::<R>(forward, levels, control)?;
    let start = levels[0][0];
    let fewest = remaining[0].get(start).ok_or(NO_SUCCESSOR)?.moves();
    let known = remaining.iter().map(Table::bytes).chain(levels.iter().map(bytes)).sum::<u64>();
    let mut states = States::default();
    states.insert((start, 0), (0, sequences));
    let mut counts = Vec::new();
    for depth in 0..levels.len() {
        let sequences = sum(states.values().map(|(_, weight)| *weight))?;
        let list = (states.len() * size_of::<u64>()) as u64;
        let map = map_bytes::<(StateKey, Weight)>(states.capacity());
        control.check_memory(known + map + list)?;
        let mut level: Level = states.keys().map(|(position, _)| *position).collect();
        sort(&mut level, control)?;
        let level = level_count(forward, &level, depth, control)?;
        counts.push(LevelCount { sequences: Some(sequences), ..level });
        if depth + 1 == levels.len() {
            break;
        }
        let mut next: States = States::default();
        let mut overflow = false;
        for (number, (&(position, last), &(begun, weight))) in states.iter().enumerate() {
            if number.is_multiple_of(BLOCK) {
                control.check()?;
                // While a map grows, the old table and a new one of twice its size are in memory.
                let capacity = states.capacity() + 3 * next.capacity().max(BLOCK);
                control.check_memory(known + map_bytes::<(StateKey, Weight)>(capacity))?;
            }
            forward.successors(position, last, Wanted::Every, &mut |successor| {
                let moves = begun + u32::from(!successor.continues);
                let Some(reach) = remaining[depth + 1].get(successor.position) else { return };
                // Landing holes that a symmetry of the position exchanges belong to one state.
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
    let value = some_solution(sum(states.values().map(|(_, weight)| *weight))?)?;
    Ok(Count { value, levels: counts, fewest: Some(fewest as usize) })
}
