//! Properties of the built-in boards, from published tables.

use std::collections::BTreeSet;

use soliter::boards::board::Board;
use soliter::boards::board::lattice::{Directions, Lattice};
use soliter::boards::board::position::Position;
use soliter::boards::bounds::class;
use soliter::boards::notation::Names;
use soliter::boards::puzzle::model::Model;
use soliter::games::KINDS;
use soliter::library;

fn model(name: &str) -> Model {
    let source = library::model(name).expect("a built-in model");
    Model::parse(&source).expect("a model without faults")
}

/// Model, number of jumps along rows and columns (or lines), number of jumps with diagonals, number of
/// symmetries, names of holes.
const BOARDS: [(&str, usize, usize, usize, &str); 10] = [
    (
        "english",
        76,
        136,
        8,
        "37 47 57 36 46 56 15 25 35 45 55 65 75 14 24 34 44 54 64 74 13 23 33 43 53 63 73 32 \
         42 52 31 41 51",
    ),
    (
        "french",
        92,
        168,
        8,
        "37 47 57 26 36 46 56 66 15 25 35 45 55 65 75 14 24 34 44 54 64 74 13 23 33 43 53 63 \
         73 22 32 42 52 62 31 41 51",
    ),
    (
        "wiegleb",
        108,
        184,
        8,
        "49 59 69 48 58 68 47 57 67 16 26 36 46 56 66 76 86 96 15 25 35 45 55 65 75 85 95 14 \
         24 34 44 54 64 74 84 94 43 53 63 42 52 62 41 51 61",
    ),
    (
        "diamond",
        100,
        192,
        8,
        "59 48 58 68 37 47 57 67 77 26 36 46 56 66 76 86 15 25 35 45 55 65 75 85 95 24 34 44 \
         54 64 74 84 33 43 53 63 73 42 52 62 51",
    ),
    (
        "square6",
        96,
        160,
        8,
        "16 26 36 46 56 66 15 25 35 45 55 65 14 24 34 44 54 64 13 23 33 43 53 63 12 22 32 42 \
         52 62 11 21 31 41 51 61",
    ),
    ("triangle10", 18, 0, 6, "11 21 22 31 32 33 41 42 43 44"),
    (
        "triangle36",
        126,
        0,
        6,
        "11 21 22 31 32 33 41 42 43 44 51 52 53 54 55 61 62 63 64 65 66 71 72 73 74 75 76 77 81 82 83 84 85 86 87 88",
    ),
    ("hexagon19", 54, 0, 12, "11 12 13 21 22 23 24 31 32 33 34 35 42 43 44 45 53 54 55"),
    (
        "hexagon37",
        138,
        0,
        12,
        "11 12 13 14 21 22 23 24 25 31 32 33 34 35 36 41 42 43 44 45 46 47 52 53 54 55 56 57 63 64 65 66 67 74 75 76 77",
    ),
    ("triangle15", 36, 0, 6, "11 21 22 31 32 33 41 42 43 44 51 52 53 54 55"),
];

#[test]
fn holes_jumps_and_symmetries() {
    for (name, jumps, with_diagonals, symmetries, holes) in BOARDS {
        let Model { board, scheme, .. } = model(name);
        let names = Names::new(&board, scheme).expect("names");
        assert!(names.iter().eq(holes.split(' ')), "{name}");
        assert_eq!(board.jumps().len(), jumps, "{name}");
        assert_eq!(board.symmetries().len(), symmetries, "{name}");
        if board.lattice() == Lattice::Square {
            let all = board.with_directions(Directions::All).expect("a square board");
            assert_eq!(all.jumps().len(), with_diagonals, "{name}");
            assert_eq!(all.symmetries().len(), symmetries, "{name}");
        }
    }
}

#[test]
fn every_built_in_model_is_there_and_right() {
    let holes = [
        ("diamond", 41),
        ("english", 33),
        ("french", 37),
        ("hexagon19", 19),
        ("hexagon37", 37),
        ("square4", 16),
        ("square5", 25),
        ("square6", 36),
        ("triangle10", 10),
        ("triangle15", 15),
        ("triangle21", 21),
        ("triangle28", 28),
        ("triangle36", 36),
        ("wiegleb", 45),
    ];
    let boards = library::models().into_iter().filter(|name| !KINDS.contains(&name.as_str()));
    assert_eq!(boards.collect::<Vec<_>>(), holes.map(|(name, _)| name));
    for (name, count) in holes {
        assert_eq!(model(name).board.holes(), count, "{name}");
    }
}

/// The number of pairs of a vacancy and a survivor in one class, up to symmetry.
fn feasible_pairs(board: &Board) -> usize {
    let markings = class::markings(board);
    let hole = |h: u16| Position::EMPTY.with(h);
    let mut pairs = BTreeSet::new();
    for vacancy in 0..board.holes() as u16 {
        for survivor in 0..board.holes() as u16 {
            let start = board.full().difference(&hole(vacancy));
            let same = |m: &Position| class::is_odd(m, &start) == class::is_odd(m, &hole(survivor));
            if markings.iter().all(same) {
                let images = board.symmetries().iter();
                let least = images.map(|s| (s[vacancy as usize], s[survivor as usize])).min();
                pairs.insert(least);
            }
        }
    }
    pairs.len()
}

#[test]
fn the_rule_of_three_leaves_so_many_single_survivor_problems() {
    let published = [
        ("english", 21),
        ("french", 10),
        ("diamond", 17),
        ("wiegleb", 36),
        ("square6", 21),
        ("triangle15", 17),
    ];
    for (name, pairs) in published {
        assert_eq!(feasible_pairs(&model(name).board), pairs, "{name}");
    }
}

#[test]
fn independent_markings() {
    let count = |board: &Board| class::markings(board).len();
    assert_eq!(count(&model("english").board), 4);
    assert_eq!(count(&model("triangle15").board), 2);
    let diagonal = model("english").board.with_directions(Directions::All).expect("square");
    assert_eq!(count(&diagonal), 0);
}
