//! The by-move formulation on positions with known answers, and the bounds that it proves for lines of other
//! provers.

#![cfg(feature = "milp")]

use crate::common;

use soliter::base::control::{Control, Stop};
use soliter::boards::answer::{Claim, Detail, Prover};
use soliter::boards::board::position::Hole;
use soliter::boards::line::Line;
use soliter::boards::verify::verify;
use soliter::prove::milp::by_move::{fewest, knowledge::Groups};
use soliter::prove::milp::relaxation;
use soliter::prove::solve::{Confirm, Method, Options, solve};
use std::time::Duration;

/// Puzzles with their fewest moves.
const FIGURES: [(&str, usize); 4] = [
    ("gardner/latin-cross", 5),
    ("gardner/greek-cross", 6),
    ("gardner/fireplace", 8),
    ("english-diagonal/latin-cross", 4),
];

#[test]
fn sweeps_alone_give_the_fewest_moves() {
    for (name, moves) in FIGURES {
        let puzzle = common::built_in(name);
        let answer =
            solve(&puzzle, &Method::Milp.into(), &Control::default()).expect("a verified answer");
        assert_eq!(answer.claim(), Claim::Optimal { moves }, "{name}");
        assert_eq!(answer.evidence()[0].by, Prover::Milp);
        assert!(answer.line().is_some());
    }
}

#[test]
fn two_provers_prove_the_same() {
    for (name, moves) in FIGURES {
        let puzzle = common::built_in(name);
        let answer =
            solve(&puzzle, &Options::CONFIRMED, &Control::default()).expect("a verified answer");
        let claims: Vec<_> = answer.evidence().iter().map(|e| (e.by, e.claim)).collect();
        let optimal = Claim::Optimal { moves };
        for prover in [Prover::Search, Prover::Milp] {
            assert!(claims.contains(&(prover, optimal)), "{name}: {claims:?}");
        }
        assert!(claims.iter().all(|(_, claim)| *claim == optimal), "{name}: {claims:?}");
    }
}

#[test]
fn a_group_left_out_changes_no_answer() {
    let all = Groups::default();
    let without = [
        Groups { uses: false, ..all },
        Groups { exact_ends: false, ..all },
        Groups { classes: false, ..all },
        Groups { cycles: false, ..all },
        Groups { regions: false, ..all },
        Groups::RULES,
    ];
    for (name, moves) in &FIGURES[..1] {
        let puzzle = common::built_in(name);
        for groups in without {
            let found = fewest::solve_with(&puzzle, groups, &Control::default());
            assert_eq!(found.evidence.claim, Claim::Optimal { moves: *moves }, "{name} {groups:?}");
        }
    }
}

#[test]
fn a_line_that_is_not_shortest_is_not_proved() {
    let puzzle = common::built_in("gardner/latin-cross");
    let control = Control::default();
    let line = |text: &str| {
        let moves = text.split(", ").flat_map(|chain| {
            let holes: Vec<u16> =
                chain.split('-').map(|name| puzzle.names().hole(name).expect("a hole")).collect();
            holes.windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>()
        });
        Line::from_jumps(moves)
    };
    let five = line("45-25, 43-45, 55-35, 25-45, 46-44");
    let proved = fewest::prove(&puzzle, &five, usize::MAX, &control);
    assert_eq!(proved.evidence.claim, Claim::Optimal { moves: 5 });
    let greek = common::built_in("gardner/greek-cross");
    let longer = line_of_at_least(&greek, 7);
    let found = fewest::prove(&greek, &longer, usize::MAX, &control);
    let moves = found.evidence.claim.moves().expect("a line");
    assert!(moves <= 6, "{:?}", found.evidence.claim);
    assert!(found.line.is_some());
}

/// A root of 463 columns takes 20 s. By default, a program of this size is not used to confirm an answer, and nothing
/// is reported about it.
#[test]
fn small_answers_alone_are_confirmed() {
    let start = "model = 'english'\nfinish = { pegs = 1 }\n\
                 start = ['23', '24', '32', '35', '42', '44', '45', '53', '54', '55', '63', '64']";
    for (puzzle, is_confirmed) in
        [(common::built_in("gardner/latin-cross"), true), (common::parse(start), false)]
    {
        let options = Options { confirm: Confirm::IfQuickAndMilp, ..Options::default() };
        let answer = solve(&puzzle, &options, &Control::default()).expect("a verified answer");
        let milp = answer.evidence().iter().any(|evidence| evidence.by == Prover::Milp);
        assert_eq!((answer.claim(), milp), (Claim::Optimal { moves: 5 }, is_confirmed));
    }
}

/// A line of at least this many moves, by plain depth-first search.
fn line_of_at_least(puzzle: &soliter::boards::puzzle::Puzzle, moves: usize) -> Line {
    fn go(
        puzzle: &soliter::boards::puzzle::Puzzle,
        moves: usize,
        jumps: &mut Vec<(u16, u16)>,
        position: &soliter::boards::board::position::Position,
    ) -> Option<Line> {
        if position.len() == puzzle.finish().pegs() {
            let line = Line::from_jumps(jumps.iter().copied());
            let fits = puzzle.finish().accepts(position) && line.moves().len() >= moves;
            return fits.then_some(line);
        }
        for jump in puzzle.board().jumps() {
            let pair = (jump.from, jump.to);
            if let Ok((_, after)) = soliter::boards::rules::apply(puzzle, position, pair) {
                jumps.push((jump.from, jump.to));
                let found = go(puzzle, moves, jumps, &after);
                if found.is_some() {
                    return found;
                }
                jumps.pop();
            }
        }
        None
    }
    go(puzzle, moves, &mut Vec::new(), &puzzle.start().clone()).expect("a line")
}

#[test]
fn the_relaxation_refutes_where_no_pagoda_function_can() {
    for name in ["impossible/row7", "impossible/plus5"] {
        let puzzle = common::built_in(name);
        let control = Control::default();
        assert!(
            soliter::prove::milp::weights::pagoda_lp::refute(&puzzle, &control).is_none(),
            "{name}"
        );
        let found = relaxation::refute(&puzzle, &control).expect("no whole numbers of jumps");
        assert_eq!(found.evidence.claim, Claim::Infeasible);
        assert!(matches!(found.evidence.detail, Detail::Program { formulation: "relaxation", .. }));
    }
}

#[test]
fn a_time_limit_leaves_the_bound() {
    let puzzle = common::built_in("gardner/central-game");
    let control = Control::default().within(Duration::from_secs(3));
    let found = fewest::solve(&puzzle, None, &control);
    // The limit is reached in the first run of HiGHS, or in the second run, which confirms the first.
    assert!(
        matches!(found.evidence.stopped, Some(Stop::Time | Stop::BackEnd(_))),
        "{:?}",
        found.evidence.stopped
    );
    // The exact answer is 18; the complete relaxation proves 15.
    let Claim::Unknown { lower_bound } = found.evidence.claim else { panic!("{found:?}") };
    assert!((1..=17).contains(&lower_bound), "{lower_bound}");
}

#[test]
fn a_time_limit_leaves_the_solution_of_the_search() {
    let puzzle = common::built_in("gardner/greek-cross");
    let line = fewest::solve(&puzzle, None, &Control::default()).line.expect("a solution");
    let control = Control::default().within(Duration::ZERO);
    let found = fewest::solve(&puzzle, Some(&line), &control);
    assert_eq!(found.evidence.claim, Claim::Feasible { moves: 6, lower_bound: 1 });
    assert_eq!(found.evidence.stopped, Some(Stop::Time));
    let answer = verify(&puzzle, vec![found], 0.0).expect("a solution by the rules");
    assert_eq!(answer.line(), Some(&line));
}

#[test]
fn start_values_change_no_answer() {
    for name in ["gardner/greek-cross", "leibniz/latin-cross"] {
        let puzzle = common::built_in(name);
        let control = Control::default();
        let alone = fewest::solve(&puzzle, None, &control);
        let line = alone.line.expect("a solution");
        let moves = line.moves().len();
        // The second is not a solution; the third has a jump that the board does not have.
        let nowhere = Line::from_jumps((0..moves as Hole).map(|hole| (2 * hole, 2 * hole + 1)));
        for known in [line.clone(), line.reversed(), nowhere, Line::default()] {
            let found = fewest::solve(&puzzle, Some(&known), &control);
            assert_eq!(found.evidence.claim, Claim::Optimal { moves }, "{name}: {known:?}");
            verify(&puzzle, vec![found], 0.0).expect("a solution by the rules");
        }
    }
}

#[test]
fn a_solution_in_fractions_needs_no_more_moves_than_a_whole_one() {
    for (name, moves) in FIGURES {
        let puzzle = common::built_in(name);
        // With the rules alone, the larger puzzles take seconds.
        let sets = [Groups::default(), Groups::RULES];
        for groups in sets.into_iter().take(if moves > 5 { 1 } else { 2 }) {
            let bound = fewest::least_slots_in_fractions(&puzzle, groups, &Control::default());
            let bound = bound.expect("some number of slots");
            assert!(bound <= moves, "{name}: {bound}");
        }
    }
}
