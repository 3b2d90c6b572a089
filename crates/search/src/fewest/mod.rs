//! Finds the fewest moves, with proof: a `beam` search finds a good line, and then a bidirectional search
//! `by_moves` finds a shorter line or proves that there is none. `ascent` chooses the limits of that search.
//!
//! If one of the sides has few positions, a search by levels of jumps is faster; it is tried with a limit on
//! their number. If the finish allows too many positions, the search by moves has a forward side only. If no
//! beam finds a line, listing the positions on solutions shows whether there is one.

pub(crate) mod ascent;
pub(crate) mod beam;
pub(crate) mod by_moves;
pub(crate) mod last_moves;
pub mod marked;
pub(crate) mod side;
pub(crate) mod spread;
pub mod together;

use soliter_base::clock::Instant;

use crate::count::lines::listed;
use crate::fewest::ascent::{Ascended, Best, iterative_deepening};
use crate::fewest::side::Ends;
use crate::space::{MoveTables, ordinary};
use crate::{
    finding,
    levels::finishes::{FINISHES, at_most},
    store::table::for_reaches,
    without_jumps,
};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::in_threads;
use soliter_boards::answer::{Claim, Detail, Evidence, Prover, ProverResult};
use soliter_boards::puzzle::Puzzle;

/// The positions that a beam keeps on each level of jumps.
pub(super) const BEAM: usize = 10_000;

/// Where a search for the fewest moves ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum StopAt {
    /// At the proof of the minimum.
    #[default]
    Proof,
    /// Before the last bound of a long search, which takes most of its time. The claim is then
    /// [`Claim::Feasible`] without a stop, and the best line probably has the fewest moves.
    BeforeLastBound,
}

/// Finds a line with the fewest moves, or proves that there is none. If it is stopped early, it claims the
/// best line and the lower bound found so far.
pub fn fewest(puzzle: &Puzzle, control: &Control) -> ProverResult {
    fewest_until(puzzle, StopAt::Proof, control)
}

/// Like [`fewest`], with a choice of the end.
pub fn fewest_until(puzzle: &Puzzle, stop_at: StopAt, control: &Control) -> ProverResult {
    if !puzzle.marked().is_empty() {
        return marked::fewest(puzzle, control);
    }
    if let Err(stop) = puzzle.board().fits_u64() {
        return ProverResult::new(
            Prover::Search,
            Instant::now(),
            Err(stop),
            1,
            Detail::Positions(0),
        );
    }
    in_threads(control, || with_beam(puzzle, BEAM, stop_at, control))
}

/// Does the work of [`fewest`] with a first beam of another width.
fn with_beam(puzzle: &Puzzle, width: usize, stop_at: StopAt, control: &Control) -> ProverResult {
    let clock = Instant::now();
    if let Some(finding) = without_jumps(puzzle, clock) {
        return finding;
    }
    let mut best = Best { line: None, lower_bound: 1, positions: 0 };
    let (is_proved, stopped) = match by_moves(puzzle, width, stop_at, control, &mut best) {
        Ok(None) => return by_levels(puzzle, control),
        Ok(Some(Ascended::Proved)) => (true, None),
        Ok(Some(Ascended::ToLastBound)) => (false, None),
        Ok(Some(Ascended::WithoutLine)) => match listed(puzzle, 1, true, control) {
            Ok((mut lines, examined)) => {
                best.line = lines.pop();
                best.positions += examined;
                (true, None)
            }
            Err(stop) => (false, Some(stop)),
        },
        Err(stop) => (false, Some(stop)),
    };
    let Best { line, lower_bound, positions } = best;
    let claim = match (line.as_ref().map(|line| line.moves().len()), is_proved) {
        (Some(moves), true) => Claim::Optimal { moves },
        (Some(moves), false) => Claim::Feasible { moves, lower_bound: lower_bound.min(moves) },
        (None, true) => Claim::Infeasible,
        (None, false) => Claim::Unknown { lower_bound },
    };
    let (seconds, detail) = (clock.elapsed().as_secs_f64(), Detail::Positions(positions));
    ProverResult {
        evidence: Evidence { by: Prover::Search, claim, seconds, detail, stopped },
        line,
    }
}

/// Searches by moves. `None` if this search is not possible.
fn by_moves(
    puzzle: &Puzzle,
    width: usize,
    stop_at: StopAt,
    control: &Control,
    best: &mut Best,
) -> Result<Option<Ascended>, Stop> {
    let Some(ordinary) = ordinary(puzzle) else { return Ok(None) };
    let listed = at_most(FINISHES, &ordinary);
    let finishes = listed.as_deref().map_or(Ends::Unlisted(ordinary.finish()), Ends::Listed);
    let space = MoveTables::new(&ordinary)?;
    let ascended = for_reaches!(
        ordinary.board(),
        iterative_deepening(&space, finishes, width, stop_at, control, best)
    );
    if puzzle.reverse() {
        best.line = best.line.take().map(|line| line.reversed());
    }
    ascended.map(Some)
}

/// Finds the fewest moves from the positions on solutions. The search by moves is tested against it.
pub fn by_levels(puzzle: &Puzzle, control: &Control) -> ProverResult {
    let clock = Instant::now();
    if let Some(finding) = without_jumps(puzzle, clock) {
        return finding;
    }
    let found = listed(puzzle, 1, true, control);
    let detail = Detail::Positions(found.as_ref().map_or(0, |(_, positions)| *positions));
    finding(Prover::Search, clock, detail, found.map(|(mut lines, _)| lines.pop()), 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{built_in, from_full};
    use proptest::prelude::*;
    use soliter_boards::{board::position::Position, puzzle::Finish, rules};
    use soliter_testing::cases::cases;

    /// Such narrow beams end the quick attempt early. With 200 MiB there is no room for one bit for each
    /// position, so the limit is raised until it prunes nothing.
    #[test]
    fn the_limit_is_raised_to_a_proof() {
        for (name, memory, width, claim) in [
            ("gardner/central-game", 4 << 30, 10, Claim::Optimal { moves: 18 }),
            ("impossible/edge8", 200 << 20, 1, Claim::Infeasible),
            ("impossible/edge8", 200 << 20, 10, Claim::Infeasible),
        ] {
            let control = Control::default().memory(memory);
            let found =
                in_threads(&control, || with_beam(&built_in(name), width, StopAt::Proof, &control));
            assert_eq!(found.evidence.claim, claim, "{name}");
        }
    }

    proptest! {
        #![proptest_config(cases(200))]

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
            let mut puzzle = from_full(board.0, board.1);
            // Three out of four holes have a peg.
            puzzle = puzzle.starting_at(Position::from((start | more) & puzzle.board().full().word()));
            let leaps = rules::leaps(puzzle.board(), false);
            let finish = Position::from(crate::tests::chosen_game(&leaps, puzzle.start().word(), &choices));
            prop_assume!(finish != *puzzle.start());
            puzzle = puzzle.finishing_at(Finish::Exactly(finish));
            let control = Control::default().threads(threads);
            let plain = by_levels(&puzzle, &control);
            let found =
                in_threads(&control, || with_beam(&puzzle, width, StopAt::Proof, &control));
            prop_assert_eq!(found.evidence.claim, plain.evidence.claim);
            // Without its last limit, a search claims nothing that is false.
            let found =
                in_threads(&control, || with_beam(&puzzle, width, StopAt::BeforeLastBound, &control));
            prop_assert_eq!(found.evidence.stopped, None);
            match (found.evidence.claim, plain.evidence.claim) {
                (Claim::Feasible { moves, lower_bound }, Claim::Optimal { moves: fewest }) => {
                    prop_assert!(lower_bound <= fewest && fewest <= moves && lower_bound < moves);
                }
                (claim, plain) => prop_assert_eq!(claim, plain),
            }
        }
    }
}
