//! The number of shortest solutions: states, each a position with the last peg moved, forwards over the
//! positions on solutions, kept where the fewest moves can still be reached.

use rustc_hash::FxHashMap;

use crate::base::control::Control;
use crate::peg::search::count::{BLOCK, Count, CountFault, LevelCount, level_count, sum};
use crate::peg::search::expand::{Expander, Wanted};
use crate::peg::search::levels::{Level, bytes, sort};
use crate::peg::search::rest::{rest, still_to_begin};
use crate::peg::search::table::{Reach, Table};

/// A position and the last peg moved.
type StateKey = (u64, u64);
/// With the moves begun and the number of jump sequences.
type States = FxHashMap<StateKey, (u32, u128)>;

/// Bytes of a map of so much capacity: of eight slots seven are used, and each has a byte of marks.
fn map_bytes(capacity: usize) -> u64 {
    (capacity * 8 / 7 * (size_of::<(StateKey, (u32, u128))>() + 1)) as u64
}

/// Counts the solutions of the fewest moves, `levels` being the positions on solutions.
pub(super) fn minimal<const LANES: usize, R: Reach>(
    forward: &Expander<LANES>,
    levels: &[Level],
    sequences: u128,
    control: &Control,
) -> Result<Count, CountFault> {
    let rest = rest::<LANES, R>(forward, levels, control)?;
    let start = levels[0][0];
    let fewest = rest[0].get(start).map_or(0, Reach::moves);
    let known = rest.iter().map(Table::bytes).chain(levels.iter().map(bytes)).sum::<u64>();
    let mut states = States::default();
    states.insert((start, 0), (0, sequences));
    let mut counts = Vec::new();
    for depth in 0..levels.len() {
        let sequences = sum(states.values().map(|(_, weight)| *weight))?;
        let list = (states.len() * size_of::<u64>()) as u64;
        control.check_memory(known + map_bytes(states.capacity()) + list)?;
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
                // A map that grows is held twice, the second time doubled.
                let maps = map_bytes(states.capacity() + 3 * next.capacity().max(BLOCK));
                control.check_memory(known + maps)?;
            }
            forward.successors(position, last, Wanted::Every, |successor| {
                let moves = begun + u32::from(!successor.continues);
                let Some(reach) = rest[depth + 1].get(successor.position) else { return };
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
