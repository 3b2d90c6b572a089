//! Properties of solutions: sweeps and orders of moves; and weights, which prove that there is no solution.

use std::collections::BTreeSet;

use crate::common::cases::cases;
use proptest::prelude::*;
use soliter::base::control::Control;
use soliter::boards::board::position::Position;
use soliter::boards::line::Line;
use soliter::boards::puzzle::Finish;
#[cfg(feature = "milp")]
use soliter::boards::puzzle::Puzzle;
use soliter::boards::verify::replay;
use soliter::search::questions::distinct::distinct;
use soliter::search::questions::last_sweep::longest_last_sweep;
use soliter::search::questions::sweeps::sweeps;

use crate::common::{self, Case, Pegs, Place};
use crate::questions::small;

#[cfg(feature = "milp")]
fn set(puzzle: &Puzzle, pegs: &Pegs) -> Position {
    pegs.iter().filter_map(|&(row, column)| puzzle.board().hole_at(row, column)).collect()
}

/// A solution, jump by jump.
type Jumps = Vec<(Place, Place)>;

/// All solutions; or, if there are more than `most`, the first `most` and one more.
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

/// A solution move by move: the holes that each move visits.
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

/// The number of classes of solutions that are connected by steps.
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
    #![proptest_config(cases(40))]

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
        let hole = |place: &Place| puzzle.board().hole_at(place.0, place.1).expect("a hole");
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

        let fewest = all.iter().map(Vec::len).min().expect("a solution");
        let shortest: BTreeSet<Vec<Vec<Place>>> =
            all.into_iter().filter(|one| one.len() == fewest).collect();
        let keeps = |symmetry: &&Vec<u16>| {
            let kept = |set: Position| {
                set.holes().map(|h| symmetry[usize::from(h)]).collect::<Position>() == set
            };
            kept(puzzle.start().clone()) && match puzzle.finish() {
                Finish::Exactly(finish) => kept(finish.clone()),
                Finish::Pegs(_) | Finish::Holes { .. } => true,
            }
        };
        let kept: Vec<&Vec<u16>> = puzzle.board().symmetries().iter().filter(keeps).collect();
        let images = |one: &Vec<Vec<Place>>| {
            let image = |symmetry: &&Vec<u16>| {
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
        use soliter::boards::bounds::pagoda::weight;
        use soliter::prove::milp::weights::first_loss::first_loss;

        let Some(puzzle) = small(0, start, &choices, false) else {
            return Err(TestCaseError::reject("no jump"));
        };
        let (case, control) = (common::case(&puzzle), Control::default());
        let finish = match puzzle.finish() {
            Finish::Exactly(finish) => finish,
            Finish::Pegs(_) | Finish::Holes { .. } => unreachable!("not given by its pegs"),
        };
        // A random game that goes wrong: checks the claim of the weights after each jump.
        let mut positions = vec![puzzle.start().clone()];
        let mut pegs = case.start.clone();
        for choice in &choices {
            let jumps = case.jumps(&pegs);
            if jumps.is_empty() || pegs.len() == finish.len() {
                break;
            }
            pegs.clone_from(&jumps[(choice / 2) % jumps.len()].2);
            positions.push(set(&puzzle, &pegs));
        }
        if let Some(loss) = first_loss(&puzzle, &positions, &control) {
            let of = |hole: u16| loss.weights[usize::from(hole)];
            let falls = puzzle.board().jumps().iter().all(|j| of(j.from) + of(j.over) >= of(j.to));
            prop_assert!(falls);
            prop_assert!(loss.position < loss.finish);
            prop_assert_eq!(loss.finish, weight(&loss.weights, finish));
            prop_assert_eq!(loss.position, weight(&loss.weights, &positions[loss.jump]));
            let start = &positions[loss.jump];
            let place = |hole| puzzle.board().place(hole);
            let case = Case { start: start.holes().map(place).collect(), ..case };
            prop_assert_eq!(case.fewest_moves(), None);
        }
    }
}
