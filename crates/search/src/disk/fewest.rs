//! Finds the fewest moves with levels on disk, as [`fewest`](crate::fewest) does in memory: a beam finds
//! a line, and then a search `by_moves` from both ends finds a shorter one or proves that there is none. If that
//! takes long, the limit on the number of moves is raised from the lower bound.

use soliter_base::clock::Instant;

use crate::disk::by_moves::{ByMoves, Outcome, Progress, prefix};
use crate::disk::kernel::{Kernel, Question};
use crate::disk::levels::{LevelBuilder, Levels};
use crate::fewest::beam::{Aim, beam};
use crate::levels::finishes::{TOO_MANY, finishes};
use crate::space::MoveTables;
use crate::{bounds::counts::Counts, bounds::random_games::choose_counts};
use crate::{disk::fault::Fault, disk::folder::Place, disk::local::Local};
use crate::{
    fewest::side::Ends,
    fewest::{BEAM, by_moves as memory},
};
use crate::{finding, store::table::for_reaches};
use soliter_base::{control::Control, threads::in_threads};
use soliter_boards::answer::{Detail, Prover, ProverResult};
use soliter_boards::{bounds::class, bounds::regions::Regions};
use soliter_boards::{
    line::Line,
    puzzle::{Finish, Puzzle},
};

/// The number of positions that the beam keeps on each level of jumps.
pub(crate) const WIDTH: usize = 3 * BEAM;

/// The numbers of known positions at which the search pauses. Resource counts are chosen at the first. At the
/// second, a quick attempt to find a line one move shorter than the beam's ends, and the limit is raised from the
/// lower bound.
const PAUSES: [u64; 2] = [500_000, 2_500_000];

/// If the bound is this close to the length of the beam's line, the next limit is one move below that length.
const NEAR: u32 = 2;

/// Finds a line with the fewest moves, or proves that there is none, with the levels in a folder. If it is
/// stopped early, it claims the lower bound proved so far, and the folder keeps its complete levels.
///
/// # Errors
/// See [`Fault`]. Reaching a limit is not an error.
pub fn fewest_on_disk(
    puzzle: &Puzzle,
    place: &Place,
    control: &Control,
) -> Result<ProverResult, Fault> {
    with_beam(puzzle, WIDTH, place, control)
}

/// Does the work of [`fewest_on_disk`] with a beam of another width.
fn with_beam(
    puzzle: &Puzzle,
    width: usize,
    place: &Place,
    control: &Control,
) -> Result<ProverResult, Fault> {
    let kernel = Kernel::new(puzzle, Question::Fewest)?;
    let mut local = Local::new(&kernel, &kernel.tables.puzzle, place, control)?;
    finding_of(puzzle, &kernel, |progress| {
        in_threads(control, || fewest(&kernel.tables.puzzle, width, progress, &mut local, control))
    })
}

/// The final claim of a search with the tables of a puzzle, with its evidence.
pub(crate) fn finding_of(
    puzzle: &Puzzle,
    kernel: &Kernel,
    search: impl FnOnce(&mut Progress) -> Result<Option<Line>, Fault>,
) -> Result<ProverResult, Fault> {
    let clock = Instant::now();
    let turned = puzzle.reverse() && !kernel.tables.puzzle.reverse();
    let mut progress = Progress::default();
    let result = match search(&mut progress) {
        Ok(line) => Ok(line.map(|line| if turned { line.reversed() } else { line })),
        Err(Fault::Stopped(stop)) => Err(stop),
        Err(fault) => return Err(fault),
    };
    let detail = Detail::OnDisk(progress.positions);
    Ok(finding(Prover::Search, clock, detail, result, progress.lower_bound.max(1)))
}

/// Searches with a first beam of the given width.
pub(crate) fn fewest(
    puzzle: &Puzzle,
    width: usize,
    progress: &mut Progress,
    maker: &mut dyn LevelBuilder,
    control: &Control,
) -> Result<Option<Line>, Fault> {
    if class::refute(puzzle).is_some() {
        return Ok(None);
    }
    let space = MoveTables::without_twins(puzzle)?;
    let mut work = Levels::new(&space, maker, control);
    let finishes = finishes(puzzle, control);
    if finishes.is_none() && matches!(puzzle.finish(), Finish::Holes { .. }) {
        // Without a list, every position with as many pegs as the finish would count as a finish.
        return Err(TOO_MANY.into());
    }
    let finishes = finishes.as_deref();
    if finishes.is_some_and(|finishes| finishes.contains(&puzzle.start().word())) {
        return Ok(Some(Line::default()));
    }
    let regions = Regions::new(puzzle.board(), puzzle.start(), puzzle.finish());
    let Beamed { line: best, exact } = beamed(&space, &regions, finishes, width, control)?;
    if exact {
        return Ok(best);
    }
    let best_moves = best.as_ref().map(|line| line.moves().len() as u32);
    let least = regions.ahead(puzzle.start().word()).0.max(1);
    // The limit of the quick attempt, whose layers are kept for the last limit.
    let quick = best_moves.map(|moves| moves - 1);
    let mut counts = [Counts::none(), Counts::none()];
    let mut limit = if puzzle.reverse() { None } else { quick.or(Some(least)) };
    let mut pauses = if quick.is_some() { &PAUSES[..] } else { &PAUSES[..1] };
    let mut lower_bound = least;
    loop {
        let kept = [prefix(limit), prefix(quick)].map(|prefix| prefix + "-");
        let levels = work.maker.records();
        let old: Vec<String> = levels
            .iter()
            .filter(|level| !kept.iter().any(|prefix| level.name.starts_with(prefix.as_str())))
            .map(|level| level.name.clone())
            .collect();
        let old: Vec<&str> = old.iter().map(String::as_str).collect();
        let mut search = ByMoves::new(&mut work, limit, counts.clone(), finishes, &old, progress)?;
        let outcome = loop {
            let outcome = search.run(pauses.first().copied().unwrap_or(u64::MAX))?;
            if !matches!(outcome, Outcome::Paused) {
                break outcome;
            }
            let pause = pauses.split_off_first();
            if pause != PAUSES.first() {
                break outcome;
            }
            counts = choose_counts(&space, control)?;
            search.counts.clone_from(&counts);
        };
        match outcome {
            Outcome::Met(position) => return search.line(position).map(Some),
            Outcome::None if !search.is_cut() => return Ok(best),
            Outcome::None => lower_bound = limit.map_or(lower_bound, |limit| limit + 1),
            Outcome::Paused => {}
        }
        if best_moves == Some(lower_bound) {
            return Ok(best);
        }
        progress.lower_bound = progress.lower_bound.max(lower_bound as usize);
        limit = match best_moves {
            Some(moves) if moves <= lower_bound + NEAR => Some(moves - 1),
            _ => Some(lower_bound),
        };
    }
}

/// The result of a beam.
struct Beamed {
    line: Option<Line>,
    /// Whether the line has the fewest moves, or there is none.
    exact: bool,
}

/// Looks for a line with a beam, in memory.
fn beamed(
    space: &MoveTables<'_>,
    regions: &Regions,
    finishes: Option<&[u64]>,
    width: usize,
    control: &Control,
) -> Result<Beamed, Fault> {
    let (Some(finishes), false) = (finishes, space.puzzle.reverse()) else {
        return Ok(Beamed { line: None, exact: false });
    };
    let none = [Counts::none(), Counts::none()];
    let ends = memory::ByMoves::new(space, regions, Ends::Listed(finishes), none, control);
    let counts = Counts::none();
    let aim = Aim { sides: &[&ends.sides[1]], finale: None, exactly: false };
    let mut found =
        for_reaches!(space.puzzle.board(), beam(space, regions, &counts, aim, width, control))?;
    Ok(Beamed { line: found.lines.pop().flatten(), exact: found.exact })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fewest::by_levels, tests::from_full};
    use proptest::prelude::*;
    use soliter_boards::{board::position::Position, puzzle::Finish, rules, verify::replay};
    use soliter_testing::cases::cases;

    fn on_disk(puzzle: &Puzzle, width: usize, control: &Control) -> ProverResult {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().join("levels");
        let place = Place { folder, resume: false, lasting: false, in_memory: 1 << 16 };
        with_beam(puzzle, width, &place, control).expect("an answer")
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
            reverse: bool,
            threads in 1..3usize,
            width in 1..6usize,
        ) {
            let mut puzzle = from_full(model, directions);
            let full = puzzle.board().full().word();
            puzzle = puzzle.starting_at(Position::from(start & full));
            let leaps = rules::leaps(puzzle.board(), false);
            let end = Position::from(crate::tests::chosen_game(&leaps, puzzle.start().word(), &choices));
            prop_assume!(end != *puzzle.start());
            puzzle = puzzle.finishing_at(Finish::Exactly(end.clone()));
            match (pegs, reverse) {
                (0, _) => puzzle = puzzle.finishing_at(Finish::Pegs(end.len())),
                // Usually there is no line.
                (1, false) => {
                    let other = puzzle.start().word().reverse_bits() >> full.leading_zeros() & full;
                    let least = (0..64).map(|bit| 1 << bit).filter(|bit| other & bit != 0);
                    let end = least.take(end.len()).fold(0, |set, bit: u64| set | bit);
                    puzzle = puzzle.finishing_at(Finish::Exactly(Position::from(end)));
                }
                (_, true) => {
                    let finish = Finish::Exactly(puzzle.start().clone());
                    let reversed = crate::tests::between(&puzzle, end, finish, true);
                    prop_assume!(reversed.is_some());
                    puzzle = reversed.expect("a puzzle");
                }
                _ => {}
            }
            prop_assume!(puzzle.jumps() > 0);
            let control = Control::default().threads(threads);
            let plain = by_levels(&puzzle, &control);
            let found = on_disk(&puzzle, width, &control);
            prop_assert_eq!(found.evidence.claim, plain.evidence.claim);
            if let Some(line) = &found.line {
                let replayed = replay(&puzzle, line.jumps());
                prop_assert!(replayed.solves(&puzzle));
                prop_assert_eq!(Some(replayed.moves), plain.evidence.claim.moves());
            }
        }
    }
}
