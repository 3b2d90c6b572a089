//! Compares counts, shortest lines and the oracle with brute force on small boards and with published results
//! on large ones.

use crate::common;
use crate::common::cases;

use std::collections::{BTreeMap, BTreeSet};

use cases::cases;
use common::{Case, Pegs, Place};
use proptest::prelude::*;
use soliter::base::control::{Control, Stop};
use soliter::boards::board::position::Position;
use soliter::boards::puzzle::setup::PuzzleSetup;
use soliter::boards::puzzle::{Finish, Puzzle};
use soliter::boards::verify::replay;
use soliter::search::count::lines::lines;
use soliter::search::count::{Count, CountFault, What, count};
use soliter::search::disk::count::count_on_disk;
use soliter::search::disk::folder::Place as Levels;
use soliter::search::questions::dead_ends::{lost, winning_positions};
use soliter::search::reachable::reach::can_finish;

fn counted(puzzle: &Puzzle, what: What) -> Count {
    count(puzzle, what, &Control::default()).expect("a count")
}

/// A memory limit so low that the bits of the English board do not fit and its levels have to be sorted.
fn little() -> Control {
    Control::default().memory(64 << 20)
}

/// All jump sequences to a finish, with their numbers of moves; and all games and positions.
#[derive(Default)]
struct Brute {
    solutions: BTreeMap<usize, u128>,
    games: u128,
    /// The games that end at the finish.
    won: u128,
    positions: BTreeSet<Pegs>,
    dead: BTreeSet<Pegs>,
}

impl Brute {
    fn play(&mut self, case: &Case, pegs: &Pegs, last: Option<Place>, moves: usize) {
        self.positions.insert(pegs.clone());
        if case.accepts(pegs) {
            *self.solutions.entry(moves).or_default() += 1;
        }
        let jumps = case.jumps(pegs);
        if jumps.is_empty() {
            self.games += 1;
            self.won += u128::from(case.accepts(pegs));
            self.dead.insert(pegs.clone());
        }
        for (from, to, after) in jumps {
            self.play(case, &after, Some(to), moves + usize::from(last != Some(from)));
        }
    }

    fn can_finish(case: &Case, pegs: &Pegs) -> bool {
        case.accepts(pegs)
            || case.jumps(pegs).into_iter().any(|(_, _, after)| Self::can_finish(case, &after))
    }
}

/// A small puzzle whose finish is reached by random jumps.
fn small(board: usize, start: u64, choices: &[usize], pegs_only: bool) -> Option<Puzzle> {
    let (model, directions, mask) = [
        ("square4", "orthogonal", 0xffff),
        ("square4", "all", 0x0ff0),
        ("triangle15", "lines", 0x7fff),
        ("english", "orthogonal", 0x0001_f1f1_c000),
    ][board];
    let text = format!(
        "model = '{model}'\ndirections = '{directions}'\nstart = 'full'\nfinish = {{ pegs = 1 }}"
    );
    let puzzle = common::parse(&text);
    let pegs: Vec<u16> =
        Position::from(start & mask & puzzle.board().full().word()).holes().take(9).collect();
    let start = pegs.into_iter().collect();
    let puzzle = PuzzleSetup { start, ..puzzle.into() }.puzzle().ok()?;
    let reached = common::played(&puzzle, choices)?;
    // With 33 holes, too many positions have the same number of pegs.
    let pegs_only = pegs_only && board != 3;
    let finish = if pegs_only { Finish::Pegs(reached.len()) } else { Finish::Exactly(reached) };
    Some(PuzzleSetup { finish, ..puzzle.into() }.puzzle().expect("a puzzle"))
}

proptest! {
    #![proptest_config(cases(60))]

    /// The counts agree even without memory for arrivals, and in a folder that a run stopped by a limit has
    /// left.
    #[test]
    fn counts_on_disk_are_those_in_memory(
        board in 0..4usize,
        start in any::<u64>(),
        choices in prop::collection::vec(0..64usize, 1..=8),
        pegs_only in any::<bool>(),
        threads in 1..3usize,
    ) {
        let Some(puzzle) = small(board, start, &choices, pegs_only) else {
            return Err(TestCaseError::reject("no puzzle"));
        };
        for what in [What::Solutions, What::Positions, What::Games] {
            let folder = tempfile::tempdir().expect("a folder");
            let place = Levels { folder: folder.path().join("levels"), resume: true, lasting: true, in_memory: 0 };
            let cancelled = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
            let stopped = Control::default().cancelled_by(cancelled);
            prop_assert!(count_on_disk(&puzzle, what, &place, &stopped).is_err() || what == What::Solutions);
            let control = Control::default().threads(threads);
            let counted = count(&puzzle, what, &control).expect("a count");
            let on_disk = count_on_disk(&puzzle, what, &place, &control).expect("a count");
            prop_assert_eq!(&on_disk, &counted);
            // The count is resumed from the levels in the folder.
            let again = count_on_disk(&puzzle, what, &place, &control).expect("a count");
            prop_assert_eq!(&again, &counted);
        }
    }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn everything_agrees_with_brute_force(
        board in 0..4usize,
        start in any::<u64>(),
        choices in prop::collection::vec(0..64usize, 1..=8),
        pegs_only in any::<bool>(),
    ) {
        let Some(puzzle) = small(board, start, &choices, pegs_only) else {
            return Err(TestCaseError::reject("no jump"));
        };
        let case = common::case(&puzzle);
        let mut brute = Brute::default();
        brute.play(&case, &case.start, None, 0);
        let counted = |what| count(&puzzle, what, &little()).expect("a count");
        prop_assert_eq!(counted(What::Solutions).value, brute.solutions.values().sum());
        let minimal = counted(What::Shortest);
        let (fewest, shortest) = brute.solutions.first_key_value().expect("a solution");
        prop_assert_eq!((minimal.fewest, minimal.value), (Some(*fewest), *shortest));
        let games = counted(What::Games);
        prop_assert_eq!((games.value, games.won()), (brute.games, Some(brute.won)));
        let positions = counted(What::Positions);
        prop_assert_eq!((positions.value, positions.won()), (brute.positions.len() as u128, None));
        // Positions that can still be won, by jumps; positions with fewer pegs than the finish cannot be won.
        let mut winning = vec![0u64; puzzle.jumps() + 1];
        for pegs in brute.positions.iter().filter(|pegs| Brute::can_finish(&case, pegs)) {
            winning[case.start.len().abs_diff(pegs.len())] += 1;
        }
        prop_assert_eq!(winning_positions(&puzzle, &little()).expect("levels"), winning.clone());
        let first = lost(&puzzle, &little()).expect("an answer");
        let reached = |jumps: usize| {
            let before = case.start.len();
            brute.positions.iter().filter(|pegs| before.abs_diff(pegs.len()) == jumps).count() as u64
        };
        let sooner = (0..=puzzle.jumps()).find(|&jumps| reached(jumps) > winning[jumps]);
        prop_assert_eq!(first.as_ref().map(|first| first.jumps), sooner);
        if let Some(first) = first {
            let played = replay(&puzzle, first.line.jumps());
            prop_assert!(played.fault.is_none() && *played.last() == first.position);
            let pegs = common::case(&puzzle.starting_at(first.position)).start;
            prop_assert!(!Brute::can_finish(&case, &pegs));
            prop_assert_eq!(first.positions, reached(first.jumps) - winning[first.jumps]);
        }
        let dead: u64 = positions.levels.iter().map(|level| level.dead).sum();
        prop_assert_eq!(dead, brute.dead.len() as u64);

        // Lines: all are different, all are shortest, and their number is the count.
        let control = little();
        let all = lines(&puzzle, 10_000, true, &control).expect("lines");
        prop_assert_eq!(all.len() as u128, *shortest);
        prop_assert_eq!(all.iter().collect::<std::collections::HashSet<_>>().len(), all.len());
        let some = lines(&puzzle, 10_000, false, &control).expect("lines");
        prop_assert!(some.len() <= all.len() && some.iter().all(|line| all.contains(line)));
        for line in &all {
            let played = replay(&puzzle, line.jumps());
            prop_assert!(played.fault.is_none() && puzzle.finish().accepts(played.last()));
            prop_assert_eq!(played.moves, *fewest);
        }

        for pegs in &brute.positions {
            let holes = pegs.iter().filter_map(|&(r, c)| puzzle.board().hole_at(r, c));
            let position: Position = holes.collect();
            let told = can_finish(&puzzle, &position, &control).expect("no limit is met");
            prop_assert_eq!(told, Brute::can_finish(&case, pegs));
        }
    }
}

#[test]
fn triangle_of_fifteen() {
    // Vacancy, games, games that end with one peg, positions; computed by two programs.
    for (vacancy, games, one_peg, positions) in [
        ("11", 568_630, 29_760, 3_016),
        ("21", 294_543, 14_880, 2_377),
        ("31", 1_149_568, 85_258, 4_237),
        ("32", 137_846, 1_550, 1_651),
    ] {
        let puzzle = common::parse(&format!(
            "model = 'triangle15'\nstart = {{ all_but = ['{vacancy}'] }}\nfinish = {{ pegs = 1 }}"
        ));
        let all = counted(&puzzle, What::Games);
        assert_eq!(all.value, games, "{vacancy}");
        assert_eq!(all.levels[13].ending, Some(one_peg), "{vacancy}");
        assert_eq!(all.won(), Some(one_peg), "{vacancy}");
        assert_eq!(counted(&puzzle, What::Solutions).value, one_peg, "{vacancy}");
        assert_eq!(counted(&puzzle, What::Positions).value, positions, "{vacancy}");
    }
}

#[test]
fn triangle_problems_solutions_and_shortest_ones() {
    for (name, solutions, shortest) in [
        ("11-to-11", 6_816, 1_362),
        ("11-to-41", 3_408, 681),
        ("31-to-31", 51_452, 466),
        ("31-to-55", 16_128, 94),
        ("32-to-53", 1_550, 308),
        ("32-to-41", 0, 0),
    ] {
        let puzzle = common::built_in(&format!("triangle15/{name}"));
        assert_eq!(counted(&puzzle, What::Solutions).value, solutions, "{name}");
        assert_eq!(counted(&puzzle, What::Shortest).value, shortest, "{name}");
    }
}

#[test]
fn shortest_solutions_of_the_figures() {
    for (name, shortest) in [
        ("gardner/latin-cross", 2),
        ("gardner/greek-cross", 8),
        ("gardner/fireplace", 2),
        ("gardner/pyramid", 236),
        ("gardner/lamp", 40),
        ("gardner/inclined-square", 400),
        ("gardner/pinwheel", 24),
        ("gardner/fourteen-pegs", 148),
        ("english-diagonal/pyramid", 2_164),
        ("english-diagonal/lamp", 1_570),
        ("leibniz/latin-cross", 2),
    ] {
        let puzzle = common::built_in(name);
        assert_eq!(counted(&puzzle, What::Shortest).value, shortest, "{name}");
        // The same number that `solve --solutions N --all-symmetries` lists.
        if shortest > 1000 {
            continue;
        }
        let all = lines(&puzzle, usize::MAX, true, &Control::default()).expect("no limit");
        assert_eq!(all.len() as u128, shortest, "{name}");
    }
}

#[test]
fn the_central_game() {
    let puzzle = common::built_in("gardner/central-game");
    // The number of solutions is published (Bell; OEIS A112738 counts the positions on them).
    let solutions = counted(&puzzle, What::Solutions);
    assert_eq!(solutions.value, 40_861_647_040_079_968);
    assert_eq!(solutions.levels.iter().map(|level| level.classes).sum::<u64>(), 1_679_072);
    assert_eq!(solutions.levels.iter().map(|level| level.positions).sum::<u64>(), 13_428_122);
    // The number of shortest solutions was computed by two programs.
    assert_eq!(counted(&puzzle, What::Shortest).value, 7_488);
}

/// `cargo test --release --test it counts:: -- --ignored`
#[test]
#[ignore = "takes a quarter of a minute on two processors"]
fn all_positions_of_the_central_game() {
    let puzzle = common::built_in("gardner/central-game");
    // OEIS A112737 and the sum of its terms.
    let positions = counted(&puzzle, What::Positions);
    assert_eq!(positions.value, 187_636_299);
    let classes: Vec<u64> = positions.levels.iter().map(|level| level.classes).collect();
    assert_eq!(classes[..8], [1, 1, 2, 8, 39, 171, 719, 2757]);
    assert_eq!(classes[24..], [100_565, 32_250, 8_688, 1_917, 348, 50, 7, 2]);
    assert_eq!(classes.iter().sum::<u64>(), 23_475_688);
    assert_eq!(positions.levels.iter().map(|level| level.dead_classes).sum::<u64>(), 21_111);
    assert_eq!(positions.levels.iter().map(|level| level.dead).sum::<u64>(), 162_352);
}

/// `cargo test --release --test it counts:: -- --ignored`
#[test]
#[ignore = "takes a minute"]
fn all_central_games() {
    let games = counted(&common::built_in("gardner/central-game"), What::Games);
    // Published by D. Butler.
    assert_eq!(games.value, 577_116_156_815_309_849_672);
    assert_eq!(games.levels[31].ending, Some(81_723_294_080_159_936));
}

#[test]
fn limits_give_no_part_of_a_count() {
    let puzzle = common::built_in("gardner/central-game");
    for what in [What::Solutions, What::Shortest, What::Positions, What::Games] {
        let small = Control::default().memory(1 << 20);
        assert_eq!(count(&puzzle, what, &small), Err(CountFault::Stopped(Stop::Memory)));
        let late = Control::default().within(std::time::Duration::ZERO);
        assert_eq!(count(&puzzle, what, &late), Err(CountFault::Stopped(Stop::Time)));
    }
}
