//! Limits, memory, threads and the check of every analysis.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::pyramid::{game, position, solved};
use soliter::base::control::{Control, Stop};
use soliter::games::analysis::{Analysis, Solver, verify};
use soliter::games::pyramid::{Move, Parameters, Pyramid, Shift};
use soliter::games::rules::Rules;
use soliter_testing::pyramid::{Oracle, Stones};

#[test]
fn layers_may_be_forgotten_and_threads_may_share_the_work() {
    let whole = solved(&game(14), game(14).initial());
    for threads in [1, 2] {
        // Less than the 2,674,440 bytes that all values take.
        for memory in [u64::MAX, 3 << 20] {
            let game = game(14);
            let control = Control::default().memory(memory).threads(threads);
            let found = game.analyse(game.initial(), &control);
            verify(&game, game.initial(), &found).expect("a right analysis");
            assert_eq!(found.value, Some(whole.0));
            assert_eq!(found.moves, whole.2.moves);
            assert_eq!(found.states, 2_674_440);
            let complete = memory == u64::MAX;
            assert_eq!(found.line == whole.2.line, complete);
            assert!(!found.line.is_empty());
        }
    }
}

#[test]
fn an_earlier_sweep_answers_for_later_positions_and_not_for_earlier_ones() {
    let kept = game(13);
    let mut oracle = Oracle::new(true);
    let mut stones: Vec<Stones> =
        (0..30).map(|seed| oracle.random(13, 10 + 2 * seed as usize, seed)).collect();
    // Forwards from position to position, then backwards.
    for turn in 0..2 {
        for stones in &stones {
            let alone = game(13);
            let state = position(&alone, stones);
            let (value, moves, found) = solved(&alone, &state);
            let (same, same_moves, same_found) = solved(&kept, &state);
            assert_eq!((value, moves, found.line), (same, same_moves, same_found.line), "{turn}");
        }
        stones.reverse();
    }
}

#[test]
fn a_large_pyramid_is_solved_near_its_end() {
    let mut oracle = Oracle::new(true);
    let stones = oracle.random(32, 600, 1);
    let large = game(32);
    let state = position(&large, &stones);
    let (value, _, _) = solved(&large, &state);
    assert_eq!(value, oracle.value(&stones));
    let start =
        large.analyse(large.initial(), &Control::default().within(Duration::from_millis(50)));
    assert_eq!((start.value, start.stopped.is_some()), (None, true));
}

#[test]
fn a_limit_gives_no_value() {
    let stopped = |control: Control, parameters: Parameters| {
        let game = Pyramid::new(parameters);
        let found = game.analyse(game.initial(), &control);
        verify(&game, game.initial(), &found).expect("a right analysis");
        assert_eq!(found.value, None);
        assert!(found.moves.iter().all(|(_, value)| value.is_none()));
        found.stopped.expect("a reason")
    };
    let sixteen = Parameters { base: 16, ..Parameters::default() };
    let control = Control::default;
    for (control, reason) in [
        (control().within(Duration::ZERO), Stop::Time),
        (control().within(Duration::from_millis(10)), Stop::Time),
        (control().memory(1 << 20), Stop::Memory),
        (control().cancelled_by(Arc::new(AtomicBool::new(true))), Stop::Cancelled),
    ] {
        assert_eq!(stopped(control, sixteen), reason);
    }
    let three = Parameters { base: 20, players: 3, ..Parameters::default() };
    assert_eq!(stopped(Control::default(), three), Stop::Players);
}

/// The CPU seconds that this thread has used.
#[cfg(target_os = "linux")]
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("a file");
    let taken = text.split(' ').next().and_then(|number| number.parse::<u64>().ok());
    taken.expect("nanoseconds") as f64 / 1e9
}

#[cfg(target_os = "linux")]
#[test]
fn the_parts_of_a_large_pyramid_are_found_within_the_limits() {
    let large = Parameters { base: 23, ..Parameters::default() };
    for shift in [Shift::Right, Shift::None] {
        let game = Pyramid::new(Parameters { shift, ..large });
        let control = Control::default().memory(u64::MAX).within(Duration::from_millis(100));
        let before = processor_time();
        let found = game.analyse(game.initial(), &control);
        // Finding all of them takes several seconds.
        let taken = processor_time() - before;
        assert!(taken < 2.0, "{taken} seconds");
        assert_eq!((found.value, found.stopped), (None, Some(Stop::Time)));
    }
}

#[test]
fn wrong_analyses_are_rejected() {
    let game = game(6);
    let right = solved(&game, game.initial()).2;
    let wrong = |change: &dyn Fn(&mut Analysis<Move>)| {
        let mut found = right.clone();
        change(&mut found);
        verify(&game, game.initial(), &found).is_err()
    };
    assert!(!wrong(&|_| ()));
    assert!(wrong(&|found| found.value = Some(7)));
    assert!(wrong(&|found| found.moves.truncate(1)));
    assert!(wrong(&|found| found.best.truncate(1)));
    assert!(wrong(&|found| found.best.push(found.moves[1].0)));
    assert!(wrong(&|found| found.line.insert(0, found.line[1])));
    assert!(wrong(&|found| {
        found.value = Some(3);
        for (_, value) in &mut found.moves {
            *value = value.map(|v| if v == 5 { 3 } else { v });
        }
    }));
}

#[test]
#[ignore = "sweeps 2.4 billion configurations: cargo test --release --test it pyramid:: -- --ignored"]
fn long_sweeps_keep_and_forget_alike() {
    for base in [16, 17, 18] {
        let [kept, forgotten] = [u64::MAX, 120 << 20].map(|memory| {
            let game = game(base);
            let found = game.analyse(game.initial(), &Control::default().memory(memory));
            verify(&game, game.initial(), &found).expect("a right analysis");
            found
        });
        assert_eq!((kept.value, kept.moves), (forgotten.value, forgotten.moves), "base {base}");
    }
}
