//! Exact values of all palisades of so many stones, number by number.
//!
//! Swaps and splits keep the number of stones and every point lowers it; within a number each turn
//! without a point brings the end by stalling nearer. So values are found in this order: fewer
//! stones first, then positions with more turns without a point behind them, then turns from their
//! end to their beginning. A turn is never searched as a sequence: a table for each number of
//! actions that are left tells the best that they can lead to from every palisade.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard};

use super::actions::{Columns, Pair, Scratch, each_action};
use super::readings::{Length, OVER, Readings};
use crate::base::control::{Control, Stop};

/// A palisade as a number: from left to right a one and `h - 1` zeros for a column of `h` stones.
/// Palisades of `n` stones are the numbers of `n` bits.
type Code = u32;

/// The most actions of a turn.
const ACTIONS: usize = 4;

/// Values for the player to move by (the other player owes an action, this turn's last action is
/// borrowed): index 2 * other + borrowed. They are at most the number of stones.
type Lanes = [i8; 4];

/// Values for the player within a turn.
#[derive(Debug, Default)]
pub(super) struct Tables {
    /// All palisades up to this number of stones are in the tables.
    stones: usize,
    /// By (turns without a point if this turn ends without a further one) * (ACTIONS + 1) + actions
    /// left in this turn, then by the palisade's code.
    values: Vec<Vec<Lanes>>,
}

/// Where a turn stands.
#[derive(Clone, Copy)]
pub(super) struct Stage {
    /// Turns without a point if this turn ends without a further one: 0 after a point.
    pub(super) scoreless: u8,
    /// The other player owes an action.
    pub(super) other_owes: bool,
}

pub(super) fn code(columns: &[u8]) -> Code {
    columns.iter().fold(0, |code, &height| (code << height) | (1 << (height - 1)))
}

fn decode(code: Code, columns: &mut Columns) {
    columns.clear();
    let mut rest = code << code.leading_zeros();
    let mut stones = Code::BITS - code.leading_zeros();
    while stones > 0 {
        let height = ((rest << 1).leading_zeros() + 1).min(stones);
        columns.push(height as u8);
        rest = rest.checked_shl(height).unwrap_or(0);
        stones -= height;
    }
}

/// The palisade seen from the other side.
fn mirrored(code: Code) -> Code {
    let joints = code.ilog2();
    let one = 1 << joints;
    one | ((code ^ one).reverse_bits() >> 1 >> (Code::BITS - 1 - joints))
}

fn table(scoreless: usize, left: usize) -> usize {
    scoreless * (ACTIONS + 1) + left
}

fn most(best: &mut Lanes, values: Lanes) {
    for (best, value) in best.iter_mut().zip(values) {
        *best = value.max(*best);
    }
}

/// What one action makes of each palisade of so many stones.
struct Graph {
    /// Palisades, of two mirror images one (they have the same value), and where in `after` what
    /// becomes of them ends.
    palisades: Vec<(Code, usize)>,
    /// Palisades after an action, in rising order, each once: first those of fewer stones, after a
    /// point.
    after: Vec<Code>,
}

impl Graph {
    /// `taken`: bytes that the tables take.
    fn of(stones: usize, pair: Pair, taken: usize, control: &Control) -> Result<Self, Stop> {
        let mut graph = Self { palisades: Vec::new(), after: Vec::new() };
        let mut scratch = Scratch::default();
        let (mut columns, mut codes) = (Columns::new(), Vec::new());
        for palisade in 1 << (stones - 1)..1 << stones {
            if mirrored(palisade) < palisade {
                continue;
            }
            if graph.palisades.len().is_multiple_of(1024) {
                control.check()?;
                // A vector that grows may stand twice in memory for a moment.
                let bytes =
                    taken + 3 * (size_of_val(&graph.after[..]) + size_of_val(&graph.palisades[..]));
                control.check_memory(bytes as u64)?;
            }
            decode(palisade, &mut columns);
            each_action(&columns, pair, &mut scratch, |_, after| codes.push(code(after)));
            codes.sort_unstable();
            codes.dedup();
            graph.after.append(&mut codes);
            graph.palisades.push((palisade, graph.after.len()));
        }
        Ok(graph)
    }
}

/// Tables that are found once and serve all positions of a game.
#[derive(Clone, Default)]
pub(super) struct SharedTables(Arc<Mutex<Tables>>);

impl fmt::Debug for SharedTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedTables")
    }
}

impl SharedTables {
    pub(super) fn lock(&self) -> MutexGuard<'_, Tables> {
        self.0.lock().unwrap_or_else(|poisoned| {
            // A panic may have come between: begin anew.
            let mut tables = poisoned.into_inner();
            *tables = Tables::default();
            tables
        })
    }
}

impl Tables {
    /// All palisades up to this number of stones are in the tables.
    pub(super) fn stones(&self) -> usize {
        self.stones
    }

    /// Adds all palisades up to `stones` stones. What was finished before a limit came stays.
    pub(super) fn grow(
        &mut self,
        stones: usize,
        readings: Readings,
        control: &Control,
    ) -> Result<(), Stop> {
        let stages = usize::from(readings.stall_limit) + 1;
        while self.stones < stones {
            let next = (self.stones + 1).max(OVER);
            let bytes = (stages * (ACTIONS + 1) * size_of::<Lanes>()) << next;
            control.check_memory(bytes as u64)?;
            self.values.resize_with(table(stages, 0), Vec::new);
            for values in &mut self.values {
                values.resize(1 << next, [0; 4]);
            }
            // With three stones or fewer the game is over, and nothing more is won.
            if next > OVER {
                control.say(|| format!("all palisades of {next} stones"));
                let graph = Graph::of(next, readings.pair, bytes, control)?;
                for scoreless in (0..stages).rev() {
                    for left in 0..=ACTIONS {
                        self.fill(&graph, scoreless, left, readings, control)?;
                    }
                }
            }
            self.stones = next;
        }
        Ok(())
    }

    /// Fills the table of turns without a point and actions left for all palisades of a graph.
    fn fill(
        &mut self,
        graph: &Graph,
        scoreless: usize,
        left: usize,
        readings: Readings,
        control: &Control,
    ) -> Result<(), Stop> {
        let index = table(scoreless, left);
        let mut own = std::mem::take(&mut self.values[index]);
        let mut start = 0;
        let mut stopped = Ok(());
        for (number, &(code, end)) in graph.palisades.iter().enumerate() {
            if number.is_multiple_of(4096) {
                stopped = control.check();
                if stopped.is_err() {
                    break;
                }
            }
            let lanes = if left == 0 {
                self.ended(code, scoreless, readings)
            } else {
                self.acting(code, &graph.after[start..end], scoreless, left)
            };
            start = end;
            own[code as usize] = lanes;
            own[mirrored(code) as usize] = lanes;
        }
        self.values[index] = own;
        stopped
    }

    /// The best that an action can lead to; palisades of fewer stones are those after a point.
    fn acting(&self, code: Code, after: &[Code], scoreless: usize, left: usize) -> Lanes {
        let quiet = &self.values[table(scoreless, left - 1)];
        let scored = &self.values[table(0, left - 1)];
        let (fewer, same) = after.split_at(after.partition_point(|&c| c.ilog2() < code.ilog2()));
        let mut won = [i8::MIN; 4];
        for &after in fewer {
            most(&mut won, scored[after as usize]);
        }
        let mut best = won.map(|value| value.saturating_add(1));
        for &after in same {
            most(&mut best, quiet[after as usize]);
        }
        best
    }

    /// At the end of the turn the other player's begins, unless the game is over by stalling.
    fn ended(&self, code: Code, scoreless: usize, readings: Readings) -> Lanes {
        if scoreless == usize::from(readings.stall_limit) {
            return [0; 4];
        }
        let next = |owes, other_owes| {
            let stage = Stage { scoreless: scoreless as u8 + 1, other_owes };
            let values =
                readings.lengths(owes).filter_map(|length| self.value(code, length, stage));
            -values.max().unwrap_or(0)
        };
        [next(false, false), next(false, true), next(true, false), next(true, true)]
    }

    /// The best with as many actions in this turn as `length` says, if the palisade is in the
    /// tables.
    pub(super) fn value(&self, code: Code, length: Length, stage: Stage) -> Option<i8> {
        let table = self.values.get(table(usize::from(stage.scoreless), length.actions.into()))?;
        let lanes = table.get(code as usize)?;
        Some(lanes[2 * usize::from(stage.other_owes) + usize::from(length.borrowed)])
    }

    /// Positions in the tables at the beginnings of turns: palisades by debts and turns without a
    /// point.
    pub(super) fn positions(stones: usize, readings: Readings) -> u64 {
        let palisades = (1u64 << stones) - (1 << OVER.min(stones));
        palisades * 4 * u64::from(readings.stall_limit)
    }
}
