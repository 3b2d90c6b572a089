//! The judgement of a record of peg solitaire: the bytes of `peg_record`.

use soliter::boards::verify::replay;
use soliter::prove::judge::Verdict;
use soliter::text::play;
use soliter::{Attempt, Control, Puzzle, judge};

use super::peg_record;

/// Reads, judges and plays it.
pub fn run(data: &[u8]) {
    peg_record::with_puzzle(data, check);
}

fn check(puzzle: &Puzzle, text: &str) {
    let control = Control::default();
    let names = puzzle.names();
    let read = peg_record::read(puzzle, text);
    let judged = judge(puzzle, text, &[], &control).expect("no limit");
    let reading = &judged.reading;
    let understood = reading.is_understood() && reading.has_jump;
    assert!(
        understood
            || judged.verdict == Verdict::Unreadable
            || text.trim().is_empty()
            || judged.finish_reached
    );
    // What is a legal line in the puzzle's notation is never judged as another one.
    let own = replay(puzzle, read.hops());
    let plain = read.is_understood() && read.remarks.is_empty() && read.has_jump;
    if plain && own.fault.is_none() && read.jumps.iter().all(|jump| jump.wrong.is_none()) {
        assert_eq!(reading.scheme, names.scheme());
    }
    assert!(judged.replay.jumps() <= reading.jumps.len());
    if judged.mistake.is_none() && reading.has_jump {
        let line = judged.line();
        let again = judge(puzzle, &names.line(&line), &[], &control).expect("no limit");
        assert_eq!(again.mistake, None, "{}", names.line(&line));
        assert_eq!(again.line(), line);
        assert_eq!(again.finish_reached, judged.finish_reached);
        assert_eq!(again.replay.last(), judged.replay.last());
    }
    let _ = play(&mut Attempt::new(puzzle.clone()), text, &control);
}
