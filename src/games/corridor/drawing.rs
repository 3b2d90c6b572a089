//! Draws the board as text: squares, sticks and pawns, with the first player's edge row at the bottom.

use std::fmt::Write as _;

use crate::games::corridor::rules::board::Squares;
use crate::games::corridor::rules::state::{State, UNLIMITED};
use crate::games::corridor::rules::{Corridor, Standing};
use crate::games::text::joined;

/// The characters that a drawing is made of.
struct Pens {
    /// A stick on the upper side of a square.
    horizontal: &'static str,
    /// A stick on the right side.
    vertical: char,
    /// Where four squares meet.
    point: char,
    /// The border: its horizontal piece, its vertical piece, and its corners from the upper left.
    border: (&'static str, char, [char; 4]),
}

const UNICODE: Pens = Pens {
    horizontal: "━━━",
    vertical: '┃',
    point: '·',
    border: ("───", '│', ['┌', '┐', '└', '┘']),
};
const ASCII: Pens = Pens {
    horizontal: "===",
    vertical: 'H',
    point: '.',
    border: ("---", '|', ['+', '+', '+', '+']),
};

impl Corridor {
    /// A drawing of a position, with who is to move and how many sticks each player has left.
    pub(super) fn drawing(&self, state: &State, ascii: bool) -> String {
        let pens = if ascii { &ASCII } else { &UNICODE };
        let side = self.board.side();
        let (above, right) = state.sticks.covered(side, self.wall_length);
        let mut text = String::new();
        self.edge(state, pens, &mut text, side);
        for row in (0..side).rev() {
            let _ = write!(text, "{:>2} ", row + 1);
            text.push(upright(pens, state.sticks.border >> (2 * side + row) & 1 == 1));
            for column in 0..side {
                let square = row * side + column;
                text.push(' ');
                text.push(self.figure(state, square));
                text.push(' ');
                text.push(if column + 1 == side {
                    upright(pens, state.sticks.border >> (3 * side + row) & 1 == 1)
                } else if right >> square & 1 == 1 {
                    pens.vertical
                } else {
                    ' '
                });
            }
            text.push('\n');
            if row > 0 {
                self.gap(above >> ((row - 1) * side), pens, &mut text);
            }
        }
        self.edge(state, pens, &mut text, 0);
        text.push_str("   ");
        for column in 0..side {
            let _ = write!(text, "  {} ", char::from(b'a' + column as u8));
        }
        text.push('\n');
        text.push_str(&self.caption(state));
        text
    }

    /// The upper or lower border.
    fn edge(&self, state: &State, pens: &Pens, text: &mut String, row: usize) {
        let side = self.board.side();
        let (along, _, corners) = pens.border;
        let (left, right) =
            if row == 0 { (corners[2], corners[3]) } else { (corners[0], corners[1]) };
        let first = if row == 0 { 0 } else { side };
        text.push_str("   ");
        text.push(left);
        for column in 0..side {
            let stick = state.sticks.border >> (first + column) & 1 == 1;
            text.push_str(if stick { pens.horizontal } else { along });
            text.push(if column + 1 == side { right } else { along.chars().next().unwrap_or('-') });
        }
        text.push('\n');
    }

    /// The line between two rows of squares. Bit 0 of `sticks` is the first square of the lower row.
    fn gap(&self, sticks: Squares, pens: &Pens, text: &mut String) {
        let side = self.board.side();
        text.push_str("   ");
        text.push(pens.border.1);
        for column in 0..side {
            text.push_str(if sticks >> column & 1 == 1 { pens.horizontal } else { "   " });
            text.push(if column + 1 == side { pens.border.1 } else { pens.point });
        }
        text.push('\n');
    }

    fn figure(&self, state: &State, square: usize) -> char {
        let standing = (0..self.players).find(|p| usize::from(state.pawns[*p]) == square);
        standing.map_or(' ', |player| char::from(b'1' + player as u8))
    }

    fn caption(&self, state: &State) -> String {
        let standing = match self.standing(state) {
            Standing::Open if self.unplaced(state) => {
                format!("player {} places a pawn", state.mover() + 1)
            }
            Standing::Open => format!("player {} to move", state.mover() + 1),
            Standing::Won(player) => format!("player {} has arrived", player + 1),
            Standing::Drawn => "drawn".into(),
        };
        let left = |player: usize| match state.left[player] {
            UNLIMITED => "unlimited".to_owned(),
            number => number.to_string(),
        };
        format!("{standing}; sticks left: {}\n", joined((0..self.players).map(left), ", "))
    }
}

fn upright(pens: &Pens, stick: bool) -> char {
    if stick { pens.vertical } else { pens.border.1 }
}
