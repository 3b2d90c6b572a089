//! Iterative deepening: decides under which limits on the number of moves to search, and in which order.
//!
//! First comes a quick attempt at a line of one move less than a beam has found. If that takes long, the
//! limit starts at the lower bound and is raised. A low limit prunes far more positions than a high one, the
//! bound is known whenever the search is stopped, and all limits together take little more time than the last
//! of them. When the bound comes near the best line, the last limit is one move below that line.

use crate::base::control::{Control, Stop};
use crate::peg::bounds::regions::Regions;
use crate::peg::line::Line;
use crate::peg::search::bounds::counts::Counts;
use crate::peg::search::fewest::beam::{Beam, FinishOnly, Target, beam};
use crate::peg::search::fewest::by_moves::{ByMoves, Outcome};
use crate::peg::search::space::Space;
use crate::peg::search::store::bitmap::Bitmap;
use crate::peg::search::store::table::Reach;

/// The number of known positions at which the quick attempt pauses for another beam, and the width of that
/// beam, both in units of the width of the first beam. With a first width of 10,000, a beam of width 30,000
/// runs once both sides together know 500,000 positions, and another one at 2.5 million. Resource counts are
/// chosen at the first pause; after the last pause the search counts as long.
///
/// The backward side knows everything within some number of moves of the finish, so a later beam has to hit
/// any of these positions instead of the finish itself, and the larger that side is, the better is the line
/// that it finds. A line that is one move shorter saves a whole level of moves of the search, and the last
/// level is as large as all before it together. A beam costs little in comparison: it keeps its width of
/// positions on each level of jumps, which is 31 times 30,000 against 500,000 known positions and the
/// millions in the level that it may save.
pub(crate) const STAGES: [(usize, usize); 2] = [(50, 3), (250, 3)];
/// The width of a beam in a long search is the number of known positions divided by this number ...
const POSITIONS_A_PLACE: usize = 150;
/// ... and another beam runs when this many times as many positions are known.
const FURTHER: u64 = 4;
/// If the bound is this near to the best line, the next limit is one move below that line.
///
/// Each limit takes 3 to 10 times as long as the one before, and only the last limit is needed for the proof.
/// So this saves the limits between, unless the best line is two moves too long.
const NEAR: usize = 2;
/// A search by levels of jumps is out of the question if one bit for each position takes more bytes than this.
pub(crate) const MOST_BITMAP_BYTES: u64 = 128 << 20;

/// What is known when a search ends without an answer.
pub(crate) enum Partial {
    /// A limit was reached.
    Stopped { line: Option<Line>, lower_bound: usize, stop: Stop },
    /// No beam has found a line. A search by levels of jumps finds out faster whether there is one.
    NoLine { lower_bound: usize },
}

/// The settings of a search.
pub(crate) struct Setting<'a> {
    /// The positions that the backward side starts from.
    pub(crate) finishes: &'a [u64],
    /// The positions that the first beam keeps on each level of jumps.
    pub(crate) width: usize,
    pub(crate) control: &'a Control,
}

/// Finds a line of the fewest moves; `None` if there is no line. `positions` is set to the number of
/// positions kept.
pub(crate) fn ascend<R: Reach>(
    space: &Space<'_>,
    setting: &Setting<'_>,
    positions: &mut u64,
) -> Result<Option<Line>, Partial> {
    let puzzle = space.puzzle;
    let regions = Regions::new(&puzzle.board, puzzle.start, puzzle.finish);
    let lower_bound = (regions.ahead(puzzle.start.0).0 as usize).max(1);
    let mut ascent =
        Ascent { space, setting, regions: &regions, lower_bound, best: None, positions: 0 };
    let result = ascent.run::<R>();
    *positions = ascent.positions;
    let Ascent { best: line, lower_bound, .. } = ascent;
    match result {
        Ok(Outcome::Met(line)) => Ok(Some(line)),
        Ok(Outcome::None) => Ok(line),
        Ok(Outcome::Paused) => Err(Partial::NoLine { lower_bound }),
        Err(stop) => {
            let most = line.as_ref().map_or(usize::MAX, |line| line.moves().len());
            Err(Partial::Stopped { line, lower_bound: lower_bound.min(most), stop })
        }
    }
}

/// The state of the search.
struct Ascent<'a> {
    space: &'a Space<'a>,
    setting: &'a Setting<'a>,
    regions: &'a Regions,
    /// It is proved that every line has at least this many moves.
    lower_bound: usize,
    best: Option<Line>,
    positions: u64,
}

impl<'a> Ascent<'a> {
    /// Runs the whole search. The outcome is a line of the fewest moves, or `None` if the best line known has
    /// the fewest moves, or a pause if a search by levels of jumps is better.
    fn run<R: Reach>(&mut self) -> Result<Outcome, Stop> {
        let targets =
            FinishOnly { finish: self.space.puzzle.finish, expander: &self.space.forward };
        let first = self.beam::<R>(&Counts::none(), &targets, self.setting.width)?;
        self.positions = first.positions;
        if first.exact {
            return Ok(Outcome::None);
        }
        let mut search = self.search([Counts::none(), Counts::none()]);
        let end = self.quick::<R>(&mut search);
        self.positions = search.positions();
        self.lower_bound = self.lower_bound.max(search.lower_bound());
        match end? {
            Some(end) => Ok(end),
            None => self.climb::<R>(search),
        }
    }

    /// Looks for a line shorter than the best one; returns `None` if that takes long.
    fn quick<R: Reach>(&mut self, search: &mut ByMoves<'a>) -> Result<Option<Outcome>, Stop> {
        let width = self.setting.width;
        // A search by levels of jumps is fast if one bit for each position fits into memory.
        let has_levels = Bitmap::bytes(&self.space.puzzle.board).is_some_and(|bytes| {
            bytes <= MOST_BITMAP_BYTES.min(self.setting.control.memory_limit() / 4)
        });
        for (number, (pause, wider)) in STAGES.into_iter().enumerate() {
            if let Some(moves) = self.best_moves() {
                search.set_limit(moves - 1);
            }
            let end = search.run((pause * width) as u64)?;
            if !matches!(end, Outcome::Paused) {
                return Ok(Some(end));
            }
            if number == 0 {
                search.choose_counts()?;
            }
            self.beam::<R>(&search.counts()[0], &search.behind(), wider * width)?;
            if self.best.is_none() && has_levels {
                return Ok(Some(Outcome::Paused));
            }
        }
        Ok(None)
    }

    /// Raises the limit from the lower bound to the first limit that has a line, or to the best line known.
    /// If the last limit is one move below the best line, the search continues where the quick attempt has
    /// stopped.
    fn climb<R: Reach>(&mut self, quick: ByMoves<'a>) -> Result<Outcome, Stop> {
        let width = self.setting.width;
        let counts = quick.counts().clone();
        let mut quick = Some(quick);
        let mut beamed = (STAGES[1].0 * width) as u64;
        while self.best_moves().is_none_or(|moves| moves > self.lower_bound) {
            let mut limit = match self.best_moves() {
                Some(moves) if moves <= self.lower_bound + NEAR => moves - 1,
                _ => self.lower_bound,
            };
            let is_last = self.best_moves() == Some(limit + 1);
            let begun = if is_last { quick.take() } else { None };
            let mut search = begun.unwrap_or_else(|| self.search(counts.clone()));
            search.set_limit(limit);
            search.set_proved(self.lower_bound);
            search.set_other_bytes(quick.as_ref().map_or(0, ByMoves::bytes));
            let earlier = self.positions - search.positions();
            loop {
                let end = search.run(beamed * FURTHER);
                let known = search.positions();
                self.positions = earlier + known;
                let end = end?;
                if matches!(end, Outcome::Met(_)) {
                    return Ok(end);
                }
                if known > beamed {
                    beamed = known;
                    let wider = width.max(known as usize / POSITIONS_A_PLACE);
                    self.beam::<R>(&counts[0], &search.behind(), wider)?;
                }
                if matches!(end, Outcome::None) {
                    if !search.is_cut() {
                        // The limit pruned nothing, so there is no line at all, or none shorter.
                        return Ok(Outcome::None);
                    }
                    self.lower_bound = limit + 1;
                    break;
                }
                // A beam may have found a better line.
                match self.best_moves() {
                    Some(moves) if moves == self.lower_bound => break,
                    Some(moves) if moves <= limit => {
                        limit = moves - 1;
                        search.set_limit(limit);
                    }
                    _ => {}
                }
            }
        }
        Ok(Outcome::None)
    }

    /// A new search by moves.
    fn search(&self, counts: [Counts; 2]) -> ByMoves<'a> {
        let Setting { finishes, control, .. } = *self.setting;
        ByMoves::new(self.space, self.regions, finishes, counts, control)
    }

    /// Runs a beam search, and keeps its line if it is the best so far.
    fn beam<R: Reach>(
        &mut self,
        counts: &Counts,
        targets: &impl Target<R>,
        width: usize,
    ) -> Result<Beam, Stop> {
        let control = self.setting.control;
        let targets = std::slice::from_ref(targets);
        let mut found = beam(self.space, self.regions, counts, targets, width, control)?;
        let line = found.lines.pop().flatten();
        self.best = shorter(self.best.take(), line);
        Ok(found)
    }

    /// The number of moves of the best line.
    fn best_moves(&self) -> Option<usize> {
        self.best.as_ref().map(|line| line.moves().len())
    }
}

/// The line of fewer moves; the first one if both have as many.
pub(crate) fn shorter(first: Option<Line>, second: Option<Line>) -> Option<Line> {
    [first, second].into_iter().flatten().min_by_key(|line| line.moves().len())
}
