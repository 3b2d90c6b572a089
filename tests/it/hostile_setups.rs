//! Puzzles that only a program would generate: every public question about them is answered without a panic,
//! and the answers are consistent.

#![cfg(feature = "milp")]

use crate::common::{self, cases};

use std::time::Duration;

use cases::cases;
use proptest::prelude::*;
use soliter::boards::board::Jump;
use soliter::boards::draw::svg;
use soliter::boards::pddl;
use soliter::boards::verify::{replay, verify_lines};
use soliter::games::solitaire::Solitaire;
use soliter::pages::{html, puzzle_data};
use soliter::prove::judge::{fewest_moves, lost};
use soliter::prove::milp;
use soliter::prove::reach::{Continuations, Hint};
use soliter::prove::report::SolveReport;
use soliter::search::count::lines::lines;
use soliter::search::reachable::reach::can_finish;
use soliter::search::{dfs, fewest};
use soliter::{
    Attempt, Board, Claim, Control, Directions, Finish, Line, Method, Position, Puzzle,
    PuzzleSetup, Verified, What, count, solve,
};

fn tight() -> Control {
    Control::default().memory(64 << 20).within(Duration::from_millis(60))
}

const METHODS: &[Method] = &[
    Method::Auto,
    #[cfg(feature = "sat")]
    Method::Sat,
    Method::Milp,
    Method::ByJump,
    Method::Search,
    Method::Dfs,
];

/// Answers every question; all answers must agree.
fn ask_everything(puzzle: &Puzzle, methods: &[Method]) {
    let mut answers: Vec<(Method, Verified)> = Vec::new();
    for &method in methods {
        let answer = solve(puzzle, &method.into(), &tight());
        let answer = answer.unwrap_or_else(|refusal| panic!("{method:?}: {refusal} {puzzle:?}"));
        if let Some((other, before)) =
            answers.iter().find(|(_, before)| before.claim().contradicts(answer.claim()))
        {
            panic!("{other:?} {:?}, {method:?} {:?} {puzzle:?}", before.claim(), answer.claim());
        }
        show(puzzle, &answer);
        answers.push((method, answer));
    }
    for finding in [
        dfs::shortest(puzzle, &tight()),
        fewest::by_levels(puzzle, &tight()),
        fewest::fewest(puzzle, &tight()),
    ] {
        let claim = finding.evidence.claim;
        assert!(answers.iter().all(|(_, answer)| !answer.claim().contradicts(claim)), "{puzzle:?}");
    }
    let proved = answers
        .iter()
        .map(|(_, answer)| answer)
        .find(|answer| matches!(answer.claim(), Claim::Optimal { .. } | Claim::Infeasible));
    ask_for_numbers(puzzle, proved);
    // The integer programs have at least one jump; `solve` answers other puzzles without them.
    if puzzle.jumps() > 0 {
        ask_for_programs(puzzle, proved);
    }
    if let Some(answer) = proved {
        assert!(!fewest_moves(puzzle, &tight()).contradicts(answer.claim()), "{puzzle:?}");
    }
    play(puzzle);
}

fn ask_for_numbers(puzzle: &Puzzle, proved: Option<&Verified>) {
    let solutions = count(puzzle, What::Solutions, &tight());
    let minimal = count(puzzle, What::Shortest, &tight());
    if let (Ok(solutions), Ok(minimal)) = (&solutions, &minimal) {
        assert!(minimal.value <= solutions.value, "{puzzle:?}");
        assert_eq!(minimal.value == 0, solutions.value == 0, "{puzzle:?}");
        if let Some(answer) = proved {
            let moves = answer.claim().moves();
            assert_eq!(
                (solutions.value > 0).then_some(minimal.fewest),
                moves.map(Some),
                "{puzzle:?}"
            );
        }
    }
    for what in [What::Positions, What::Games] {
        if let Ok(count) = count(puzzle, what, &tight()) {
            assert!(count.value >= 1, "{puzzle:?}");
        }
    }
    for (most, images) in [(0, false), (3, true), (usize::MAX, false)] {
        let Ok(found) = lines(puzzle, most, images, &tight()) else { continue };
        assert!(found.len() <= most, "{puzzle:?}");
        if let Some(answer) = proved {
            assert_eq!(found.is_empty(), answer.line().is_none() || most == 0, "{puzzle:?}");
            if answer.line().is_some() {
                verify_lines(puzzle, answer, found).expect("shortest lines");
            }
        }
    }
    if let (Ok(solvable), Some(answer)) = (can_finish(puzzle, puzzle.start(), &tight()), proved) {
        assert_eq!(solvable, answer.line().is_some(), "{puzzle:?}");
    }
    let (attempt, continuations) =
        (Attempt::new(puzzle.clone()), Continuations::new(puzzle, &Control::default()));
    let hint = continuations.hint(&attempt, &tight());
    if let Some(answer) = proved {
        match (hint, answer.line()) {
            (Hint::Try { .. }, None) | (Hint::Lost { .. } | Hint::Never, Some(_)) => {
                panic!("{puzzle:?}")
            }
            _ => {}
        }
    }
}

fn ask_for_programs(puzzle: &Puzzle, proved: Option<&Verified>) {
    let solvable = proved.is_some_and(|answer| answer.line().is_some());
    assert!(
        !solvable || milp::weights::pagoda_lp::refute(puzzle, &tight()).is_none(),
        "{puzzle:?}"
    );
    assert!(!solvable || milp::relaxation::refute(puzzle, &tight()).is_none(), "{puzzle:?}");
    if let (Some(least), Some(moves)) = (
        milp::relaxation::least_moves(puzzle, &tight()),
        proved.and_then(|answer| answer.claim().moves()),
    ) {
        assert!(least <= moves, "{puzzle:?}");
    }
    let _ = milp::by_jump::program(puzzle, &tight());
    let _ = milp::fields::puzzle_fields(puzzle);
    if let Some(line) = proved.and_then(Verified::line) {
        let finding = milp::by_move::fewest::prove(puzzle, line, usize::MAX, &tight());
        assert!(!finding.evidence.claim.contradicts(Claim::Optimal { moves: line.moves().len() }));
    }
}

fn show(puzzle: &Puzzle, answer: &Verified) {
    let _ = SolveReport::new("name", puzzle, answer);
    let data =
        puzzle_data::data(puzzle, answer.line().map_or(&[], std::slice::from_ref), Some(answer));
    let _ = html::player(puzzle, answer.line(), &data);
    let _ = svg::puzzle(puzzle);
    let _ = svg::line(puzzle, answer.line().unwrap_or(&Line::default()), None);
    if let Some(certificate) = answer.certificate(puzzle) {
        let _ = svg::certificate(puzzle, &certificate);
    }
}

fn first_jump(attempt: &Attempt) -> Option<Jump> {
    attempt.legal().next().map(|(jump, _)| jump)
}

fn play(puzzle: &Puzzle) {
    for holes in [(0, 0), (0, 2), (63, 61), (64, 65), (255, 255)] {
        let replay = replay(puzzle, [holes]);
        assert_eq!(replay.fault.is_none(), replay.jumps() == 1, "{puzzle:?}");
    }
    let _ = pddl::problem(puzzle);
    let _ = Solitaire::new(puzzle.clone());
    let judgement = common::judged(puzzle, "");
    let is_solved = puzzle.finish().accepts(puzzle.start());
    assert_eq!(judgement.finish_reached, is_solved, "{puzzle:?}");
    let _ = lost(&judgement, puzzle, &tight());
    let mut attempt = Attempt::new(puzzle.clone());
    assert!(attempt.make(&[(200, 201)]).is_err() && attempt.replace(&[(0, 255)]).is_err());
    while let Some(jump) = first_jump(&attempt) {
        attempt.make(&[(jump.from, jump.to)]).expect("a legal jump");
    }
    let _ = (attempt.is_finished(), attempt.rest(), attempt.record());
    let judgement = common::judged(puzzle, &attempt.record());
    assert_eq!(judgement.replay.jumps(), attempt.jumps().len(), "{puzzle:?}");
    assert_eq!(attempt.undo(usize::MAX), attempt.redo(usize::MAX), "{puzzle:?}");
}

#[test]
fn corner_cases() {
    let eight = ["oooooooo"; 8].join("\n");
    let row = "o".repeat(64);
    let mut asked = 0;
    for drawing in ["o", "oo", "o o", "o\n\n\n o", "ooo", "ooo\nooo\nooo", &row, &eight] {
        for directions in [Directions::Orthogonal, Directions::All, Directions::Lines] {
            // A gap of empty rows may be invalid.
            let lattice = directions.lattice();
            let Ok(board) = Board::from_drawing(drawing, lattice, directions) else { continue };
            let full = board.full();
            let holes = board.holes() as u16;
            let one = Position::EMPTY.with(0);
            let last = Position::EMPTY.with(holes - 1);
            let ends = [one, last, full.clone(), full.clone().without(0), full.without(holes / 2)];
            let finishes = ends.clone().map(Finish::Exactly).into_iter();
            let counts = [0, 1, 2, holes.into(), usize::MAX].map(Finish::Pegs);
            for finish in finishes.chain(counts) {
                for start in &ends {
                    for reverse in [false, true] {
                        let setup = PuzzleSetup {
                            reverse,
                            ..PuzzleSetup::new(board.clone(), start.clone(), finish.clone())
                        };
                        let Ok(puzzle) = setup.puzzle() else { continue };
                        asked += 1;
                        if holes < 10 {
                            ask_everything(&puzzle, METHODS);
                        } else if asked % 40 == 0 {
                            ask_everything(&puzzle, &[Method::Auto]);
                        }
                    }
                }
            }
        }
    }
    assert!(asked > 100, "{asked}");
}

/// A set of holes of a board with at most 64, from random bits.
fn setup(
    rows: &[String],
    directions: Directions,
    (start, finish, pegs): (u64, u64, usize),
    (by_number, reverse): (bool, bool),
) -> Option<Puzzle> {
    let lattice = directions.lattice();
    let board = Board::from_drawing(&rows.join("\n"), lattice, directions).ok()?;
    let full = board.full().word();
    let exactly = Finish::Exactly(Position::from(finish & full));
    let finish = if by_number { Finish::Pegs(pegs) } else { exactly };
    let setup = PuzzleSetup::new(board, Position::from(start & full), finish);
    PuzzleSetup { reverse, ..setup }.puzzle().ok()
}

proptest! {
    #![proptest_config(cases(50))]

    #[test]
    fn small_puzzles_are_answered_the_same_by_all(
        rows in prop::collection::vec("[o ]{0,2}o{1,3}", 1..=3),
        directions in prop::sample::select(Directions::ALL.to_vec()),
        start: u64, more: u64, finish: u64, less: u64,
        pegs in 1..6usize, by_number: bool, reverse: bool,
    ) {
        let ends = if reverse { (start & finish, more, pegs + 3) } else { (start | more, finish & less, pegs) };
        let Some(puzzle) = setup(&rows, directions, ends, (by_number, reverse)) else {
            return Err(TestCaseError::reject("no puzzle"));
        };
        ask_everything(&puzzle, METHODS);
    }
}

proptest! {
    #![proptest_config(cases(6))]

    #[test]
    fn large_puzzles_are_survived(
        rows in prop::collection::vec("[o ]{0,3}o{3,5}", 6..=8),
        directions in prop::sample::select(Directions::ALL.to_vec()),
        start: u64, more: u64, finish: u64, less: u64,
        pegs in 1..60usize, by_number: bool, reverse: bool,
    ) {
        let ends = if reverse { (start & finish, more, pegs) } else { (start | more, finish & less, pegs) };
        let Some(puzzle) = setup(&rows, directions, ends, (by_number, reverse)) else {
            return Err(TestCaseError::reject("no puzzle"));
        };
        ask_everything(&puzzle, &[Method::Auto, Method::Milp]);
    }
}
