//! A record of peg solitaire: a byte for the board and the notation, and the text.

use soliter::peg::board::Board;
use soliter::peg::board::lattice::{Directions, Lattice};
use soliter::peg::notation::{Names, Scheme};
use soliter::peg::puzzle::Finish;
use soliter::peg::puzzle::setup::PuzzleSetup;
use soliter::peg::record;
use soliter::{Puzzle, Source, library};

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
    /// than reading a record.
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

/// Reads it, and then its rewritten form.
pub(crate) fn read(puzzle: &Puzzle, text: &str) -> record::Record {
    let names = puzzle.names();
    let read = record::read(text, puzzle.board(), names);
    for fault in &read.faults {
        faults::of_text(std::slice::from_ref(&fault.fault), text);
        assert!(fault.index >= 1);
    }
    for jump in &read.jumps {
        faults::place(&jump.span, text);
    }
    assert!(read.jumps.windows(2).all(|pair| pair[0].span.start < pair[1].span.start));
    assert!(read.moves_as_written <= read.jumps.len());
    if read.faults.is_empty() {
        rewritten(&read, puzzle.board(), names);
    }
    read
}

/// The record that was read is written, and read again as the same.
fn rewritten(read: &record::Record, board: &Board, names: &Names) {
    let pairs = |record: &record::Record| -> Vec<_> {
        record.jumps.iter().map(|jump| (jump.from, jump.to)).collect()
    };
    let jumps = pairs(read);
    let written: Vec<String> = jumps.iter().map(|&(from, to)| names.jump(from, to)).collect();
    let again = record::read(&written.join(", "), board, names);
    assert_eq!(again.faults, [], "{written:?}");
    assert_eq!(pairs(&again), jumps, "{written:?}");
}
