//! The signs of diagrams: which of them are pegs, empty holes, or no hole at all.
//!
//! People draw with `*` and `o`, `1` and `0`, `●` and `○`, with bars, boxes and frames. The shape of a known
//! board shows which signs are no hole, and few signs can be either a peg or an empty hole. [`Board::meanings`]
//! lists every meaning that a diagram can have; the caller decides whether one of them is enough.

use std::collections::BTreeMap;

use crate::board::drawing::MAX_SIDE;
use crate::board::position::{Hole, Position};
use crate::board::{Board, lattice::Lattice};
use soliter_base::wording::joined;

/// The meanings of the signs of a diagram. A sign is a character, or a word such as `-1`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Signs {
    /// Signs for a peg.
    pub peg: Vec<String>,
    /// Signs for an empty hole.
    pub empty: Vec<String>,
    /// Signs where the board has no hole. A sign may also be that of an empty hole: the shape tells.
    pub none: Vec<String>,
    /// Signs for a hole that a finish leaves open.
    pub open: Vec<String>,
}

/// The meanings that the signs of holes and of the cells around them may have.
type Meanings<'a> = &'a dyn Fn(&[&str], &[&str]) -> Vec<Signs>;

/// A diagram of a position as read: its pegs, and the holes that it leaves open.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Drawn {
    /// The holes with a peg.
    pub pegs: Position,
    /// The holes drawn with the sign `?`.
    pub open: Position,
}

impl Signs {
    /// The line of a puzzle file that gives these signs.
    pub fn line(&self) -> String {
        let quoted = |signs: &[String]| format!("{:?}", signs.concat());
        let words = [("peg", &self.peg), ("empty", &self.empty), ("none", &self.none)];
        let words =
            words.into_iter().filter(|(_, signs)| !signs.is_empty()).map(|(word, signs)| {
                match &signs[..] {
                    many if many.iter().any(|sign| sign.chars().count() > 1) => {
                        let list = many.iter().map(|sign| format!("{sign:?}"));
                        format!("{word} = [{}]", joined(list, ", "))
                    }
                    signs => format!("{word} = {}", quoted(signs)),
                }
            });
        format!("signs = {{ {} }}", joined(words, ", "))
    }

    /// The meanings in words: `● is a peg, ○ an empty hole`.
    pub fn phrase(&self) -> String {
        let list = |signs: &[String]| joined(signs.iter().map(|sign| shown(sign)), " and ");
        let mut parts = Vec::new();
        for (signs, meaning) in
            [(&self.peg, "a peg"), (&self.empty, "an empty hole"), (&self.none, "no hole")]
        {
            if !signs.is_empty() {
                parts.push(format!("{} is {meaning}", list(signs)));
            }
        }
        joined(parts, ", ")
    }

    /// Whether no sign is a peg in one and an empty hole in the other.
    pub fn agrees(&self, other: &Self) -> bool {
        let clash = |one: &[String], other: &[String]| one.iter().any(|sign| other.contains(sign));
        !clash(&self.peg, &other.empty)
            && !clash(&self.empty, &other.peg)
            && !clash(&self.peg, &other.none)
            && !clash(&self.none, &other.peg)
    }

    /// The place of the first character that is none of these signs, unless signs are words.
    pub(crate) fn first_unknown(&self, text: &str) -> Option<usize> {
        let all = || [&self.peg, &self.empty, &self.none].into_iter().flatten();
        let is_known = |c: char| c.is_whitespace() || all().any(|sign| *sign == c.to_string());
        let are_words = all().any(|sign| sign.chars().count() > 1);
        text.char_indices().find(|(_, c)| !are_words && !is_known(*c)).map(|(at, _)| at)
    }
}

fn shown(sign: &str) -> String {
    if sign == " " { "a blank".to_owned() } else { sign.to_owned() }
}

/// The meanings that a single sign can have.
#[derive(Clone, Copy)]
pub(super) struct May {
    pub(super) peg: bool,
    pub(super) empty: bool,
    pub(super) none: bool,
}

pub(super) fn may(sign: &str) -> May {
    let (peg, empty, none) = match sign {
        "." | "_" | "-" | "0" | " " | "," => (false, true, true),
        "·" | "○" | "◦" | "◯" | "∘" | "⚪" | "◌" => (false, true, false),
        "●" | "•" | "⬤" | "⚫" | "*" | "@" | "P" | "p" | "I" | "i" => (true, false, false),
        "X" | "#" => (true, false, true),
        "O" | "o" | "1" => (true, true, false),
        "-1" => (false, false, true),
        "?" => (false, false, false),
        _ => (true, true, true),
    };
    May { peg, empty, none }
}

/// More signs than this are no diagram.
pub(super) const MOST_SIGNS: usize = 5;

type Grid = BTreeMap<(i32, i32), String>;

impl Board {
    /// The meanings that a diagram in this board's shape can have, each with the position that it shows.
    pub fn meanings(&self, text: &str) -> Vec<(Signs, Drawn)> {
        self.read_grids(text, &|holes, outside| assignments(holes, outside))
    }

    /// The position of a diagram whose signs are known; `None` if it has others, or another shape.
    pub fn read_signs(&self, text: &str, signs: &Signs) -> Option<Drawn> {
        let known = |holes: &[&str], outside: &[&str]| {
            let is_hole = |sign: &&str| {
                [&signs.peg, &signs.empty, &signs.open].into_iter().flatten().any(|one| one == sign)
            };
            let is_none = |sign: &&str| *sign == " " || signs.none.iter().any(|one| one == sign);
            let fits = holes.iter().all(is_hole) && outside.iter().all(is_none);
            if fits { vec![signs.clone()] } else { Vec::new() }
        };
        let mut drawn: Vec<Drawn> =
            self.read_grids(text, &known).into_iter().map(|(_, drawn)| drawn).collect();
        drawn.dedup();
        if drawn.len() == 1 { drawn.pop() } else { None }
    }

    fn read_grids(&self, text: &str, meanings: Meanings<'_>) -> Vec<(Signs, Drawn)> {
        let mut found: Vec<(Signs, Drawn)> = Vec::new();
        for grid in grids(text, self.lattice()) {
            let size =
                |of: fn(&(i32, i32)) -> i32| grid.keys().map(of).max().map_or(0, |last| last + 1);
            let (rows, columns) = (size(|place| place.0), size(|place| place.1));
            for down in 0..=rows - self.rows() {
                for right in 0..=columns - self.columns() {
                    let Some((holes, outside)) = self.split(&grid, (down, right)) else { continue };
                    for signs in meanings(&distinct(&holes), &outside) {
                        let of = |wanted: &[String]| {
                            let with = |(hole, sign): (usize, &&str)| {
                                wanted.iter().any(|one| one == sign).then_some(hole as Hole)
                            };
                            holes.iter().enumerate().filter_map(with).collect::<Position>()
                        };
                        let drawn = Drawn { pegs: of(&signs.peg), open: of(&signs.open) };
                        if !found.iter().any(|(_, other)| *other == drawn) {
                            found.push((signs, drawn));
                        }
                    }
                }
            }
        }
        found
    }

    /// The signs at the holes, and those elsewhere, if the board lies in the grid at this place.
    fn split<'a>(
        &self,
        grid: &'a Grid,
        (down, right): (i32, i32),
    ) -> Option<(Vec<&'a str>, Vec<&'a str>)> {
        let places = (0..self.holes()).map(|hole| self.place(hole as Hole));
        let holes: Option<Vec<&str>> = places
            .map(|(row, column)| grid.get(&(row + down, column + right)).map(String::as_str))
            .collect();
        let outside: Vec<&str> = grid
            .iter()
            .filter(|((row, column), _)| self.hole_at(row - down, column - right).is_none())
            .map(|(_, sign)| sign.as_str())
            .collect();
        Some((holes?, distinct(&outside)))
    }
}

fn distinct<'a>(signs: &[&'a str]) -> Vec<&'a str> {
    let mut signs = signs.to_vec();
    signs.sort_unstable();
    signs.dedup();
    signs
}

/// Every way to give the signs of the holes a meaning: one is a peg and one an empty hole, or all are the same.
fn assignments(holes: &[&str], outside: &[&str]) -> Vec<Signs> {
    let many = holes.len() + outside.len() > MOST_SIGNS;
    if many || !outside.iter().all(|sign| may(sign).none) {
        return Vec::new();
    }
    let plain: Vec<&str> = holes.iter().copied().filter(|sign| *sign != "?").collect();
    let text = |signs: &[&str]| signs.iter().map(|sign| (*sign).to_owned()).collect::<Vec<_>>();
    let make = |peg: &[&str], empty: &[&str]| Signs {
        peg: text(peg),
        empty: text(empty),
        none: outside.iter().filter(|sign| **sign != " ").map(|sign| (*sign).to_owned()).collect(),
        open: if holes.contains(&"?") { vec!["?".to_owned()] } else { Vec::new() },
    };
    let is_peg = |sign: &str| may(sign).peg && !outside.contains(&sign);
    let is_empty = |sign: &str| may(sign).empty;
    match &plain[..] {
        [] => vec![make(&[], &[])],
        [one] => {
            [is_peg(one).then(|| make(&[*one], &[])), is_empty(one).then(|| make(&[], &[*one]))]
                .into_iter()
                .flatten()
                .collect()
        }
        [one, other] => [(one, other), (other, one)]
            .into_iter()
            .filter(|(peg, empty)| is_peg(peg) && is_empty(empty))
            .map(|(peg, empty)| make(&[*peg], &[*empty]))
            .collect(),
        _ => Vec::new(),
    }
}

const BARS: [char; 3] = ['|', '│', '║'];

pub(super) fn is_frame(c: char) -> bool {
    BARS.contains(&c) || matches!(c, '+' | '=' | '\u{2500}'..='\u{257f}')
}

/// Whether a line belongs to a frame: `+---+`, `=====`, `└───┘`.
pub(super) fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.chars().all(|c| is_frame(c) || c == '-' || c == ' ')
        && line.contains(|c| is_frame(c) && !BARS.contains(&c))
}

/// Whether a character separates the items of a list.
pub(super) fn is_list(c: char) -> bool {
    matches!(c, '[' | ']' | '{' | '}' | '(' | ')' | '"' | '\'' | ',' | ';')
}

/// The ways to cut a text into cells, with and without what may be a frame.
fn grids(text: &str, lattice: Lattice) -> Vec<Grid> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let mut cut: Vec<Vec<Vec<(i32, String)>>> = Vec::new();
    let chars = |line: &str, is_sign: &dyn Fn(char) -> bool| -> Vec<(i32, String)> {
        let signs = line.chars().enumerate().filter(|(_, c)| !c.is_whitespace() && is_sign(*c));
        signs.map(|(column, c)| (column as i32, c.to_string())).collect()
    };
    cut.push(lines.iter().map(|line| chars(line, &|_| true)).collect());
    let has = |wanted: &dyn Fn(char) -> bool| text.contains(wanted);
    if has(&is_frame) {
        let inside: Vec<&str> = lines.iter().filter(|line| !is_rule(line)).copied().collect();
        cut.push(inside.iter().map(|line| chars(line, &|c| !is_frame(c))).collect());
        if has(&|c| BARS.contains(&c)) {
            cut.push(inside.iter().map(|line| between_bars(line)).collect());
        }
    }
    if has(&is_list) {
        cut.push(lines.iter().map(|line| chars(line, &|c| !is_list(c))).collect());
    }
    let words = |line: &&str| -> Vec<(i32, String)> {
        let words = line.split(|c: char| c.is_whitespace() || is_list(c));
        let words = words.filter(|word| !word.is_empty());
        words.enumerate().map(|(column, word)| (column as i32, word.to_owned())).collect()
    };
    cut.push(lines.iter().map(words).collect());
    let mut found = Vec::new();
    for rows in cut {
        for grid in placed(&rows, lattice) {
            if !found.contains(&grid) {
                found.push(grid);
            }
        }
    }
    found
}

/// The cells between bars, each in the middle of its place; a blank one has the sign of a blank.
fn between_bars(line: &str) -> Vec<(i32, String)> {
    let chars: Vec<char> = line.chars().collect();
    let bars: Vec<usize> = (0..chars.len()).filter(|&at| BARS.contains(&chars[at])).collect();
    let cell = |pair: &[usize]| {
        let inside: String = chars[pair[0] + 1..pair[1]].iter().collect();
        let sign = inside.trim();
        let sign = if sign.is_empty() { " " } else { sign };
        (usize::midpoint(pair[0], pair[1]) as i32, sign.to_owned())
    };
    bars.windows(2).map(cell).collect()
}

/// The grids of rows of signs: as they stand, with the gaps between columns taken out, or in skew rows.
fn placed(rows: &[Vec<(i32, String)>], lattice: Lattice) -> Vec<Grid> {
    let first = rows.iter().position(|row| !row.is_empty());
    let last = rows.iter().rposition(|row| !row.is_empty());
    let (Some(first), Some(last)) = (first, last) else { return Vec::new() };
    let rows = &rows[first..=last];
    let left = rows.iter().flatten().map(|cell| cell.0).min().unwrap_or(0);
    let right = rows.iter().flatten().map(|cell| cell.0).max().unwrap_or(0);
    // Signs a step apart, and spaces between them.
    let step =
        (2..=8).rev().find(|step| rows.iter().flatten().all(|cell| (cell.0 - left) % step == 0));
    let mut grids = Vec::new();
    let mut add = |column: &dyn Fn(i32, i32) -> Option<i32>| {
        let mut grid = Grid::new();
        for (row, cells) in rows.iter().enumerate() {
            for (at, sign) in cells {
                let Some(column) = column(row as i32, *at) else { return };
                grid.insert((row as i32, column), sign.clone());
            }
        }
        let shift = grid.keys().map(|place| place.1).min().unwrap_or(0);
        let grid: Grid =
            grid.into_iter().map(|((row, column), sign)| ((row, column - shift), sign)).collect();
        let wide = grid.keys().map(|place| place.1).max().unwrap_or(0) >= MAX_SIDE as i32;
        if !wide && rows.len() <= MAX_SIDE {
            grids.push(grid);
        }
    };
    if right - left < 8 * MAX_SIDE as i32 {
        add(&|_, at| Some(at - left));
        if let Some(step) = step {
            add(&|_, at| Some((at - left) / step));
        }
        if lattice == Lattice::Triangular {
            for half in 1..=4 {
                add(&|row, at| {
                    let column = at - left + row * half;
                    (column.rem_euclid(2 * half) == (first_column(rows, left)) % (2 * half))
                        .then_some(column.div_euclid(2 * half))
                });
            }
        }
    }
    grids
}

/// The column of the first sign of the first row.
fn first_column(rows: &[Vec<(i32, String)>], left: i32) -> i32 {
    rows[0].first().map_or(0, |cell| cell.0 - left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::lattice::Directions;

    fn english() -> Board {
        let drawing = "  ooo\n  ooo\nooooooo\nooooooo\nooooooo\n  ooo\n  ooo";
        Board::from_drawing(drawing, Lattice::Square, Directions::Orthogonal).expect("a board")
    }

    fn triangle() -> Board {
        let drawing = "o\noo\nooo\noooo\nooooo";
        Board::from_drawing(drawing, Lattice::Triangular, Directions::Lines).expect("a board")
    }

    /// The Latin cross in the signs of many programs.
    #[test]
    fn one_meaning_is_found_whatever_the_signs() {
        let board = english();
        let plain = "  ...\n  .o.\n..ooo..\n...o...\n...o...\n  ...\n  ...";
        let expected = board.read_position(plain).expect("a drawing");
        let rows: Vec<&str> = plain.lines().collect();
        let padded: Vec<String> = rows.iter().map(|row| format!("{row:<7}")).collect();
        let with = |peg: &str, empty: &str, none: &str| {
            let sign = |c: char| match c {
                'o' => peg.to_owned(),
                '.' => empty.to_owned(),
                _ => none.to_owned(),
            };
            let row = |row: &String| row.chars().map(sign).collect::<Vec<_>>();
            padded.iter().map(row).collect::<Vec<_>>()
        };
        let text = |rows: Vec<Vec<String>>, between: &str| {
            rows.iter().map(|row| row.join(between)).collect::<Vec<_>>().join("\n")
        };
        let mut drawings = Vec::new();
        for (peg, empty, none) in [
            ("*", "o", " "),
            ("*", "O", "#"),
            ("X", ".", " "),
            ("x", ".", " "),
            ("●", "○", " "),
            ("O", ".", " "),
            ("O", ".", "."),
            ("1", "0", " "),
            ("1", "0", "2"),
            ("1", "0", "-"),
            ("P", "_", " "),
            ("P", "-", "#"),
            ("#", ".", " "),
            ("o", ".", "#"),
            ("@", "o", "."),
        ] {
            for between in ["", " "] {
                drawings.push(text(with(peg, empty, none), between));
            }
        }
        drawings.push(text(with("1", "0", "-1"), " "));
        drawings.push(text(with("1", "0", "-1"), ", "));
        let boxed = |rows: Vec<Vec<String>>| {
            let rows = rows.iter().map(|row| format!("|{}|", row.concat()));
            format!("+-------+\n{}\n+-------+", rows.collect::<Vec<_>>().join("\n"))
        };
        drawings.push(boxed(with("o", ".", " ")));
        drawings.push(boxed(with("*", "o", " ")));
        drawings.push(
            with("o", " ", " ")
                .iter()
                .fold(String::new(), |text, row| format!("{text}|{}|\n", row.join("|"))),
        );
        for drawing in drawings {
            let meanings = board.meanings(&drawing);
            let found: Vec<Position> =
                meanings.iter().map(|(_, drawn)| drawn.pegs.clone()).collect();
            assert!(found.contains(&expected), "{drawing}\n{meanings:?}");
            assert_eq!(found.len(), 1, "{drawing}\n{meanings:?}");
        }
    }

    #[test]
    fn signs_that_can_be_either_have_two_meanings() {
        let board = english();
        let text = "  xxx\n  xox\nxxoooxx\nxxxoxxx\nxxxoxxx\n  xxx\n  xxx";
        let meanings = board.meanings(text);
        assert_eq!(meanings.len(), 2);
        assert_eq!(meanings[0].0.line(), "signs = { peg = \"o\", empty = \"x\" }");
        assert!(!meanings[0].0.agrees(&meanings[1].0));
        let read = board.read_signs(text, &meanings[1].0).expect("known signs");
        assert_eq!(read, meanings[1].1);
        assert_eq!(board.meanings("  xxx\n  xox"), []);
        assert_eq!(board.meanings(""), []);
    }

    #[test]
    fn triangles_are_read_at_any_width() {
        let board = triangle();
        for text in [
            "     0\n    1 1\n   1 1 1\n  1 1 1 1\n 1 1 1 1 1",
            "0\n11\n111\n1111\n11111",
            "0\n1 1\n1 1 1\n1 1 1 1\n1 1 1 1 1",
            "        0\n      1   1\n    1   1   1\n  1   1   1   1\n1   1   1   1   1",
        ] {
            let meanings = board.meanings(text);
            assert_eq!(meanings.len(), 1, "{text}\n{meanings:?}");
            assert_eq!(meanings[0].1.pegs, board.full().without(0), "{text}");
        }
    }
}
