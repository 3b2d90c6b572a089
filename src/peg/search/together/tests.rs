//! The problems of one start against the plain search, each alone.

use super::*;
use crate::base::diagnostic::Source;
use crate::library;
use crate::peg::search::shortest::shortest;
use proptest::prelude::*;

/// The puzzles of a start from which a random game played backwards from a single peg began, one
/// for each survivor that its position class allows.
fn puzzles(model: &str, directions: &str, peg: usize, choices: &[usize]) -> Vec<Puzzle> {
    let text = format!(
        "model = '{model}'\ndirections = '{directions}'\nstart = 'full'\nfinish = {{ pegs = 1 }}"
    );
    let puzzle = Puzzle::parse(&Source::new("test", &text), &library::model).expect("a puzzle");
    let holes = puzzle.board.holes();
    let undoing = rules::undoing(&rules::leaps(&puzzle.board, false));
    let mut position = 1u64 << (peg % holes);
    for choice in choices {
        let fitting: Vec<&Leap> = undoing.iter().filter(|leap| leap.fits(position)).collect();
        if fitting.is_empty() {
            break;
        }
        position ^= fitting[choice % fitting.len()].all;
    }
    let with = |hole| Puzzle {
        start: Position(position),
        finish: Finish::Exactly(Position::EMPTY.with(hole as Hole)),
        ..puzzle.clone()
    };
    let all = (0..holes).map(with).filter(|one| one.jumps() > 0);
    all.filter(|one| class::refute(one).is_none()).collect()
}

/// The beams miss two of the lines by a move.
#[test]
fn the_problems_of_one_english_start() {
    let shipped = |name: &str| {
        let source = library::puzzle(name).expect("a shipped puzzle");
        Puzzle::parse(&source, &library::model).expect("a puzzle without faults")
    };
    let puzzles =
        ["45-to-15", "45-to-42", "45-to-45"].map(|name| shipped(&format!("english/{name}")));
    let found = together(&puzzles, &Control::default().memory(4 << 30));
    let claims: Vec<_> = found.into_iter().flatten().map(|one| one.evidence.claim).collect();
    assert_eq!(claims, [16, 17, 16].map(|moves| Claim::Optimal { moves }));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// A narrow beam leaves the work to the search. All survivors are taken, images of each other too.
    #[test]
    fn problems_together_agree_with_the_plain_search(
        board in prop::sample::select(vec![
            ("english", "orthogonal"), ("square5", "orthogonal"), ("triangle21", "lines"),
            ("triangle15", "lines"),
        ]),
        peg in any::<usize>(),
        choices in prop::collection::vec(0..64usize, 3..=13),
        width in 1..40usize,
        threads in 1..3usize,
    ) {
        let puzzles = puzzles(board.0, board.1, peg, &choices);
        let control = Control::default().threads(threads);
        let found = with_beam(&puzzles, width, &control);
        for (puzzle, finding) in puzzles.iter().zip(found) {
            let Some(finding) = finding else { continue };
            let plain = shortest(puzzle, &control);
            prop_assert_eq!(finding.evidence.claim, plain.evidence.claim);
            let line = finding.line.expect("a line");
            let replayed = line.jumps().fold(puzzle.start.0, |position, (from, to)| {
                let leaps = rules::leaps(&puzzle.board, false);
                let leap = leaps.iter().find(|leap| (leap.from, leap.to) == (from, to));
                position ^ leap.filter(|leap| leap.fits(position)).map_or(0, |leap| leap.all)
            });
            prop_assert_eq!(puzzle.finish, Finish::Exactly(Position(replayed)));
        }
    }
}
