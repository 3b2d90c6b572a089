//! Marked pegs: those of the puzzle file, or of `--survivor`, `--watch` and `--last-captured`.

use soliter::boards::board::position::Hole;
use soliter::{
    boards::puzzle::Puzzle, boards::puzzle::marks::Marks, boards::puzzle::setup::PuzzleSetup,
};

use crate::cli::args::{SolveArgs, file_name::FileName};
use crate::cli::output::{failure::Failure, paint::shown};

/// The puzzle with the marked pegs of the options. Fails if the other options do not support marked pegs.
pub(super) fn marked(args: &SolveArgs, name: &FileName, puzzle: Puzzle) -> Result<Puzzle, Failure> {
    let option = args.marks.given().next();
    if option.is_none() && puzzle.marked().is_empty() {
        return Ok(puzzle);
    }
    if let Some(other) = args.not_for_marked_pegs() {
        return Err(match option {
            Some(option) => Failure::usage(
                format!("{other} does not support marked pegs, so it cannot be used with {option}"),
                "drop one of them",
            ),
            None => Failure::unfit(
                format!("{other} does not support marked pegs, which \"{name}\" has"),
                "leave it out, or remove the `marked` key from the puzzle file",
            ),
        });
    }
    let Some(option) = option else { return Ok(puzzle) };
    if !puzzle.marked().is_empty() {
        let message = format!("{option} cannot be used: \"{name}\" has marked pegs of its own");
        return Err(Failure::unfit(message, "leave it out, or edit the `marked` key of the file"));
    }
    let hole = |option: &str, text: &Option<String>| -> Result<Option<Hole>, Failure> {
        let Some(text) = text else { return Ok(None) };
        let hole = puzzle.names().hole(text).filter(|&hole| puzzle.start().has(hole));
        hole.map(Some).ok_or_else(|| {
            let message = format!("{option} {}: no peg stands there at the start", shown(text));
            Failure::usage(message, "name a hole with a peg")
        })
    };
    let marked = Marks {
        survivor: hole("--survivor", &args.marks.survivor)?,
        watch: hole("--watch", &args.marks.watch)?,
        last_captured: hole("--last-captured", &args.marks.last_captured)?,
    };
    (PuzzleSetup { marked, ..puzzle.into() })
        .puzzle()
        .map_err(|faults| Failure::unfit(faults.to_string(), "give a puzzle of the ordinary game"))
}
