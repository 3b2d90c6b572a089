//! Conway's soldiers: published results, and every small army on a small board.

use std::collections::BTreeSet;

use soliter::base::control::Control;
use soliter::boards::board::Board;
use soliter::boards::board::lattice::{Directions, Lattice};
use soliter::boards::board::position::Position;
use soliter::boards::puzzle::Finish;
use soliter::boards::puzzle::setup::PuzzleSetup;
use soliter::boards::verify::replay;
use soliter::search::questions::army::{Army, army};

use crate::common::{self, Case, Pegs, Place};

/// The army of the holes below this many rows of a square, and a goal in its first row.
fn army_to(model: &str, rows: i32, column: i32) -> Army {
    let text = format!("model = '{model}'\nstart = 'full'\nfinish = {{ pegs = 1 }}");
    let puzzle = common::parse(&text);
    let board = puzzle.board().clone();
    let start = board.all_holes().filter(|&hole| board.place(hole).0 >= rows).collect();
    let goal = board.hole_at(0, column).expect("a hole");
    let finish = Finish::Exactly(Position::EMPTY.with(goal));
    let puzzle = PuzzleSetup { start, finish, ..puzzle.into() }.puzzle().expect("a puzzle");
    army(&puzzle, &Control::default()).expect("an answer")
}

#[test]
fn conway_s_soldiers_reach_three_rows_with_2_4_and_8() {
    // Published by Conway; see Berlekamp, Conway and Guy, Winning Ways.
    for (rows, fewest) in [(1, 2), (2, 4), (3, 8)] {
        let best = (0..3).filter_map(|column| match army_to("square6", rows, column) {
            Army::Fewest { pegs, line } => {
                assert_eq!(line.jumps().count() + 1, pegs.len());
                Some(pegs.len())
            }
            _ => None,
        });
        assert_eq!(best.min(), Some(fewest), "{rows} rows");
    }
    assert!(matches!(army_to("square6", 5, 2), Army::TooLight { weight } if weight < 1.0));
}

/// The same for a drawn board.
fn army_on(drawing: &str, directions: Directions, rows: i32, column: i32) -> Option<usize> {
    let board = Board::from_drawing(drawing, Lattice::Square, directions).expect("a board");
    let start = board.all_holes().filter(|&hole| board.place(hole).0 >= rows).collect();
    let goal = board.hole_at(0, column).expect("a hole");
    let finish = Finish::Exactly(Position::EMPTY.with(goal));
    let puzzle = PuzzleSetup::new(board, start, finish).puzzle().expect("a puzzle");
    match army(&puzzle, &Control::default()).expect("an answer") {
        Army::Fewest { pegs, line } => {
            assert!(
                replay(
                    &PuzzleSetup { start: pegs.clone(), ..puzzle.clone().into() }
                        .puzzle()
                        .expect("a puzzle"),
                    line.jumps()
                )
                .solves(&puzzle)
            );
            Some(pegs.len())
        }
        _ => None,
    }
}

#[test]
fn with_diagonal_jumps_four_rows_take_2_3_5_and_8() {
    let drawing = "  oooo\n  oooo\n oooooo\n oooooo\noooooooo\noooooooo\noooooooo";
    for (rows, fewest) in [(1, 2), (2, 3), (3, 5), (4, 8)] {
        let best = (2..6).filter_map(|column| army_on(drawing, Directions::All, rows, column));
        assert_eq!(best.min(), Some(fewest), "{rows} rows");
    }
}

#[test]
#[ignore = "minutes: cargo test --release --test it twenty_soldiers -- --ignored"]
fn twenty_soldiers_reach_the_fourth_row() {
    let narrow = "   ooooo\n".repeat(4);
    let drawing = format!("{narrow}{}", "ooooooooooo\n".repeat(4));
    assert_eq!(army_on(&drawing, Directions::Orthogonal, 4, 5), Some(20));
}

#[test]
fn no_smaller_army_does_on_a_small_board() {
    for column in 0..4 {
        let puzzle = common::parse("model = 'square4'\nstart = 'full'\nfinish = { pegs = 1 }");
        let goal = BTreeSet::from([(0, column)]);
        let behind: Vec<Place> = (2..4).flat_map(|row| (0..4).map(move |at| (row, at))).collect();
        let case = common::case(&puzzle);
        let reaches = |chosen: u32| {
            let start: Pegs =
                (0..8).filter(|at| chosen >> at & 1 == 1).map(|at| behind[at]).collect();
            let finish = Ok(goal.clone());
            start.len() > 1 && Case { start, finish, ..case.clone() }.fewest_moves().is_some()
        };
        let plain = (0..256u32).filter(|&chosen| reaches(chosen)).map(u32::count_ones).min();
        let found = match army_to("square4", 2, column) {
            Army::Fewest { pegs, .. } => Some(pegs.len() as u32),
            _ => None,
        };
        assert_eq!(found, plain, "column {column}");
    }
}

#[test]
fn marked_pegs_are_not_followed() {
    let text = "model = 'square6'\nstart = ['14', '13', '23', '33']\nfinish = ['15']\n\
                marked = { survivor = '14' }";
    let stopped = army(&common::parse(text), &Control::default());
    assert!(matches!(stopped, Err(soliter::base::control::Stop::Size(_))), "{stopped:?}");
}
