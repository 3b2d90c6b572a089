//! Draws the board of Corridor as text and as SVG: named squares, sticks, pawns, and their goal edges.

use std::fmt::Write as _;

use super::board::{Lie, Move, OFF_BOARD, Size, State, Stick, sticks_left};
use super::notation::name;
use super::{Corridor, Standing};
use crate::text::{capital, joined};
use crate::view::{Parts, View};
use soliter_base::draw::picture::{Picture, Shape};

/// The margin around the squares, for names and edges.
const MARGIN: f64 = 0.75;
const THICK: f64 = 0.15;

const PAWNS: [&str; 4] = ["pawn p1", "pawn p2", "pawn p3", "pawn p4"];
const GOALS: [&str; 4] = ["goal p1", "goal p2", "goal p3", "goal p4"];

/// The upper left corner of a square: column and row from 0, row 0 at the bottom.
fn corner(size: Size, square: usize) -> (f64, f64) {
    let (column, row) = (square % size.columns, square / size.columns);
    (MARGIN + column as f64, MARGIN + (size.rows - 1 - row) as f64)
}

fn middle(size: Size, square: usize) -> (f64, f64) {
    let (x, y) = corner(size, square);
    (x + 0.5, y + 0.5)
}

/// A stick, drawn a little shorter than the edges that it covers, so that adjacent sticks remain distinct.
fn bar(size: Size, stick: Stick, length: usize) -> Shape {
    let (column, row) = (f64::from(stick.column), f64::from(stick.row));
    let bottom = MARGIN + size.rows as f64;
    let long = length as f64 - 0.12;
    match stick.lie {
        Lie::Horizontal => Shape::Rect {
            x: MARGIN + column - 1.0 + 0.06,
            y: bottom - row - THICK / 2.0,
            width: long,
            height: THICK,
        },
        Lie::Vertical => Shape::Rect {
            x: MARGIN + column - THICK / 2.0,
            y: bottom - row - (length as f64 - 1.0) + 0.06,
            width: THICK,
            height: long,
        },
    }
}

impl Corridor {
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

    /// The game's word for a stick.
    fn stick_word(&self) -> &'static str {
        if self.name == "quoridor" { "wall" } else { "stick" }
    }

    /// A stick, by the squares beside it: "wall above a1 and b1".
    fn stick_in_words(&self, Stick { column, row, lie }: Stick) -> String {
        let (side, across, up) = match lie {
            Lie::Horizontal if row == 0 => ("below", 1, 0),
            Lie::Horizontal => ("above", 1, 0),
            Lie::Vertical if column == 0 => ("left of", 0, 1),
            Lie::Vertical => ("right of", 0, 1),
        };
        let beside = (0..self.wall_length as u8)
            .map(|step| name(column.max(1) + across * step, row.max(1) + up * step));
        format!("{} {side} {}", self.stick_word(), joined(beside, " and "))
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

impl View for Corridor {
    /// A drawing of a position, with the player to move and the number of sticks that each player has left.
    fn draw(&self, state: &State, ascii: bool) -> String {
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

    fn picture(&self, state: &State, last: Option<(&State, &Move)>) -> Picture {
        let size = self.board.size();
        let long = |squares: usize| squares as f64 + 2.0 * MARGIN;
        let (width, height) = (long(size.columns), long(size.rows));
        let mut picture = Picture { width, height, shapes: Vec::new() };
        let mut squares = String::new();
        for square in 0..self.board.squares() {
            let (x, y) = corner(size, square);
            let _ = write!(squares, "M{:.2} {:.2}h.9v.9h-.9z", x + 0.05, y + 0.05);
        }
        picture.add("squares", Shape::Path(squares));
        let (right, bottom) = (MARGIN + size.columns as f64, MARGIN + size.rows as f64);
        for column in 0..size.columns {
            let along = MARGIN + column as f64 + 0.5;
            let letter = char::from(b'a' + column as u8).to_string();
            picture.write("name", (along, bottom + 0.5), letter);
        }
        for row in 0..size.rows {
            let down = bottom - row as f64 - 0.38;
            picture.write("name", (MARGIN - 0.42, down), (row + 1).to_string());
        }
        let (near, right, bottom) = (MARGIN - 0.1, right + 0.1, bottom + 0.1);
        // The goal edges of the players.
        let edges = [
            format!("M{near} {near}H{right}"),
            format!("M{near} {bottom}H{right}"),
            format!("M{right} {near}V{bottom}"),
            format!("M{near} {near}V{bottom}"),
        ];
        for (class, edge) in GOALS.into_iter().zip(edges).take(self.players) {
            picture.add(class, Shape::Path(edge));
        }
        for stick in state.sticks.iter(size) {
            let is_last = matches!(last, Some((_, Move::Stick(laid))) if *laid == stick);
            let class = if is_last { "stick last" } else { "stick" };
            picture.add(class, bar(size, stick, self.wall_length));
        }
        if let Some((before, Move::Pawn(to))) = last {
            let from = before.pawns[before.mover()];
            if from != OFF_BOARD {
                let (from, to) = (usize::from(from), usize::from(*to));
                let (x, y) = corner(size, from);
                let left = Shape::Rect { x: x + 0.2, y: y + 0.2, width: 0.6, height: 0.6 };
                picture.add("left", left);
                picture.arrow(middle(size, from), middle(size, to), 0.36);
            }
        }
        for player in 0..self.players {
            let square = state.pawns[player];
            if square != OFF_BOARD {
                let (x, y) = middle(size, usize::from(square));
                picture.add(PAWNS[player & 3], Shape::Circle { x, y, r: 0.33 });
                picture.write("on-pawn", (x, y + 0.13), (player + 1).to_string());
            }
        }
        let left = state.left[..self.players].iter().map(|left| sticks_left(*left, "any"));
        picture.remark(format!("{}s {}", self.stick_word(), joined(left, ", ")));
        picture
    }

    fn in_words(&self, state: &State) -> String {
        let pawns = (1..).zip(&state.pawns[..self.players]).map(|(player, pawn)| match *pawn {
            OFF_BOARD => format!("player {player} not on the board yet"),
            square => format!("player {player} on {}", self.square_name(square.into())),
        });
        let mut laid = state.sticks.iter(self.board.size()).peekable();
        let sticks = match laid.peek() {
            None => format!("no {}s", self.stick_word()),
            Some(_) => joined(laid.map(|stick| self.stick_in_words(stick)), ", "),
        };
        let left = state.left[..self.players].iter().map(|left| sticks_left(*left, "any number"));
        format!(
            "{}. {}. {}s left: {}.",
            capital(&joined(pawns, ", ")),
            capital(&sticks),
            capital(self.stick_word()),
            joined(left, " and ")
        )
    }

    /// A square represents the pawn move to it, and an edge of a square represents the stick that begins there.
    fn parts(&self, _state: &State, played: &Move) -> Parts {
        let size = self.board.size();
        let (area, ghost, words) = match *played {
            Move::Pawn(square) => {
                let (x, y) = corner(size, usize::from(square));
                let area = Shape::Rect { x: x + 0.15, y: y + 0.15, width: 0.7, height: 0.7 };
                (Some(area), None, format!("move to {}", self.square_name(square.into())))
            }
            Move::Stick(stick) => {
                let long = self.wall_length > 1;
                let ghost = long.then(|| bar(size, stick, self.wall_length));
                (Some(bar(size, stick, 1)), ghost, self.stick_in_words(stick))
            }
            Move::Pass => (None, None, "pass".to_owned()),
        };
        Parts { area, ghost, words, ..Parts::default() }
    }

    fn how(&self) -> String {
        let stick = self.stick_word();
        format!(
            "Touch a marked square to move there. To lay a {stick}, choose Lay and touch a gap between squares; a mouse can click on one at once."
        )
    }

    fn legend(&self) -> String {
        let stick = self.stick_word();
        format!(
            "e2 moves the pawn there; e3h lays a {stick} above e3, e3v to the right of it. In the \
             picture: click a square or a side of one."
        )
    }
}
