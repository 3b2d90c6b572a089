//! Iterative deepening: chooses the limits on the number of moves under which to search, and their order.
//!
//! First comes a quick attempt to find a line one move shorter than the beam's. If that takes long, the limit
//! starts at the lower bound and is raised. A low limit prunes far more positions than a high one, a lower
//! bound is known whenever the search is stopped, and all limits together take little more time than the last
//! of them. When the bound comes near the length of the best line, the last limit is one move below that
//! length.

use crate::count::lines::list;
use crate::fewest::beam::{Aim, Beam, beam};
use crate::fewest::by_moves::{ByMoves, Outcome};
use crate::levels::finale::Finale;
use crate::levels::solutions::{Unfinished, solution_levels_within};
use crate::{bounds::counts::Counts, space::MoveTables};
use crate::{fewest::StopAt, fewest::side::Ends};
use crate::{store::bitmap::Bitmap, store::table::Reach};
use soliter_base::control::{Control, Stop};
use soliter_boards::{bounds::regions::Regions, line::Line};

/// The number of known positions at which the quick attempt pauses for another beam, and the width of that
/// beam, both in units of the width of the first beam. With a first width of 10,000, a beam of width 30,000
/// runs once both sides together know 500,000 positions, and another one at 2.5 million. Resource counts are
/// chosen at the first pause; after the last pause, the attempt counts as long.
///
/// A later beam has to reach any position of the backward side instead of the finish itself, so the larger that
/// side is, the better is the line. A line that is one move shorter saves a whole level of the search, and the
/// last level is as large as all levels before it together. A beam costs little in comparison: its width on
/// each level of jumps, which is 31 times 30,000 against 500,000 known positions and the millions that it may
/// save.
pub(crate) const STAGES: [(usize, usize); 2] = [(50, 3), (250, 3)];
/// In a long search, a beam is as wide as the number of known positions divided by this number ...
const POSITIONS_A_PLACE: usize = 150;
/// ... and another beam runs whenever the number of known positions has grown by this factor.
const FURTHER: u64 = 4;
/// Before the search by moves, a search by levels of jumps may reach these numbers of positions, in units of the width
/// of the first beam. The second number applies only if it is expected to be enough. This answers puzzles with few
/// positions on one side, such as those with few pegs on a large open board.
const LEVELS: [usize; 2] = [5, 40];
/// A trial beam is narrower by this factor.
const NARROW: usize = 5;
/// The number of positions of the finale that guides beams when the first beam has found no line.
const FINALE: usize = 200_000;
/// If the bound is this close to the length of the best line, the next limit is one move below that length.
///
/// Each limit takes 3 to 10 times as long as the one before, and only the last limit is needed for the proof.
/// So this saves the limits in between, unless the best line is two moves too long ...
const NEAR: usize = 2;
/// ... or the last limit has taken this many times as many positions as the one before. Then another limit costs little
/// in comparison with the last one, and a limit that is one move too high costs much.
const STEEP: u64 = 16;
/// A search by levels of jumps is not tried if one bit for each position takes more bytes than this.
pub(crate) const MOST_BITMAP_BYTES: u64 = 128 << 20;

/// The best line, and the bounds proved for the fewest moves.
pub(crate) struct Best {
    pub(crate) line: Option<Line>,
    /// Every line has at least this many moves.
    pub(crate) lower_bound: usize,
    pub(crate) positions: u64,
}

impl Best {
    fn moves(&self) -> Option<usize> {
        self.line.as_ref().map(|line| line.moves().len())
    }
}

/// Searches between the start and the finishes, with a first beam that keeps `width` positions on each level of
/// jumps.
pub(crate) fn iterative_deepening<R: Reach>(
    space: &MoveTables<'_>,
    finishes: Ends<'_>,
    width: usize,
    stop_at: StopAt,
    control: &Control,
    best: &mut Best,
) -> Result<Ascended, Stop> {
    let puzzle = space.puzzle;
    let regions = Regions::new(puzzle.board(), puzzle.start(), puzzle.finish());
    best.lower_bound = (regions.ahead(puzzle.start().word()).0 as usize).max(1);
    let mut ascent = Ascent {
        space,
        finishes,
        width,
        stop_at,
        control,
        regions: &regions,
        best,
        expected_levels: 0.0,
        finale: None,
    };
    let mut search = ascent.search([Counts::none(), Counts::none()]);
    let narrow = ascent.beam::<R>(&Counts::none(), &search, width / NARROW, true)?;
    if narrow.exact {
        ascent.best.positions = narrow.positions;
        return Ok(Ascended::Proved);
    }
    for most in LEVELS {
        if ascent.levels::<R>(most * width)? {
            return Ok(Ascended::Proved);
        }
    }
    // A narrow beam is enough if very many positions are finishes.
    let first_width = if matches!(finishes, Ends::Unlisted(_)) { width / NARROW } else { width };
    let first = ascent.beam::<R>(&Counts::none(), &search, first_width, false)?;
    ascent.best.positions = first.positions;
    if first.exact {
        return Ok(Ascended::Proved);
    }
    if let (None, Ends::Listed(listed)) = (&ascent.best.line, finishes) {
        ascent.finale = Some(Finale::new(space, listed, FINALE, control)?);
        for width in [width / NARROW, width] {
            if ascent.best.line.is_none() {
                ascent.beam::<R>(&Counts::none(), &search, width, false)?;
            }
        }
    }
    let end = ascent.quick::<R>(&mut search);
    ascent.best.positions = search.positions();
    ascent.best.lower_bound = ascent.best.lower_bound.max(search.lower_bound());
    let end = match end? {
        Some(end) => end,
        None => ascent.raise_bound::<R>(search)?,
    };
    Ok(match end {
        End::Proved | End::ByMoves(Outcome::None) => Ascended::Proved,
        End::ByMoves(Outcome::Paused) => Ascended::WithoutLine,
        End::ByMoves(Outcome::Met(line)) => {
            ascent.best.line = Some(line);
            Ascended::Proved
        }
        End::LastLimit => Ascended::ToLastBound,
    })
}

/// The result of [`iterative_deepening`].
pub(crate) enum Ascended {
    /// It is proved that the best line has the fewest moves, or that there is no line.
    Proved,
    /// No beam has found a line, and a search by levels of jumps finds out faster whether there is one.
    WithoutLine,
    /// It remains to be proved that there is no line with one move fewer than the best.
    ToLastBound,
}

/// How a search has ended.
enum End {
    /// The search by moves has ended.
    ByMoves(Outcome),
    /// A search by levels of jumps has proved that the best line has the fewest moves, or that there is none.
    Proved,
    /// The last limit is left to the caller.
    LastLimit,
}

struct Ascent<'a> {
    space: &'a MoveTables<'a>,
    finishes: Ends<'a>,
    width: usize,
    stop_at: StopAt,
    control: &'a Control,
    regions: &'a Regions,
    best: &'a mut Best,
    /// The number of positions that a search by levels of jumps is expected to reach, at least.
    expected_levels: f64,
    /// Guides beams to a finish as long as none has found a line.
    finale: Option<Finale>,
}

impl<'a> Ascent<'a> {
    /// Searches by levels of jumps, unless it is expected to reach more than `most` positions. Returns whether it is
    /// proved that the best line has the fewest moves, or that there is none.
    fn levels<R: Reach>(&mut self, most: usize) -> Result<bool, Stop> {
        if self.expected_levels > most as f64 {
            return Ok(false);
        }
        match solution_levels_within(self.space, most, self.control) {
            Ok((levels, examined)) => {
                let mut lines = list::<R>(self.space, levels, 1, true, self.control)?;
                self.best.line = lines.pop();
                self.best.positions += examined;
                Ok(true)
            }
            Err(Unfinished::Larger(expected)) => {
                self.expected_levels = expected;
                Ok(false)
            }
            Err(Unfinished::Stopped(stop)) => Err(stop),
        }
    }

    /// Looks for a line shorter than the best one. Returns `None` if that takes long, or a pause if a search by
    /// levels of jumps without a limit is better.
    fn quick<R: Reach>(&mut self, search: &mut ByMoves<'a>) -> Result<Option<End>, Stop> {
        // A search by levels of jumps is fast if one bit for each position fits into memory.
        let has_levels = matches!(self.finishes, Ends::Listed(_))
            && Bitmap::bytes(self.space.puzzle.board()).is_some_and(|bytes| {
                bytes <= MOST_BITMAP_BYTES.min(self.control.memory_limit() / 4)
            });
        for (number, (pause, wider)) in STAGES.into_iter().enumerate() {
            if let Some(moves) = self.best.moves() {
                search.bounds.limit = Some(moves as u32 - 1);
            }
            let end = search.run((pause * self.width) as u64)?;
            if !matches!(end, Outcome::Paused) {
                return Ok(Some(End::ByMoves(end)));
            }
            if self.levels::<R>(2 * pause * self.width)? {
                return Ok(Some(End::Proved));
            }
            if number == 0 {
                search.choose_counts()?;
            }
            self.beam::<R>(&search.bounds.counts[0], search, wider * self.width, false)?;
            if self.best.line.is_none() && has_levels {
                return Ok(Some(End::ByMoves(Outcome::Paused)));
            }
        }
        Ok(None)
    }

    /// Raises the limit from the lower bound to the first limit within which there is a line, or up to the
    /// best line known. A search for a line one move shorter than the best continues where the quick attempt
    /// has stopped.
    fn raise_bound<R: Reach>(&mut self, quick: ByMoves<'a>) -> Result<End, Stop> {
        let counts = quick.bounds.counts.clone();
        let mut quick = Some(quick);
        let mut beamed = (STAGES[1].0 * self.width) as u64;
        // The positions known at the end of the last limit, and at the end of the one before.
        let mut known_within = [0, 0];
        while self.best.moves().is_none_or(|moves| moves > self.best.lower_bound) {
            let lower_bound = self.best.lower_bound;
            let is_steep = known_within[0] > STEEP * known_within[1].max(1);
            if is_steep {
                // The quick attempt began with a higher limit and without resource counts.
                quick = None;
            }
            let mut limit = match self.best.moves() {
                Some(moves) if moves <= lower_bound + NEAR && !is_steep => moves - 1,
                _ => lower_bound,
            };
            let is_last = self.best.moves() == Some(limit + 1);
            let begun = if is_last { quick.take() } else { None };
            let mut search = begun.unwrap_or_else(|| self.search(counts.clone()));
            search.bounds.limit = Some(limit as u32);
            search.proved = lower_bound as u32;
            search.other_bytes = quick.as_ref().map_or(0, ByMoves::bytes);
            let earlier = self.best.positions - search.positions();
            loop {
                if self.stop_at == StopAt::BeforeLastBound && self.best.moves() == Some(limit + 1) {
                    return Ok(End::LastLimit);
                }
                let end = search.run(beamed * FURTHER);
                let known = search.positions();
                self.best.positions = earlier + known;
                let end = end?;
                if matches!(end, Outcome::Met(_)) {
                    return Ok(End::ByMoves(end));
                }
                if known > beamed {
                    if self.levels::<R>(known as usize)? {
                        return Ok(End::Proved);
                    }
                    beamed = known;
                    let wider = self.width.max(known as usize / POSITIONS_A_PLACE);
                    self.beam::<R>(&counts[0], &search, wider, false)?;
                }
                if matches!(end, Outcome::None) {
                    if !search.is_cut() {
                        // The limit pruned nothing, so there is no line at all, or no shorter one.
                        return Ok(End::ByMoves(Outcome::None));
                    }
                    self.best.lower_bound = limit + 1;
                    known_within = [known, known_within[0]];
                    break;
                }
                // A beam may have found a better line.
                match self.best.moves() {
                    Some(moves) if moves == lower_bound => break,
                    Some(moves) if moves <= limit => {
                        limit = moves - 1;
                        search.bounds.limit = Some(limit as u32);
                    }
                    _ => {}
                }
            }
        }
        Ok(End::Proved)
    }

    fn search(&self, counts: [Counts; 2]) -> ByMoves<'a> {
        ByMoves::new(self.space, self.regions, self.finishes, counts, self.control)
    }

    /// Runs a beam search to the backward side of a search, and keeps its line if it is the best so far.
    fn beam<R: Reach>(
        &mut self,
        counts: &Counts,
        search: &ByMoves<'_>,
        width: usize,
        exactly: bool,
    ) -> Result<Beam, Stop> {
        let sides = [&search.sides[1]];
        let aim = Aim { sides: &sides, finale: self.finale.as_ref(), exactly };
        let mut found =
            beam::<R>(self.space, self.regions, counts, aim, width.max(1), self.control)?;
        self.best.line = shorter(self.best.line.take(), found.lines.pop().flatten());
        if let Some(moves) = self.best.moves() {
            self.control.note_moves(moves);
            self.finale = None;
        }
        Ok(found)
    }
}

/// The line with fewer moves; the first one if they have equally many.
pub(crate) fn shorter(first: Option<Line>, second: Option<Line>) -> Option<Line> {
    [first, second].into_iter().flatten().min_by_key(|line| line.moves().len())
}
