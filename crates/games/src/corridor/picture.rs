//! Draws the board of Corridor as SVG: named squares, sticks, pawns, and the edges they race to.

use std::fmt::Write as _;

use crate::corridor::rules::state::{Lie, Move, OFF_BOARD, State, Stick, sticks_left};
use crate::{board_game::BoardGame, corridor::Corridor, text::joined};
use soliter_base::draw::picture::{Picture, Shape};

/// Room around the squares, for names and edges.
const MARGIN: f64 = 0.75;
const THICK: f64 = 0.15;

const PAWNS: [&str; 4] = ["pawn p1", "pawn p2", "pawn p3", "pawn p4"];
const GOALS: [&str; 4] = ["goal p1", "goal p2", "goal p3", "goal p4"];

/// The upper left corner of a square: column and row from 0, row 0 at the bottom.
fn corner(side: usize, square: usize) -> (f64, f64) {
    (MARGIN + (square % side) as f64, MARGIN + (side - 1 - square / side) as f64)
}

fn middle(side: usize, square: usize) -> (f64, f64) {
    let (x, y) = corner(side, square);
    (x + 0.5, y + 0.5)
}

/// A stick of a length, a little shorter than the sides it covers, so that sticks in a row stay apart.
fn bar(side: usize, stick: Stick, length: usize) -> Shape {
    let (column, row) = (f64::from(stick.column), f64::from(stick.row));
    let bottom = MARGIN + side as f64;
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

impl BoardGame for Corridor {
    fn picture(&self, state: &State, last: Option<(&State, &Move)>) -> Picture {
        let side = self.board.side();
        let size = side as f64 + 2.0 * MARGIN;
        let mut picture = Picture { width: size, height: size, shapes: Vec::new() };
        let mut squares = String::new();
        for square in 0..self.board.squares() {
            let (x, y) = corner(side, square);
            let _ = write!(squares, "M{:.2} {:.2}h.9v.9h-.9z", x + 0.05, y + 0.05);
        }
        picture.add("squares", Shape::Path(squares));
        let far = MARGIN + side as f64;
        for number in 0..side {
            let along = MARGIN + number as f64 + 0.5;
            picture.write("name", (along, far + 0.5), char::from(b'a' + number as u8).to_string());
            let down = far - number as f64 - 0.38;
            picture.write("name", (MARGIN - 0.42, down), (number + 1).to_string());
        }
        let (near, far) = (MARGIN - 0.1, far + 0.1);
        // The edges that the players want to reach.
        let edges = [
            format!("M{near} {near}H{far}"),
            format!("M{near} {far}H{far}"),
            format!("M{far} {near}V{far}"),
            format!("M{near} {near}V{far}"),
        ];
        for (class, edge) in GOALS.into_iter().zip(edges).take(self.players) {
            picture.add(class, Shape::Path(edge));
        }
        for stick in state.sticks.iter(side) {
            let is_last = matches!(last, Some((_, Move::Stick(laid))) if *laid == stick);
            let class = if is_last { "stick last" } else { "stick" };
            picture.add(class, bar(side, stick, self.wall_length));
        }
        if let Some((before, Move::Pawn(to))) = last {
            let from = before.pawns[before.mover()];
            if from != OFF_BOARD {
                let (from, to) = (usize::from(from), usize::from(*to));
                let (x, y) = corner(side, from);
                let left = Shape::Rect { x: x + 0.2, y: y + 0.2, width: 0.6, height: 0.6 };
                picture.add("left", left);
                picture.arrow(middle(side, from), middle(side, to), 0.36);
            }
        }
        for player in 0..self.players {
            let square = state.pawns[player];
            if square != OFF_BOARD {
                let (x, y) = middle(side, usize::from(square));
                picture.add(PAWNS[player & 3], Shape::Circle { x, y, r: 0.33 });
                picture.write("on-pawn", (x, y + 0.13), (player + 1).to_string());
            }
        }
        let left = state.left[..self.players].iter().map(|left| sticks_left(*left, "any"));
        picture.remark(format!("sticks {}", joined(left, ", ")));
        picture
    }

    /// A square stands for the pawn's move to it, a side of a square for the stick that begins there.
    fn area(&self, _state: &State, played: &Move) -> Option<Shape> {
        let side = self.board.side();
        match *played {
            Move::Pawn(square) => {
                let (x, y) = corner(side, usize::from(square));
                Some(Shape::Rect { x: x + 0.15, y: y + 0.15, width: 0.7, height: 0.7 })
            }
            Move::Stick(stick) => Some(bar(side, stick, 1)),
            Move::Pass => None,
        }
    }

    fn ghost(&self, played: &Move) -> Option<Shape> {
        let Move::Stick(stick) = *played else { return None };
        (self.wall_length > 1).then(|| bar(self.board.side(), stick, self.wall_length))
    }

    fn legend(&self) -> String {
        let stick = if self.name == "quoridor" { "wall" } else { "stick" };
        format!(
            "e2 moves the pawn there; e3h lays a {stick} above e3, e3v to the right of it. In the \
             picture: click a square or a side of one."
        )
    }
}
