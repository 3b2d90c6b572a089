//! A bidirectional search, which finds the fewest moves from both ends, one move at a time.
//!
//! Each side knows all positions within some number of moves of its end. Within one level of moves, positions
//! are handled in the order of their jumps, so that all pegs that can have made the last move to a position
//! are known before that move is continued; afterwards only one of these pegs is kept. After its first `a`
//! moves, a line of `a + b` moves is in a position that one side knows within `a` moves and the other within
//! `b` moves. So as long as the sides have no position in common, there is no such line, and the first common
//! position gives the fewest moves.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use crate::fewest::last_moves::{meet, meet_by_one};
use crate::fewest::side::{Ends, Side};
use crate::fewest::spread::{Growth, grow};
use crate::{bounds::Bounds, bounds::counts::Counts};
use crate::{levels::walk::line_through, space::MoveTables};
use crate::{store::bitmap::Bitmap, store::layout::Layout};
use soliter_base::control::{Control, Stop};
use soliter_base::wording::counted;
use soliter_boards::{board::position::Position, line::Line, puzzle::Finish};
use soliter_boards::{bounds::class, bounds::regions::Regions};

/// The last two moves can be searched with one bit for every position of the class. That is worthwhile if
/// there are at most this many bits for each known position ...
const BITS_A_POSITION: u64 = 2048;
/// ... and if they take at most this many bytes; beyond that, another level in tables is faster.
const MOST_BITS: u64 = 128 << 20;

/// The growth of one side is abandoned if it reaches this many times as many positions as the growth of the other
/// side is expected to reach. On a large open board, the backward frontier of a few pegs is often a thousand times
/// as large as the forward one.
const MULTIPLE: u128 = 16;
/// A growth that reaches no more positions than this is never abandoned.
const ALWAYS: u128 = 1_000_000;

pub(crate) enum Outcome {
    /// The sides met on this line with the fewest moves.
    Met(Line),
    /// No line is within the limit.
    None,
    /// More positions are known than the number at which to pause.
    Paused,
}

pub(crate) struct ByMoves<'a> {
    space: &'a MoveTables<'a>,
    pub(crate) bounds: Bounds<'a>,
    /// Whether all positions of the search lie in one class, so that a bitmap can have one bit for each.
    one_class: bool,
    /// The number of positions that were stored as single bits.
    in_bits: u64,
    pub(crate) sides: [Side<'a>; 2],
    /// Other searches have proved that no line has fewer moves.
    pub(crate) proved: u32,
    /// The bytes that other searches hold at the same time. They count towards the memory limit.
    pub(crate) other_bytes: u64,
    control: &'a Control,
}

impl<'a> ByMoves<'a> {
    /// A search between the start and the finishes. The counts are given forwards and backwards.
    pub(crate) fn new(
        space: &'a MoveTables<'a>,
        regions: &'a Regions,
        finishes: Ends<'_>,
        counts: [Counts; 2],
        control: &'a Control,
    ) -> Self {
        let (board, start) = (space.puzzle.board(), space.puzzle.start());
        let markings = class::markings(board);
        let odd = |end: u64| markings.iter().map(move |m| class::is_odd(m, &Position::from(end)));
        let (one_class, has_one_class) = match finishes {
            Ends::Listed(all) => {
                let one_class = all.iter().all(|&end| odd(end).eq(odd(start.word())));
                (one_class, one_class)
            }
            // The finishes lie in many classes, but the tables hold only positions that can be reached from
            // the start.
            Ends::Unlisted(_) => (false, true),
        };
        let layout = Arc::new(Layout::new(board, has_one_class.then_some(start)));
        let sides = [
            Side::new(space, Arc::clone(&layout), Ends::Listed(&[start.word()]), true),
            Side::new(space, layout, finishes, false),
        ];
        let bounds = Bounds { counts, ..Bounds::new(regions) };
        Self { space, bounds, one_class, in_bits: 0, sides, proved: 0, other_bytes: 0, control }
    }

    /// Chooses the resource counts that prune positions from now on; there are none if the finish allows
    /// several positions.
    pub(crate) fn choose_counts(&mut self) -> Result<(), Stop> {
        let Finish::Exactly(finish) = self.space.puzzle.finish() else { return Ok(()) };
        for (side, counts) in self.sides.iter().zip(&mut self.bounds.counts) {
            let sample = side.sample();
            *counts = Counts::choose(
                self.space,
                std::slice::from_ref(finish),
                side.forward,
                &sample,
                self.control,
            )?;
        }
        Ok(())
    }

    /// Whether there may be lines with more moves than the limit.
    pub(crate) fn is_cut(&self) -> bool {
        self.bounds.cut.load(Relaxed) || self.sides.iter().all(|side| side.frontier_len() > 0)
    }

    /// It is proved that every line has at least this many moves.
    pub(crate) fn lower_bound(&self) -> usize {
        self.next_level().max(self.proved) as usize
    }

    /// The number of moves of a line on which the sides meet when one of them makes one more move.
    fn next_level(&self) -> u32 {
        self.sides[0].moves + self.sides[1].moves + 1
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.sides.iter().map(Side::bytes).sum()
    }

    pub(crate) fn positions(&self) -> u64 {
        self.sides.iter().map(Side::positions).sum::<u64>() + self.in_bits
    }

    /// Looks for a line with the fewest moves until more than `pause` positions are known.
    pub(crate) fn run(&mut self, pause: u64) -> Result<Outcome, Stop> {
        loop {
            if self.bounds.limit.is_some_and(|limit| self.next_level() > limit) {
                return Ok(Outcome::None);
            }
            let sizes = [0, 1].map(|n: usize| self.sides[n].frontier_len());
            if sizes.contains(&0) {
                return Ok(Outcome::None);
            }
            let (bound, known) = (self.lower_bound(), self.positions());
            self.control.report_progress(|| {
                let [ahead, behind] = self.sides.each_ref().map(Side::outlook);
                format!(
                    "search: at least {}; {ahead} ahead, {behind} behind",
                    counted(bound, "move")
                )
            });
            if self.bounds.limit == Some(self.next_level() + 1)
                && let Some(end) = self.last_moves(known)?
            {
                return Ok(end);
            }
            if self.bounds.limit == Some(self.next_level()) {
                self.sides.iter_mut().for_each(Side::drop_batches);
                let meeting = meet_by_one(&self.sides, &self.bounds, self.control)?;
                return self.outcome(meeting);
            }
            if known > pause {
                self.sides.iter_mut().for_each(Side::drop_batches);
                return Ok(Outcome::Paused);
            }
            let [ahead, behind] = &mut self.sides;
            let back = behind.predicted() < ahead.predicted();
            let (side, other) = if back { (behind, ahead) } else { (ahead, behind) };
            other.drop_batches();
            let elsewhere = self.other_bytes + other.bytes();
            let most = other.predicted().saturating_mul(MULTIPLE).max(ALWAYS);
            let most =
                if other.can_grow() { most.min(usize::MAX as u128) } else { usize::MAX as u128 };
            let grown =
                grow(side, &self.bounds, self.control, Some(other), elsewhere, most as usize)?;
            if let Growth::Met(position) = grown {
                return self.outcome(Some(position));
            }
        }
    }

    /// The outcome if the limit leaves only two more moves; `None` if the bits take too much memory.
    fn last_moves(&mut self, known: u64) -> Result<Option<Outcome>, Stop> {
        let board = self.space.puzzle.board();
        let (Some(bytes), true) = (Bitmap::bytes(board), self.one_class) else { return Ok(None) };
        if bytes > MOST_BITS || known * BITS_A_POSITION < bytes * 8 {
            return Ok(None);
        }
        // Here both sides make a move, which is far more work than two moves of one side if one of the sides
        // explodes.
        if self.sides.iter().any(|side| side.abandoned_at > 0) {
            return Ok(None);
        }
        self.sides.iter_mut().for_each(Side::drop_batches);
        if self.control.check_memory(self.other_bytes + self.bytes() + bytes).is_err() {
            return Ok(None);
        }
        let (meeting, positions) = meet(&self.sides, board, &self.bounds, self.control)?;
        self.in_bits += positions;
        self.outcome(meeting).map(Some)
    }

    /// The outcome for a position that both sides reach, or for no common position.
    fn outcome(&self, meeting: Option<u64>) -> Result<Outcome, Stop> {
        let Some(position) = meeting else { return Ok(Outcome::None) };
        let jumps = |n: usize| self.sides[n].jumps_to(position, u64::MAX, self.control);
        Ok(Outcome::Met(line_through(jumps(0)?, jumps(1)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{levels::finishes::finishes, tests::puzzle};

    /// On the French board, the sides take few bytes for each position.
    #[test]
    fn sides_take_few_bytes_a_position() {
        let text = "model = 'french'\nstart = { all_but = ['46'] }\nfinish = ['45']";
        let puzzle = puzzle(text);
        let space = MoveTables::new(&puzzle).expect("a space");
        let regions = Regions::new(puzzle.board(), puzzle.start(), puzzle.finish());
        let control = Control::default();
        let none = [Counts::none(), Counts::none()];
        let ends = finishes(&puzzle, &control).expect("a list of holes");
        let mut search = ByMoves::new(&space, &regions, Ends::Listed(&ends), none, &control);
        search.bounds.limit = Some(18);
        assert!(matches!(search.run(600_000), Ok(Outcome::Paused)));
        search.sides.iter_mut().for_each(Side::drop_batches);
        let (bytes, positions) = (search.bytes(), search.positions());
        assert!(bytes <= 8 * positions, "{bytes} bytes for {positions} positions");
    }
}
