//! Puzzles with marked pegs: compares every prover, the checker and the refusals with plain play on small
//! boards.

use crate::common;
use crate::common::cases;

use cases::cases;
use common::{Case, Pegs, Place};
use proptest::prelude::*;
use soliter::base::control::Control;
use soliter::boards::board::position::Position;
use soliter::boards::line::Line;
use soliter::boards::puzzle::marks::Marks;
use soliter::boards::puzzle::setup::PuzzleSetup;
use soliter::boards::puzzle::{Finish, Puzzle};
use soliter::boards::verify::replay;
use soliter::prove::judge::Lost;
use soliter::prove::solve::{Method, Options, solve};
use soliter::search::count::{What, count};
use soliter::search::dfs;
use soliter::search::reachable::reach::can_finish;

type Jumps = Vec<(Place, Place)>;

/// Whether complete solutions satisfy the conditions, by following each marked peg from jump to jump.
fn keeps(puzzle: &Puzzle, jumps: &Jumps) -> bool {
    let place = |hole: Option<u16>| hole.map(|hole| puzzle.board().place(hole));
    let marked = puzzle.marked();
    let over =
        |&(from, to): &(Place, Place)| (i32::midpoint(from.0, to.0), i32::midpoint(from.1, to.1));
    // The index of the jump that captures a peg, and the jumps that the peg makes.
    let follow = |peg: Place| {
        let (mut at, mut own) = (peg, Vec::new());
        for (number, jump) in jumps.iter().enumerate() {
            if over(jump) == at {
                return (Some(number), own);
            }
            if jump.0 == at {
                own.push(number);
                at = jump.1;
            }
        }
        (None, own)
    };
    let last = jumps.len() - 1;
    let survives = place(marked.survivor).is_none_or(|peg| follow(peg).0.is_none());
    let watches = place(marked.watch).is_none_or(|peg| {
        let (taken, own) = follow(peg);
        // The peg makes the last jumps of all, and no others.
        taken.is_none()
            && !own.is_empty()
            && own == (last + 1 - own.len()..=last).collect::<Vec<_>>()
    });
    let caught = place(marked.last_captured).is_none_or(|peg| follow(peg).0 == Some(last));
    survives && watches && caught
}

fn solutions(case: &Case, pegs: &Pegs, jumps: &mut Jumps, into: &mut Vec<Jumps>) {
    if case.accepts(pegs) {
        into.push(jumps.clone());
        return;
    }
    for (from, to, after) in case.jumps(pegs) {
        if into.len() <= 2000 {
            jumps.push((from, to));
            solutions(case, &after, jumps, into);
            jumps.pop();
        }
    }
}

fn moves(jumps: &Jumps) -> usize {
    1 + jumps.windows(2).filter(|pair| pair[0].1 != pair[1].0).count()
}

/// A small puzzle whose finish is reached by random jumps.
fn small(board: usize, start: u64, choices: &[usize], pegs_only: bool) -> Option<Puzzle> {
    let text = ["square4", "triangle15"]
        .map(|model| format!("model = '{model}'\nstart = 'full'\nfinish = {{ pegs = 1 }}"));
    let puzzle = common::parse(&text[board]);
    let pegs: Vec<u16> =
        Position::from(start & puzzle.board().full().word()).holes().take(8).collect();
    let puzzle =
        PuzzleSetup { start: pegs.into_iter().collect(), ..puzzle.into() }.puzzle().ok()?;
    let reached = common::played(&puzzle, choices)?;
    let finish = if pegs_only { Finish::Pegs(reached.len()) } else { Finish::Exactly(reached) };
    PuzzleSetup { finish, ..puzzle.into() }.puzzle().ok()
}

fn fewest(puzzle: &Puzzle, options: impl Into<Options>) -> Option<usize> {
    let options = options.into();
    let answer = solve(puzzle, &options, &Control::default()).expect("nobody disagrees");
    assert!(answer.claim().is_final(), "{options:?}: {:?}", answer.evidence());
    answer.claim().moves()
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn every_prover_agrees_with_plain_play(
        board in 0..2usize,
        start in any::<u64>(),
        choices in prop::collection::vec(0..64usize, 2..=7),
        pegs_only in any::<bool>(),
        marks in [prop::option::of(0..8usize), prop::option::of(0..8usize), prop::option::of(0..8usize)],
    ) {
        let Some(puzzle) = small(board, start, &choices, pegs_only) else {
            return Err(TestCaseError::reject("no jump"));
        };
        let case = common::case(&puzzle);
        let mut all = Vec::new();
        solutions(&case, &case.start, &mut Vec::new(), &mut all);
        prop_assume!(all.len() <= 2000 && marks.iter().any(Option::is_some));
        let pegs: Vec<u16> = puzzle.start().holes().collect();
        let [survivor, watch, last_captured] = marks.map(|mark| Some(pegs[mark? % pegs.len()]));
        let marked = Marks { survivor, watch, last_captured };
        // A peg cannot be captured last and left.
        let is_fault = [survivor, watch].into_iter().flatten().any(|hole| Some(hole) == last_captured);
        let puzzle = PuzzleSetup { marked, ..puzzle.into() }.puzzle();
        prop_assert_eq!(puzzle.is_err(), is_fault);
        let Ok(puzzle) = puzzle else { return Ok(()) };
        let kept = |jumps: &&Jumps| keeps(&puzzle, jumps);
        let plain = all.iter().filter(kept).map(moves).min();
        prop_assert_eq!(fewest(&puzzle, Method::Search), plain, "search, {:?}", marked);
        prop_assert_eq!(fewest(&puzzle, Method::Dfs), plain, "dfs, {:?}", marked);
        #[cfg(feature = "milp")]
        if puzzle.jumps() <= 3 {
            prop_assert_eq!(fewest(&puzzle, Method::ByJump), plain, "mirror, {:?}", marked);
        }
        #[cfg(feature = "milp")]
        if last_captured.is_none() && puzzle.jumps() <= 5 {
            prop_assert_eq!(fewest(&puzzle, Method::Milp), plain, "sweep, {:?}", marked);
            prop_assert_eq!(fewest(&puzzle, Options::CONFIRMED), plain, "prove, {:?}", marked);
        }
        // The verdict of a checker on solutions of the puzzle without marks.
        let hole = |place: &Place| puzzle.board().hole_at(place.0, place.1).expect("a hole");
        for jumps in all.iter().step_by(1 + all.len() / 5) {
            let line = Line::from_jumps(jumps.iter().map(|(from, to)| (hole(from), hole(to))));
            let judged = common::judged(&puzzle, &puzzle.names().line(&line));
            prop_assert_eq!(judged.finish_reached, kept(&jumps), "{:?} {:?}", marked, jumps);
            prop_assert_eq!(replay(&puzzle, line.jumps()).solves(&puzzle), kept(&jumps));
            let lost = soliter::prove::judge::lost(&judged, &puzzle, &Control::default());
            // Whether a solution begins with these jumps.
            let begins = |made: usize| all.iter().filter(kept).any(|other| other[..made] == jumps[..made]);
            let dead = (0..=judged.replay.jumps()).find(|&made| !begins(made));
            prop_assert_eq!(lost, dead.map_or(Lost::No, Lost::After));
        }
    }
}

fn cross(marked: &str) -> Puzzle {
    common::parse(&format!(
        "model = 'english'\nstart = ['35', '43', '44', '45', '46', '55']\nfinish = ['44']\nmarked = {marked}"
    ))
}

#[test]
fn a_line_that_breaks_a_mark_is_wrong_at_its_jump() {
    let line = "45-25, 43-45, 55-35, 25-45, 46-44";
    let told = |marked: &str| {
        let mistake = common::judged(&cross(marked), line).mistake.expect("a mistake");
        (mistake.index, mistake.reason, mistake.message)
    };
    assert!(common::judged(&cross("{ survivor = '46' }"), line).finish_reached);
    assert!(common::judged(&cross("{ watch = '46', survivor = '46' }"), line).finish_reached);
    assert_eq!(
        told("{ survivor = '44' }"),
        (
            2,
            "survivor-captured",
            "the survivor may not be captured (the peg from 44 survives)".to_owned()
        )
    );
    assert_eq!(told("{ watch = '45' }").0, 2);
    assert_eq!(told("{ watch = '45' }").1, "watch-left");
    assert_eq!(told("{ last_captured = '35' }").1, "last-captured-early");
    assert_eq!(told("{ watch = '44' }").1, "watch-taken");
    let last = told("{ last_captured = '46' }");
    assert_eq!((last.0, last.1), (5, "last-captured-left"));
}

#[test]
fn who_does_not_tell_pegs_apart_refuses() {
    let (puzzle, control) = (cross("{ survivor = '46' }"), Control::default());
    assert!(count(&puzzle, What::Solutions, &control).is_err());
    assert!(can_finish(&puzzle, puzzle.start(), &control).is_err());
    assert!(soliter::boards::pddl::problem(&puzzle).is_err());
    #[cfg(feature = "sat")]
    {
        let answer = solve(&puzzle, &Method::Sat.into(), &control).expect("an answer");
        assert!(!answer.claim().is_final());
    }
    assert_eq!(dfs::shortest(&puzzle, &control).evidence.claim.moves(), Some(5));
}

#[test]
fn symmetries_keep_marked_pegs() {
    // Without the mark, 43 and 45 would be images of each other.
    let plus = |marked: &str| {
        common::parse(&format!(
            "model = 'english'\nstart = {{ all_but = ['44'] }}\nfinish = {{ pegs = 29 }}\n{marked}"
        ))
    };
    assert_eq!(fewest(&plus(""), Method::Search), Some(3));
    let watch = plus("marked = { watch = '64' }");
    assert_eq!(fewest(&watch, Method::Search), fewest(&watch, Method::Dfs));
}

/// Without a jump, no peg is captured last and none makes the last move; a survivor survives.
#[test]
fn a_condition_on_the_last_jump_needs_a_jump() {
    let puzzle = |marked: &str| {
        common::parse(&format!(
            "model = 'english'\nstart = ['44', '45']\nfinish = ['44', '45']\nmarked = {{ {marked} = '44' }}"
        ))
    };
    for (marked, is_solved) in [("survivor", true), ("watch", false), ("last_captured", false)] {
        let puzzle = puzzle(marked);
        assert_eq!(fewest(&puzzle, Method::Auto), is_solved.then_some(0), "{marked}");
        let solves = soliter::boards::verify::replay(&puzzle, [(0, 0); 0]).solves(&puzzle);
        assert_eq!(solves, is_solved, "{marked}");
        assert_eq!(soliter::Attempt::new(puzzle).is_solved(), is_solved, "{marked}");
    }
}
