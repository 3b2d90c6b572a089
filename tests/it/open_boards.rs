//! Large empty boards, on which a few pegs have far more predecessors than successors, and finishes by a number of
//! pegs: `solve` must not be worse than plain depth-first search.

use crate::common;
use crate::common::cases;

use cases::cases;
use common::random_puzzles::random_puzzle;
use proptest::prelude::*;
use soliter::base::control::Control;
use soliter::base::race::within_work;
use soliter::boards::answer::Claim;
use soliter::boards::puzzle::Puzzle;
use soliter::prove::solve::{Options, solve};
use soliter::search::count::{What, count};
use soliter::search::dfs::shortest;
use soliter::search::fewest::fewest;

/// The fewest moves, the start and the finish, with diagonal jumps on rectangles of 60 to 64 holes.
const NINE: [(usize, &str, &str); 9] = [
    (
        4,
        ".o....ooo/..o.oooo./.....ooo./........./....o...o/........./......o..",
        ".o.....oo/..o....../........o/......o../....o..../........./......o..",
    ),
    (
        5,
        "o.o...../......../ooo...../ooooo.../oo....../o......./o......./........",
        "o.o...../o......./.o....../....o.../......../......../..o...../o.......",
    ),
    (
        4,
        "......../......../.....oo./.....o../...oooo./...o.oo./......../........",
        "......../....oo../......../......../......../......../...o..../........",
    ),
    (
        5,
        "........./........./........./......oo./.....ooo./....o.ooo/....ooooo",
        "........./........./....o..../........o/.....oo../....o...o/...o..oo.",
    ),
    (
        3,
        ".oooo..o../..ooo...../.oooo...../..o......./........../..........",
        ".oo..o.o../........../........../..o...o.../........../..........",
    ),
    (
        3,
        "......./...o.../..oo.../..oo.../.oooo../..o..../..o..../..o..../.......",
        "......./......./......./......./....o../o....../...o.../......./.......",
    ),
    (
        5,
        "oo....../ooo...../ooo...../oo....../.o....../......../......../o.......",
        ".o.o..../......../o......./....o.../......../......../......../o.......",
    ),
    (
        6,
        ".....ooo/.....ooo/......oo/.....o.o/.....oo./......../......../........",
        "......../......../.....o.o/......../.......o/......../....o.../........",
    ),
    (
        5,
        "........./........./.o......./.o.o...../ooo.o..../ooo....../.o.......",
        "........./o......../..o.o..../........./........./........./o........",
    ),
];

fn on_rectangle(start: &str, finish: &str) -> Puzzle {
    let drawing = |rows: &str| format!("'''\n{}\n'''", rows.replace('/', "\n"));
    let board = drawing(&start.replace('.', "o"));
    let model =
        format!("kind = 'peg-solitaire'\ndirections = 'all'\nnames = 'number0'\nboard = {board}");
    let ends = format!("start = {}\nfinish = {}", drawing(start), drawing(finish));
    common::parse_on(&model, &format!("model = 'm.toml'\n{ends}"))
}

/// The search alone finds the answers too, as does the count of shortest solutions, which has no limit on moves.
#[test]
fn few_pegs_on_an_open_board() {
    let control = Control::default();
    for (moves, start, finish) in NINE {
        let puzzle = on_rectangle(start, finish);
        let answer = solve(&puzzle, &Options::FIRST_PROOF, &control).expect("a verified answer");
        assert_eq!(answer.claim(), Claim::Optimal { moves }, "{start}");
        let search = within_work(10_000_000, &control, |control| fewest(&puzzle, control));
        assert_eq!(search.evidence.claim, Claim::Optimal { moves }, "{start}");
        let shortest = count(&puzzle, What::Shortest, &control).expect("a count");
        assert_eq!(shortest.fewest, Some(moves), "{start}");
    }
}

/// The work of about a twentieth of a second.
const LITTLE: u64 = 500_000;

/// If one method answers a puzzle with little work, all methods together answer it too, with the same claim.
/// Returns whether there is such an answer.
fn is_settled(puzzle: &Puzzle) -> bool {
    let control = Control::default();
    let alone: Vec<Claim> = [fewest, shortest]
        .into_iter()
        .map(|method| within_work(LITTLE, &control, |control| method(puzzle, control)))
        .map(|finding| finding.evidence.claim)
        .filter(|claim| claim.is_final())
        .collect();
    let Some(&claim) = alone.first() else { return false };
    assert!(alone.iter().all(|other| *other == claim), "{alone:?} {puzzle:?}");
    let together =
        solve(puzzle, &Options::FIRST_PROOF, &control).expect("a verified answer").claim();
    assert_eq!(together, claim, "{puzzle:?}");
    true
}

#[test]
fn no_method_alone_has_an_answer_that_all_lack() {
    let puzzles: Vec<Puzzle> = (0..).filter_map(random_puzzle).take(300).collect();
    let settled = puzzles.iter().filter(|puzzle| is_settled(puzzle)).count();
    // The others are too hard for a twentieth of a second.
    assert!(settled > 200, "{settled} of 300");
}

proptest! {
    #![proptest_config(cases(10))]

    /// `.ci/roam` tries other puzzles.
    #[test]
    fn random_puzzles_are_settled(seed in 1000..u64::MAX) {
        if let Some(puzzle) = random_puzzle(seed) {
            is_settled(&puzzle);
        }
    }
}
