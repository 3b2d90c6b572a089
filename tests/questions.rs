//! What is asked besides the fewest moves, against plain play on small boards and published figures.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{Case, Pegs, Place};
use num_bigint::BigUint;
use proptest::prelude::*;
use soliter::base::control::Control;
use soliter::library;
use soliter::peg::board::Board;
use soliter::peg::figures::{Look, parts};
use soliter::peg::lattice::{Directions, Lattice};
use soliter::peg::line::Line;
use soliter::peg::model::Model;
use soliter::peg::position::Position;
use soliter::peg::problems::problems;
use soliter::peg::puzzle::{Finish, Puzzle};
use soliter::peg::search::questions::army::{Army, army};
use soliter::peg::search::questions::dead_ends::dead_ends;
use soliter::peg::search::questions::distinct::distinct;
use soliter::peg::search::questions::last_sweep::longest_last_sweep;
use soliter::peg::search::questions::lengths::{Constraints, lengths};
use soliter::peg::search::questions::luck::luck;
use soliter::peg::search::questions::move_levels::{From, move_levels};
use soliter::peg::search::questions::sweeps::sweeps;
use soliter::peg::setup::PuzzleSetup;
use soliter::peg::verify::replay;

/// A small puzzle whose finish is reached by random jumps.
fn small(board: usize, start: u64, choices: &[usize], pegs_only: bool) -> Option<Puzzle> {
    let (model, directions, mask) = [
        ("square4", "orthogonal", 0xffff),
        ("square4", "all", 0x0ff0),
        ("triangle15", "lines", 0x7fff),
    ][board];
    let text = format!(
        "model = '{model}'\ndirections = '{directions}'\nstart = 'full'\nfinish = {{ pegs = 1 }}"
    );
    let puzzle = common::parse(&text);
    let pegs: Vec<u8> = Position(start & mask & puzzle.board().full().0).holes().take(8).collect();
    let puzzle =
        PuzzleSetup { start: pegs.into_iter().collect(), ..puzzle.into() }.puzzle().ok()?;
    let reached = common::played(&puzzle, choices)?;
    let finish = if pegs_only { Finish::Pegs(reached.len()) } else { Finish::Exactly(reached) };
    PuzzleSetup { finish, ..puzzle.into() }.puzzle().ok()
}

/// The fewest moves to every position from one: one move at a time, whole chains.
fn moves_from<J>(start: &Pegs, jumps: J) -> BTreeMap<Pegs, usize>
where
    J: Fn(&Pegs) -> Vec<(Place, Place, Pegs)>,
{
    let mut known = BTreeMap::from([(start.clone(), 0)]);
    let mut level = vec![start.clone()];
    for moves in 1.. {
        let mut open: Vec<(Pegs, Place)> = Vec::new();
        for pegs in &level {
            open.extend(jumps(pegs).into_iter().map(|(_, to, after)| (after, to)));
        }
        let mut next = BTreeSet::new();
        while let Some((pegs, last)) = open.pop() {
            let on = jumps(&pegs).into_iter().filter(|(from, _, _)| *from == last);
            open.extend(on.map(|(_, to, after)| (after, to)));
            next.insert(pegs);
        }
        level = next.into_iter().filter(|pegs| !known.contains_key(pegs)).collect();
        if level.is_empty() {
            break;
        }
        known.extend(level.iter().map(|pegs| (pegs.clone(), moves)));
    }
    known
}

/// All jumps undone: where the peg was after it, where before, and the pegs before.
fn undone(case: &Case, pegs: &Pegs) -> Vec<(Place, Place, Pegs)> {
    let mut found = Vec::new();
    for &(row, column) in pegs {
        for &(down, right) in &case.steps {
            let (over, from) = ((row + down, column + right), (row + 2 * down, column + 2 * right));
            let empty = |place| case.holes.contains(place) && !pegs.contains(place);
            if empty(&over) && empty(&from) {
                let mut before = pegs.clone();
                before.remove(&(row, column));
                before.extend([over, from]);
                found.push(((row, column), from, before));
            }
        }
    }
    found
}

/// How many positions have each number of moves.
fn by_number(moves: impl Iterator<Item = usize>) -> Vec<u64> {
    let mut counts = Vec::new();
    for number in moves {
        counts.resize(counts.len().max(number + 1), 0);
        counts[number] += 1;
    }
    counts
}

#[cfg(feature = "milp")]
fn set(puzzle: &Puzzle, pegs: &Pegs) -> Position {
    pegs.iter().filter_map(|&(row, column)| puzzle.board().hole_at(row, column)).collect()
}

/// Games of a random player: how likely they end in each position, over one denominator; a jump of a
/// position of so many has the weight of the least common multiple of 1 to 20 divided by that.
fn ends(case: &Case, pegs: &Pegs, chance: &BigUint, left: u32, into: &mut BTreeMap<Pegs, BigUint>) {
    let jumps = case.jumps(pegs);
    if jumps.is_empty() || case.accepts(pegs) {
        *into.entry(pegs.clone()).or_default() += chance * BigUint::from(UNIT).pow(left);
        return;
    }
    assert!(jumps.len() <= 20);
    let share = chance * (UNIT / jumps.len() as u64);
    for (_, _, after) in jumps {
        ends(case, &after, &share, left - 1, into);
    }
}

const UNIT: u64 = 232_792_560;

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, max_global_rejects: 20_000, ..ProptestConfig::default() })]

    #[test]
    fn levels_dead_ends_and_luck_are_those_of_plain_play(
        board in 0..3usize,
        start in any::<u64>(),
        choices in prop::collection::vec(0..64usize, 1..=7),
        pegs_only in any::<bool>(),
    ) {
        let Some(puzzle) = small(board, start, &choices, pegs_only) else {
            return Err(TestCaseError::reject("no jump"));
        };
        let (case, control) = (common::case(&puzzle), Control::default());
        let counts = |from| {
            let levels = move_levels(&puzzle, from, None, &control).expect("levels");
            levels.iter().map(|level| level.positions).collect::<Vec<_>>()
        };
        let known = moves_from(&case.start, |pegs| case.jumps(pegs));
        prop_assert_eq!(counts(From::Start), by_number(known.values().copied()));
        // From the finish, of all positions that have no more pegs than the start.
        if !pegs_only {
            let most = case.start.len();
            let back = |pegs: &Pegs| {
                if pegs.len() < most { undone(&case, pegs) } else { Vec::new() }
            };
            let finish = case.finish.clone().unwrap_or_default();
            let moves = moves_from(&finish, back).into_values();
            prop_assert_eq!(counts(From::Finish), by_number(moves));
        }

        let found = dead_ends(&puzzle, &control).expect("an answer");
        let mut games = BTreeMap::new();
        let jumps = case.start.len() as u32;
        ends(&case, &case.start, &BigUint::from(1u8), jumps, &mut games);
        let dead = games.keys().filter(|pegs| !case.accepts(pegs));
        let most = dead.clone().map(BTreeSet::len).max();
        prop_assert_eq!(found.as_ref().map(|found| found.position.len()), most);
        if let Some(found) = found {
            let played = replay(&puzzle, found.line.jumps());
            prop_assert!(played.fault.is_none() && played.last() == found.position);
            let number = dead.filter(|pegs| Some(pegs.len()) == most).count() as u64;
            prop_assert_eq!(found.positions, number);
        }

        let luck = luck(&puzzle, &control).expect("chances");
        let whole = BigUint::from(UNIT).pow(jumps);
        let sum = |test: &dyn Fn(&Pegs) -> bool| {
            games.iter().filter(|(pegs, _)| test(pegs)).map(|(_, chance)| chance).sum::<BigUint>()
        };
        let same = |text: String, chance: BigUint| {
            let (above, below) = text.split_once('/').expect("a fraction");
            let number = |text: &str| text.parse::<BigUint>().expect("a number");
            number(above) * &whole == chance * number(below)
        };
        prop_assert!(same(luck.win.to_string(), sum(&|pegs| case.accepts(pegs))));
        let mut all = 0;
        for (pegs, chance) in &luck.ends {
            prop_assert!(same(chance.to_string(), sum(&|end| end.len() == *pegs)));
            all += games.keys().filter(|end| end.len() == *pegs).count();
        }
        prop_assert_eq!(all, games.len());
    }
}

#[test]
fn bell_s_levels_of_the_central_game() {
    let puzzle = common::shipped("gardner/central-game");
    for from in [From::Start, From::Finish] {
        let levels = move_levels(&puzzle, from, Some(6), &Control::default()).expect("levels");
        let classes: Vec<u64> = levels.iter().map(|level| level.classes).collect();
        match from {
            // Published: Bell.
            From::Start => assert_eq!(classes, [1, 1, 2, 9, 47, 263, 1452]),
            From::Finish => assert_eq!(classes[..2], [1, 1]),
        }
    }
}

#[test]
fn the_central_game_is_stuck_after_six_jumps() {
    let puzzle = common::shipped("gardner/central-game");
    let found = dead_ends(&puzzle, &Control::default()).expect("an answer").expect("a dead end");
    assert_eq!((found.jumps, found.classes, found.positions), (6, 1, 4));
}

/// A solution, jump by jump.
type Jumps = Vec<(Place, Place)>;

/// All solutions, or the first so many and one more.
fn solutions(case: &Case, pegs: &Pegs, jumps: &mut Jumps, most: usize, into: &mut Vec<Jumps>) {
    if case.accepts(pegs) {
        into.push(jumps.clone());
        return;
    }
    for (from, to, after) in case.jumps(pegs) {
        if into.len() <= most {
            jumps.push((from, to));
            solutions(case, &after, jumps, most, into);
            jumps.pop();
        }
    }
}

/// A solution move by move: the holes that each visits.
fn chains(jumps: &Jumps) -> Vec<Vec<Place>> {
    let mut chains: Vec<Vec<Place>> = Vec::new();
    for &(from, to) in jumps {
        match chains.last_mut() {
            Some(chain) if chain.last() == Some(&from) => chain.push(to),
            _ => chains.push(vec![from, to]),
        }
    }
    chains
}

/// The holes that a move touches.
fn touched(chain: &[Place]) -> BTreeSet<Place> {
    let over =
        |pair: &[Place]| (i32::midpoint(pair[0].0, pair[1].0), i32::midpoint(pair[0].1, pair[1].1));
    chain.iter().copied().chain(chain.windows(2).map(over)).collect()
}

/// Classes of solutions that steps lead between.
fn classes<T: Ord + Clone>(all: &BTreeSet<T>, steps: impl Fn(&T) -> Vec<T>) -> usize {
    let (mut seen, mut number) = (BTreeSet::new(), 0);
    for one in all {
        if seen.insert(one.clone()) {
            number += 1;
            let mut open = vec![one.clone()];
            while let Some(one) = open.pop() {
                open.extend(steps(&one).into_iter().filter(|other| seen.insert(other.clone())));
            }
        }
    }
    number
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, max_global_rejects: 20_000, ..ProptestConfig::default() })]

    #[test]
    fn what_solutions_are_like_is_as_plain_play_has_it(
        board in 0..3usize,
        start in any::<u64>(),
        choices in prop::collection::vec(0..64usize, 2..=7),
        pegs_only in any::<bool>(),
    ) {
        let Some(puzzle) = small(board, start, &choices, pegs_only) else {
            return Err(TestCaseError::reject("no jump"));
        };
        let (case, control) = (common::case(&puzzle), Control::default());
        let mut all = Vec::new();
        solutions(&case, &case.start, &mut Vec::new(), 3000, &mut all);
        prop_assume!(all.len() <= 3000);
        // Solutions that begin like one of them, or leave a hole alone for a while.
        let hole = |place: &Place| puzzle.board().hole_at(place.0, place.1).expect("a hole");
        let one = &all[start as usize % all.len()];
        let until = 1 + start as usize % one.len();
        let quiet = (0..puzzle.board().holes() as u8).nth(choices[0] % 15).expect("a hole");
        let place = puzzle.board().place(quiet);
        let begins = |other: &Jumps| other[0] == one[0];
        let leaves = |other: &Jumps| {
            other[..until].iter().all(|&(from, to)| !touched(&[from, to]).contains(&place))
        };
        let constraints = [
            Constraints { first: vec![(hole(&one[0].0), hole(&one[0].1))], ..Constraints::default() },
            Constraints { untouched: vec![(quiet, until)], ..Constraints::default() },
            Constraints { contains: Position::EMPTY.with(quiet), ..Constraints::default() },
        ];
        let contains = |other: &Jumps| {
            let holes = other.iter().map(|(from, to)| (hole(from), hole(to)));
            replay(&puzzle, holes).last().has(quiet)
        };
        let kept: [&dyn Fn(&Jumps) -> bool; 3] = [&begins, &leaves, &contains];
        for (constraints, keeps) in constraints.iter().zip(kept) {
            let told = lengths(&puzzle, constraints, &control).expect("lengths").moves;
            let plain = all.iter().filter(|other| keeps(other)).map(|other| chains(other).len());
            let plain: BTreeSet<usize> = plain.collect();
            for (moves, line) in &told {
                let place = |hole| puzzle.board().place(hole);
                let jumps: Jumps = line.jumps().map(|(a, b)| (place(a), place(b))).collect();
                prop_assert!(all.contains(&jumps) && keeps(&jumps));
                prop_assert_eq!(line.moves().len(), *moves);
            }
            let told: Vec<usize> = told.into_iter().map(|(moves, _)| moves).collect();
            prop_assert_eq!(told, plain.into_iter().collect::<Vec<_>>());
        }
        let all: Vec<Vec<Vec<Place>>> = all.iter().map(chains).collect();

        let found = sweeps(&puzzle, &control).expect("sweeps").expect("a solution");
        let length = |chain: &Vec<Place>| chain.len() - 1;
        let last: BTreeSet<usize> = all.iter().map(|one| length(&one[one.len() - 1])).collect();
        let told: Vec<usize> = found.last.iter().map(|(jumps, _)| *jumps).collect();
        prop_assert_eq!(told, last.into_iter().collect::<Vec<_>>());
        let longest = all.iter().flatten().map(length).max().expect("a move");
        prop_assert_eq!(found.longest.0, longest);
        let solves = |line: &Line| {
            let played = replay(&puzzle, line.jumps());
            played.fault.is_none() && puzzle.finish().accepts(played.last())
        };
        for (jumps, line) in &found.last {
            prop_assert!(solves(line));
            let ends = line.moves().last().map(|one| one.jumps().count());
            prop_assert_eq!(ends, Some(*jumps));
        }
        let ends = |one: &&Vec<Vec<Place>>| length(&one[one.len() - 1]);
        let most = all.iter().map(|one| ends(&one)).max();
        let shortest = all.iter().filter(|one| Some(ends(one)) == most).map(Vec::len).min();
        let longest_last = longest_last_sweep(&puzzle, &control).expect("an answer").expect("a line");
        prop_assert!(solves(&longest_last.line) && longest_last.is_shortest);
        prop_assert_eq!((Some(longest_last.jumps), Some(longest_last.at_most)), (most, most));
        prop_assert_eq!(Some(longest_last.line.moves().len()), shortest);
        prop_assert!(solves(&found.longest.1));
        let most = found.longest.1.moves().iter().map(|one| one.jumps().count()).max();
        prop_assert_eq!(most, Some(longest));

        let moves: BTreeSet<usize> = all.iter().map(Vec::len).collect();
        let free = Constraints::default();
        let told = lengths(&puzzle, &free, &control).expect("lengths").moves;
        prop_assert!(told.iter().all(|(moves, line)| solves(line) && line.moves().len() == *moves));
        let fewest = *moves.first().expect("a solution");
        let told: Vec<usize> = told.into_iter().map(|(moves, _)| moves).collect();
        prop_assert_eq!(told, moves.into_iter().collect::<Vec<_>>());

        let shortest: BTreeSet<Vec<Vec<Place>>> =
            all.into_iter().filter(|one| one.len() == fewest).collect();
        let keeps = |symmetry: &&Vec<u8>| {
            let kept = |set: Position| {
                set.holes().map(|h| symmetry[usize::from(h)]).collect::<Position>() == set
            };
            kept(puzzle.start()) && match puzzle.finish() {
                Finish::Exactly(finish) => kept(finish),
                Finish::Pegs(_) => true,
            }
        };
        let kept: Vec<&Vec<u8>> = puzzle.board().symmetries().iter().filter(keeps).collect();
        let images = |one: &Vec<Vec<Place>>| {
            let image = |symmetry: &&Vec<u8>| {
                let moved = |place: &Place| puzzle.board().place(symmetry[usize::from(hole(place))]);
                one.iter().map(|chain| chain.iter().map(moved).collect()).collect::<Vec<Vec<_>>>()
            };
            kept.iter().map(image).collect::<Vec<_>>()
        };
        let exchanged = |one: &Vec<Vec<Place>>| {
            let apart = |at: &usize| touched(&one[*at]).is_disjoint(&touched(&one[at + 1]));
            let swap = |at: usize| {
                let mut other = one.clone();
                other.swap(at, at + 1);
                other
            };
            (0..one.len() - 1).filter(apart).map(swap).chain(images(one)).collect::<Vec<_>>()
        };
        let told = distinct(&puzzle, &control).expect("lines");
        prop_assert_eq!(told.all, shortest.len());
        prop_assert_eq!(told.up_to_symmetry, classes(&shortest, images));
        prop_assert_eq!(told.different.len(), classes(&shortest, exchanged));
    }

    #[cfg(feature = "milp")]
    #[test]
    fn what_weights_refute_cannot_be_finished(
        start in any::<u64>(),
        choices in prop::collection::vec(0..64usize, 2..=6),
    ) {
        use soliter::peg::milp::resource_counts::{broken, resource_counts};
        use soliter::peg::pagoda::weight;

        let Some(puzzle) = small(0, start, &choices, false) else {
            return Err(TestCaseError::reject("no jump"));
        };
        let (case, control) = (common::case(&puzzle), Control::default());
        let found = resource_counts(&puzzle, Some(4), &control).expect("counts");
        let finish = match puzzle.finish() {
            Finish::Exactly(finish) => finish,
            Finish::Pegs(_) => unreachable!("a finish by its pegs"),
        };
        for count in &found.counts {
            let of = |hole: u8| count.weights[usize::from(hole)];
            let falls = puzzle.board().jumps().iter().all(|j| of(j.from) + of(j.over) >= of(j.to));
            prop_assert!(falls && count.start >= count.finish);
            prop_assert!(found.extreme.is_some() || count.refutes > 0);
            prop_assert_eq!(count.finish, weight(&count.weights, finish));
        }
        // A random game that goes wrong: what the weights say after a jump is so.
        let mut positions = vec![puzzle.start()];
        let mut pegs = case.start.clone();
        for choice in &choices {
            let jumps = case.jumps(&pegs);
            if jumps.is_empty() || pegs.len() == finish.len() {
                break;
            }
            pegs.clone_from(&jumps[(choice / 2) % jumps.len()].2);
            positions.push(set(&puzzle, &pegs));
        }
        if let Some(broken) = broken(&puzzle, &positions, &control) {
            prop_assert!(broken.position < broken.finish);
            prop_assert_eq!(broken.position, weight(&broken.weights, positions[broken.jump]));
            let start = positions[broken.jump];
            let place = |hole| puzzle.board().place(hole);
            let case = Case { start: start.holes().map(place).collect(), ..case };
            prop_assert_eq!(case.fewest_moves(), None);
        }
    }
}

/// The army of the holes below so many rows of a square, and a goal in its first row.
fn army_to(model: &str, rows: i32, column: i32) -> Army {
    let text = format!("model = '{model}'\nstart = 'full'\nfinish = {{ pegs = 1 }}");
    let puzzle = common::parse(&text);
    let board = puzzle.board().clone();
    let start = board.full().holes().filter(|&hole| board.place(hole).0 >= rows).collect();
    let goal = board.hole_at(0, column).expect("a hole");
    let finish = Finish::Exactly(Position::EMPTY.with(goal));
    let puzzle = PuzzleSetup { start, finish, ..puzzle.into() }.puzzle().expect("a puzzle");
    army(&puzzle, &Control::default()).expect("an answer")
}

#[test]
fn conway_s_soldiers_reach_three_rows_with_2_4_and_8() {
    // Published: Conway; see Berlekamp, Conway and Guy, Winning Ways.
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

/// The same on a board that is drawn.
fn army_on(drawing: &str, directions: Directions, rows: i32, column: i32) -> Option<usize> {
    let board = Board::from_drawing(drawing, Lattice::Square, directions).expect("a board");
    let start = board.full().holes().filter(|&hole| board.place(hole).0 >= rows).collect();
    let goal = board.hole_at(0, column).expect("a hole");
    let finish = Finish::Exactly(Position::EMPTY.with(goal));
    let puzzle = PuzzleSetup::new(board, start, finish).puzzle().expect("a puzzle");
    match army(&puzzle, &Control::default()).expect("an answer") {
        Army::Fewest { pegs, line } => {
            assert!(
                replay(
                    &PuzzleSetup { start: pegs, ..puzzle.clone().into() }
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
#[ignore = "minutes: cargo test --release --test questions twenty_soldiers -- --ignored"]
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

#[cfg(feature = "cli")]
#[test]
fn a_table_is_taken_up_where_it_was_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_soliter"))
            .args(["table", "triangle15", "--start", "11", "--csv", "table.csv"])
            .args(arguments)
            .current_dir(folder.path())
            .output()
            .expect("soliter runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let path = folder.path().join("table.csv");
    let read = || std::fs::read_to_string(&path).expect("a table");
    assert_eq!(run(&["--write", "puzzles", "--svg", "table.svg"]).0, Some(0));
    let picture = std::fs::read_to_string(folder.path().join("table.svg")).expect("a picture");
    assert!(picture.contains("11 empty: 11 10, 32 -, 41 11, 44 11"), "{picture}");
    let whole = read();
    assert_eq!(whole.lines().count(), 5, "{whole}");
    for file in std::fs::read_dir(folder.path().join("puzzles")).expect("a folder") {
        let text = std::fs::read_to_string(file.expect("a file").path()).expect("a puzzle");
        let known = common::parse(&text).known().clone();
        assert!(known.moves.is_some() || known.impossible, "{text}");
    }
    // A row less: the others stand as they are. A wrong line is solved again.
    let lines: Vec<&str> = whole.lines().collect();
    std::fs::write(&path, lines[..4].join("\n")).expect("a table");
    assert!(run(&[]).1.contains("3 of 4 known from the table"));
    assert_eq!(read().lines().collect::<Vec<_>>()[..4], lines[..4]);
    std::fs::write(&path, whole.replacen("optimal,", "optimal,1", 1)).expect("a table");
    assert!(run(&[]).1.contains("3 of 4 known from the table"));
    // The problems of another start stay in the table.
    let other = "99,98,optimal,1,1,1,search,,,1-2,0.00,,";
    std::fs::write(&path, format!("{whole}{other}\n")).expect("a table");
    assert!(run(&[]).1.contains("4 of 4 known from the table"));
    assert_eq!(read(), format!("{whole}{other}\n"));
    // A table without the columns of the last sweep is taken up, and they are filled on wish.
    let cut = |line: &str| line.rsplitn(3, ',').last().unwrap_or_default().to_owned() + "\n";
    std::fs::write(&path, format!("{whole}{other}\n").lines().map(cut).collect::<String>())
        .expect("a table");
    assert!(run(&["--last-sweep"]).1.contains("4 of 4 known from the table"));
    let columns = |text: &str| {
        let ends = |line: &str| line.rsplitn(3, ',').take(2).map(str::to_owned).collect::<Vec<_>>();
        text.lines().map(|line| ends(line).join(" ")).collect::<Vec<_>>()
    };
    let swept = read();
    let most = ["last_sweep_at_most last_sweep", "3 3", " ", "1 1", "4 4", " "];
    assert_eq!(columns(&swept), most, "{swept}");
    assert!(run(&[]).1.contains("4 of 4 known from the table"));
    assert_eq!(read(), swept);
    // Another file is left alone.
    std::fs::write(&path, "a,b\n1,2\n").expect("a file");
    assert_eq!(run(&[]).0, Some(2));
    assert_eq!(read(), "a,b\n1,2\n");
}

fn board(name: &str) -> Board {
    Model::parse(&library::model(name).expect("a model")).expect("a model").board
}

#[test]
fn the_english_board_has_21_problems() {
    // Published: Beasley; numbers of the other boards by a program of its own.
    for (name, starts, all) in [("english", 7, 21), ("french", 8, 10), ("square6", 6, 21)] {
        let found = problems(&board(name), 1, false);
        assert_eq!(found.len(), starts, "{name}");
        let number: usize = found.iter().map(|one| one.finishes.len()).sum();
        assert_eq!(number, all, "{name}");
    }
    // Two vacancies of nine holes up to the eight symmetries of a square.
    let square = Board::from_drawing("ooo\nooo\nooo", Lattice::Square, Directions::Orthogonal);
    assert_eq!(problems(&square.expect("a board"), 2, true).len(), 8);
}

#[test]
fn parts_of_figures_cover_a_board_once() {
    for (name, at, look, number) in [
        ("english", (3, 3), Look::Whole, 7),
        ("english", (3, 3), Look::Mirror, 20),
        ("triangle15", (4, 2), Look::Mirror, 9),
    ] {
        let board = board(name);
        let finish = board.hole_at(at.0, at.1).expect("a hole");
        let parts = parts(&board, Position::EMPTY.with(finish), look);
        assert_eq!(parts.len(), number, "{name}");
        assert_eq!(parts.iter().fold(0, |all, part| all ^ part.0), board.full().0);
    }
    // No reflection of the English board keeps this hole and the rows.
    assert!(parts(&board("english"), Position(1), Look::Mirror).is_empty());
}
