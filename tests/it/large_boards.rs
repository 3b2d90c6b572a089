//! Boards of 59 to 64 holes, for which the movers and the moves of a position no longer fit in one word:
//! compares searches, counts and lines with brute force, for a few pegs in a corner of the board.

use crate::common;
use crate::common::cases;

use std::collections::BTreeMap;

use cases::cases;
use common::{Case, Pegs, Place};
use proptest::prelude::*;
use soliter::base::control::Control;
use soliter::boards::answer::Claim;
use soliter::boards::puzzle::Puzzle;
use soliter::search::count::lines;
use soliter::search::count::{What, count};
use soliter::search::fewest;

/// An 8 by 8 board without some of its last holes, and pegs in a window of 5 by 4 holes.
fn puzzle(
    holes: usize,
    directions: &str,
    pegs: u32,
    window: (usize, usize),
    choices: &[usize],
    by_number: bool,
) -> Option<Puzzle> {
    let drawing = |symbol: &dyn Fn(usize, usize) -> char| {
        let row = |row: usize| {
            let cells = (0..8).filter(|column| row * 8 + column < holes);
            cells.map(|column| symbol(row, column)).collect::<String>()
        };
        (0..8).map(row).collect::<Vec<_>>().join("\n")
    };
    let board = drawing(&|_, _| 'o');
    let model = format!(
        "kind = 'peg-solitaire'\ndirections = '{directions}'\nnames = 'number0'\nboard = '''\n{board}\n'''"
    );
    let has_peg = |row: usize, column: usize| {
        let (row, column) = (row.wrapping_sub(window.0), column.wrapping_sub(window.1));
        row < 4 && column < 5 && pegs >> (row * 5 + column) & 1 == 1
    };
    let start = drawing(&|row, column| if has_peg(row, column) { 'o' } else { '.' });
    if !start.contains('o') {
        return None;
    }
    let text =
        |finish: &str| format!("model = 'm.toml'\nstart = '''\n{start}\n'''\nfinish = {finish}");
    let count = start.matches('o').count();
    if count < 2 {
        return None;
    }
    let open = common::parse_on(&model, &text("{ pegs = 1 }"));
    let end = common::played(&open, choices)?;
    let finish = if by_number {
        format!("{{ pegs = {} }}", end.len())
    } else {
        let names: Vec<String> = end.holes().map(|hole| format!("'{hole}'")).collect();
        format!("[{}]", names.join(", "))
    };
    Some(common::parse_on(&model, &text(&finish)))
}

/// The number of jump sequences to a finish, by number of moves.
fn solutions(
    case: &Case,
    pegs: &Pegs,
    last: Option<Place>,
    moves: usize,
    left: usize,
) -> BTreeMap<usize, u128> {
    if left == 0 {
        return case.accepts(pegs).then_some((moves, 1)).into_iter().collect();
    }
    let mut all = BTreeMap::new();
    for (from, to, after) in case.jumps(pegs) {
        let begun = moves + usize::from(last != Some(from));
        for (moves, number) in solutions(case, &after, Some(to), begun, left - 1) {
            *all.entry(moves).or_insert(0) += number;
        }
    }
    all
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn searches_counts_and_lines_agree_with_brute_force(
        holes in 56..=64usize,
        all_directions in any::<bool>(),
        pegs in 0..1u32 << 20,
        thinner in 0..1u32 << 20,
        window in (0..=4usize, 0..=3usize),
        choices in prop::collection::vec(0..64usize, 1..=5),
        by_number in any::<bool>(),
    ) {
        let directions = if all_directions { "all" } else { "orthogonal" };
        let Some(puzzle) = puzzle(holes, directions, pegs & thinner, window, &choices, by_number)
        else {
            return Err(TestCaseError::reject("no jump"));
        };
        let case = common::case(&puzzle);
        let all = solutions(&case, &case.start, None, 0, puzzle.jumps());
        let control = Control::default();
        let (&moves, &shortest) = all.first_key_value().expect("the finish was reached");
        let found = fewest::fewest(&puzzle, &control);
        prop_assert_eq!(found.evidence.claim, Claim::Optimal { moves });
        let counted = |what| count(&puzzle, what, &control).expect("a count");
        prop_assert_eq!(counted(What::Solutions).value, all.values().sum::<u128>());
        let minimal = counted(What::Shortest);
        prop_assert_eq!((minimal.value, minimal.fewest), (shortest, Some(moves)));
        let listed = lines::lines(&puzzle, 10_000, true, &control).expect("lines");
        prop_assert_eq!(listed.len() as u128, shortest.min(10_000));
        prop_assert!(listed.iter().all(|line| line.moves().len() == moves));
    }
}

/// The row from a user's report: two solutions were counted, but no shortest one.
#[test]
fn a_row_of_59() {
    let model = format!("kind = 'peg-solitaire'\nnames = 'number'\nboard = '{}'", "o".repeat(59));
    let text = "model = 'm.toml'\nstart = ['1', '2', '58', '59']\nfinish = ['3', '57']";
    let puzzle = common::parse_on(&model, text);
    let control = Control::default();
    let minimal = count(&puzzle, What::Shortest, &control).expect("a count");
    assert_eq!((minimal.value, minimal.fewest), (2, Some(2)));
    assert_eq!(lines::lines(&puzzle, 5, true, &control).expect("lines").len(), 2);
}

/// There are more finishes than can be listed, so the search goes forwards from the start.
#[test]
fn a_finish_of_many_positions_is_counted_and_listed() {
    let text = |pegs: usize| {
        format!(
            "model = 'diamond'\nfinish = {{ pegs = {pegs} }}\nstart = {{ all_but = ['55', '54'] }}"
        )
    };
    let puzzle = common::parse(&text(36));
    let case = common::case(&puzzle);
    let all = solutions(&case, &case.start, None, 0, puzzle.jumps());
    let control = Control::default();
    let solutions = count(&puzzle, What::Solutions, &control).expect("a count");
    assert_eq!(solutions.value, all.values().sum::<u128>());
    let minimal = count(&puzzle, What::Shortest, &control).expect("a count");
    let (&moves, &shortest) = all.first_key_value().expect("a solution");
    assert_eq!((minimal.value, minimal.fewest), (shortest, Some(moves)));
    let listed = lines::lines(&puzzle, 100_000, true, &control).expect("lines");
    assert_eq!(listed.len() as u128, shortest);
}
