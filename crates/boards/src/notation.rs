//! Names of holes in seven schemes, a board's own names, further schemes in which solutions are read, and the way
//! from a name back to its hole.

use std::borrow::Cow;
use std::str::FromStr;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::board::position::{Hole, Position};
use crate::board::{Board, lattice::Lattice};
use crate::line::{Hop, Line, Move};
use soliter_base::diagnostic::{self, UnknownWord};
use soliter_base::wording::joined;

/// A way to name the holes of a board. Columns and rows are those of the board's bounding box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scheme {
    /// Gardner's scheme: the column from the left and the row from the bottom, both from 1: `45`.
    ColumnRow,
    /// The row from the top and the column from the left, both from 1: `45`.
    RowColumn,
    /// The scheme of Bell and Beasley: a letter for the column and the row from the top, from 1: `d3`.
    LetterRow,
    /// The scheme of chess: a letter for the column and the row from the bottom, from 1: `d5`.
    LetterRank,
    /// The number of the hole, row by row from the top, from 1: `17`.
    Number,
    /// The number of the hole, row by row from the top, from 0: `16`.
    Number0,
    /// The scheme of Winning Ways and Wikipedia: one letter for each hole. The letters `a` to `p` go row
    /// by row from the top, `x` is in the middle, and the hole opposite to a letter has its capital.
    Letters,
    /// The row from the top and the column from the left, both from 0. This and all schemes below are only
    /// read: they are not in [`Scheme::ALL`], and no puzzle has one of them as its own.
    RowColumn0,
    /// The row from the bottom and the column from the left, both from 1.
    RowColumnUp,
    /// The row from the bottom and the column from the left, both from 0.
    RowColumn0Up,
    /// The column from the left and the row from the bottom, both from 0: x and y of mathematics.
    ColumnRow0,
    /// The column from the left and the row from the top, both from 1.
    ColumnRowDown,
    /// The column from the left and the row from the top, both from 0: x and y of a screen.
    ColumnRow0Down,
    /// A letter for the row from the top and the column from the left, from 1: `B4`.
    RowLetter,
    /// A letter for the row from the bottom and the column from the left, from 1.
    RowLetterUp,
    /// The cells of the rectangle around the board, row by row from the top, from 1.
    Cells,
    /// The cells of the rectangle around the board, row by row from the top, from 0.
    Cells0,
    /// A letter for each hole, row by row from the top: `a` to `z`, and then `A` to `Z`.
    Alphabet,
    /// A letter for each hole, row by row from the top: `A` to `Z`, and then `a` to `z`.
    Capitals,
    /// The number of the hole as in [`Scheme::Number`], in hexadecimal digits.
    Hex,
    /// The number of the hole as in [`Scheme::Number0`], in hexadecimal digits.
    Hex0,
    /// A hundred times the row and then the column, both from 0, as Debian's peg-solitaire writes them.
    Debian,
    /// The names that a board without a drawing gives its holes. No other board has them.
    Own,
}

impl Scheme {
    /// The schemes that a puzzle can have.
    pub const ALL: [Self; 7] = [
        Self::ColumnRow,
        Self::RowColumn,
        Self::LetterRow,
        Self::LetterRank,
        Self::Number,
        Self::Number0,
        Self::Letters,
    ];

    /// The schemes in which only solutions are read.
    pub const READ_ONLY: [Self; 15] = [
        Self::RowColumn0,
        Self::ColumnRow0Down,
        Self::ColumnRowDown,
        Self::ColumnRow0,
        Self::RowColumnUp,
        Self::RowColumn0Up,
        Self::RowLetter,
        Self::RowLetterUp,
        Self::Alphabet,
        Self::Capitals,
        Self::Cells0,
        Self::Cells,
        Self::Hex,
        Self::Hex0,
        Self::Debian,
    ];

    /// The word used in files and on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ColumnRow => "column-row",
            Self::RowColumn => "row-column",
            Self::LetterRow => "letter-row",
            Self::LetterRank => "letter-rank",
            Self::Number => "number",
            Self::Number0 => "number0",
            Self::Letters => "letters",
            Self::RowColumn0 => "row-column0",
            Self::RowColumnUp => "row-column-up",
            Self::RowColumn0Up => "row-column0-up",
            Self::ColumnRow0 => "column-row0",
            Self::ColumnRowDown => "column-row-down",
            Self::ColumnRow0Down => "column-row0-down",
            Self::RowLetter => "row-letter",
            Self::RowLetterUp => "row-letter-up",
            Self::Cells => "cells",
            Self::Cells0 => "cells0",
            Self::Alphabet => "alphabet",
            Self::Capitals => "capitals",
            Self::Hex => "hex",
            Self::Hex0 => "hex0",
            Self::Debian => "debian",
            Self::Own => "own",
        }
    }

    /// The scheme in which files name the holes of a board unless they say otherwise: the usual one of its lattice, or
    /// the first that fits.
    pub(crate) fn default_of(board: &Board) -> Self {
        let usual = match board.lattice() {
            Lattice::Square => Self::ColumnRow,
            Lattice::Triangular => Self::RowColumn,
            Lattice::None => Self::Own,
        };
        let mut all = [usual].into_iter().chain(Self::ALL);
        all.find(|scheme| Names::new(board, *scheme).is_ok()).unwrap_or(Self::Number)
    }

    /// The words of all schemes.
    pub fn words() -> impl Iterator<Item = &'static str> + Clone {
        Self::ALL.into_iter().map(Self::as_str)
    }

    fn uses_letters(self) -> bool {
        matches!(self, Self::LetterRow | Self::LetterRank)
    }

    /// Whether a hole is named by two coordinates, and then whether the row comes first.
    pub fn row_first(self) -> Option<bool> {
        match self {
            Self::RowColumn
            | Self::RowColumn0
            | Self::RowColumnUp
            | Self::RowColumn0Up
            | Self::RowLetter
            | Self::RowLetterUp => Some(true),
            Self::ColumnRow
            | Self::ColumnRow0
            | Self::ColumnRowDown
            | Self::ColumnRow0Down
            | Self::LetterRow
            | Self::LetterRank => Some(false),
            _ => None,
        }
    }

    /// Whether a name is one letter, so that words of one letter are holes.
    pub fn is_by_letter(self) -> bool {
        matches!(self, Self::Letters | Self::Alphabet | Self::Capitals)
    }

    /// Whether names that differ only in case are different, on a board of this many holes.
    fn is_cased(self, holes: usize) -> bool {
        match self {
            Self::Letters | Self::Capitals | Self::Own => true,
            Self::Alphabet => holes > 26,
            _ => false,
        }
    }
}

impl FromStr for Scheme {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        Self::ALL.into_iter().find(|s| s.as_str() == word).ok_or_else(|| UnknownWord {
            kind: "notation",
            word: word.to_owned(),
            suggestion: diagnostic::suggestion(word, Self::words()),
        })
    }
}

/// The reason why a scheme cannot name the holes of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unnameable {
    /// The board has too many columns or rows.
    #[error(
        "notation \"{}\" cannot name the holes of a board of {columns} columns and {rows} rows: \
         use {}",
        scheme.as_str(),
        if scheme.uses_letters() { "\"number\"" } else { "\"letter-row\" or \"letter-rank\"" }
    )]
    TooLarge {
        /// The scheme.
        scheme: Scheme,
        /// The number of rows of the board.
        rows: i32,
        /// The number of columns of the board.
        columns: i32,
    },
    /// The board has no hole in the middle, a hole without an opposite one, or more than 47 holes.
    #[error(
        "notation \"letters\" needs a board with a hole in the middle, one opposite to each, and \
         at most {MOST_LETTERS} in all: use \"number\""
    )]
    NoOpposites,
    /// The board has no rows and columns.
    #[error(
        "notation \"{}\" needs a board with a drawing: use \"number\", or the board's own names",
        .0.as_str()
    )]
    NoDrawing(Scheme),
    /// The board has a drawing, and so no names of its own.
    #[error("only a board without a drawing has names of its own")]
    NoOwnNames,
}

/// The 23 letters before `x`, their 23 capitals, and `x` itself for the middle.
const MOST_LETTERS: usize = 47;

/// The names of a board's holes in one scheme.
#[allow(clippy::struct_field_names, reason = "a key of puzzles in JSON")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Names {
    scheme: Scheme,
    names: Vec<String>,
    /// The hole of each name; in lower case if case does not matter.
    #[serde(skip)]
    by_name: Arc<FxHashMap<String, Hole>>,
}

impl Names {
    /// Names the holes of `board`. Refused are digits on a board with more than nine rows or columns, letters
    /// for more than 26 columns, and one letter for each hole on a board that half a turn changes.
    pub fn new(board: &Board, scheme: Scheme) -> Result<Self, Unnameable> {
        let (rows, columns) = (board.rows(), board.columns());
        match (board.is_drawn(), scheme) {
            (false, Scheme::Own | Scheme::Number | Scheme::Number0) => {}
            (false, _) => return Err(Unnameable::NoDrawing(scheme)),
            (true, Scheme::Own) => return Err(Unnameable::NoOwnNames),
            (true, _) => {}
        }
        let fits = match scheme {
            Scheme::ColumnRow | Scheme::RowColumn => rows <= 9 && columns <= 9,
            Scheme::LetterRow | Scheme::LetterRank => columns <= 26,
            Scheme::Letters if !has_opposites(board) => return Err(Unnameable::NoOpposites),
            _ => true,
        };
        if !fits {
            return Err(Unnameable::TooLarge { scheme, rows, columns });
        }
        let names = (0..board.holes()).map(|hole| name_of(board, scheme, hole as Hole));
        Ok(Self::of(scheme, names.collect()))
    }

    fn of(scheme: Scheme, names: Vec<String>) -> Self {
        let cased = scheme.is_cased(names.len());
        let mut holes = FxHashMap::default();
        for (hole, name) in (0..).zip(&names) {
            let name = if cased { name.clone() } else { name.to_ascii_lowercase() };
            holes.entry(name).or_insert(hole);
        }
        Self { scheme, names, by_name: Arc::new(holes) }
    }

    /// The names in which solutions are read. Coordinates of two digits have a comma between them. The result
    /// is `None` where a scheme has no names for the board, or only those of a simpler one.
    pub fn for_reading(board: &Board, scheme: Scheme) -> Option<Self> {
        let (rows, columns, holes) = (board.rows(), board.columns(), board.holes());
        if !board.is_drawn() || scheme == Scheme::Own {
            return Self::new(board, scheme).ok();
        }
        let fits = match scheme {
            Scheme::Letters => has_opposites(board),
            Scheme::LetterRow | Scheme::LetterRank => columns <= 26,
            Scheme::RowLetter | Scheme::RowLetterUp => rows <= 26,
            Scheme::Cells | Scheme::Cells0 => (rows * columns) as usize > holes,
            Scheme::Alphabet => holes <= 52,
            Scheme::Capitals => (27..=52).contains(&holes),
            _ => true,
        };
        let names = (0..holes).map(|hole| name_of(board, scheme, hole as Hole));
        fits.then(|| Self::of(scheme, names.collect()))
    }

    /// The scheme of these names.
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// The name of a hole, or `?` for a hole that is not on the board.
    pub fn name(&self, hole: Hole) -> &str {
        self.names.get(hole as usize).map_or("?", String::as_str)
    }

    /// All names, in the order of the holes.
    pub fn iter(&self) -> impl Iterator<Item = &str> + Clone {
        self.names.iter().map(String::as_str)
    }

    /// The hole of a name. Case is ignored, except in [`Scheme::Letters`]; a leading zero of numbers too.
    pub fn hole(&self, name: &str) -> Option<Hole> {
        let name = match self.scheme {
            Scheme::Number
            | Scheme::Number0
            | Scheme::Cells
            | Scheme::Cells0
            | Scheme::Hex
            | Scheme::Hex0 => {
                name.strip_prefix('0').filter(|rest| !rest.is_empty()).unwrap_or(name)
            }
            _ => name,
        };
        let is_folded = self.scheme.is_cased(self.names.len())
            || !name.bytes().any(|byte| byte.is_ascii_uppercase());
        let name = if is_folded { name.into() } else { Cow::from(name.to_ascii_lowercase()) };
        self.by_name.get(&*name).copied()
    }

    /// Advice on a name of no hole: the one probably meant, or notations that have it and how to `choose`.
    pub fn hint(&self, board: &Board, wrong: &str, choose: impl Fn(Scheme) -> String) -> String {
        let near = diagnostic::nearest(wrong, self.iter());
        let is_name = |scheme: &Scheme| {
            Self::new(board, *scheme).is_ok_and(|names| names.hole(wrong).is_some())
        };
        let others: Vec<Scheme> = Scheme::ALL.into_iter().filter(is_name).collect();
        let here = self.scheme.as_str();
        let elsewhere = others.first().map(|&first| {
            let words = joined(others.iter().map(|other| other.as_str()), " or ");
            format!("{wrong} is {words}: {}", choose(first))
        });
        match (near, elsewhere) {
            // Nobody writes a digit for a letter, or a letter for a digit, by mistake.
            (Some(near), Some(other)) if near.len() == wrong.len() && !differ(near, wrong) => {
                format!("did you mean {near}? ({here}; {other})")
            }
            (_, Some(other)) => format!("{other} (this is {here})"),
            (Some(near), None) => format!("did you mean {near}? ({here})"),
            (None, None) => format!("holes are called {} ({here})", self.examples()),
        }
    }

    /// Advice on a name of no hole, without other notations.
    pub fn hint_here(&self, wrong: &str) -> String {
        let here = self.scheme.as_str();
        let near = diagnostic::nearest(wrong, self.iter());
        if let Some(near) = near.filter(|near| !differ(near, wrong)) {
            return format!("did you mean {near}? ({here})");
        }
        format!("holes are called {} ({here})", self.examples())
    }

    /// The first names and the last, since `37 to 51` would look like a range: `37, 47, 57, ..., 51`.
    pub fn examples(&self) -> String {
        let names: Vec<&str> = self.iter().collect();
        match &names[..] {
            [first @ .., last] if first.len() > 4 => {
                format!("{}, ..., {last}", joined(&first[..3], ", "))
            }
            names => joined(names, ", "),
        }
    }

    /// The names of the holes of a position, for example `43 44`.
    pub fn position(&self, position: &Position) -> Vec<&str> {
        position.holes().map(|h| self.name(h)).collect()
    }

    /// Writes a jump, for example `45-25`.
    pub fn jump(&self, from: Hole, to: Hole) -> String {
        self.hop(Hop::from((from, to)))
    }

    /// Writes a jump of a line, for example `45-25` or, if it names the hole leapt over, `a(b)c`.
    pub fn hop(&self, hop: Hop) -> String {
        format!("{}{}", self.name(hop.from), self.leap(hop))
    }

    /// A jump without the hole where it starts.
    fn leap(&self, hop: Hop) -> String {
        match hop.over {
            None => format!("-{}", self.name(hop.to)),
            Some(over) => format!("({}){}", self.name(over), self.name(hop.to)),
        }
    }

    /// Writes a move as a chain, for example `42-44-64` or `a(b)c-d`.
    pub fn chain(&self, one: &Move) -> String {
        let leaps = one.jumps().map(|hop| self.leap(hop));
        format!("{}{}", self.name(one.holes()[0]), joined(leaps, ""))
    }

    /// Holes joined by dashes: `45-25-23`.
    pub fn joined(&self, holes: impl IntoIterator<Item = Hole>) -> String {
        joined(holes.into_iter().map(|hole| self.name(hole)), "-")
    }

    /// Writes a line in the style of all output, for example `45-25, 43-45`.
    pub fn line(&self, line: &Line) -> String {
        joined(line.moves().iter().map(|one| self.chain(one)), ", ")
    }

    /// The names of the holes of each move, for programs: for example `[["45", "25"], ["43", "45"]]`.
    pub fn line_holes(&self, line: &Line) -> Vec<Vec<String>> {
        let holes = |one: &Move| one.holes().iter().map(|&h| self.name(h).to_owned()).collect();
        line.moves().iter().map(holes).collect()
    }
}

/// The name of a hole. Coordinates are written together if each has one digit.
fn name_of(board: &Board, scheme: Scheme, hole: Hole) -> String {
    let (holes, number) = (board.holes(), usize::from(hole));
    let (row, column) = board.place(hole);
    let (up, width) = (board.rows() - 1 - row, board.columns());
    let letter = |number: i32| char::from(b'a' + number as u8);
    let capital = |number: i32| char::from(b'A' + number as u8);
    let two = |first: i32, second: i32, from: i32| {
        let largest = board.rows().max(width) - 1 + from;
        let between = if largest > 9 { "," } else { "" };
        format!("{}{between}{}", first + from, second + from)
    };
    match scheme {
        Scheme::ColumnRow => two(column, up, 1),
        Scheme::RowColumn => two(row, column, 1),
        Scheme::LetterRow => format!("{}{}", letter(column), row + 1),
        Scheme::LetterRank => format!("{}{}", letter(column), up + 1),
        Scheme::Number => format!("{}", number + 1),
        Scheme::Number0 => format!("{number}"),
        Scheme::Letters if 2 * number + 1 == holes => "x".to_owned(),
        Scheme::Letters if 2 * number < holes => letter(i32::from(hole)).to_string(),
        Scheme::Letters => capital((holes - 1 - number) as i32).to_string(),
        Scheme::RowColumn0 => two(row, column, 0),
        Scheme::RowColumnUp => two(up, column, 1),
        Scheme::RowColumn0Up => two(up, column, 0),
        Scheme::ColumnRow0 => two(column, up, 0),
        Scheme::ColumnRowDown => two(column, row, 1),
        Scheme::ColumnRow0Down => two(column, row, 0),
        Scheme::RowLetter => format!("{}{}", letter(row), column + 1),
        Scheme::RowLetterUp => format!("{}{}", letter(up), column + 1),
        Scheme::Cells => format!("{}", row * width + column + 1),
        Scheme::Cells0 => format!("{}", row * width + column),
        Scheme::Alphabet if number < 26 => letter(i32::from(hole)).to_string(),
        Scheme::Alphabet => capital(i32::from(hole) - 26).to_string(),
        Scheme::Capitals if number < 26 => capital(i32::from(hole)).to_string(),
        Scheme::Capitals => letter(i32::from(hole) - 26).to_string(),
        Scheme::Hex => format!("{:x}", number + 1),
        Scheme::Hex0 => format!("{number:x}"),
        Scheme::Debian => format!("{}", 100 * row + column),
        Scheme::Own => board.own_names().get(number).cloned().unwrap_or_default(),
    }
}

/// Whether one of two names begins with a letter and the other with a digit.
fn differ(one: &str, other: &str) -> bool {
    let is_digit = |name: &str| name.starts_with(|c: char| c.is_ascii_digit());
    is_digit(one) != is_digit(other)
}

/// Whether a board has a hole in the middle and half a turn maps it to itself.
fn has_opposites(board: &Board) -> bool {
    let (holes, rows, columns) = (board.holes(), board.rows(), board.columns());
    let opposite = |hole: usize| {
        let (row, column) = board.place(hole as Hole);
        board.hole_at(rows - 1 - row, columns - 1 - column)
    };
    holes % 2 == 1
        && holes <= MOST_LETTERS
        && (0..holes).all(|hole| opposite(hole) == Some((holes - 1 - hole) as Hole))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::lattice::{Directions, Lattice};

    #[test]
    fn the_page_of_schemes_on_the_english_board() {
        let drawing = "  ooo\n  ooo\nooooooo\nooooooo\nooooooo\n  ooo\n  ooo";
        let board = Board::from_drawing(drawing, Lattice::Square, Directions::Orthogonal);
        let board = board.expect("a board");
        let names = |scheme| Names::new(&board, scheme).expect("a scheme that fits");
        // Gardner's 45 is the fourth column from the left, fifth row from the bottom.
        let hole = names(Scheme::ColumnRow).hole("45").expect("a hole");
        let called: Vec<String> =
            Scheme::ALL.iter().map(|&s| names(s).name(hole).to_owned()).collect();
        assert_eq!(called, ["45", "34", "d3", "d5", "10", "9", "j"]);
        for scheme in Scheme::ALL {
            for hole in 0..33 {
                let names = names(scheme);
                let name = names.name(hole);
                let other = name.to_uppercase();
                let written = if scheme == Scheme::Letters { name } else { &other };
                assert_eq!(names.hole(written), Some(hole));
            }
            assert_eq!(scheme.as_str().parse(), Ok(scheme));
        }
        assert!("words".parse::<Scheme>().is_err());
    }

    #[test]
    fn large_boards_are_refused_by_digits_and_then_by_letters() {
        let row = |n: usize| Board::from_drawing(&"o".repeat(n), Lattice::Square, Directions::All);
        let ten = row(10).expect("a board");
        let error = Names::new(&ten, Scheme::ColumnRow).unwrap_err();
        assert!(error.to_string().ends_with("use \"letter-row\" or \"letter-rank\""), "{error}");
        assert!(Names::new(&ten, Scheme::LetterRow).is_ok());
        let wide = row(27).expect("a board");
        let error = Names::new(&wide, Scheme::LetterRank).unwrap_err();
        assert!(error.to_string().ends_with("use \"number\""), "{error}");
    }
}
