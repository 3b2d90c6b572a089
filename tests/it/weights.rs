//! Compares the extreme resource counts of small boards with every choice of jumps that could determine one.

#![cfg(feature = "milp")]

use crate::common;
use crate::common::cases;

use std::collections::BTreeSet;

use cases::cases;
use proptest::prelude::*;
use soliter::base::control::Control;
use soliter::peg::board::Board;
use soliter::peg::board::lattice::{Directions, Lattice};
use soliter::peg::board::position::Position;
use soliter::peg::bounds::pagoda::weight;
use soliter::peg::milp::weights::extreme_rays::extreme_rays;
use soliter::peg::milp::weights::resource_counts::{broken, resource_counts};
use soliter::peg::puzzle::setup::PuzzleSetup;
use soliter::peg::puzzle::{Finish, Puzzle};

/// A triangle of four rows.
const TRIANGLE: &str = "o\noo\nooo\noooo";
/// The number of choices of jumps that are tried.
const MOST_CHOICES: usize = 60_000;

/// For each jump, the weights of its holes minus that of the landing hole: no jump raises the sum if this is
/// at least 0.
fn rows(board: &Board) -> Vec<Vec<i64>> {
    let row = |jump: &soliter::peg::board::Jump| {
        let sign = |hole| match hole {
            hole if hole == jump.to => -1,
            hole if hole == jump.from || hole == jump.over => 1,
            _ => 0,
        };
        board.all_holes().map(sign).collect()
    };
    board.jumps().iter().map(row).collect()
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

fn smallest(vector: &mut [i128]) {
    let divisor = vector.iter().fold(0, |divisor, value| gcd(divisor, *value)).max(1);
    for value in vector {
        *value /= divisor;
    }
}

/// Rows in echelon form, and the columns of their first entries.
fn echelon(rows: &[&Vec<i64>], wide: usize) -> (Vec<Vec<i128>>, Vec<usize>) {
    let mut rows: Vec<Vec<i128>> =
        rows.iter().map(|row| row.iter().map(|&value| i128::from(value)).collect()).collect();
    let mut pivots = Vec::new();
    for column in 0..wide {
        let done = pivots.len();
        let Some(at) = (done..rows.len()).find(|&row| rows[row][column] != 0) else { continue };
        rows.swap(done, at);
        let top = rows[done].clone();
        for (number, row) in rows.iter_mut().enumerate() {
            if number != done && row[column] != 0 {
                let (a, b) = (top[column], row[column]);
                for (value, top) in row.iter_mut().zip(&top) {
                    *value = *value * a - top * b;
                }
                smallest(row);
            }
        }
        pivots.push(column);
    }
    (rows, pivots)
}

/// The only direction on which all rows are 0, if there is exactly one.
fn kernel(rows: &[&Vec<i64>], wide: usize) -> Option<Vec<i64>> {
    let (rows, pivots) = echelon(rows, wide);
    if pivots.len() + 1 != wide {
        return None;
    }
    let free = (0..wide).find(|column| !pivots.contains(column))?;
    let scale: i128 = pivots.iter().zip(&rows).map(|(&column, row)| row[column]).product();
    let mut vector = vec![0; wide];
    vector[free] = scale;
    for (&column, row) in pivots.iter().zip(&rows) {
        vector[column] = -row[free] * (scale / row[column]);
    }
    smallest(&mut vector);
    vector.into_iter().map(|value| i64::try_from(value).ok()).collect()
}

fn dot(row: &[i64], vector: &[i64]) -> i64 {
    row.iter().zip(vector).map(|(a, b)| a * b).sum()
}

/// All extreme resource counts: each is 0 on enough jumps to leave a single direction.
fn by_choice(rows: &[Vec<i64>], wide: usize) -> BTreeSet<Vec<i64>> {
    let mut found = BTreeSet::new();
    let mut open: Vec<(usize, Vec<&Vec<i64>>)> = vec![(0, Vec::new())];
    while let Some((next, chosen)) = open.pop() {
        if chosen.len() + 1 == wide {
            let Some(vector) = kernel(&chosen, wide) else { continue };
            let negative: Vec<i64> = vector.iter().map(|value| -value).collect();
            for vector in [vector, negative] {
                if rows.iter().all(|row| dot(row, &vector) >= 0) {
                    found.insert(vector);
                }
            }
        } else if next < rows.len() {
            open.push((next + 1, chosen.clone()));
            open.push((next + 1, [chosen, vec![&rows[next]]].concat()));
        }
    }
    found
}

fn choices(of: usize, taken: usize) -> usize {
    (0..taken).fold(1, |all, number| all * (of - number) / (number + 1))
}

/// Compares the extreme rays with every choice. Returns whether the board has any.
fn agrees(board: &Board) -> bool {
    let (rows, wide) = (rows(board), board.holes());
    let found = extreme_rays(&rows, 10_000, &Control::default()).expect("no limit");
    let all: Vec<&Vec<i64>> = rows.iter().collect();
    assert_eq!(found.is_some(), echelon(&all, wide).1.len() == wide, "weights and their negatives");
    let Some(found) = found else { return false };
    let number = found.len();
    let found: BTreeSet<Vec<i64>> = found.into_iter().collect();
    assert_eq!(found.len(), number, "one of them twice");
    assert_eq!(found, by_choice(&rows, wide));
    true
}

fn triangle() -> Board {
    Board::from_drawing(TRIANGLE, Lattice::Triangular, Directions::Lines).expect("a board")
}

#[test]
fn extreme_resource_counts_of_a_triangle_of_four_rows() {
    assert!(agrees(&triangle()));
    let rows = rows(&triangle());
    let of = |most| extreme_rays(&rows, most, &Control::default()).expect("no limit");
    assert_eq!(of(182).map(|rays| rays.len()), Some(182));
    assert_eq!(of(181), None, "more than may be held");
}

/// A puzzle on the triangle whose finish is reached by random jumps.
fn on_the_triangle(start: u16, jumps: &[usize]) -> Option<Puzzle> {
    let start = Position::from(u64::from(start) & triangle().full().word());
    let any = PuzzleSetup::new(triangle(), start, Finish::Pegs(1)).puzzle().ok()?;
    let finish = Finish::Exactly(common::played(&any, jumps)?);
    PuzzleSetup { finish, ..any.into() }.puzzle().ok()
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn extreme_resource_counts_are_those_of_every_choice_of_jumps(
        holes in any::<u16>(),
        diagonal in any::<bool>(),
    ) {
        let hole = |at: usize| if holes >> at & 1 == 1 { 'o' } else { ' ' };
        let drawing: Vec<String> =
            (0..3).map(|row| (0..4).map(|column| hole(4 * row + column)).collect()).collect();
        let directions = if diagonal { Directions::All } else { Directions::Orthogonal };
        let board = Board::from_drawing(&drawing.join("\n"), Lattice::Square, directions);
        let board = board.map_err(|_| TestCaseError::reject("no board"))?;
        let jumps = board.jumps().len();
        if jumps == 0 || choices(jumps, (board.holes() - 1).min(jumps)) > MOST_CHOICES {
            return Err(TestCaseError::reject("no jumps, or too many"));
        }
        agrees(&board);
    }

    #[test]
    fn the_weights_of_a_puzzle_are_all_that_prove_anything(
        start in any::<u16>(),
        jumps in prop::collection::vec(0..64usize, 1..=5),
    ) {
        let Some(puzzle) = on_the_triangle(start, &jumps) else {
            return Err(TestCaseError::reject("no jump"));
        };
        let (board, control) = (puzzle.board().clone(), Control::default());
        let Finish::Exactly(finish) = puzzle.finish() else {
            return Err(TestCaseError::fail("a finish by its pegs"));
        };
        let found = resource_counts(&puzzle, Some(usize::MAX), &control).expect("counts");
        prop_assert_eq!(found.extreme, Some(found.counts.len()));
        let rows = rows(&board);
        for count in &found.counts {
            // It is a resource count and not a sum of others: it is 0 on jumps that leave a single direction.
            prop_assert!(rows.iter().all(|row| dot(row, &count.weights) >= 0));
            let tight: Vec<&Vec<i64>> =
                rows.iter().filter(|row| dot(row, &count.weights) == 0).collect();
            prop_assert_eq!(kernel(&tight, board.holes()).map(|_| ()), Some(()));
            prop_assert_eq!(count.finish, weight(&count.weights, finish));
        }
        // If a linear program proves a position lost, one of the counts or of their images does so too, and
        // vice versa.
        let keeps = |symmetry| {
            let kept = |pegs: Position| pegs.image(symmetry) == pegs;
            kept(puzzle.start().clone()) && kept(finish.clone())
        };
        let symmetries: Vec<_> = board.symmetries().iter().filter(|one| keeps(one)).collect();
        for pegs in 0..1u64 << board.holes() {
            let pegs = Position::from(pegs);
            if !(finish.len()..=puzzle.start().len()).contains(&pegs.len()) || !pegs.word().is_multiple_of(7) {
                continue;
            }
            let lost = found.counts.iter().any(|count| {
                let of = |symmetry| weight(&count.weights, &pegs.image(symmetry)) < count.finish;
                symmetries.iter().any(|symmetry| of(symmetry))
            });
            prop_assert_eq!(lost, broken(&puzzle, std::slice::from_ref(&pegs), &control).is_some(), "{:?}", pegs);
        }
    }
}
