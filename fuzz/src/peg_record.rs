//! A record of peg solitaire: a byte for the board and the notation, and the text.

use soliter::peg::board::Board;
use soliter::peg::notation::{Names, Scheme};
use soliter::peg::record;
use soliter::{Attempt, Puzzle, Source, judge, library};

use super::faults;

/// Boards with a start that has many jumps.
const BOARDS: [(&str, &str); 5] = [
    ("english", "44"),
    ("french", "44"),
    ("wiegleb", "55"),
    ("triangle15", "53"),
    ("square6", "33"),
];

thread_local! {
    /// Every board in every notation that fits it; made once, since that takes longer than a record.
    static PUZZLES: Vec<Vec<Option<Puzzle>>> = BOARDS
        .iter()
        .map(|(model, vacancy)| {
            let text = format!(
                "model = '{model}'\nstart = {{ all_but = ['{vacancy}'] }}\nfinish = {{ pegs = 1 }}"
            );
            let puzzle =
                Puzzle::parse(&Source::new("puzzle.toml", text), &library::model).expect("a puzzle");
            Scheme::ALL.into_iter().map(|scheme| puzzle.clone().with_scheme(scheme).ok()).collect()
        })
        .collect();
}

/// Reads and judges it.
pub fn run(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    PUZZLES.with(|puzzles| {
        let notations = &puzzles[usize::from(first % 5)];
        if let Some(puzzle) = &notations[usize::from(first / 5) % notations.len()] {
            check(puzzle, text);
        }
    });
}

fn check(puzzle: &Puzzle, text: &str) {
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
    let judged = judge(puzzle, text);
    if judged.scheme == names.scheme() {
        assert_eq!(judged.record, read);
        assert_eq!(
            judged.mistake.is_none(),
            read.faults.is_empty() && judged.replay.fault.is_none()
        );
    } else {
        assert!(!read.faults.is_empty() && judged.mistake.is_none());
    }
    assert!(judged.replay.jumps() <= judged.record.jumps.len());
    if judged.mistake.is_none() {
        let line = judged.line();
        let again = judge(puzzle, &names.line(&line));
        assert_eq!(again.mistake, None, "{}", names.line(&line));
        assert_eq!(again.line(), line);
        assert_eq!(again.finish_reached, judged.finish_reached);
        assert_eq!(again.replay.last(), judged.replay.last());
    }
    let _ = Attempt::new(puzzle.clone()).play(text);
}

/// What was read is written, and read again as the same.
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
