//! Compares every built-in puzzle with its known answer. Known answers are from published tables and from
//! programs that share no code with this one; each file names its source.

use crate::common;

use std::sync::Mutex;
use std::time::Duration;

use soliter::base::control::Control;
use soliter::boards::answer::Claim;
use soliter::boards::puzzle::Puzzle;
use soliter::boards::verify::replay;
use soliter::prove::solve::{Method, solve};

fn puzzles() -> Vec<(String, Puzzle)> {
    common::peg_puzzles().into_iter().map(|name| (name.clone(), common::built_in(&name))).collect()
}

/// Whether a claim agrees with the known answer; `None` if it leaves the answer open.
fn agrees(puzzle: &Puzzle, claim: Claim) -> Option<bool> {
    let known = puzzle.known();
    let most = known.moves.or(known.at_most);
    let least = known.moves.or(known.at_least);
    match claim {
        Claim::Optimal { moves } => Some(
            !known.impossible
                && most.is_none_or(|most| moves <= most)
                && least.is_none_or(|least| moves >= least),
        ),
        Claim::Infeasible => Some(most.is_none()),
        Claim::Feasible { moves, lower_bound } => {
            let right = !known.impossible
                && least.is_none_or(|least| moves >= least)
                && most.is_none_or(|most| lower_bound <= most);
            (!right).then_some(false)
        }
        Claim::Unknown { lower_bound } => {
            most.is_some_and(|most| lower_bound > most).then_some(false)
        }
    }
}

#[test]
fn every_puzzle_has_a_title_a_source_and_a_legal_solution() {
    for (name, puzzle) in puzzles() {
        assert_ne!(puzzle.title(), "untitled", "{name}");
        assert!(puzzle.source().is_some(), "{name} has no source");
        let Some(solution) = &puzzle.known().solution else { continue };
        let control = Control::default();
        let reading = soliter::text::read(solution, puzzle.board(), puzzle.names(), &control);
        let reading = reading.expect("no limit");
        assert_eq!(reading.unexplained, [], "{name}");
        let played = replay(&puzzle, reading.hops());
        assert_eq!(played.fault, None, "{name}");
        assert!(puzzle.finish().accepts(played.last()), "{name}");
        let most = puzzle.known().moves.or(puzzle.known().at_most);
        assert_eq!(Some(played.moves), most, "{name}");
    }
}

/// Solves the selected puzzles, several at a time. Returns the number of those decided.
fn check(method: Method, control: &Control, wanted: impl Fn(&str, &Puzzle) -> bool) -> usize {
    let queue = Mutex::new(puzzles());
    queue.lock().expect("no panic yet").retain(|(name, puzzle)| wanted(name, puzzle));
    let work = || {
        let mut decided = 0;
        loop {
            let Some((name, puzzle)) = queue.lock().expect("no panic yet").pop() else {
                return decided;
            };
            let answer = solve(&puzzle, &method.into(), control).expect("a verified answer");
            let (claim, verdict) = (answer.claim(), agrees(&puzzle, answer.claim()));
            assert_ne!(verdict, Some(false), "{name}: {claim:?}, known {:?}", puzzle.known());
            decided += usize::from(verdict.is_some());
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|t| t.join().expect("every verdict is right")).sum()
    })
}

/// Whether the fewest moves are known, or it is known that there is no solution.
fn exact(_: &str, puzzle: &Puzzle) -> bool {
    puzzle.known().moves.is_some() || puzzle.known().impossible
}

#[test]
fn the_search_gives_the_known_value() {
    let decided = check(Method::Search, &Control::default().threads(1).memory(4 << 20), exact);
    // Puzzles that need more memory than this remain open, on every machine; without HiGHS, so do those that only
    // weights decide.
    assert!(
        decided >= if cfg!(feature = "milp") { 200 } else { 195 },
        "only {decided} puzzles were decided"
    );
}

/// `cargo test --release --test it known_figures:: -- --ignored`
#[test]
#[ignore = "takes a minute and a half"]
fn the_search_gives_the_known_value_with_more_memory() {
    let decided = check(Method::Search, &Control::default().threads(1).memory(16 << 20), exact);
    assert!(decided >= 220, "only {decided} puzzles were decided");
}

/// `cargo test --release --test it known_figures:: -- --ignored`
#[test]
#[ignore = "spends 20 s on each puzzle whose fewest moves are not known"]
fn the_search_contradicts_no_known_bound() {
    check(Method::Search, &Control::default().within(Duration::from_secs(20)), |name, puzzle| {
        !exact(name, puzzle)
    });
}

#[test]
fn the_depth_first_verifier_gives_the_known_value_up_to_fifteen_pegs() {
    let small = |name: &str, puzzle: &Puzzle| {
        !common::is_one_of_many(name)
            && puzzle.start().len().max(puzzle.finish().pegs()) <= 15
            && puzzle.known().moves.is_some()
    };
    let decided = check(Method::Dfs, &Control::default(), small);
    assert!(decided >= 30, "only {decided} puzzles were decided");
}
