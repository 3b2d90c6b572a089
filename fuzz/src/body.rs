//! The JSON with which the server receives a puzzle: a name, or a text with its model, and a notation.

use serde::Deserialize;
use soliter::load::{PuzzleReference, ReferenceFault};

use super::faults;

/// The fields of a request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    puzzle: PuzzleReference,
    #[serde(default)]
    jumps: Vec<(u16, u16)>,
}

/// Reads the puzzle and plays the jumps.
pub fn run(data: &[u8]) {
    let Ok(Body { puzzle, jumps }) = serde_json::from_slice(data) else { return };
    match puzzle.peg() {
        Ok(puzzle) => {
            super::puzzle::peg(&puzzle);
            let mut attempt = soliter::Attempt::new(puzzle);
            // The server refuses these holes.
            let holes = attempt.puzzle().board().holes();
            if jumps.iter().all(|&(from, to)| usize::from(from.max(to)) < holes) {
                let made = attempt.make(&jumps).is_ok();
                assert_eq!(attempt.jumps().len(), if made { jumps.len() } else { 0 });
            }
        }
        Err(ReferenceFault::Faulty(faults)) => faults::diagnostics(&faults),
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
}
