//! Solves the problems of one start at the same time. There is one problem for each survivor, which is the
//! hole of the last peg, and all finishes lie in the position class of the start.
//!
//! The problems share the side of the start and its beams. Each problem has its own side, backwards from its
//! finish. Only the symmetries that keep the start are used, so that a position has the same least image in
//! all problems. A finish then represents all its images, and the line is mapped to the requested survivor.
//!
//! * This file: a beam finds a line for each problem, which sets the limit to one move fewer.
//! * `growing`: the sides grow until each problem needs at most two more moves, one on each side.
//! * `closing`: each problem marks with one bit the positions from which its finish is within the limit.
//!   Every position that one more move from the start leads to is then looked up for all problems at once.
//!
//! Problems that take long are left to the search for a single problem, which has more methods.

mod closing;
mod growing;

use soliter_base::clock::Instant;
use std::sync::Arc;

use crate::fewest::ascent::{MOST_BITMAP_BYTES, STAGES, shorter};
use crate::fewest::beam::{Aim, beam};
use crate::space::{MoveTables, open};
use crate::store::table::{Reach, for_reaches};
use crate::{bounds::Bounds, space::symmetry::Group};
use crate::{
    fewest::BEAM,
    fewest::side::{Ends, Side},
};
use crate::{store::bitmap::Bitmap, store::layout::Layout};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::in_threads;
use soliter_boards::answer::{Claim, Detail, Evidence, Prover, ProverResult};
use soliter_boards::board::position::{Hole, Position};
use soliter_boards::line::Line;
use soliter_boards::puzzle::{Finish, Puzzle};
use soliter_boards::{bounds::class, bounds::regions::Regions};

/// A problem takes long if it knows more positions than this many times the width of the first beam.
const LONG: usize = 1000;

/// Finds the fewest moves of several puzzles with the same board and start. The result is `None` for a puzzle
/// without a line, on boards too large for one bit for each position, and if the search takes long.
pub fn together(puzzles: &[Puzzle], control: &Control) -> Vec<Option<ProverResult>> {
    with_beam(puzzles, BEAM, control).unwrap_or_else(|| vec![None; puzzles.len()])
}

/// Does the work of [`together`] with a first beam of another width.
fn with_beam(
    puzzles: &[Puzzle],
    width: usize,
    control: &Control,
) -> Option<Vec<Option<ProverResult>>> {
    let first = puzzles.first()?;
    first.board().fits_u64().ok()?;
    let survivors: Option<Vec<Hole>> = puzzles.iter().map(|one| survivor(first, one)).collect();
    let (survivors, bytes) = (survivors?, Bitmap::bytes(first.board())?);
    let all = bytes * survivors.len().next_power_of_two() as u64;
    if bytes > MOST_BITMAP_BYTES || all > control.memory_limit() / 4 {
        return None;
    }
    let open = open(first);
    // The search for a single problem reports why there is no search space.
    let space = MoveTables::without_twins(&open).ok()?;
    let find = || for_reaches!(open.board(), find(&space, &survivors, width, control));
    Some(in_threads(control, find))
}

/// The hole of the last peg, if the puzzle can be solved together with the first one.
fn survivor(first: &Puzzle, puzzle: &Puzzle) -> Option<Hole> {
    let same =
        puzzle.start() == first.start() && puzzle.board() == first.board() && !puzzle.reverse();
    match puzzle.finish() {
        Finish::Exactly(finish) if same && finish.len() == 1 && class::refute(puzzle).is_none() => {
            finish.holes().next()
        }
        _ => None,
    }
}

struct Problem<'a> {
    survivor: Hole,
    side: Side<'a>,
    /// The limit in it never rises, since the sides have already pruned positions beyond it.
    bounds: Bounds<'a>,
    best: Option<Line>,
    /// Whether it is proved that no line is shorter than the best one.
    is_proved: bool,
    /// The number of positions that were stored as single bits.
    in_bits: u64,
}

struct Together<'a> {
    space: &'a MoveTables<'a>,
    side: Side<'a>,
    /// Bounds of the side of the start. Their Merson regions are full in none of the finishes.
    bounds: Bounds<'a>,
    problems: Vec<Problem<'a>>,
    width: usize,
    control: &'a Control,
}

/// Searches for lines from the start of a space to each of the given survivors.
fn find<R: Reach>(
    space: &MoveTables<'_>,
    survivors: &[Hole],
    width: usize,
    control: &Control,
) -> Vec<Option<ProverResult>> {
    let clock = Instant::now();
    let (board, start) = (space.puzzle.board(), space.puzzle.start().clone());
    let regions = |survivors: &[Hole]| {
        let images: Vec<Finish> = images(&space.group, survivors).map(Finish::Exactly).collect();
        Regions::of_all(board, &start, &images)
    };
    let of_each: Vec<Regions> =
        survivors.iter().map(|survivor| regions(std::slice::from_ref(survivor))).collect();
    let of_all = regions(survivors);
    // All finishes lie in the position class of the start.
    let layout = Arc::new(Layout::new(board, Some(&start)));
    let problem = |(&survivor, regions)| Problem {
        survivor,
        side: Side::new(space, Arc::clone(&layout), Ends::Listed(&[1 << survivor]), false),
        bounds: Bounds::new(regions),
        best: None,
        is_proved: false,
        in_bits: 0,
    };
    let mut search = Together {
        space,
        side: Side::new(space, Arc::clone(&layout), Ends::Listed(&[start.word()]), true),
        bounds: Bounds::new(&of_all),
        problems: survivors.iter().zip(&of_each).map(problem).collect(),
        width,
        control,
    };
    let stopped = search.run::<R>().err();
    let seconds = clock.elapsed().as_secs_f64() / survivors.len() as f64;
    search.problems.iter().map(|problem| search.finding(problem, stopped, seconds)).collect()
}

fn images(group: &Group, holes: &[Hole]) -> impl Iterator<Item = Position> {
    let of = |hole: Hole| group.symmetries.iter().map(move |symmetry| symmetry[usize::from(hole)]);
    holes.iter().flat_map(move |&hole| of(hole)).map(|hole| Position::EMPTY.with(hole))
}

impl Problem<'_> {
    /// One move fewer than the best line has.
    fn next_limit(&self) -> Option<u32> {
        self.best.as_ref().map(|line| line.moves().len() as u32 - 1)
    }

    /// The limit, until the best line is proved.
    fn open_limit(&self) -> Option<u32> {
        self.bounds.limit.filter(|_| !self.is_proved)
    }
}

impl Together<'_> {
    /// Alternates between beams and growing sides until the problems are closed or take too long.
    fn run<R: Reach>(&mut self) -> Result<(), Stop> {
        if self.beam::<R>(self.width)? {
            // The board is so small that solving each problem separately takes no time.
            self.problems.iter_mut().for_each(|problem| problem.best = None);
            return Ok(());
        }
        let [(pause, wider), _] = STAGES;
        let mut pauses = [pause, LONG].map(|pause| pause * self.width).into_iter();
        let (mut next, mut beamed) = (pauses.next(), false);
        loop {
            self.lower_limits()?;
            let behind: u64 = self.problems.iter().map(|one| one.side.positions()).sum();
            let known = (self.side.positions() + behind) as usize * 2 / (self.problems.len() + 1);
            if next.is_some_and(|pause| known > pause) {
                next = pauses.next();
                if next.is_none() {
                    return Ok(());
                }
                self.choose_counts()?;
                self.beam::<R>(wider * self.width)?;
            } else if !self.grow()? {
                if beamed {
                    return self.close();
                }
                // A line that is one move shorter saves more than a beam costs.
                self.beam::<R>(wider * self.width)?;
                beamed = true;
            }
        }
    }

    /// Runs a beam to the sides of the problems for better lines. Returns whether these are proved to have the
    /// fewest moves.
    fn beam<R: Reach>(&mut self, width: usize) -> Result<bool, Stop> {
        let counts = &self.bounds.counts[0];
        let sides: Vec<_> = self.problems.iter().map(|problem| &problem.side).collect();
        let aim = Aim { sides: &sides, finale: None, exactly: false };
        let found = beam::<R>(self.space, self.bounds.regions, counts, aim, width, self.control)?;
        for (problem, line) in self.problems.iter_mut().zip(found.lines) {
            problem.best = shorter(problem.best.take(), line);
        }
        Ok(found.exact)
    }

    /// The finding for a problem; `None` if it has to be solved separately.
    fn finding(
        &self,
        problem: &Problem<'_>,
        stopped: Option<Stop>,
        seconds: f64,
    ) -> Option<ProverResult> {
        // The line may end in an image of the survivor.
        let best = problem.best.as_ref()?;
        let last = best.jumps().last()?.to;
        let mut symmetries = self.space.group.symmetries.iter();
        let turn = symmetries.find(|s| s[usize::from(last)] == problem.survivor)?;
        let turned = |hole: Hole| turn[usize::from(hole)];
        let line = Line::from_jumps(best.jumps().map(|hop| hop.map(turned)));
        let moves = line.moves().len();
        let (claim, stopped) = match stopped {
            _ if problem.is_proved => (Claim::Optimal { moves }, None),
            None | Some(Stop::Memory) => return None,
            Some(_) => {
                let lower_bound = (self.bounds.regions.ahead(self.space.puzzle.start().word()).0
                    as usize)
                    .clamp(1, moves);
                (Claim::Feasible { moves, lower_bound }, stopped)
            }
        };
        let positions = self.side.positions() + problem.side.positions() + problem.in_bits;
        let detail = Detail::Positions(positions);
        let evidence = Evidence { by: Prover::Search, claim, seconds, detail, stopped };
        Some(ProverResult { evidence, line: Some(line) })
    }

    fn bytes(&self) -> u64 {
        self.side.bytes() + self.problems.iter().map(|one| one.side.bytes()).sum::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fewest::by_levels;
    use crate::tests::{built_in, from_full};
    use proptest::prelude::*;
    use soliter_boards::{rules, verify::replay};
    use soliter_testing::cases::cases;

    /// For two problems, the beams find a line that is one move too long.
    #[test]
    fn the_problems_of_one_english_start() {
        let puzzles =
            ["45-to-15", "45-to-42", "45-to-45"].map(|name| built_in(&format!("english/{name}")));
        let found = together(&puzzles, &Control::default().memory(4 << 30));
        let claims: Vec<_> = found.into_iter().flatten().map(|one| one.evidence.claim).collect();
        assert_eq!(claims, [16, 17, 16].map(|moves| Claim::Optimal { moves }));
    }

    proptest! {
        #![proptest_config(cases(60))]

        /// A narrow beam leaves the work to the search. All survivors that the position class allows are taken,
        /// even if they are images of each other.
        #[test]
        fn problems_together_agree_with_the_plain_search(
            board in prop::sample::select(vec![
                ("english", "orthogonal"), ("square5", "orthogonal"), ("triangle21", "lines"),
                ("triangle15", "lines"),
            ]),
            peg in any::<usize>(),
            choices in prop::collection::vec(0..64usize, 3..=13),
            width in 1..40usize,
            threads in 1..3usize,
        ) {
            let puzzle = from_full(board.0, board.1);
            let holes = puzzle.board().holes();
            // The start is reached by a random game backwards from a single peg.
            let undoing = rules::undoing(&rules::leaps(puzzle.board(), false));
            let start = Position::from(crate::tests::chosen_game(&undoing, 1 << (peg % holes), &choices));
            prop_assume!(start.len() > 1);
            let puzzle = puzzle.starting_at(start);
            let with = |hole| {
                puzzle.finishing_at(Finish::Exactly(Position::EMPTY.with(hole as Hole)))
            };
            let puzzles = (0..holes).map(with).filter(|one| class::refute(one).is_none());
            let puzzles: Vec<Puzzle> = puzzles.collect();
            let control = Control::default().threads(threads);
            let found = with_beam(&puzzles, width, &control).unwrap_or_default();
            for (puzzle, finding) in puzzles.iter().zip(found) {
                let Some(finding) = finding else { continue };
                let plain = by_levels(puzzle, &control);
                prop_assert_eq!(finding.evidence.claim, plain.evidence.claim);
                let line = finding.line.expect("a line");
                prop_assert!(replay(puzzle, line.jumps()).solves(puzzle));
            }
        }
    }
}
