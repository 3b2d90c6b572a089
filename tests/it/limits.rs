//! Limits and cancelling: the answer is `unknown` with a correct bound, never a guess.

#![cfg(feature = "milp")]

use crate::common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use soliter::base::control::{Control, Stop};
use soliter::boards::answer::Claim;
use soliter::boards::puzzle::Puzzle;
use soliter::prove::milp::by_jump;
use soliter::prove::milp::by_move;
use soliter::prove::solve::{Method, solve};

/// A puzzle of 18 moves, which takes every method longer than these tests wait.
fn central() -> Puzzle {
    common::parse("model = 'english'\nstart = { all_but = ['44'] }\nfinish = ['44']")
}

fn stopped(method: Method, control: &Control) -> Stop {
    let answer = solve(&central(), &method.into(), control).expect("a verified answer");
    let honest = match answer.claim() {
        Claim::Unknown { lower_bound } => (1..=18).contains(&lower_bound),
        Claim::Feasible { moves, lower_bound } => moves >= 18 && (1..=18).contains(&lower_bound),
        Claim::Optimal { .. } | Claim::Infeasible => false,
    };
    assert!(honest, "{method:?} claims {:?}", answer.claim());
    answer.evidence()[0].stopped.expect("a reason")
}

const METHODS: &[Method] = &[
    Method::Search,
    Method::Dfs,
    Method::Milp,
    Method::ByJump,
    #[cfg(feature = "sat")]
    Method::Sat,
];

#[test]
fn time_is_up_at_once_or_soon() {
    for &method in METHODS {
        for limit in [Duration::ZERO, Duration::from_millis(200)] {
            let control = Control::default().within(limit);
            assert_eq!(stopped(method, &control), Stop::Time, "{method:?}");
        }
    }
}

#[test]
fn memory_is_counted_before_it_is_taken() {
    for &method in METHODS {
        let control = Control::default().memory(1 << 20);
        assert_eq!(stopped(method, &control), Stop::Memory, "{method:?}");
    }
}

#[test]
fn cancelling_stops_every_method() {
    for &method in METHODS {
        let flag = Arc::new(AtomicBool::new(true));
        let control = Control::default().cancelled_by(flag);
        assert_eq!(stopped(method, &control), Stop::Cancelled, "{method:?}");
    }
}

#[test]
fn rows_are_made_within_the_limits() {
    let board = ["oooooooo"; 8].join("\n");
    let model = format!("kind = 'peg-solitaire'\ntitle = '8 by 8'\nboard = '''\n{board}\n'''");
    let puzzle = common::parse_on(
        &model,
        "model = 'board.toml'\nstart = { all_but = ['11'] }\nfinish = { pegs = 1 }",
    );
    let flag = Arc::new(AtomicBool::new(true));
    // Less than the estimate for its rows. For the by-jump formulation, memory is checked by the total of the process,
    // which depends on other tests; `memory_is_counted_before_it_is_taken` covers the estimate before solving.
    let little = Control::default().memory(4 << 20);
    let made = by_move::program(&puzzle, 62, &little).map(|program| program.size());
    assert_eq!(made, Err(Stop::Memory));
    let stops = [
        (Control::default().within(Duration::ZERO), Stop::Time),
        (Control::default().cancelled_by(flag), Stop::Cancelled),
    ];
    for (control, stop) in stops {
        let made = [
            by_move::program(&puzzle, 62, &control).map(|program| program.size()),
            by_jump::program(&puzzle, &control).map(|program| program.size()),
        ];
        assert_eq!(made, [Err(stop), Err(stop)]);
    }
}

#[test]
fn a_stopped_confirmation_does_not_spoil_the_proof() {
    // Fifteen holes: the search proves the answer at once; the other methods may or may not.
    let puzzle =
        common::parse("model = 'triangle15'\nstart = { all_but = ['11'] }\nfinish = ['11']");
    let answer =
        solve(&puzzle, &Method::Auto.into(), &Control::default()).expect("a verified answer");
    assert_eq!(answer.claim(), Claim::Optimal { moves: 10 });
}

#[test]
fn threads_and_memory_belong_to_the_caller() {
    let puzzle = common::built_in("gardner/latin-cross");
    // More than the limit below, allocated before the runs begin.
    let taken = vec![1u8; 400 << 20];
    for threads in [1, 3, 2, 1] {
        let control = Control::default().memory(256 << 20).threads(threads);
        let answer = solve(&puzzle, &Method::Milp.into(), &control).expect("a verified answer");
        assert_eq!(answer.claim(), Claim::Optimal { moves: 5 }, "{threads} threads");
    }
    // Simultaneous runs in other threads have their own limits.
    std::thread::scope(|scope| {
        for threads in [1, 2] {
            let puzzle = &puzzle;
            scope.spawn(move || {
                let control = Control::default().threads(threads);
                let answer =
                    solve(puzzle, &Method::ByJump.into(), &control).expect("a verified answer");
                assert_eq!(answer.claim(), Claim::Optimal { moves: 5 }, "{threads} threads");
            });
        }
    });
    assert_eq!(taken[taken.len() - 1], 1);
}
