//! Positions by jump level: all that can be reached, and those that lie on solutions.

use crate::board::Board;
use crate::control::{Control, Stop};
use crate::search::bitmap::{Bitmap, PARTS};
use crate::search::expand::{Expander, Wanted};

/// Positions that are expanded between looks at the limits.
const BLOCK: usize = 4096;
/// Positions of one part of the bits that are looked up together.
const RIPE: usize = 1 << 15;

/// Positions after the same number of jumps, each the least of its images, without repetition.
pub(super) type Level = Vec<u64>;

/// Tells new positions from old ones, by a bit each where that fits the memory, by sorting else.
pub(super) struct Seen {
    bits: Option<Bitmap>,
}

impl Seen {
    /// Takes up to a quarter of the memory limit for bits. All positions must lie in one class.
    pub(super) fn new(board: &Board, control: &Control) -> Self {
        let fits = |bytes: &u64| *bytes <= control.memory_limit() / 4;
        Self { bits: Bitmap::bytes(board).filter(fits).map(|_| Bitmap::new(board)) }
    }

    /// The positions one leap from those of a level. Other levels take `used` positions.
    pub(super) fn successors<const LANES: usize>(
        &mut self,
        expander: &Expander<LANES>,
        level: &Level,
        used: usize,
        control: &Control,
    ) -> Result<Level, Stop> {
        let mut next = Level::new();
        // Successors wait in the part of the bits where they will be looked up, and are looked up
        // many at a time: a look at random would miss the cache.
        let mut waiting: Vec<Level> = vec![Level::new(); PARTS];
        let mut sorted_at = 1 << 16;
        let blocks = level.chunks(BLOCK);
        let last = blocks.len();
        for (number, block) in blocks.enumerate() {
            control.check()?;
            for &position in block {
                expander.successors(position, 0, Wanted::Every, |successor| {
                    let successor = successor.position;
                    match &self.bits {
                        Some(bits) => waiting[bits.part(successor)].push(successor),
                        None => next.push(successor),
                    }
                });
            }
            if let Some(bits) = &mut self.bits {
                let ripe = if number + 1 == last { 1 } else { RIPE };
                for part in waiting.iter_mut().filter(|part| part.len() >= ripe) {
                    next.extend(part.drain(..).filter(|&position| bits.insert(position)));
                }
            } else if next.len() > sorted_at {
                sort(&mut next);
                sorted_at = sorted_at.max(2 * next.len());
            }
            let lists = used + 2 * next.capacity().max(next.len()) + PARTS * 2 * RIPE;
            control.check_memory((lists * size_of::<u64>()) as u64 + self.bytes())?;
        }
        if self.bits.is_none() {
            sort(&mut next);
        }
        Ok(next)
    }

    /// Bytes of the bits.
    pub(super) fn bytes(&self) -> u64 {
        self.bits.as_ref().map_or(0, Bitmap::heap_bytes)
    }
}

impl Seen {
    /// Takes positions as seen.
    pub(super) fn insert_all(&mut self, level: &Level) {
        if let Some(bits) = &mut self.bits {
            for &position in level {
                bits.insert(position);
            }
        }
    }

    /// All positions seen, if they are kept as bits.
    pub(super) fn into_bits(self) -> Option<Bitmap> {
        self.bits
    }
}

/// Sorts a level and drops repetitions.
pub(super) fn sort(level: &mut Level) {
    level.sort_unstable();
    level.dedup();
}

/// The positions of both sorted levels.
pub(super) fn common(a: &Level, b: &Level) -> Level {
    let mut rest = b.iter().peekable();
    let mut both = Level::new();
    for &position in a {
        while rest.next_if(|&&other| other < position).is_some() {}
        if rest.peek() == Some(&&position) {
            both.push(position);
        }
    }
    both
}

/// All positions on solutions, by jump level, each level sorted. Empty if there is no solution.
pub(super) fn on_solutions<const LANES: usize>(
    board: &Board,
    [forward, backward]: [&Expander<LANES>; 2],
    start: u64,
    finishes: &[u64],
    jumps: usize,
    control: &Control,
) -> Result<Vec<Level>, Stop> {
    let mut sides: [Vec<Level>; 2] = [vec![vec![forward.least(start)]], vec![Level::new()]];
    sides[1][0] = finishes.iter().map(|&finish| backward.least(finish)).collect();
    sort(&mut sides[1][0]);
    let size = |sides: &[Vec<Level>; 2]| sides.iter().flatten().map(Vec::len).sum::<usize>();
    {
        let mut seen = [Seen::new(board, control), Seen::new(board, control)];
        while sides[0].len() + sides[1].len() < jumps + 2 {
            let frontier = [0, 1].map(|n: usize| sides[n][sides[n].len() - 1].len());
            if frontier.contains(&0) {
                return Ok(Vec::new());
            }
            let which = usize::from(frontier[1] < frontier[0]);
            let (depth, count) = (sides[which].len(), frontier[which]);
            control.say(|| format!("levels: jump {depth} of {jumps}, from {count} positions"));
            let expander = [forward, backward][which];
            // The other side's bits count too.
            let used = size(&sides) + (seen[1 - which].bytes() / 8) as usize;
            let level = &sides[which][depth - 1];
            let next = seen[which].successors(expander, level, used, control)?;
            sides[which].push(next);
        }
    }
    for level in sides.iter_mut().flatten() {
        level.sort_unstable();
    }
    let ends = [0, 1].map(|n: usize| sides[n].len() - 1);
    let met = common(&sides[0][ends[0]], &sides[1][ends[1]]);
    if met.is_empty() {
        return Ok(Vec::new());
    }
    // Thin out: from the meeting level back to each end.
    for (which, undo) in [backward, forward].into_iter().enumerate() {
        let last = sides[which].len() - 1;
        sides[which][last].clone_from(&met);
        let mut seen = Seen::new(board, control);
        for depth in (0..last).rev() {
            let used = size(&sides);
            let later = &sides[which][depth + 1];
            let mut earlier = seen.successors(undo, later, used, control)?;
            earlier.sort_unstable();
            sides[which][depth] = common(&sides[which][depth], &earlier);
        }
    }
    let [mut all, mut rest] = sides;
    rest.pop();
    rest.reverse();
    all.append(&mut rest);
    Ok(all)
}
