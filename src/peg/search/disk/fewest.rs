//! Finds the fewest moves with levels on disk.
//!
//! Levels of jumps are made from both ends, as in [`shortest`](crate::peg::search::shortest), but under a limit:
//! regions and resource counts drop every position that no line of so few moves passes through. The limit
//! starts at the lower bound and goes up by one until the sides meet.
//!
//! A line found under a limit has the fewest moves, even if it has one move more than the limit: all smaller
//! limits have been refuted. If the sides do not meet and nothing was dropped, there is no line.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use crate::base::control::{Control, Stop};
use crate::base::threads::in_threads;
use crate::peg::answer::{Claim, Detail, Evidence, Finding, Prover};
use crate::peg::bounds::class;
use crate::peg::bounds::regions::Regions;
use crate::peg::line::Line;
use crate::peg::puzzle::Puzzle;
use crate::peg::search::bounds::Bounds;
use crate::peg::search::bounds::counts::Counts;
use crate::peg::search::disk::alone::Alone;
use crate::peg::search::disk::crew::Crew;
use crate::peg::search::disk::fault::Fault;
use crate::peg::search::disk::folder::level::StoredLevel;
use crate::peg::search::disk::folder::{Folder, Place};
use crate::peg::search::disk::index::Index;
use crate::peg::search::disk::resource::choose_counts;
use crate::peg::search::disk::work::{Job, Work};
use crate::peg::search::levels::finishes::finishes;
use crate::peg::search::levels::walk::{line_through, walk};
use crate::peg::search::space::{Space, ordinary};
use crate::peg::search::store::table::{PackedReach, Reach as _};

/// What a folder of such a search holds.
pub(crate) const WHAT: &str = "the fewest moves";

/// Resource counts are chosen when a limit led to so many positions.
const LONG: u64 = 1 << 18;

/// When a limit leaves out fewer than one successor for so many positions, the next one is none.
const SATURATED: u64 = 8;

/// Finds a line of the fewest moves, or proves that there is none, with the levels in a folder. Stopped early, it
/// claims the lower bound that it has, and the folder keeps its whole levels.
///
/// # Errors
/// See [`Fault`]; a limit is none.
pub fn fewest_on_disk(puzzle: &Puzzle, place: &Place, control: &Control) -> Result<Finding, Fault> {
    let search = Search::new(puzzle)?;
    let index = search.index()?;
    let job = Job { puzzle: &search.puzzle, index: &index, place, control };
    let folder = Folder::open(place, job.puzzle, WHAT, index.buckets(), control);
    let result = folder
        .and_then(|folder| in_threads(control, || fewest(&job, &search.progress, folder, &Alone)));
    search.finding(result)
}

/// How far a search has come.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    /// No line has fewer moves.
    lower_bound: AtomicUsize,
    /// Positions of all levels.
    positions: AtomicU64,
}

/// A search from its beginning to its claim.
pub(crate) struct Search {
    /// As an ordinary game, where it can be one: regions are those of ordinary games.
    pub(crate) puzzle: Puzzle,
    turned: bool,
    pub(crate) progress: Arc<Progress>,
    clock: Instant,
}

impl Search {
    /// Marked pegs are not followed.
    pub(crate) fn new(puzzle: &Puzzle) -> Result<Self, Fault> {
        puzzle.marked.unfollowed()?;
        let ordinary = ordinary(puzzle).unwrap_or_else(|| puzzle.clone());
        let turned = puzzle.building && !ordinary.building;
        Ok(Self { puzzle: ordinary, turned, progress: Arc::default(), clock: Instant::now() })
    }

    /// The places of its positions.
    pub(crate) fn index(&self) -> Result<Index, Fault> {
        let board = &self.puzzle.board;
        let fits = board.holes() <= PackedReach::MAX_HOLES;
        let index = fits.then(|| Index::new(board, self.puzzle.start)).flatten();
        index.ok_or(Fault::TooLarge)
    }

    /// What is claimed at the end.
    pub(crate) fn finding(self, result: Result<Option<Line>, Fault>) -> Result<Finding, Fault> {
        let lower_bound = self.progress.lower_bound.load(Relaxed).max(1);
        let (claim, line, stopped) = match result {
            Ok(Some(line)) => (Claim::Optimal { moves: line.moves().len() }, Some(line), None),
            Ok(None) => (Claim::Infeasible, None, None),
            Err(Fault::Stopped(stop)) => (Claim::Unknown { lower_bound }, None, Some(stop)),
            Err(fault) => return Err(fault),
        };
        let line = line.map(|line| if self.turned { line.reversed() } else { line });
        let detail = Detail::OnDisk(self.progress.positions.load(Relaxed));
        let seconds = self.clock.elapsed().as_secs_f64();
        Ok(Finding {
            evidence: Evidence { by: Prover::Search, claim, seconds, detail, stopped },
            line,
        })
    }
}

/// Searches, as one of a crew.
pub(crate) fn fewest<C: Crew>(
    job: &Job<'_>,
    progress: &Progress,
    folder: Folder,
    crew: &C,
) -> Result<Option<Line>, Fault> {
    if class::refute(job.puzzle).is_some() {
        return Ok(None);
    }
    let space = Space::new(job.puzzle)?;
    by_limits(Work::new(job, &space, folder, crew), progress)
}

/// Where a limit led.
struct Tried {
    /// Jumps of both sides.
    depths: [usize; 2],
    /// Positions where the sides meet.
    met: u64,
    /// Positions of its levels.
    positions: u64,
    /// Successors left out.
    cut: u64,
}

fn by_limits(mut work: Work<'_, impl Crew>, progress: &Progress) -> Result<Option<Line>, Fault> {
    let puzzle = work.space.puzzle;
    let finishes = finishes(puzzle, work.control);
    let finishes = finishes.as_deref();
    let regions = Regions::new(&puzzle.board, puzzle.start, puzzle.finish);
    let mut least = regions.ahead(puzzle.start.0).0.max(1);
    let mut limit = (!puzzle.building).then_some(least);
    let mut old = Vec::new();
    let mut counts = [Counts::none(), Counts::none()];
    let mut long = false;
    loop {
        work.control.check()?;
        progress.lower_bound.store(if puzzle.building { 1 } else { least as usize }, Relaxed);
        let bounds = Bounds { counts: counts.clone(), limit, ..Bounds::new(&regions) };
        let mut levels = Levels { limit, made: Vec::new() };
        let tried = within(&mut work, &mut levels, &bounds, finishes, &old, progress)?;
        least += 1;
        let next = (tried.cut >= tried.positions / SATURATED).then_some(least);
        // Where the levels of the next limit have been begun, this one is refuted and its files are gone.
        let begun =
            next != limit && work.has(&Levels { limit: next, made: Vec::new() }.name(true, 0))?;
        if !begun {
            let crossing = if tried.met > 0 { work.fewest(&levels.met())? } else { None };
            match crossing {
                Some((moves, position)) if tried.cut == 0 || moves <= least => {
                    return line(&work, &levels, tried.depths, position).map(Some);
                }
                None if tried.cut == 0 => return Ok(None),
                _ => {}
            }
        }
        if tried.positions >= LONG && !long {
            long = true;
            counts = choose_counts(work.space, work.control)?;
        }
        (limit, old) = (next, levels.made);
    }
}

/// The names of the levels of a limit.
struct Levels {
    limit: Option<u32>,
    made: Vec<String>,
}

impl Levels {
    fn name(&self, forward: bool, depth: usize) -> String {
        let side = if forward { "ahead" } else { "behind" };
        format!("{}-{side}-{depth}", self.prefix())
    }

    fn met(&self) -> String {
        format!("{}-met", self.prefix())
    }

    fn prefix(&self) -> String {
        self.limit.map_or_else(|| "all".to_owned(), |limit| format!("limit-{limit}"))
    }
}

/// Looks for lines within the bounds, from both ends; levels named in `old` are not needed any more.
fn within(
    work: &mut Work<'_, impl Crew>,
    levels: &mut Levels,
    bounds: &Bounds<'_>,
    finishes: Option<&[u64]>,
    old: &[String],
    progress: &Progress,
) -> Result<Tried, Fault> {
    let jumps = work.space.puzzle.jumps();
    let old: Vec<&str> = old.iter().map(String::as_str).collect();
    let mut tried = Tried { depths: [0; 2], met: 0, positions: 0, cut: 0 };
    let mut cut = [0; 2];
    let mut sizes = [0, u64::MAX];
    let ends = [Some(&[work.space.puzzle.start.0][..]), finishes];
    for (side, ends) in ends.into_iter().enumerate() {
        if let Some(ends) = ends {
            let name = levels.name(side == 0, 0);
            work.seed_ends(&name, ends, if side == 0 { &old } else { &[] })?;
            sizes[side] = work.known(&name)?.classes;
            levels.made.push(name);
        }
    }
    while tried.depths[0] + tried.depths[1] < jumps {
        if let Some(empty) = sizes.iter().position(|&size| size == 0) {
            // What the other side left out would not have met it.
            tried.cut = cut[empty];
            return Ok(tried);
        }
        let side = usize::from(sizes[1] < sizes[0]);
        let (forward, depth) = (side == 0, tried.depths[side]);
        work.control.say(|| {
            let done = tried.depths[0] + tried.depths[1];
            let limit =
                bounds.limit.map_or_else(String::new, |limit| format!(", at most {limit} moves"));
            format!("levels: jump {} of {jumps}{limit}, from {} positions", done + 1, sizes[side])
        });
        let (from, name) = (levels.name(forward, depth), levels.name(forward, depth + 1));
        work.reach(&name, &from, forward, bounds)?;
        let known = work.known(&name)?;
        levels.made.push(name);
        tried.depths[side] += 1;
        (sizes[side], tried.positions) = (known.classes, tried.positions + known.classes);
        cut[side] += known.cut;
        progress.positions.fetch_add(known.classes, Relaxed);
    }
    tried.cut = cut[0] + cut[1];
    let behind = finishes.map(|_| levels.name(false, tried.depths[1]));
    work.cross(&levels.met(), &levels.name(true, tried.depths[0]), behind.as_deref())?;
    tried.met = work.known(&levels.met())?.classes;
    levels.made.push(levels.met());
    Ok(tried)
}

/// The line of the fewest moves that passes a position where the sides meet.
fn line(
    work: &Work<'_, impl Crew>,
    levels: &Levels,
    depths: [usize; 2],
    position: u64,
) -> Result<Line, Fault> {
    let lost = || Fault::Stopped(Stop::Fault("the levels do not lead back to their ends"));
    let Space { leaps, undoing, group, .. } = work.space;
    let met = levels.met();
    let through = work.look_up(&work.folder.level(&met)?, position)?.ok_or_else(lost)?.movers();
    let mut ways = Vec::new();
    for (forward, leaps, steps) in [(true, leaps, depths[0]), (false, undoing, depths[1])] {
        if steps == 0 {
            ways.push(Vec::new());
            continue;
        }
        let side = (0..=steps).map(|depth| work.folder.level(&levels.name(forward, depth)));
        let side = side.collect::<Result<Vec<StoredLevel>, Fault>>()?;
        let movers = match through {
            0 => work.look_up(&side[steps], position)?.ok_or_else(lost)?.movers(),
            // One of those whose move runs through, the same on both sides.
            _ => through & through.wrapping_neg(),
        };
        let fault = std::cell::RefCell::new(None);
        let way = walk(leaps, group, (position, movers), steps, |depth, position| {
            work.look_up(&side[depth], position).unwrap_or_else(|why| {
                fault.borrow_mut().get_or_insert(why);
                None
            })
        });
        if let Some(fault) = fault.into_inner() {
            return Err(fault);
        }
        ways.push(way.ok_or_else(lost)?);
    }
    let behind = ways.pop().ok_or_else(lost)?;
    Ok(line_through(ways.pop().ok_or_else(lost)?, behind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::diagnostic::Source;
    use crate::cases::cases;
    use crate::library;
    use crate::peg::board::position::Position;
    use crate::peg::puzzle::Finish;
    use crate::peg::rules;
    use crate::peg::search::shortest;
    use crate::peg::verify::replay;
    use proptest::prelude::*;

    fn puzzle(text: &str) -> Puzzle {
        Puzzle::parse(&Source::new("test", text), &library::model).expect("a puzzle")
    }

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
            let text = format!(
                "model = '{model}'\ndirections = '{directions}'\nstart = 'full'\nfinish = {{ pegs = 1 }}"
            );
            let mut puzzle = puzzle(&text);
            let full = puzzle.board.full().0;
            puzzle.start = Position(start & full);
            let leaps = rules::leaps(&puzzle.board, false);
            let end = Position(rules::chosen_game(&leaps, puzzle.start.0, &choices));
            prop_assume!(end != puzzle.start);
            puzzle.finish = Finish::Exactly(end);
            match (pegs, building) {
                (0, _) => puzzle.finish = Finish::Pegs(end.len()),
                // Most of the time there is no way.
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
            let plain = shortest::shortest(&puzzle, &control);
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
