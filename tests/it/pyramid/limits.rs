//! Limits, and the check of every analysis.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::games::analysed;
use crate::pyramid::{game, position, solved};
use soliter::base::control::{Control, Stop};
use soliter::games::analysis::{Analysis, verify};
use soliter::games::pyramid::{Move, Parameters, Pyramid};
use soliter::games::rules::Rules;
use soliter_testing::pyramid::Oracle;

#[test]
fn a_large_pyramid_is_solved_near_its_end() {
    let mut oracle = Oracle::new(true);
    let stones = oracle.random(32, 600, 1);
    let large = game(32);
    let state = position(&large, &stones);
    let (value, _, _) = solved(&large, &state);
    assert_eq!(value, oracle.value(&stones));
    let start =
        analysed(&large, large.initial(), &Control::default().within(Duration::from_millis(50)));
    assert_eq!((start.value, start.stopped.is_some()), (None, true));
}

#[test]
fn a_limit_gives_no_value() {
    let stopped = |control: Control, parameters: Parameters| {
        let game = Pyramid::new(parameters);
        let found = analysed(&game, game.initial(), &control);
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
