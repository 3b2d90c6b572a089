//! A position of a board game: a byte for the built-in puzzle, and the text.

use soliter::games::BoardGame;
use soliter::games::Visitor;

use super::{faults, games};

/// Reads it, and makes its first move.
pub fn run(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    games::built_in(*first, |game| game.visit(Position(text)));
}

struct Position<'a>(&'a str);

impl Visitor for Position<'_> {
    type Output = ();

    fn visit<R: BoardGame>(self, rules: &R) {
        match rules.read_position(self.0) {
            Ok(state) => {
                games::position(rules, &state);
                let moves = rules.moves(&state);
                if let Some(first) = moves.first() {
                    games::position(rules, &rules.apply(&state, first));
                }
            }
            Err(fault) => faults::of_text(&[fault], self.0),
        }
    }
}
