//! Finds the fewest moves with levels on disk.
//!
//! Levels of jumps are made from both ends, as for [`lines`](crate::peg::search::count::lines), but under a
//! limit on the number of moves: Merson regions and resource counts prune every position that no line within
//! the limit passes through. The limit starts at the lower bound and is raised by one until the sides meet.
//!
//! A line found under a limit has the fewest moves, even if it has one move more than the limit, since all
//! smaller limits have been refuted. If the sides do not meet and nothing was pruned, there is no line.

use std::time::Instant;

use crate::base::{control::Control, threads::in_threads};
use crate::peg::answer::{Detail, Finding, Prover};
use crate::peg::bounds::{class, regions::Regions};
use crate::peg::search::bounds::{Bounds, counts::Counts};
use crate::peg::search::disk::limit::{Progress, line, met_name, side_name, within};
use crate::peg::search::disk::{
    crew::Crew, fault::Fault, folder::Place, index::Index, resource::choose_counts, work::Work,
};
use crate::peg::search::space::{Space, ordinary};
use crate::peg::search::{finding, levels::finishes::finishes, store::table::MOVER_BITS};
use crate::peg::{line::Line, puzzle::Puzzle};

/// What the folder of such a search holds, as a phrase for its manifest.
pub(crate) const WHAT: &str = "the fewest moves";

/// Resource counts are chosen once a limit has led to this many positions.
const LONG: u64 = 1 << 18;

/// If a limit prunes fewer than one successor for every 8 positions, the next search has no limit.
const SATURATED: u64 = 8;

/// Finds a line of the fewest moves, or proves that there is none, with the levels in a folder. If it is
/// stopped early, it claims the lower bound proved so far, and the folder keeps its complete levels.
///
/// # Errors
/// See [`Fault`]. Reaching a limit is not an error.
pub fn fewest_on_disk(puzzle: &Puzzle, place: &Place, control: &Control) -> Result<Finding, Fault> {
    finding_of(puzzle, |puzzle, index, progress| {
        let mut crew = Crew::alone((puzzle, WHAT), index, place, control)?;
        in_threads(control, || fewest(puzzle, progress, &mut crew))
    })
}

/// What a search claims in the end, with its evidence. Puzzles with marked pegs are refused.
pub(crate) fn finding_of(
    puzzle: &Puzzle,
    search: impl FnOnce(&Puzzle, Index, &mut Progress) -> Result<Option<Line>, Fault>,
) -> Result<Finding, Fault> {
    puzzle.marked.unfollowed()?;
    let clock = Instant::now();
    // Merson regions are defined for ordinary games.
    let ordinary = ordinary(puzzle).unwrap_or_else(|| puzzle.clone());
    let turned = puzzle.building && !ordinary.building;
    let fits = ordinary.board.holes() <= MOVER_BITS;
    let index = fits.then(|| Index::new(&ordinary.board, ordinary.start)).flatten();
    let mut progress = Progress::default();
    let result = match search(&ordinary, index.ok_or(Fault::TooLarge)?, &mut progress) {
        Ok(line) => Ok(line.map(|line| if turned { line.reversed() } else { line })),
        Err(Fault::Stopped(stop)) => Err(stop),
        Err(fault) => return Err(fault),
    };
    let detail = Detail::OnDisk(progress.positions);
    Ok(finding(Prover::Search, clock, detail, result, progress.lower_bound.max(1)))
}

/// Searches as a member of a crew, under one limit after the other.
pub(crate) fn fewest(
    puzzle: &Puzzle,
    progress: &mut Progress,
    crew: &mut Crew,
) -> Result<Option<Line>, Fault> {
    if class::refute(puzzle).is_some() {
        return Ok(None);
    }
    let space = Space::new(puzzle)?;
    let mut work = Work { space: &space, crew };
    let finishes = finishes(puzzle, &work.crew.control);
    let finishes = finishes.as_deref();
    let regions = Regions::new(&puzzle.board, puzzle.start, puzzle.finish);
    let mut least = regions.ahead(puzzle.start.0).0.max(1);
    let mut limit = (!puzzle.building).then_some(least);
    let mut counts = [Counts::none(), Counts::none()];
    let mut long = false;
    loop {
        work.crew.control.check()?;
        progress.lower_bound = if puzzle.building { 1 } else { least as usize };
        let bounds = Bounds { counts: counts.clone(), limit, ..Bounds::new(&regions) };
        let attempt = within(&mut work, &bounds, finishes, progress)?;
        least += 1;
        let next = (attempt.cut >= attempt.positions / SATURATED).then_some(least);
        // If the levels of the next limit have been begun, this limit is refuted and its files are gone.
        let begun = next != limit && work.has(&side_name(next, true, 0));
        if !begun {
            let crossing = if attempt.met > 0 { work.fewest(&met_name(limit))? } else { None };
            match crossing {
                Some((moves, position)) if attempt.cut == 0 || moves <= least => {
                    return line(&work, limit, attempt.depths, position).map(Some);
                }
                None if attempt.cut == 0 => return Ok(None),
                _ => {}
            }
        }
        if attempt.positions >= LONG && !long {
            long = true;
            counts = choose_counts(work.space, &work.crew.control)?;
        }
        limit = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::cases;
    use crate::peg::search::{fewest::by_levels, tests::from_full};
    use crate::peg::{board::position::Position, puzzle::Finish, rules, verify::replay};
    use proptest::prelude::*;

    fn on_disk(puzzle: &Puzzle, control: &Control) -> Finding {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().join("levels");
        let place = Place { folder, resume: false, lasting: false, in_memory: 1 << 16 };
        fewest_on_disk(puzzle, &place, control).expect("an answer")
    }

    proptest! {
        #![proptest_config(cases(40))]

        #[test]
        fn the_search_on_disk_agrees_with_the_plain_one(
            (model, directions) in prop::sample::select(vec![
                ("english", "orthogonal"), ("english", "all"), ("square5", "orthogonal"),
                ("triangle21", "lines"), ("triangle15", "lines"), ("square4", "all"),
            ]),
            start in any::<u64>(),
            choices in prop::collection::vec(0..64usize, 2..=10),
            pegs in 0..4usize,
            building: bool,
            threads in 1..3usize,
        ) {
            let mut puzzle = from_full(model, directions);
            let full = puzzle.board.full().0;
            puzzle.start = Position(start & full);
            let leaps = rules::leaps(&puzzle.board, false);
            let end = Position(rules::chosen_game(&leaps, puzzle.start.0, &choices));
            prop_assume!(end != puzzle.start);
            puzzle.finish = Finish::Exactly(end);
            match (pegs, building) {
                (0, _) => puzzle.finish = Finish::Pegs(end.len()),
                // Most of the time there is no line.
                (1, false) => {
                    let other = puzzle.start.0.reverse_bits() >> full.leading_zeros() & full;
                    let least = (0..64).map(|bit| 1 << bit).filter(|bit| other & bit != 0);
                    let end = least.take(end.len()).fold(0, |set, bit: u64| set | bit);
                    puzzle.finish = Finish::Exactly(Position(end));
                }
                (_, true) => {
                    puzzle.building = true;
                    (puzzle.start, puzzle.finish) = (end, Finish::Exactly(puzzle.start));
                }
                _ => {}
            }
            prop_assume!(puzzle.jumps() > 0);
            let control = Control::default().threads(threads);
            let plain = by_levels(&puzzle, &control);
            let found = on_disk(&puzzle, &control);
            prop_assert_eq!(found.evidence.claim, plain.evidence.claim);
            if let Some(line) = &found.line {
                let replayed = replay(&puzzle, line.jumps());
                prop_assert!(replayed.solves(&puzzle));
                prop_assert_eq!(Some(replayed.moves), plain.evidence.claim.moves());
            }
        }
    }
}
