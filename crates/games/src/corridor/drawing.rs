//! Draws the board as text: squares, sticks and pawns, with the first player's edge row at the bottom.

use std::fmt::Write as _;

use crate::corridor::rules::board::Size;
use crate::corridor::rules::state::{State, sticks_left};
use crate::corridor::rules::{Corridor, Standing};
use crate::text::joined;

impl Corridor {
    /// A drawing of a position, with the player to move and the number of sticks that each player has left.
    pub(super) fn drawing(&self, state: &State, ascii: bool) -> String {
        let size = self.board.size();
        let Size { columns, rows } = size;
        let (above, right) = state.sticks.covered(size, self.wall_length);
        let border = |bit: usize| state.sticks.border >> bit & 1 == 1;
        // The border above or below the board, whose sticks start at bit `first`.
        let edge = |first: usize| {
            let along = |column| if border(first + column) { "━━━" } else { "───" };
            joined((0..columns).map(along), "─")
        };
        let upright = |stick: bool| if stick { '┃' } else { '│' };
        let mut text = format!("   ┌{}┐\n", edge(columns));
        for row in (0..rows).rev() {
            let _ = write!(text, "{:>2} {}", row + 1, upright(border(2 * columns + row)));
            for column in 0..columns {
                let square = row * columns + column;
                let beside = if column + 1 == columns {
                    upright(border(2 * columns + rows + row))
                } else if right >> square & 1 == 1 {
                    '┃'
                } else {
                    ' '
                };
                let pawn = (0..self.players).find(|p| usize::from(state.pawns[*p]) == square);
                let figure = pawn.map_or(' ', |player| char::from(b'1' + player as u8));
                let _ = write!(text, " {figure} {beside}");
            }
            text.push('\n');
            if row > 0 {
                let below = above >> ((row - 1) * columns);
                let gap = |column| if below >> column & 1 == 1 { "━━━" } else { "   " };
                let _ = writeln!(text, "   │{}│", joined((0..columns).map(gap), "·"));
            }
        }
        let _ = write!(text, "   └{}┘\n   ", edge(0));
        for column in 0..columns {
            let _ = write!(text, "  {} ", char::from(b'a' + column as u8));
        }
        text.push('\n');
        text.push_str(&self.caption(state));
        if ascii { text.chars().map(plain).collect() } else { text }
    }

    fn caption(&self, state: &State) -> String {
        let standing = match self.standing(state) {
            Standing::Open => {
                let what = if self.unplaced(state) { "places a pawn" } else { "to move" };
                format!("player {} {what}", state.mover() + 1)
            }
            Standing::Won(player) => format!("player {} has arrived", player + 1),
            Standing::Drawn => "drawn".into(),
        };
        let left = state.left[..self.players].iter().map(|left| sticks_left(*left, "unlimited"));
        format!("{standing}; sticks left: {}\n", joined(left, ", "))
    }
}

/// The ASCII replacement for a character of a drawing.
fn plain(drawn: char) -> char {
    match drawn {
        '━' => '=',
        '┃' => 'H',
        '·' => '.',
        '─' => '-',
        '│' => '|',
        '┌' | '┐' | '└' | '┘' => '+',
        other => other,
    }
}
