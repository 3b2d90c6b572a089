//! Levels by moves, and dead ends.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::cases::cases;
use proptest::prelude::*;
use soliter::base::control::Control;
use soliter::boards::verify::replay;
use soliter::search::questions::dead_ends::dead_ends;
use soliter::search::questions::move_levels::{From, move_levels};

use crate::common::{self, Case, Pegs, Place};
use crate::questions::small;

/// The fewest moves to every position from the given ones: one move at a time, with complete chains.
fn moves_from<J>(starts: BTreeSet<Pegs>, jumps: J) -> BTreeMap<Pegs, usize>
where
    J: Fn(&Pegs) -> Vec<(Place, Place, Pegs)>,
{
    let mut known: BTreeMap<Pegs, usize> = starts.iter().map(|one| (one.clone(), 0)).collect();
    let mut level: Vec<Pegs> = starts.into_iter().collect();
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

/// All jumps undone: the hole of the peg after the jump and before it, and the pegs before it.
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

/// The number of positions for each number of moves.
fn by_number(moves: impl Iterator<Item = usize>) -> Vec<u64> {
    let mut counts = Vec::new();
    for number in moves {
        counts.resize(counts.len().max(number + 1), 0);
        counts[number] += 1;
    }
    counts
}

/// The positions in which games end: at the finish, or without a jump.
fn ends(case: &Case, pegs: &Pegs, into: &mut BTreeSet<Pegs>) {
    let jumps = case.jumps(pegs);
    if jumps.is_empty() || case.accepts(pegs) {
        into.insert(pegs.clone());
        return;
    }
    for (_, _, after) in jumps {
        ends(case, &after, into);
    }
}

proptest! {
    #![proptest_config(cases(50))]

    #[test]
    fn levels_and_dead_ends_are_those_of_plain_play(
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
        let known = moves_from(BTreeSet::from([case.start.clone()]), |pegs| case.jumps(pegs));
        prop_assert_eq!(counts(From::Start), by_number(known.values().copied()));
        // From the finishes, counts all positions that have at most as many pegs as the start. A finish counts whether or not
        // the start leads to it.
        let most = case.start.len();
        let back =
            |pegs: &Pegs| if pegs.len() < most { undone(&case, pegs) } else { Vec::new() };
        // With more pegs, there are too many finishes for a backward search from all of them.
        let finishes: Option<BTreeSet<Pegs>> = match &case.finish {
            Ok(finish) => Some(BTreeSet::from([finish.clone()])),
            Err(1) => Some(case.holes.iter().map(|&hole| BTreeSet::from([hole])).collect()),
            Err(_) => None,
        };
        if let Some(finishes) = finishes {
            let moves = moves_from(finishes, back).into_values();
            prop_assert_eq!(counts(From::Finish), by_number(moves));
        }

        let found = dead_ends(&puzzle, &control).expect("an answer");
        let mut games = BTreeSet::new();
        ends(&case, &case.start, &mut games);
        let dead = games.iter().filter(|pegs| !case.accepts(pegs));
        let most = dead.clone().map(BTreeSet::len).max();
        prop_assert_eq!(found.as_ref().map(|found| found.position.len()), most);
        if let Some(found) = found {
            let played = replay(&puzzle, found.line.jumps());
            prop_assert!(played.fault.is_none() && *played.last() == found.position);
            let number = dead.filter(|pegs| Some(pegs.len()) == most).count() as u64;
            prop_assert_eq!(found.positions, number);
        }
    }
}

#[test]
fn bell_s_levels_of_the_central_game() {
    let puzzle = common::built_in("gardner/central-game");
    for from in [From::Start, From::Finish] {
        let levels = move_levels(&puzzle, from, Some(6), &Control::default()).expect("levels");
        let classes: Vec<u64> = levels.iter().map(|level| level.classes).collect();
        match from {
            // Published by Bell.
            From::Start => assert_eq!(classes, [1, 1, 2, 9, 47, 263, 1452]),
            From::Finish => assert_eq!(classes[..2], [1, 1]),
        }
    }
}

#[test]
fn the_central_game_is_stuck_after_six_jumps() {
    let puzzle = common::built_in("gardner/central-game");
    let found = dead_ends(&puzzle, &Control::default()).expect("an answer").expect("a dead end");
    assert_eq!((found.jumps, found.classes, found.positions), (6, 1, 4));
}
