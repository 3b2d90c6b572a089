//! Exact values of all palisades up to a given number of stones, computed for one number of stones at a time.
//!
//! Swaps and splits keep the number of stones, and every point lowers it. While the number is constant, each
//! turn without a point brings the end by stalling nearer. So values are computed in this order: fewer stones
//! first; then positions after more turns without a point; then turns from end to beginning. A turn is never
//! searched as a sequence: for each number of remaining actions, a table has the best result from every
//! palisade.

use soliter_base::clock::Instant;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::actions::{Columns, Pair, Scratch, each_action};
use super::readings::{Length, OVER, Readings};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::{each_of, in_threads};

/// A palisade as a number: from left to right, a 1 and `h - 1` zeros for each column of `h` stones. The
/// palisades of `n` stones are the numbers of `n` bits.
type Code = u32;

/// The maximum number of stones of a palisade that has a code.
const MOST_CODED: usize = 31;

/// The number of palisades that a thread takes at once.
const JOB: u32 = 1 << 12;

/// The minimum factor by which one more stone raises the time, and the memory of the graph.
const GROWTH: f64 = 2.3;

const ACTIONS: usize = 4;

/// The four values of a palisade for the player to move, at index 2 * other + borrowed, where `other` is 1 if
/// the other player owes an action, and `borrowed` is 1 if the last action of this turn is borrowed. The
/// absolute values are at most the number of stones.
type Lanes = [i8; 4];

/// Values for the player to move, within turns.
#[derive(Debug, Default)]
pub(super) struct PalisadeTables {
    /// The tables contain all palisades up to this number of stones.
    pub(super) stones: usize,
    /// The first index is `s * (ACTIONS + 1) + a`, for `a` remaining actions of this turn, and `s`
    /// consecutive turns without a point if this turn ends without a further point. The second index is the
    /// palisade's code.
    values: Vec<Vec<Lanes>>,
    /// The cost of the largest number of stones so far: its time, and its memory in bytes in addition to the tables.
    cost: (Duration, u64),
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

/// The mirror image of a palisade.
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

/// A part of the graph of palisades with a given number of stones: the results of one action on each.
struct Part {
    /// One palisade of each pair of mirror images, each with the end of its list in `after`.
    palisades: Vec<(Code, usize)>,
    /// The results for each palisade, without repetitions and ascending, so that results after a point come first.
    after: Vec<Code>,
}

impl Part {
    fn of(codes: std::ops::Range<Code>, pair: Pair) -> Self {
        let mut part = Self { palisades: Vec::new(), after: Vec::new() };
        let mut scratch = Scratch::default();
        let (mut columns, mut after) = (Columns::new(), Vec::new());
        for palisade in codes.filter(|&palisade| mirrored(palisade) >= palisade) {
            decode(palisade, &mut columns);
            each_action(&columns, pair, &mut scratch, |_, columns| after.push(code(columns)));
            after.sort_unstable();
            after.dedup();
            part.after.append(&mut after);
            part.palisades.push((palisade, part.after.len()));
        }
        part.after.shrink_to_fit();
        part
    }

    fn bytes(&self) -> u64 {
        (size_of_val(&self.after[..]) + 2 * size_of_val(&self.palisades[..])) as u64
    }
}

/// All palisades with a given number of stones, and the bytes of the graph, given that the tables take `taken` bytes.
fn graph(
    stones: usize,
    pair: Pair,
    taken: u64,
    control: &Control,
) -> Result<(Vec<Part>, u64), Stop> {
    let (first, end): (Code, Code) = (1 << (stones - 1), 1 << stones);
    let bytes = AtomicU64::new(0);
    let part = |start: Code| {
        control.check()?;
        let part = Part::of(start..end.min(start + JOB), pair);
        let all = bytes.fetch_add(part.bytes(), Relaxed) + part.bytes();
        control.check_memory(taken + all)?;
        Ok(part)
    };
    let starts: Vec<Code> = (first..end).step_by(JOB as usize).collect();
    let parts = each_of(starts, |_, start| part(start)).into_iter();
    let parts = parts.collect::<Result<Vec<Part>, Stop>>()?;
    Ok((parts, bytes.into_inner()))
}

impl PalisadeTables {
    /// Adds all palisades up to `stones` stones. Completed numbers of stones are kept if a limit is reached.
    pub(super) fn grow(
        &mut self,
        stones: usize,
        readings: Readings,
        control: &Control,
    ) -> Result<(), Stop> {
        if stones > MOST_CODED {
            return Err(Stop::Memory);
        }
        control.check_memory(Self::bytes(stones, readings))?;
        while self.stones < stones {
            in_threads(control, || self.grow_by_one(readings, control))?;
        }
        Ok(())
    }

    /// The bytes of the tables for this number of stones, and of the buffers to fill one table.
    fn bytes(stones: usize, readings: Readings) -> u64 {
        let tables = (usize::from(readings.stall_limit) + 1) * (ACTIONS + 1) + 1;
        (tables * size_of::<Lanes>()) as u64 * (1 << stones)
    }

    /// Adds all palisades with one more stone, if time and memory are likely to suffice.
    fn grow_by_one(&mut self, readings: Readings, control: &Control) -> Result<(), Stop> {
        let clock = Instant::now();
        let stages = usize::from(readings.stall_limit) + 1;
        let next = (self.stones + 1).max(OVER);
        let bytes = Self::bytes(next, readings);
        let (time, beside) = self.cost;
        control.check_memory(bytes + (beside as f64 * GROWTH) as u64)?;
        if control.time_left().is_some_and(|left| left < time.mul_f64(GROWTH)) {
            return Err(Stop::Time);
        }
        self.values.resize_with(table(stages, 0), Vec::new);
        for values in &mut self.values {
            // Reserves no more memory than needed.
            values.reserve_exact((1 << next) - values.len());
            values.resize(1 << next, [0; 4]);
        }
        // With three stones or fewer, the game is over, and no more points can be won.
        if next > OVER {
            control.report_progress(|| format!("all palisades of {next} stones"));
            let (parts, beside) = graph(next, readings.pair, bytes, control)?;
            for scoreless in (0..stages).rev() {
                for left in 0..=ACTIONS {
                    self.fill(&parts, scoreless, left, readings, control)?;
                }
            }
            self.cost = (clock.elapsed(), beside);
        }
        self.stones = next;
        Ok(())
    }

    /// Fills the table for one number of turns without a point and of remaining actions, for all palisades of
    /// a graph.
    fn fill(
        &mut self,
        parts: &[Part],
        scoreless: usize,
        left: usize,
        readings: Readings,
        control: &Control,
    ) -> Result<(), Stop> {
        let one = |part: &Part| {
            control.check()?;
            let mut start = 0;
            let lanes = part.palisades.iter().map(|&(code, end)| {
                let after = &part.after[std::mem::replace(&mut start, end)..end];
                if left == 0 {
                    self.ended(code, scoreless, readings)
                } else {
                    self.acting(code, after, scoreless, left)
                }
            });
            Ok(lanes.collect())
        };
        let found = each_of(parts, |_, part| one(part)).into_iter();
        let found = found.collect::<Result<Vec<Vec<Lanes>>, Stop>>()?;
        let own = &mut self.values[table(scoreless, left)];
        for (part, lanes) in parts.iter().zip(found) {
            for (&(code, _), lanes) in part.palisades.iter().zip(lanes) {
                own[code as usize] = lanes;
                own[mirrored(code) as usize] = lanes;
            }
        }
        Ok(())
    }

    /// The best result of an action. Palisades with fewer stones are results after a point.
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

    /// The values at the end of a turn: the opponent's turn begins, unless stalling ends the game.
    fn ended(&self, code: Code, scoreless: usize, readings: Readings) -> Lanes {
        if scoreless == usize::from(readings.stall_limit) {
            return [0; 4];
        }
        let next = |owes, other_owes| {
            let lengths = readings.lengths(owes);
            let values = lengths.filter_map(|one| self.value(code, one, scoreless + 1, other_owes));
            -values.max().unwrap_or(0)
        };
        [next(false, false), next(false, true), next(true, false), next(true, true)]
    }

    /// The best result of a turn of this length, if the tables contain the palisade. `scoreless` is the
    /// number of consecutive turns without a point if this turn ends without a further point; 0 after a
    /// point.
    pub(super) fn value(
        &self,
        code: Code,
        length: Length,
        scoreless: usize,
        other_owes: bool,
    ) -> Option<i8> {
        let lanes = self.values.get(table(scoreless, length.actions.into()))?.get(code as usize)?;
        Some(lanes[2 * usize::from(other_owes) + usize::from(length.borrowed)])
    }

    /// The number of positions at the start of a turn: palisades, debts, and turns without a point.
    pub(super) fn positions(stones: usize, readings: Readings) -> u64 {
        let palisades = (1u64 << stones) - (1 << OVER.min(stones));
        palisades * 4 * u64::from(readings.stall_limit)
    }
}
