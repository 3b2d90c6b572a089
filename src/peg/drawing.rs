//! Drawings in model and puzzle files: rows of marks, space for nothing.

use crate::base::diagnostic::TextFault;
use crate::peg::lattice::Lattice;

/// Rows and columns of a drawing may not exceed this.
pub const MAX_SIDE: usize = 64;

/// One mark of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Row from the top, from 0.
    pub row: i32,
    /// Column from the left, from 0; on a triangular lattice the place within the skew row.
    pub column: i32,
    /// The character drawn.
    pub symbol: char,
    /// Byte offset of the character in the drawing's text.
    pub offset: usize,
}

impl Mark {
    /// A fault at this mark.
    pub(crate) fn fault(self, message: impl Into<String>, help: impl Into<String>) -> TextFault {
        TextFault::new(self.offset..self.offset + self.symbol.len_utf8(), message, help)
    }
}

/// Reads the marks of `text` row by row. Common indentation, trailing spaces and blank lines
/// before and after do not count; `symbols` lists the characters allowed beside the space.
///
/// A triangular drawing may be flush left (`o`, `oo`, `ooo`) or centred with a space between
/// the marks; both give the same columns.
///
/// # Errors
/// Every character that is not allowed, a drawing without a mark or over [`MAX_SIDE`], and a
/// centred triangular drawing whose rows do not interlock.
pub fn read(text: &str, lattice: Lattice, symbols: &str) -> Result<Vec<Mark>, Vec<TextFault>> {
    let mut marks = Vec::new();
    let mut faults = Vec::new();
    let mut start = 0;
    for (row, line) in text.split('\n').enumerate() {
        for (column, (at, symbol)) in line.char_indices().enumerate() {
            let offset = start + at;
            if symbol == ' ' || (symbol == '\r' && at + 1 == line.len()) {
                continue;
            }
            if symbols.contains(symbol) {
                marks.push(Mark { row: row as i32, column: column as i32, symbol, offset });
            } else {
                let listed: Vec<String> = symbols.chars().map(|c| format!("'{c}'")).collect();
                faults.push(TextFault::new(
                    offset..offset + symbol.len_utf8(),
                    format!("{symbol:?} has no meaning in this drawing"),
                    format!("a drawing is made of {} and spaces", listed.join(", ")),
                ));
            }
        }
        start += line.len() + 1;
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    if marks.is_empty() {
        let help = "draw at least one row, for example \"ooo\"";
        return Err(vec![TextFault::at(0, "the drawing is empty", help)]);
    }
    normalise(&mut marks, lattice).map_err(|fault| vec![fault])?;
    Ok(marks)
}

/// Shifts rows and columns to start at 0 and, on a triangular lattice, turns centred columns
/// into skew ones.
fn normalise(marks: &mut [Mark], lattice: Lattice) -> Result<(), TextFault> {
    let top = marks.iter().map(|m| m.row).min().unwrap_or(0);
    for mark in &mut *marks {
        mark.row -= top;
    }
    let touching =
        |pair: &[Mark]| pair[0].row == pair[1].row && pair[0].column + 1 == pair[1].column;
    if lattice == Lattice::Triangular && !marks.windows(2).any(touching) {
        let parity = |m: &Mark| (m.column + m.row) & 1;
        if let Some(odd) = marks.iter().find(|m| parity(m) != parity(&marks[0])) {
            return Err(odd.fault(
                "this mark stands between the places of a triangular drawing",
                "shift every row by one space against the row above, with one space between \
                 marks, or draw all rows flush left without spaces",
            ));
        }
        for mark in &mut *marks {
            mark.column = (mark.column + mark.row).div_euclid(2);
        }
    }
    let left = marks.iter().map(|m| m.column).min().unwrap_or(0);
    for mark in &mut *marks {
        mark.column -= left;
        if mark.row >= MAX_SIDE as i32 || mark.column >= MAX_SIDE as i32 {
            let message = format!("the drawing is larger than {MAX_SIDE} by {MAX_SIDE}");
            return Err(mark.fault(message, "draw a smaller board"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str, lattice: Lattice) -> Vec<(i32, i32)> {
        let marks = read(text, lattice, "o.").expect("a readable drawing");
        marks.iter().map(|m| (m.row, m.column)).collect()
    }

    #[test]
    fn indentation_and_blank_lines_do_not_count() {
        let plain = places(" o\noo", Lattice::Square);
        assert_eq!(plain, [(0, 1), (1, 0), (1, 1)]);
        assert_eq!(places("\n\n     o   \n    oo \n  ", Lattice::Square), plain);
    }

    #[test]
    fn triangles_flush_left_and_centred_are_the_same() {
        let flush = places("o\noo\nooo", Lattice::Triangular);
        assert_eq!(places("  o\n o o\no o o", Lattice::Triangular), flush);
        assert!(read("o\no o", Lattice::Triangular, "o").is_err());
    }

    #[test]
    fn every_wrong_character_is_reported_with_its_place() {
        let faults = read("oxo\no\to", Lattice::Square, "o").unwrap_err();
        assert_eq!(faults.iter().map(|f| f.span.start).collect::<Vec<_>>(), [1, 5]);
        assert!(read("  \n", Lattice::Square, "o").is_err());
    }
}
