//! The race to a wall behind the player's own pawn.

use std::time::Duration;

use crate::common::games::analysed;
use soliter::base::control::Control;
use soliter::games::corridor::Corridor;
use soliter::games::corridor::board::Board;
use soliter::games::corridor::wall::wall_race;
use soliter::games::engine::{Engine, Playable};
use soliter::games::rules::{Rules, Status};

use crate::corridor::common::game;

/// The squares of the runner's edge row.
fn starts(board: &Board, builder: usize) -> u128 {
    board.home(1 - builder)
}

#[test]
fn as_many_sticks_as_squares_on_a_side_are_enough_one_fewer_never() {
    for side in 3..=10 {
        let board = Board::new(side, side);
        for builder in [0, 1] {
            for pawn in 0..=side {
                // The builder's pawn is anywhere on its own edge row, or out of the way.
                let row = if builder == 0 { 0 } else { side - 1 };
                let pawn = if pawn == side { 0 } else { 1u128 << (row * side + pawn) };
                let enough = wall_race(&board, builder, 0, side, pawn);
                let from = starts(&board, builder);
                assert_eq!(enough.builder_first & from, from, "{side}");
                assert_eq!(enough.runner_first & from, from, "{side}");
                let few = wall_race(&board, builder, 0, side - 1, pawn);
                assert_eq!(few.builder_first | few.runner_first, 0, "{side}");
            }
        }
    }
}

/// The race as a two-player game, by recursion.
fn makes_it(
    side: i32,
    closed: &[bool],
    runner: (i32, i32),
    builder_moves: bool,
    left: usize,
) -> bool {
    if closed.iter().all(|closed| *closed) {
        return true;
    }
    if builder_moves {
        return left > 0
            && (0..closed.len()).filter(|at| !closed[*at]).any(|at| {
                let mut more = closed.to_vec();
                more[at] = true;
                makes_it(side, &more, runner, false, left - 1)
            });
    }
    let ways = [(0, 1), (0, -1), (1, 0), (-1, 0), (0, 0)];
    ways.iter().all(|(dx, dy)| {
        let (x, y) = (runner.0 + dx, runner.1 + dy);
        let off = !(0..side).contains(&x) || y >= side;
        if off || y == 0 && closed[x as usize] {
            return true;
        }
        y > 0 && makes_it(side, closed, (x, y), true, left)
    })
}

#[test]
fn races_against_recursion() {
    for side in 3..=4i32 {
        let board = Board::new(side as usize, side as usize);
        for left in 0..=side as usize {
            let race = wall_race(&board, 0, 0, left, 0);
            for square in side..side * side {
                let runner = (square % side, square / side);
                let closed = vec![false; side as usize];
                for builder_moves in [true, false] {
                    let found = if builder_moves { race.builder_first } else { race.runner_first };
                    let expected = makes_it(side, &closed, runner, builder_moves, left);
                    assert_eq!(found >> square & 1 == 1, expected, "{side} {left} {square}");
                }
            }
        }
    }
}

#[test]
fn who_makes_it_never_loses() {
    // If the race shows that neither player loses, the position is a draw.
    let rules = game("corridor", "n = 3\nwalls = 3");
    let mut engine = Engine::new(&rules);
    let mut positions = vec![*rules.initial()];
    let (mut draws, mut safe) = (0, 0);
    for _ in 0..3 {
        let mut next = Vec::new();
        for state in &positions {
            let found = Corridor::analyse(&mut engine, state, &Control::default());
            let value = found.expect("a sound analysis").value.expect("a small board");
            let [own, his] =
                [state.mover(), 1 - state.mover()].map(|p| rules.cannot_lose(state, p));
            assert!(!own || value >= 0);
            assert!(!his || value <= 0);
            draws += u32::from(own && his);
            safe += u32::from(own != his);
            next.extend(rules.moves(state).iter().map(|m| rules.apply(state, m)));
        }
        next.retain(|state| rules.status(state) != Status::Over);
        positions = next;
    }
    assert!(draws > 20 && safe > 20, "{draws} {safe}");
}

#[test]
fn ten_sticks_on_nine_by_nine_are_a_proved_draw_eight_are_not() {
    let ten = game("corridor", "");
    let found = analysed(&ten, ten.initial(), &Control::default());
    assert_eq!((found.value, found.stopped), (Some(0), None));
    let begun = game("corridor", "position = \"e1,e3/h:a1,b1,c1,g1,h1,i1/v:/4,10/1\"");
    let found = analysed(&begun, begun.initial(), &Control::default());
    assert_eq!((found.value, found.stopped), (Some(0), None));
    let eight = game("corridor", "preset = \"fewer\"");
    let limited = Control::default().within(Duration::from_millis(300));
    let found = analysed(&eight, eight.initial(), &limited);
    assert!(found.value.is_none() && found.stopped.is_some() && found.best.len() == 1);
}
