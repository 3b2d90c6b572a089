//! Finds a way from a position to the finish, or shows that there is none, on boards of up to 64 holes.
//!
//! All positions near the finish are listed once for a puzzle. From a position further away, beams of growing width go
//! forwards towards that list: on each level of jumps they keep the positions that look most like those of the list.
//! From the second beam on, resource counts chosen for the positions of the first beam refute some positions. If a beam
//! was never cut and does not reach the list, the position is lost.

use crate::bounds::counts::Counts;
use crate::levels::finale::costs;
use crate::levels::walk::path;
use crate::levels::{Level, Seen, finishes::at_most, sort};
use crate::space::{MoveTables, expand::Expander, ordinary, symmetry::Group};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::{each_chunk, in_threads};
use soliter_boards::board::position::Position;
use soliter_boards::puzzle::{Finish, Puzzle};
use soliter_boards::rules::{self, Leap};
use soliter_boards::{bounds::class, line::Line};

/// The list of positions near the finish ends with the level that brings it beyond this number.
const LISTED: usize = 60_000;
/// The widths of beams: the first, and the factor from each to the next.
const NARROW: usize = 200;
const WIDER: usize = 8;
/// The positions of a beam by which the counts are chosen. Each takes a linear program of some tenths of a millisecond.
const SAMPLE: usize = 100;
/// The positions that one thread expands between two checks of the limits.
const BLOCK: usize = 1 << 10;

/// The tables of a puzzle that answer questions about its positions.
pub struct Outlook {
    puzzle: Puzzle,
    group: Group,
    leaps: Vec<Leap>,
    forward: Expander,
    /// By the number of jumps to the finish: all positions from which it can be reached, up to symmetry, in ascending
    /// order. Empty if the finish allows too many positions.
    listed: Vec<Level>,
    /// For each hole, the penalty for a peg there.
    costs: Vec<u32>,
}

/// The proof that a position is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// It has fewer pegs than the finish, or more in the reverse game.
    Pegs,
    /// Its position class.
    Class,
    /// Weights that no jump raises.
    Weights,
    /// The list of all positions near the finish.
    Table,
    /// A search that tried everything else.
    Search,
}

/// How a beam searches.
#[derive(Clone, Copy)]
struct Beam<'a> {
    width: usize,
    counts: &'a [Counts],
    control: &'a Control,
}

/// The result of a beam.
enum Found {
    Line(Line),
    /// No position was left out, and none is on a way to the finish.
    Nothing,
    /// Positions were left out; these are the levels that were kept.
    Cut(Vec<Level>),
}

impl Outlook {
    /// Lists the positions near the finish. Marked pegs are refused, and boards of more than 64 holes.
    pub fn new(puzzle: &Puzzle, control: &Control) -> Result<Self, Stop> {
        puzzle.check_plain()?;
        let open = puzzle.from_any_start();
        let space = MoveTables::new(&open)?;
        let listed = match at_most(LISTED, puzzle) {
            Some(ends) => in_threads(control, || list(&space, &ends, puzzle.jumps(), control))?,
            None => Vec::new(),
        };
        let costs = listed.last().map_or_else(Vec::new, |last| costs(&space, last));
        let MoveTables { group, leaps, forward, .. } = space;
        Ok(Self { puzzle: puzzle.clone(), group, leaps, forward, listed, costs })
    }

    /// Whether the finish can be reached from a least image that is this many jumps away, if it is near.
    fn near(&self, jumps: usize, least: u64) -> Option<bool> {
        match self.listed.get(jumps) {
            Some(level) => Some(level.binary_search(&least).is_ok()),
            None if jumps == 0 => Some(self.puzzle.finish().accepts_word(least)),
            None => None,
        }
    }

    /// A line from a position of the puzzle's game to the finish, or why there is none.
    pub fn way(&self, position: &Position, control: &Control) -> Result<Result<Line, Loss>, Stop> {
        let Some(jumps) = self.puzzle.jumps_from(position) else { return Ok(Err(Loss::Pegs)) };
        if class::refute(&self.puzzle.starting_at(position.clone())).is_some() {
            return Ok(Err(Loss::Class));
        }
        if self.near(jumps, self.group.least(position.word())) == Some(false) {
            return Ok(Err(Loss::Table));
        }
        in_threads(control, || {
            let (mut width, mut counts) = (NARROW, Vec::new());
            loop {
                let search = Beam { width, counts: &counts, control };
                match self.beam(position.word(), jumps, search)? {
                    Found::Line(line) => return Ok(Ok(line)),
                    Found::Nothing => return Ok(Err(Loss::Search)),
                    Found::Cut(levels) => {
                        width = width.saturating_mul(WIDER);
                        // Choosing the counts takes longer than a narrow beam, which finds most lines without them.
                        let chosen = choose(&self.puzzle, position.word(), &levels, control)?;
                        if chosen.refutes(position.word()) {
                            return Ok(Err(Loss::Weights));
                        }
                        counts.push(chosen);
                    }
                }
            }
        })
    }

    fn beam(&self, start: u64, mut jumps: usize, search: Beam<'_>) -> Result<Found, Stop> {
        let Beam { width, counts, control } = search;
        let mut levels: Vec<Level> = vec![vec![self.group.least(start)]];
        let mut is_cut = false;
        let without = |is_cut, levels| if is_cut { Found::Cut(levels) } else { Found::Nothing };
        loop {
            let level = &levels[levels.len() - 1];
            if jumps < self.listed.len().max(1) {
                let is_near = |&&position: &&u64| self.near(jumps, position) == Some(true);
                let Some(&meeting) = level.iter().find(is_near) else {
                    return Ok(without(is_cut, levels));
                };
                let line = self.through(start, &levels, meeting, jumps);
                return line.map(Found::Line).ok_or(Stop::Fault("a beam lost its way"));
            }
            let held = levels.iter().map(Vec::len).sum();
            let mut next = self.after(level, held, counts, control)?;
            if next.is_empty() {
                return Ok(without(is_cut, levels));
            }
            if next.len() > width {
                is_cut = true;
                self.keep_best(&mut next, width, control)?;
            }
            levels.push(next);
            jumps -= 1;
            control.report_progress(|| format!("beam of {width}: {jumps} jumps to go"));
        }
    }

    /// The positions one jump after those of a level that the counts do not refute.
    fn after(
        &self,
        level: &Level,
        held: usize,
        counts: &[Counts],
        control: &Control,
    ) -> Result<Level, Stop> {
        let expand = |block: &[u64]| {
            let mut all = Level::new();
            self.forward.each_successor(block, |position| {
                if !counts.iter().any(|counts| counts.refutes(position)) {
                    all.push(position);
                }
            });
            control.check_work(block.len() * self.forward.leaps / 8)?;
            Ok(all)
        };
        let mut next = Level::new();
        for round in level.chunks(64 * BLOCK) {
            let arrivals = round.len() * self.forward.leaps / 4;
            let most = held + 3 * next.capacity().max(arrivals) + arrivals;
            control.check_memory((most * size_of::<u64>()) as u64)?;
            for arrivals in each_chunk(round, BLOCK, expand) {
                next.extend(arrivals?);
            }
        }
        sort(&mut next, control)?;
        Ok(next)
    }

    /// Keeps the positions that look most like those near the finish.
    fn keep_best(&self, level: &mut Level, width: usize, control: &Control) -> Result<(), Stop> {
        let rating = |&position: &u64| {
            let pegs = self.costs.iter().enumerate().filter(|(hole, _)| position >> hole & 1 == 1);
            let cost: u32 = pegs.map(|(_, cost)| cost).sum();
            ((1 << 20) + cost - 4 * self.forward.mobility(position).min(1 << 10), position)
        };
        let rate = |block: &[u64]| {
            control.check_work(4 * block.len())?;
            Ok(block.iter().map(rating).collect::<Vec<_>>())
        };
        let mut rated = Vec::with_capacity(level.len());
        for block in each_chunk(level, BLOCK, rate) {
            rated.extend(block?);
        }
        rated.select_nth_unstable(width);
        rated.truncate(width);
        *level = rated.into_iter().map(|(_, position)| position).collect();
        sort(level, control)
    }

    /// The line from a start through levels of which the last one meets those near the finish.
    fn through(&self, start: u64, levels: &[Level], meeting: u64, jumps: usize) -> Option<Line> {
        let undoing = rules::undoing(&self.leaps);
        let (mut at, mut route) = (meeting, vec![vec![meeting]]);
        for level in levels[..levels.len() - 1].iter().rev() {
            let before = undoing.iter().filter(|leap| leap.fits(at)).map(|leap| at ^ leap.all);
            at = before
                .map(|before| self.group.least(before))
                .find(|it| level.binary_search(it).is_ok())?;
            route.push(vec![at]);
        }
        let behind = self.listed.iter().take(jumps).rev();
        let route = route.iter().rev().skip(1).chain(behind);
        path(&self.leaps, &self.group, route, start).map(Line::from_jumps)
    }
}

/// The levels of positions from which the finish can be reached, from the finish back.
fn list(
    space: &MoveTables<'_>,
    finishes: &[u64],
    jumps: usize,
    control: &Control,
) -> Result<Vec<Level>, Stop> {
    let mut first: Level = finishes.iter().map(|&finish| space.backward.least(finish)).collect();
    sort(&mut first, control)?;
    let (mut known, mut listed) = (first.len(), vec![first]);
    while listed.len() <= jumps && known <= LISTED {
        let last = &listed[listed.len() - 1];
        let used = (known * size_of::<u64>()) as u64;
        let mut next = Seen::hashed().successors(&space.backward, last, |_| true, used, control)?;
        sort(&mut next, control)?;
        known += next.len();
        listed.push(next);
    }
    Ok(listed)
}

/// Resource counts that refute a position, or some of those that a beam from there has kept.
fn choose(
    puzzle: &Puzzle,
    start: u64,
    levels: &[Level],
    control: &Control,
) -> Result<Counts, Stop> {
    let (Finish::Exactly(_), Some(game)) = (puzzle.finish(), ordinary(puzzle)) else {
        return Ok(Counts::none());
    };
    let Finish::Exactly(finish) = game.finish() else { return Ok(Counts::none()) };
    let kept = levels.iter().map(Vec::len).sum::<usize>();
    let met = levels.iter().flatten().step_by((kept / SAMPLE).max(1));
    let sample: Vec<u64> = std::iter::once(start).chain(met.copied()).collect();
    let space = MoveTables::new(&game)?;
    Counts::choose(&space, std::slice::from_ref(finish), !puzzle.reverse(), &sample, control)
}
