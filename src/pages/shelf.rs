//! What the home page is told of the puzzles on its cards.

use serde_json::{Map, Value, json};

use crate::pages::puzzle_data::{claim, shape};
use crate::peg::answer::Claim;
use crate::peg::puzzle::{Finish, Puzzle};

/// The cards of a home page, in the order in which they are put there.
#[derive(Default)]
pub struct Shelf {
    puzzles: Vec<Value>,
    boards: Map<String, Value>,
}

impl Shelf {
    /// Puts a puzzle on the shelf, with the title of its board and what was proved of it.
    pub fn put(&mut self, name: &str, puzzle: &Puzzle, board: &str, found: Option<Claim>) {
        let finish = match puzzle.finish {
            Finish::Exactly(finish) => json!({ "holes": finish }),
            Finish::Pegs(pegs) => json!({ "pegs": pegs }),
        };
        let mut card = json!({
            "name": name,
            "title": puzzle.title,
            "board": puzzle.model,
            "start": puzzle.start,
            "finish": finish,
            "jumps": puzzle.jumps(),
        });
        if let Some(found) = found {
            card["claim"] = claim(found);
        }
        self.puzzles.push(card);
        self.boards.entry(puzzle.model.clone()).or_insert_with(|| {
            let mut shown = shape(&puzzle.board);
            shown["title"] = json!(board);
            shown
        });
    }

    /// `puzzles`, and for each board of theirs in `boards` its picture.
    pub fn into_json(self) -> Value {
        json!({ "puzzles": self.puzzles, "boards": self.boards })
    }
}
