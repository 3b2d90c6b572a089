//! Reads the drawings in model and puzzle files: rows of marks, where a space means that there is no hole.

use crate::board::lattice::Lattice;
use soliter_base::diagnostic::TextFault;
use soliter_base::wording::joined;

/// A drawing has at most this many rows and columns.
pub const MAX_SIDE: usize = 4096;
const SHOWN_SIGNS: usize = 8;

/// One mark of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The row from the top, counted from 0.
    pub row: i32,
    /// The column from the left, counted from 0; on a triangular lattice the place within the skew row.
    pub column: i32,
    /// The character drawn.
    pub symbol: char,
    /// The byte offset of the character in the drawing's text.
    pub offset: usize,
}

impl Mark {
    pub(crate) fn fault(self, message: impl Into<String>, help: impl Into<String>) -> TextFault {
        TextFault::new(self.offset..self.offset + self.symbol.len_utf8(), message, help)
    }
}

/// Reads the marks of `text` row by row. Common indentation, trailing spaces, and blank lines before and
/// after the drawing do not count; `symbols` lists the characters that are allowed beside the space.
///
/// A triangular drawing may be flush left (`o`, `oo`, `ooo`) or centred with a space between the marks; both
/// give the same columns. A square drawing is read as it stands: the caller decides, with `without_gaps`,
/// whether the spaces between its marks count as columns. Characters that are not allowed are one fault, at the first of them.
pub fn read(text: &str, lattice: Lattice, symbols: &str) -> Result<Vec<Mark>, Vec<TextFault>> {
    let mut all = Vec::new();
    let mut start = 0;
    for (row, line) in text.split('\n').enumerate() {
        for (column, (at, symbol)) in line.char_indices().enumerate() {
            if symbol != ' ' && (symbol != '\r' || at + 1 < line.len()) {
                let (row, column) = (row as i32, column as i32);
                all.push(Mark { row, column, symbol, offset: start + at });
            }
        }
        start += line.len() + 1;
    }
    let (mut marks, unknown): (Vec<Mark>, Vec<Mark>) =
        all.into_iter().partition(|mark| symbols.contains(mark.symbol));
    if let Some(first) = unknown.first() {
        let mut signs: Vec<char> = unknown.iter().map(|mark| mark.symbol).collect();
        signs.sort_unstable();
        signs.dedup();
        let listed = symbols.chars().filter(char::is_ascii).map(|c| format!("'{c}'"));
        // Only a position has signs that a puzzle file can give.
        let more = if symbols.contains('.') {
            "; for other signs add signs = { peg = \"*\", empty = \"o\", none = \"#\" }"
        } else {
            ""
        };
        let help = format!("a drawing is made of {} and spaces{more}", joined(listed, ", "));
        let shown = joined(signs.iter().take(SHOWN_SIGNS).map(|sign| format!("{sign:?}")), ", ");
        let has = if signs.len() == 1 { "has" } else { "have" };
        return Err(vec![first.fault(format!("{shown} {has} no meaning in this drawing"), help)]);
    }
    if marks.is_empty() {
        let help = "draw at least one row, for example \"ooo\"";
        return Err(vec![TextFault::at(0, "the drawing is empty", help)]);
    }
    normalise(&mut marks, lattice).map_err(|fault| vec![fault])?;
    Ok(marks)
}

pub(crate) fn any_touch(marks: &[Mark]) -> bool {
    let side_by_side =
        |pair: &[Mark]| pair[0].row == pair[1].row && pair[0].column + 1 == pair[1].column;
    marks.windows(2).any(side_by_side)
}

/// Takes out the spaces of a square drawing with one space between all cells. The error is the first mark
/// that stands in such a space, or `None` if no two marks have exactly one space between them.
pub(crate) fn without_gaps(marks: &[Mark]) -> Result<Vec<Mark>, Option<Mark>> {
    let one_space =
        |pair: &[Mark]| pair[0].row == pair[1].row && pair[0].column + 2 == pair[1].column;
    if !marks.windows(2).any(one_space) {
        return Err(None);
    }
    let halved = marks.iter().map(|mark| match mark.column % 2 {
        0 => Ok(Mark { column: mark.column / 2, ..*mark }),
        _ => Err(Some(*mark)),
    });
    halved.collect()
}

pub(crate) fn between_columns(mark: Mark) -> TextFault {
    mark.fault(
        "this mark stands between the columns of a drawing with spaces between the marks",
        "put one space between all neighbours in every row, or none anywhere",
    )
}

/// Refuses the first mark of a drawing in its final form that is beyond [`MAX_SIDE`].
pub(crate) fn check_size(marks: &[Mark]) -> Result<(), TextFault> {
    let limit = MAX_SIDE as i32;
    let beyond = marks.iter().find(|mark| mark.row >= limit || mark.column >= limit);
    let Some(mark) = beyond else { return Ok(()) };
    let message = format!("the drawing is larger than {MAX_SIDE} by {MAX_SIDE}");
    Err(mark.fault(message, "draw a smaller board"))
}

/// Shifts rows and columns to start at 0, and makes places in skew rows of centred triangular columns.
fn normalise(marks: &mut [Mark], lattice: Lattice) -> Result<(), TextFault> {
    let top = marks.iter().map(|m| m.row).min().unwrap_or(0);
    for mark in &mut *marks {
        mark.row -= top;
    }
    if lattice == Lattice::Triangular && !any_touch(marks) {
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
    fn spaces_between_all_cells_are_taken_out() {
        let marks = |text| read(text, Lattice::Square, "o.").expect("a readable drawing");
        let closed = without_gaps(&marks("   o o\n o o o o")).expect("spaces everywhere");
        let places: Vec<_> = closed.iter().map(|m| (m.row, m.column)).collect();
        assert_eq!(places, [(0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (1, 3)]);
        assert_eq!(without_gaps(&marks("o\no")), Err(None));
    }

    #[test]
    fn triangles_flush_left_and_centred_are_the_same() {
        let flush = places("o\noo\nooo", Lattice::Triangular);
        assert_eq!(places("  o\n o o\no o o", Lattice::Triangular), flush);
        assert!(read("o\no o", Lattice::Triangular, "o").is_err());
    }

    #[test]
    fn wrong_characters_are_one_fault_with_the_place_of_the_first() {
        let faults = read("oxo\no\to", Lattice::Square, "o").unwrap_err();
        assert_eq!(faults.iter().map(|f| f.span.start).collect::<Vec<_>>(), [1]);
        assert_eq!(faults[0].message, "'\\t', 'x' have no meaning in this drawing");
        assert!(read("  \n", Lattice::Square, "o").is_err());
        // Very many signs are one fault.
        let faults = read(&"x".repeat(1 << 20), Lattice::Square, "o").unwrap_err();
        assert_eq!(faults.len(), 1);
        assert_eq!(faults[0].message, "'x' has no meaning in this drawing");
    }
}
