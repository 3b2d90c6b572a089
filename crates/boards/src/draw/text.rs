//! Boards as text.

use crate::board::{Board, lattice::Lattice, position::Hole};
use soliter_base::wording::joined;

/// The rows of a board, without trailing spaces. `symbol` draws a hole, which is `width` columns wide; there
/// is one space between neighbouring holes, and the rows of a triangular lattice are staggered.
///
/// A board without a drawing is a list of its holes, each with its name before the symbol.
pub fn board(board: &Board, width: usize, symbol: impl Fn(Hole) -> String) -> Vec<String> {
    if !board.is_drawn() {
        return list(board, symbol);
    }
    let pitch = width + 1;
    let left = |hole: Hole| {
        let (row, column) = board.place(hole);
        match board.lattice() {
            Lattice::Square | Lattice::None => column * pitch as i32,
            // Every row starts half a cell further left than the row above it.
            Lattice::Triangular => (2 * column + board.rows() - row) * pitch as i32 / 2,
        }
    };
    let holes = || board.all_holes();
    let margin = holes().map(left).min().unwrap_or(0);
    let mut rows = vec![(String::new(), 0); board.rows() as usize];
    for hole in holes() {
        let (text, drawn) = &mut rows[board.place(hole).0 as usize];
        let at = (left(hole) - margin) as usize;
        text.push_str(&" ".repeat(at - *drawn));
        text.push_str(&symbol(hole));
        *drawn = at + width;
    }
    rows.into_iter().map(|(text, _)| text).collect()
}

/// The holes of a list in a row of a board without a drawing take about this many columns.
const LIST_COLUMNS: usize = 36;

/// The holes of a board in rows of equal length: `a o  b .  c o`.
fn list(board: &Board, symbol: impl Fn(Hole) -> String) -> Vec<String> {
    let names = board.own_names();
    let wide = names.iter().map(|name| name.chars().count()).max().unwrap_or(1);
    let holes: Vec<Hole> = board.all_holes().collect();
    let in_row = (LIST_COLUMNS / (wide + 4)).max(1);
    let one = |&hole: &Hole| format!("{:>wide$} {}", names[usize::from(hole)], symbol(hole));
    holes.chunks(in_row).map(|row| joined(row.iter().map(one), "  ")).collect()
}

/// A picture with a caption, which is printed beside others.
#[derive(Clone, Debug)]
pub struct Panel {
    /// Plain text above the picture.
    pub caption: String,
    /// The picture; rows may hold colour codes.
    pub rows: Vec<String>,
    /// The number of visible columns of each row.
    pub row_widths: Vec<usize>,
}

impl Panel {
    /// A board under a caption; `symbol` draws a hole, which is `wide` columns wide.
    pub fn new(
        caption: impl Into<String>,
        on: &Board,
        wide: usize,
        symbol: impl Fn(Hole) -> String,
    ) -> Self {
        let plain = board(on, wide, |_| "x".repeat(wide));
        let row_widths = plain.iter().map(|row| row.chars().count()).collect();
        Self { caption: caption.into(), rows: board(on, wide, symbol), row_widths }
    }
}

/// Puts panels side by side, with as many in a row as fit into `columns`.
pub fn beside(panels: &[Panel], columns: usize) -> String {
    const GAP: usize = 4;
    let own = |panel: &Panel| {
        let widest = panel.row_widths.iter().copied().max().unwrap_or(0);
        widest.max(panel.caption.chars().count())
    };
    let mut text = String::new();
    let mut rest = panels;
    while !rest.is_empty() {
        let mut used = own(&rest[0]);
        let mut count = 1;
        while count < rest.len() && used + GAP + own(&rest[count]) <= columns {
            used += GAP + own(&rest[count]);
            count += 1;
        }
        let (line, later) = rest.split_at(count);
        rest = later;
        let height = line.iter().map(|panel| panel.rows.len()).max().unwrap_or(0);
        for row in 0..=height {
            let mut pending = 0;
            for panel in line {
                let (shown, visible) = if row == 0 {
                    (panel.caption.as_str(), panel.caption.chars().count())
                } else {
                    let widths = (panel.rows.get(row - 1), panel.row_widths.get(row - 1));
                    (widths.0.map_or("", String::as_str), widths.1.copied().unwrap_or(0))
                };
                if visible > 0 {
                    text.push_str(&" ".repeat(pending));
                    text.push_str(shown);
                    pending = 0;
                }
                pending += own(panel) - visible + GAP;
            }
            text.push('\n');
        }
        if !rest.is_empty() {
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::lattice::Directions;

    #[test]
    fn squares_stand_straight_and_triangles_are_staggered() {
        let square = Board::from_drawing(" o\noo", Lattice::Square, Directions::Orthogonal);
        let square = square.expect("a board");
        assert_eq!(board(&square, 1, |h| h.to_string()), ["  0", "1 2"]);
        assert_eq!(board(&square, 2, |h| format!("{h:02}")), ["   00", "01 02"]);
        let triangle = Board::from_drawing("o\noo\nooo", Lattice::Triangular, Directions::Lines);
        let triangle = triangle.expect("a board");
        assert_eq!(board(&triangle, 1, |h| h.to_string()), ["  0", " 1 2", "3 4 5"]);
        let panel = Panel::new("abcd", &square, 1, |_| "o".to_owned());
        let text = beside(&[panel.clone(), panel.clone(), panel], 12);
        assert_eq!(text, "abcd    abcd\n  o       o\no o     o o\n\nabcd\n  o\no o\n");
    }
}
