//! The judgement of a record of peg solitaire: the bytes of `peg_record`.

use soliter::peg::record::style::Form;
use soliter::peg::verify::replay;
use soliter::{Attempt, Puzzle, judge};

use super::peg_record;

/// Reads, judges and plays it.
pub fn run(data: &[u8]) {
    peg_record::with_puzzle(data, check);
}

fn check(puzzle: &Puzzle, text: &str) {
    let names = puzzle.names();
    let read = peg_record::read(puzzle, text);
    let judged = judge(puzzle, text);
    if judged.scheme == names.scheme() && judged.form == Form::Notation {
        assert_eq!(judged.record, read);
        let is_right = read.faults.is_empty() && judged.replay.fault.is_none();
        assert!(is_right || judged.mistake.is_some());
    } else {
        // Another reading is chosen only if the puzzle's own is not a solution.
        let own = replay(puzzle, read.jumps.iter().map(|jump| (jump.from, jump.to)));
        assert!(!(read.faults.is_empty() && own.solves(puzzle)));
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
