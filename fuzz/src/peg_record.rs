//! A solution of peg solitaire: a byte for the board and the notation, and the text.

use soliter::boards::board::Board;
use soliter::boards::board::lattice::{Directions, Lattice};
use soliter::boards::notation::Scheme;
use soliter::boards::puzzle::Finish;
use soliter::boards::puzzle::setup::PuzzleSetup;
use soliter::text::{self, Reading};
use soliter::{Control, Puzzle, Source, judge, library};

use super::faults;

/// Boards, each with a start that has many jumps.
const BOARDS: [(&str, &str); 5] = [
    ("english", "44"),
    ("french", "44"),
    ("wiegleb", "55"),
    ("triangle15", "53"),
    ("square6", "33"),
];

/// First bytes from here on select a board of 26 columns, whose names are letters up to `x` and beyond.
const WIDE: u8 = 210;

/// Two rows of this many columns, with pegs in all holes but one.
fn wide() -> Puzzle {
    let rows = ["o".repeat(26), "o".repeat(26)].join("\n");
    let board = Board::from_drawing(&rows, Lattice::Square, Directions::Orthogonal);
    let board = board.expect("a board");
    let start = board.full().without(23);
    PuzzleSetup::new(board, start, Finish::Pegs(1)).puzzle().expect("a puzzle")
}

/// A puzzle in every notation that fits it.
fn in_all_notations(puzzle: &Puzzle) -> Vec<Option<Puzzle>> {
    Scheme::ALL.into_iter().map(|scheme| puzzle.clone().with_scheme(scheme).ok()).collect()
}

thread_local! {
    /// Every board in every notation that fits it, the wide one last; computed once, since that takes longer
    /// than reading a solution.
    static PUZZLES: Vec<Vec<Option<Puzzle>>> = BOARDS
        .iter()
        .map(|(model, vacancy)| {
            let text = format!(
                "model = '{model}'\nstart = {{ all_but = ['{vacancy}'] }}\nfinish = {{ pegs = 1 }}"
            );
            Puzzle::parse(&Source::new("puzzle.toml", text), &library::model).expect("a puzzle")
        })
        .chain([wide()])
        .map(|puzzle| in_all_notations(&puzzle))
        .collect();
}

/// Reads it.
pub fn run(data: &[u8]) {
    with_puzzle(data, |puzzle, text| {
        read(puzzle, text);
    });
}

/// The puzzle that the first byte selects, and the text after it.
pub(crate) fn with_puzzle(data: &[u8], then: impl FnOnce(&Puzzle, &str)) {
    let Some((first, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    PUZZLES.with(|puzzles| {
        let notations = &puzzles[if *first < WIDE { usize::from(first % 5) } else { BOARDS.len() }];
        if let Some(puzzle) = &notations[usize::from(first / 5) % notations.len()] {
            then(puzzle, text);
        }
    });
}

/// Reads it, and then its rewritten form. Twice the text takes about twice the work.
pub(crate) fn read(puzzle: &Puzzle, text: &str) -> Reading {
    let control = Control::default();
    let names = puzzle.names();
    let read = text::read(text, puzzle.board(), names, &control).expect("no limit");
    for one in &read.unexplained {
        faults::of_text(std::slice::from_ref(&one.fault), text);
        assert!(one.index >= 1);
    }
    for jump in &read.jumps {
        faults::place(&jump.span, text);
    }
    assert!(read.moves_as_written <= read.jumps.len());
    if read.is_understood() && read.jumps.iter().all(|jump| jump.wrong.is_none()) {
        rewritten(&read, puzzle);
    }
    let steps = |text: &str| judge(puzzle, text, &[], &control).expect("no limit").steps;
    let (once, twice) = (steps(text), steps(&text.repeat(2)));
    assert!(twice <= 3 * once + 20_000, "{once} and {twice} steps");
    read
}

/// The solution that was read is written, and read again as the same.
fn rewritten(read: &Reading, puzzle: &Puzzle) {
    let names = puzzle.names();
    let written: Vec<String> = read.hops().map(|hop| names.hop(hop)).collect();
    let again = text::read(&written.join(", "), puzzle.board(), names, &Control::default());
    let again = again.expect("no limit");
    assert_eq!(again.unexplained, [], "{written:?}");
    assert!(again.hops().eq(read.hops()), "{written:?}");
}
