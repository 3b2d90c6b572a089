//! A board's drawing, and drawings of positions on it: a byte for the directions, the board, a line `---`, a
//! position.

use soliter::boards::board::BoardFault;
use soliter::boards::draw::text;
use soliter::{Board, Directions, Lattice, Position};

use super::faults;

/// Reads both.
pub fn run(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else { return };
    let Ok(rest) = std::str::from_utf8(rest) else { return };
    let directions = [Directions::Orthogonal, Directions::All, Directions::Lines];
    let directions = directions[usize::from(*first) % 3];
    let (drawn, position) = rest.split_once("\n---\n").unwrap_or((rest, rest));
    match Board::from_drawing(drawn, directions.lattice(), directions) {
        Ok(board) => {
            self::board(&board);
            match board.read_position(position) {
                Ok(pegs) => redrawn(&board, &pegs),
                Err(faults) => faults::of_text(&faults, position),
            }
        }
        Err(BoardFault::Drawing(faults)) => faults::of_text(&faults, drawn),
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
}

/// Jumps and symmetries of a board are valid, and its drawing is read as the same board.
pub(crate) fn board(board: &Board) {
    assert!((1..=64).contains(&board.holes()));
    for hole in board.all_holes() {
        let (row, column) = board.place(hole);
        assert!((0..board.rows()).contains(&row) && (0..board.columns()).contains(&column));
        assert_eq!(board.hole_at(row, column), Some(hole));
    }
    for jump in board.jumps() {
        assert_eq!(jump.holes().len(), 3, "{jump:?}");
        assert_eq!(board.find(board.hop(*jump)), Some(*jump));
        assert_eq!(jump.holes().word() & !board.full().word(), 0);
    }
    assert!(!board.symmetries().is_empty());
    if board.is_drawn() {
        redrawn(board, &board.full());
    }
}

fn redrawn(on: &Board, pegs: &Position) {
    // The marks are in separate columns, as in files.
    let symbol = |hole| if pegs.has(hole) { "o" } else { "." };
    let mut rows = vec![String::new(); on.rows() as usize];
    for hole in on.all_holes() {
        let (row, column) = on.place(hole);
        let row = &mut rows[row as usize];
        row.push_str(&" ".repeat(column as usize - row.len()));
        row.push_str(symbol(hole));
    }
    let touching = rows.iter().any(|row| {
        row.contains("oo") || row.contains("o.") || row.contains(".o") || row.contains("..")
    });
    if on.lattice() == Lattice::Square || touching {
        assert_eq!(on.read_position(&rows.join("\n")), Ok(pegs.clone()), "{rows:?}");
    }
    assert_eq!(text::board(on, 1, |hole| symbol(hole).to_owned()).len(), rows.len());
}
