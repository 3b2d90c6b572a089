//! The data of the home page: a card for each puzzle.

use serde_json::{Map, Value, json};

use crate::pages::difficulty::{games_won, grade};
use crate::pages::puzzle_data::{claim, shape};
use crate::peg::answer::Claim;
use crate::peg::puzzle::{Finish, Puzzle};

/// The proved bounds of a puzzle: those in its file, tightened by `found`, the result of a search.
pub fn known(puzzle: &Puzzle, found: Option<Claim>) -> Option<Claim> {
    match (puzzle.known().claim(), found) {
        // A search that contradicts the file has found an error in the file.
        (Some(known), Some(found)) if !known.contradicts(found) => Some(known.and(found)),
        (known, found) => found.or(known),
    }
}

/// The cards of a home page, in the order in which they are put there.
#[derive(Default)]
pub struct Shelf {
    puzzles: Vec<Value>,
    boards: Map<String, Value>,
}

impl Shelf {
    /// Puts a puzzle on the shelf, with the title of its board and the claim that a search has `found`.
    pub fn put(&mut self, name: &str, puzzle: &Puzzle, board: &str, found: Option<Claim>) {
        let finish = match puzzle.finish() {
            Finish::Exactly(finish) => json!({ "holes": finish }),
            Finish::Pegs(pegs) => json!({ "pegs": pegs }),
            Finish::Holes { pegs_at, empty_at, pegs } => {
                json!({ "pegs_at": pegs_at, "empty_at": empty_at, "pegs": pegs })
            }
        };
        self.puzzles.push(json!({
            "name": name,
            "title": puzzle.title(),
            "board": puzzle.model(),
            "start": puzzle.start(),
            "finish": finish,
            "jumps": puzzle.jumps(),
            "claim": known(puzzle, found).map(claim),
            "grade": grade(games_won(name).unwrap_or(0), puzzle.jumps()),
        }));
        self.boards.entry(puzzle.model().to_owned()).or_insert_with(|| {
            let mut shown = shape(puzzle.board());
            shown["title"] = json!(board);
            shown
        });
    }

    /// `puzzles`, and for each board of theirs in `boards` its picture.
    pub fn into_json(self) -> Value {
        json!({ "puzzles": self.puzzles, "boards": self.boards })
    }
}
