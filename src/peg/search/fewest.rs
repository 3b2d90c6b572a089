//! The fewest moves: a beam for a good line, then a search by moves for a better one, which
//! proves the line or improves on it.

use std::time::Instant;

use crate::base::control::{Control, Stop};
use crate::base::threads::in_threads;
use crate::peg::answer::{Claim, Detail, Evidence, Finding, Prover};
use crate::peg::line::Line;
use crate::peg::puzzle::{Finish, Puzzle};
use crate::peg::regions::Regions;
use crate::peg::rules;
use crate::peg::search::beam::{FinishOnly, Game, beam};
use crate::peg::search::bitmap::Bitmap;
use crate::peg::search::by_moves::{ByMoves, End};
use crate::peg::search::count::CountFault;
use crate::peg::search::expand::Expander;
use crate::peg::search::lines::lines;
use crate::peg::search::shortest;
use crate::peg::search::symmetry::Group;
use crate::peg::search::table::{Reach, for_reaches};

/// Positions a beam keeps of each jump level.
const BEAM: usize = 10_000;
/// When the search by moves pauses for another beam, and how wide that is, both in units of the
/// first beam's width: with 10,000, a beam of 30,000 once both sides together know 500,000
/// positions, another at 2.5 million, one of 100,000 at 15 million.
///
/// Why beams between: the backward side knows everything within so many moves of the finish, so a
/// beam need no longer hit the finish itself but any of these positions, and the larger that side,
/// the better the line it finds. A line one move shorter saves a whole level of moves of the
/// search, the last of which is as large as all before it together. A beam costs little beside it: it
/// keeps its width of positions a jump level, 31 times 30,000 against 500,000 known and the millions
/// of the level that it may save.
const STAGES: [(usize, usize); 3] = [(50, 3), (250, 3), (1500, 10)];
/// Bits for all positions may take so many bytes before a search by levels is out of the question.
const LEVELS: u64 = 128 << 20;

/// Finds a line of the fewest moves, or proves that there is none. Stopped early, it claims the
/// best line and the bound it has.
pub fn fewest(puzzle: &Puzzle, control: &Control) -> Finding {
    in_threads(control, || with_beam(puzzle, BEAM, control))
}

/// The same with a beam of another width.
fn with_beam(puzzle: &Puzzle, width: usize, control: &Control) -> Finding {
    let clock = Instant::now();
    let mut positions = 0;
    let result = match attempt(puzzle, width, control, &mut positions) {
        Some(Err(Partial::NoLine { lower_bound })) => by_levels(puzzle, lower_bound, control),
        Some(result) => result,
        None => return shortest::shortest(puzzle, control),
    };
    let (claim, line, stopped) = match result {
        Ok(Some(line)) => (Claim::Optimal { moves: line.moves().len() }, Some(line), None),
        Ok(None) => (Claim::Infeasible, None, None),
        Err(Partial::NoLine { lower_bound }) => (Claim::Unknown { lower_bound }, None, None),
        Err(Partial::Stopped { line, lower_bound, stop }) => {
            let claim = line.as_ref().map_or(Claim::Unknown { lower_bound }, |line| {
                Claim::Feasible { moves: line.moves().len(), lower_bound }
            });
            (claim, line, Some(stop))
        }
    };
    let seconds = clock.elapsed().as_secs_f64();
    let detail = Detail::Positions(positions);
    Finding { evidence: Evidence { by: Prover::Search, claim, seconds, detail, stopped }, line }
}

/// What is known when a search ends without an answer.
enum Partial {
    /// A limit came first.
    Stopped { line: Option<Line>, lower_bound: usize, stop: Stop },
    /// No beam found a line: whether there is one is better asked level by level of jumps.
    NoLine { lower_bound: usize },
}

/// The answer from all positions on solutions, which are none if there is no solution.
fn by_levels(
    puzzle: &Puzzle,
    lower_bound: usize,
    control: &Control,
) -> Result<Option<Line>, Partial> {
    match lines(puzzle, 1, true, control) {
        Ok(found) => Ok(found.into_iter().next()),
        Err(CountFault::Stopped(stop)) => Err(Partial::Stopped { line: None, lower_bound, stop }),
        Err(_) => Err(Partial::NoLine { lower_bound }),
    }
}

/// The fewest moves, found by moves; `None` where this search does not apply.
fn attempt(
    puzzle: &Puzzle,
    width: usize,
    control: &Control,
    positions: &mut u64,
) -> Option<Result<Option<Line>, Partial>> {
    let (start, finish) = match (puzzle.building, puzzle.finish) {
        (false, finish) => (puzzle.start, finish),
        // Building is the ordinary game played backwards.
        (true, Finish::Exactly(finish)) => (finish, Finish::Exactly(puzzle.start)),
        (true, Finish::Pegs(_)) => return None,
    };
    let finishes = shortest::finishes(&puzzle.board, start, finish, control)?;
    let group = Group::keeping(puzzle);
    let leaps = rules::leaps(&puzzle.board, false);
    let game = Game {
        board: &puzzle.board,
        leaps: &leaps,
        group: &group,
        start,
        finish,
        jumps: puzzle.jumps(),
    };
    let turned = |line: Line| if puzzle.building { line.reversed() } else { line };
    let result =
        for_reaches!(puzzle.board, group, run(&game, &finishes, width, control, positions));
    Some(match result {
        Ok(line) => Ok(line.map(turned)),
        Err(Partial::Stopped { line, lower_bound, stop }) => {
            Err(Partial::Stopped { line: line.map(turned), lower_bound, stop })
        }
        Err(no_line) => Err(no_line),
    })
}

fn run<const LANES: usize, R: Reach>(
    game: &Game<'_>,
    finishes: &[u64],
    width: usize,
    control: &Control,
    positions: &mut u64,
) -> Result<Option<Line>, Partial> {
    let undoing = rules::undoing(game.leaps);
    let symmetries = game.group.symmetries();
    let forward = Expander::<LANES>::new(game.board, game.leaps, symmetries);
    let backward = Expander::<LANES>::new(game.board, &undoing, symmetries);
    let regions = Regions::new(game.board, game.start, game.finish);
    let at_start = (regions.ahead(game.start.0).0 as usize).max(1);
    let partial = |line: Option<Line>, lower_bound: u32, stop| {
        let most = line.as_ref().map_or(usize::MAX, |line| line.moves().len());
        let lower_bound = at_start.max(lower_bound as usize).min(most);
        Partial::Stopped { line, lower_bound, stop }
    };
    let finish = FinishOnly { finish: game.finish, expander: &forward };
    let first = beam::<LANES, R>(game, &forward, &regions, &finish, width, control)
        .map_err(|stop| partial(None, 1, stop))?;
    *positions = first.positions;
    if first.exact {
        return Ok(first.line);
    }
    let mut best = first.line;
    // Asking level by level of jumps is quick where a bit for each position fits the memory.
    let has_levels = Bitmap::bytes(game.board)
        .is_some_and(|bytes| bytes <= LEVELS.min(control.memory_limit() / 4));
    let expanders = [&forward, &backward];
    let mut search =
        ByMoves::<LANES, R>::new(game, &undoing, expanders, &regions, finishes, control);
    let mut stages = STAGES.into_iter();
    loop {
        if let Some(line) = &best {
            search.set_limit(line.moves().len() - 1);
        }
        // The last run goes to the end.
        let (pause, wider) = stages
            .next()
            .map_or((u64::MAX, 0), |(pause, wider)| ((pause * width) as u64, wider * width));
        let end = search.run(pause);
        *positions = search.positions();
        match end {
            Ok(End::Met(line)) => return Ok(Some(line)),
            Ok(End::None) => return Ok(best),
            Ok(End::Paused) => {}
            Err(stop) => return Err(partial(best, search.lower_bound(), stop)),
        }
        match beam(game, &forward, &regions, &search, wider, control) {
            Ok(found) => best = shorter(best, found.line),
            Err(stop) => return Err(partial(best, search.lower_bound(), stop)),
        }
        if best.is_none() && has_levels {
            let lower_bound = at_start.max(search.lower_bound() as usize);
            return Err(Partial::NoLine { lower_bound });
        }
    }
}

fn shorter(a: Option<Line>, b: Option<Line>) -> Option<Line> {
    match (a, b) {
        (Some(a), Some(b)) if b.moves().len() < a.moves().len() => Some(b),
        (a, b) => a.or(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::diagnostic::Source;
    use crate::library;
    use crate::peg::position::Position;
    use proptest::prelude::*;

    fn puzzle(text: &str) -> Puzzle {
        Puzzle::parse(&Source::new("test", text), &library::model).expect("a puzzle")
    }

    /// A puzzle on a shipped board whose finish is reached by random jumps.
    fn played(model: &str, directions: &str, start: u64, choices: &[usize]) -> Option<Puzzle> {
        let mut puzzle = puzzle(&format!(
            "model = '{model}'\ndirections = '{directions}'\nstart = 'full'\nfinish = {{ pegs = 1 }}"
        ));
        puzzle.start = Position(start & puzzle.board.full().0);
        let leaps = rules::leaps(&puzzle.board, false);
        let mut position = puzzle.start.0;
        for choice in choices {
            let fitting: Vec<_> = leaps.iter().filter(|leap| leap.fits(position)).collect();
            if fitting.is_empty() {
                break;
            }
            position ^= fitting[choice % fitting.len()].all;
        }
        puzzle.finish = Finish::Exactly(Position(position));
        (position != puzzle.start.0).then_some(puzzle)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

        /// A narrow beam leaves the work to the search by moves.
        #[test]
        fn the_search_by_moves_agrees_with_the_plain_one(
            board in prop::sample::select(vec![
                ("english", "orthogonal"), ("english", "all"), ("square5", "orthogonal"),
                ("triangle21", "lines"),
            ]),
            start in any::<u64>(),
            more in any::<u64>(),
            choices in prop::collection::vec(0..64usize, 4..=12),
            width in 1..40usize,
            threads in 1..3usize,
        ) {
            // Three of four holes hold a peg.
            let Some(puzzle) = played(board.0, board.1, start | more, &choices) else {
                return Err(TestCaseError::reject("no jump"));
            };
            let control = Control::default().threads(threads);
            let plain = shortest::shortest(&puzzle, &control);
            let found = in_threads(&control, || with_beam(&puzzle, width, &control));
            prop_assert_eq!(found.evidence.claim, plain.evidence.claim);
        }
    }
}
