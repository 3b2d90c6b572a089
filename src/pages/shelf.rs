//! What the home page is told of the puzzles on its cards.

use serde_json::{Map, Value, json};

use crate::pages::puzzle_data::{claim, shape};
use crate::peg::answer::Claim;
use crate::peg::puzzle::{Finish, Puzzle};

/// What was proved of a puzzle, and how many first jumps keep the finish within reach, where that was found.
pub fn known(found: Claim, winning_first_jumps: Option<usize>) -> Value {
    json!({ "claim": claim(found), "winning_first_jumps": winning_first_jumps })
}

/// The cards of a home page, in the order in which they are put there.
#[derive(Default)]
pub struct Shelf {
    puzzles: Vec<Value>,
    boards: Map<String, Value>,
}

impl Shelf {
    /// Puts a puzzle on the shelf, with the title of its board and what [`known`] tells of it.
    pub fn put(&mut self, name: &str, puzzle: &Puzzle, board: &str, known: Option<Value>) {
        let finish = match puzzle.finish() {
            Finish::Exactly(finish) => json!({ "holes": finish }),
            Finish::Pegs(pegs) => json!({ "pegs": pegs }),
            Finish::Holes { pegs_at, empty_at, pegs } => {
                json!({ "pegs_at": pegs_at, "empty_at": empty_at, "pegs": pegs })
            }
        };
        let mut card = json!({
            "name": name,
            "title": puzzle.title(),
            "board": puzzle.model(),
            "start": puzzle.start(),
            "finish": finish,
            "jumps": puzzle.jumps(),
        });
        if let (Some(card), Some(Value::Object(known))) = (card.as_object_mut(), known) {
            card.extend(known);
        }
        self.puzzles.push(card);
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
