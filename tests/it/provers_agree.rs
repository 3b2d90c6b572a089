//! Compares brute force, depth-first search, bidirectional search and both MILPs on random small boards.

#![cfg(feature = "milp")]

use crate::common;
use crate::common::cases;

use cases::cases;
use proptest::prelude::*;
use soliter::base::control::Control;
use soliter::boards::answer::Claim;
use soliter::boards::puzzle::Puzzle;
use soliter::boards::puzzle::setup::PuzzleSetup;
use soliter::boards::verify::verify;
use soliter::prove::milp::by_move::{fewest as by_move, knowledge::Groups};
use soliter::prove::milp::relaxation;
use soliter::prove::solve::{Method, Options, solve};

/// A random board of up to 4 by 4, a start, and a finish that can often be reached.
#[derive(Clone, Debug)]
struct Draw {
    rows: Vec<Vec<bool>>,
    directions: &'static str,
    start: u16,
    /// The choices among the legal jumps with which the finish is reached from the start.
    choices: Vec<usize>,
    /// The kind of finish: reached by the jumps, the same with one bit changed, or the number of pegs only.
    kind: u8,
    reverse: bool,
}

fn draw() -> impl Strategy<Value = Draw> {
    let rows = prop::collection::vec(prop::collection::vec(prop::bool::weighted(0.85), 4), 3..=4);
    let directions = prop::sample::select(vec!["orthogonal", "all", "lines"]);
    let choices = prop::collection::vec(0..64usize, 1..=7);
    (rows, directions, any::<u16>(), choices, 0..4u8, any::<bool>()).prop_map(
        |(rows, directions, start, choices, kind, reverse)| Draw {
            rows,
            directions,
            start,
            choices,
            kind,
            reverse,
        },
    )
}

/// The puzzle of a draw as a person would write it, if it is valid.
fn puzzle(draw: &Draw) -> Option<Puzzle> {
    let triangular = draw.directions == "lines";
    let drawing = |symbol: &dyn Fn(usize) -> char| {
        let mut hole = 0;
        let mut row_text = |row: &Vec<bool>| {
            let text: String = row
                .iter()
                .map(|&is_hole| {
                    hole += usize::from(is_hole);
                    if is_hole { symbol(hole - 1) } else { ' ' }
                })
                .collect();
            text
        };
        draw.rows.iter().map(&mut row_text).collect::<Vec<_>>().join("\n")
    };
    let holes = draw.rows.iter().flatten().filter(|&&is_hole| is_hole).count();
    // A triangular drawing that is left-aligned is distinguished from a centred one by two adjacent marks.
    let touching = draw.rows.iter().any(|row| row.windows(2).any(|pair| pair[0] && pair[1]));
    if holes < 4 || !touching {
        return None;
    }
    let lattice = if triangular { "triangular" } else { "square" };
    let model = format!(
        "kind = 'peg-solitaire'\nlattice = '{lattice}'\ndirections = '{}'\nnames = 'number0'\n\
         board = '''\n{}\n'''\n",
        draw.directions,
        drawing(&|_| 'o')
    );
    let peg = |h: usize| draw.start >> h & 1 == 1;
    let first = drawing(&|h| if peg(h) { 'o' } else { '.' });
    // Any finish will do to get the board; the actual one is found by playing.
    let full = (0..holes).all(peg);
    let count = (0..holes).filter(|&h| peg(h)).count();
    if count == 0 || full {
        return None;
    }
    let open = format!(
        "model = 'x'\nreverse = {}\nstart = '''\n{first}\n'''\nfinish = {{ pegs = {} }}",
        draw.reverse,
        if draw.reverse { holes } else { 1 }
    );
    if (draw.reverse && count >= holes) || (!draw.reverse && count <= 1) {
        return None;
    }
    let puzzle = common::parse_on(&model, &open);
    let reached = common::played(&puzzle, &draw.choices)?;
    let finish = match draw.kind {
        0 => soliter::boards::puzzle::Finish::Pegs(reached.len()),
        // Moves one peg: the result is usually out of reach.
        1 => {
            let hole = reached.holes().next()?;
            let free = puzzle.board().all_holes().find(|&h| !reached.has(h))?;
            soliter::boards::puzzle::Finish::Exactly(reached.without(hole).with(free))
        }
        _ => soliter::boards::puzzle::Finish::Exactly(reached),
    };
    Some(PuzzleSetup { finish, ..puzzle.into() }.puzzle().expect("a puzzle"))
}

fn claim(puzzle: &Puzzle, options: impl Into<Options>) -> Claim {
    let options = options.into();
    solve(puzzle, &options, &Control::default()).expect("a verified answer").claim()
}

fn expected(puzzle: &Puzzle) -> Claim {
    match common::case(puzzle).fewest_moves() {
        Some(moves) => Claim::Optimal { moves },
        None => Claim::Infeasible,
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn searches_agree_with_brute_force(draw in draw()) {
        let Some(puzzle) = puzzle(&draw) else { return Err(TestCaseError::reject("no puzzle")) };
        let expected = expected(&puzzle);
        prop_assert_eq!(claim(&puzzle, Method::Search), expected);
        prop_assert_eq!(claim(&puzzle, Method::Dfs), expected);
    }
}

#[cfg(feature = "sat")]
proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn clauses_agree_with_brute_force(draw in draw()) {
        let Some(puzzle) = puzzle(&draw) else { return Err(TestCaseError::reject("no puzzle")) };
        let expected = expected(&puzzle);
        prop_assert_eq!(claim(&puzzle, Method::Sat), expected);
        if expected == Claim::Infeasible {
            let refuted = soliter::prove::sat::fewest::refute(&puzzle, &Control::default());
            prop_assert_eq!(refuted.evidence.claim, expected);
        }
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn the_milp_agrees_with_brute_force(draw in draw()) {
        let Some(puzzle) = puzzle(&draw) else { return Err(TestCaseError::reject("no puzzle")) };
        if puzzle.jumps() > 5 {
            return Err(TestCaseError::reject("too long for the mirror"));
        }
        let expected = expected(&puzzle);
        prop_assert_eq!(claim(&puzzle, Method::ByJump), expected);
        prop_assert_eq!(claim(&puzzle, Method::Milp), expected);
        prop_assert_eq!(claim(&puzzle, Options::CONFIRMED), expected);
    }

    /// Optional rows of the by-move formulation do not change any answer, whichever of them are left out.
    #[test]
    fn sweeps_of_all_groups_agree_with_brute_force(draw in draw(), on in prop::array::uniform5(any::<bool>())) {
        let Some(puzzle) = puzzle(&draw) else { return Err(TestCaseError::reject("no puzzle")) };
        if puzzle.jumps() > 5 {
            return Err(TestCaseError::reject("too long"));
        }
        let [uses, exact_ends, classes, cycles, regions] = on;
        let groups = Groups { uses, exact_ends, classes, cycles, regions };
        let found = by_move::solve_with(&puzzle, groups, &Control::default());
        prop_assert_eq!(found.evidence.claim, expected(&puzzle), "{:?}", groups);
        prop_assert!(verify(&puzzle, vec![found], 0.0).is_ok());
    }

    /// Each method whose evidence an answer has agrees with brute force.
    #[test]
    fn every_piece_of_evidence_agrees_with_brute_force(draw in draw()) {
        let Some(puzzle) = puzzle(&draw) else { return Err(TestCaseError::reject("no puzzle")) };
        if puzzle.jumps() > 5 {
            return Err(TestCaseError::reject("too long for the mirror"));
        }
        let expected = expected(&puzzle);
        for options in [Options::FIRST_PROOF, Options::default(), Options::CONFIRMED] {
            let answer = solve(&puzzle, &options, &Control::default()).expect("nobody disagrees");
            for evidence in answer.evidence() {
                prop_assert_eq!(evidence.claim, expected, "{:?}, {:?}", evidence.by, options);
            }
        }
    }

    /// A puzzle that jump counts refute is impossible.
    #[test]
    fn the_relaxation_refutes_nothing_that_can_be_done(draw in draw()) {
        let Some(puzzle) = puzzle(&draw) else { return Err(TestCaseError::reject("no puzzle")) };
        if relaxation::refute(&puzzle, &Control::default()).is_some() {
            prop_assert_eq!(expected(&puzzle), Claim::Infeasible);
        }
    }

    /// The class test never refutes a solvable puzzle, and `auto` ends with the same claim.
    #[test]
    fn auto_agrees_with_brute_force(draw in draw()) {
        let Some(puzzle) = puzzle(&draw) else { return Err(TestCaseError::reject("no puzzle")) };
        if puzzle.jumps() > 4 {
            return Err(TestCaseError::reject("too long for the mirror"));
        }
        prop_assert_eq!(claim(&puzzle, Method::Auto), expected(&puzzle));
    }
}

/// `--prove`: two uses of one lemma do not count as two proofs.
#[test]
fn a_refutation_by_class_is_not_confirmed_by_class() {
    use soliter::boards::answer::evidence::Prover;
    let mut refuted = 0;
    for name in common::peg_puzzles() {
        let puzzle = common::built_in(&name);
        if !puzzle.known().impossible || common::is_one_of_many(&name) {
            continue;
        }
        let control = Control::default().within(std::time::Duration::from_millis(300));
        let answer = solve(&puzzle, &Options::CONFIRMED, &control).expect("an answer");
        let by: Vec<Prover> = answer.evidence().iter().map(|one| one.by).collect();
        if by[0] == Prover::Class {
            refuted += 1;
            assert!(!by[1..].contains(&Prover::Search), "{name}: {by:?}");
        }
        assert!(by.len() < 2 || by[0] != by[1], "{name}: {by:?}");
        assert_ne!(by, [Prover::Pagoda, Prover::Milp], "{name}: one is the dual of the other");
    }
    assert!(refuted > 0);
}

/// Built-in boards of up to 37 holes, with their directions.
const BOARDS: [(&str, &str); 9] = [
    ("square4", "orthogonal"),
    ("square4", "all"),
    ("square5", "orthogonal"),
    ("triangle10", "lines"),
    ("triangle15", "lines"),
    ("triangle21", "lines"),
    ("english", "orthogonal"),
    ("english", "all"),
    ("french", "orthogonal"),
];

/// A puzzle with a few pegs on a built-in board. Its finish is reached by play, or is near such a position,
/// or is a number of pegs.
fn built_in_board(board: usize, pegs: &[usize], choices: &[usize], kind: u8) -> Option<Puzzle> {
    let (model, directions) = BOARDS[board % BOARDS.len()];
    let open = |start: &str| {
        format!(
            "model = '{model}'\ndirections = '{directions}'\nnotation = 'number'\nstart = [{start}]\n\
             finish = {{ pegs = 1 }}\n"
        )
    };
    let board = common::parse(&open("'1', '2'"));
    let holes = board.board().full().len();
    let mut start: Vec<usize> = pegs.iter().map(|peg| 1 + peg % holes).collect();
    start.sort_unstable();
    start.dedup();
    if start.len() < 3 || start.len() >= holes {
        return None;
    }
    let start: Vec<String> = start.iter().map(|peg| format!("'{peg}'")).collect();
    let puzzle = common::parse(&open(&start.join(", ")));
    let reached = common::played(&puzzle, choices)?;
    let finish = match kind % 4 {
        0 => soliter::boards::puzzle::Finish::Pegs(reached.len()),
        1 => soliter::boards::puzzle::Finish::Pegs(reached.len() - 1),
        2 => {
            let hole = reached.holes().next()?;
            let free = puzzle.board().all_holes().find(|&h| !reached.has(h))?;
            soliter::boards::puzzle::Finish::Exactly(reached.without(hole).with(free))
        }
        _ => soliter::boards::puzzle::Finish::Exactly(reached),
    };
    PuzzleSetup { finish, ..puzzle.into() }.puzzle().ok()
}

proptest! {
    #![proptest_config(cases(40))]

    /// HiGHS leaves no gap: without a limit there is an answer, and it is that of the search.
    /// `PROPTEST_CASES=3000 cargo test --release --test it no_gap` tests more cases.
    #[test]
    fn the_milp_leaves_no_gap(
        board in 0..BOARDS.len(),
        pegs in prop::collection::vec(any::<usize>(), 4..=9),
        choices in prop::collection::vec(0..64usize, 1..=8),
        kind in 0..4u8,
    ) {
        let Some(puzzle) = built_in_board(board, &pegs, &choices, kind) else {
            return Err(TestCaseError::reject("no puzzle"));
        };
        let said = claim(&puzzle, Method::Milp);
        prop_assert!(said.is_final(), "{:?} {:?}", said, puzzle);
        prop_assert_eq!(said, claim(&puzzle, Method::Search));
    }
}
