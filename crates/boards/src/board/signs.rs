//! The signs of diagrams: which of them are pegs, empty holes, or no hole at all.
//!
//! People draw with `*` and `o`, `1` and `0`, `●` and `○`, with bars, boxes and frames. The shape of a known
//! board shows which signs are no hole, and few signs can be either a peg or an empty hole. [`Board::meanings`]
//! lists every meaning that a diagram can have; the caller decides whether one of them is enough.

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

/// The signs of a drawing, each with its row and column, row by row.
type Cells<'t> = Vec<((i32, i32), &'t str)>;

impl Board {
    /// The meanings that a diagram in this board's shape can have, each with the position that it shows.
    pub fn meanings(&self, text: &str) -> Vec<(Signs, Drawn)> {
        self.read_cells(text, &|holes, outside| assignments(holes, outside))
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
            self.read_cells(text, &known).into_iter().map(|(_, drawn)| drawn).collect();
        drawn.dedup();
        if drawn.len() == 1 { drawn.pop() } else { None }
    }

    fn read_cells(&self, text: &str, meanings: Meanings<'_>) -> Vec<(Signs, Drawn)> {
        let mut found: Vec<(Signs, Drawn)> = Vec::new();
        for cells in drawings(text, self.lattice()) {
            let Some((holes, outside)) = self.split(&cells) else { continue };
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
        found
    }

    /// The signs at the holes, and those elsewhere, if a drawing has a sign for each hole. A drawing that is larger than
    /// the board has it in the middle.
    fn split<'t>(&self, cells: &Cells<'t>) -> Option<(Vec<&'t str>, Vec<&'t str>)> {
        let size = |of: fn(&(i32, i32)) -> i32| {
            cells.iter().map(|(place, _)| of(place)).max().map_or(0, |last| last + 1)
        };
        let (rows, columns) = (size(|place| place.0), size(|place| place.1));
        if rows < self.rows() || columns < self.columns() {
            return None;
        }
        let (down, right) = ((rows - self.rows()) / 2, (columns - self.columns()) / 2);
        let mut holes = Vec::with_capacity(self.holes());
        let mut outside = Vec::new();
        // Both lists go row by row.
        for &((row, column), sign) in cells {
            let wanted = self.places.get(holes.len());
            if wanted == Some(&(row - down, column - right)) {
                holes.push(sign);
            } else if outside.len() <= MOST_SIGNS && !outside.contains(&sign) {
                outside.push(sign);
            }
        }
        outside.sort_unstable();
        (holes.len() == self.holes()).then_some((holes, outside))
    }
}

/// The first different signs, in order; one more than a diagram can have is enough.
fn distinct<'t>(signs: &[&'t str]) -> Vec<&'t str> {
    let mut found: Vec<&str> = Vec::new();
    for sign in signs {
        if !found.contains(sign) {
            found.push(sign);
        }
        if found.len() > MOST_SIGNS {
            break;
        }
    }
    found.sort_unstable();
    found
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

/// The cells of a line, each with its column.
type Line<'t> = Vec<(i32, &'t str)>;

/// The ways to see a text as a drawing: with and without what may be a frame, as characters or as words.
fn drawings(text: &str, lattice: Lattice) -> Vec<Cells<'_>> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let has = |wanted: &dyn Fn(char) -> bool| text.contains(wanted);
    let mut cut: Vec<Vec<Line<'_>>> =
        vec![lines.iter().map(|line| characters(line, &|_| true)).collect()];
    if has(&is_frame) {
        let inside = || lines.iter().filter(|line| !is_rule(line));
        cut.push(inside().map(|line| characters(line, &|c| !is_frame(c))).collect());
        if has(&|c| BARS.contains(&c)) {
            cut.push(inside().map(|line| between_bars(line)).collect());
        }
    }
    if has(&is_list) {
        cut.push(lines.iter().map(|line| characters(line, &|c| !is_list(c))).collect());
    }
    let words = |line: &&str| -> Line<'_> {
        let line = &text[line.as_ptr() as usize - text.as_ptr() as usize..][..line.len()];
        let words = line.split(|c: char| c.is_whitespace() || is_list(c));
        let words = words.filter(|word| !word.is_empty());
        (0..).zip(words).collect()
    };
    cut.push(lines.iter().map(words).collect());
    let mut found: Vec<Cells<'_>> = Vec::new();
    for rows in cut {
        for cells in placed(&rows, lattice) {
            if !found.contains(&cells) {
                found.push(cells);
            }
        }
    }
    found
}

fn characters<'t>(line: &'t str, is_sign: &dyn Fn(char) -> bool) -> Line<'t> {
    let signs = line.char_indices().enumerate();
    let signs = signs.filter(|(_, (_, c))| !c.is_whitespace() && is_sign(*c));
    signs.map(|(column, (at, c))| (column as i32, &line[at..at + c.len_utf8()])).collect()
}

/// The cells between bars, each in the middle of its place; a blank one has the sign of a blank.
fn between_bars(line: &str) -> Line<'_> {
    let mut cells = Vec::new();
    let mut last: Option<(usize, usize)> = None;
    for (column, (at, c)) in line.char_indices().enumerate() {
        if !BARS.contains(&c) {
            continue;
        }
        if let Some((before, start)) = last {
            let sign = line[start..at].trim();
            let sign = if sign.is_empty() { " " } else { sign };
            cells.push((usize::midpoint(before, column) as i32, sign));
        }
        last = Some((column, at + c.len_utf8()));
    }
    cells
}

/// The places of rows of signs: as they stand, with the gaps between columns taken out, or in skew rows.
fn placed<'t>(rows: &[Line<'t>], lattice: Lattice) -> Vec<Cells<'t>> {
    let first = rows.iter().position(|row| !row.is_empty());
    let last = rows.iter().rposition(|row| !row.is_empty());
    let (Some(first), Some(last)) = (first, last) else { return Vec::new() };
    let rows = &rows[first..=last];
    let columns = || rows.iter().flatten().map(|cell| cell.0);
    let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
    if rows.len() > MAX_SIDE || right - left >= 8 * MAX_SIDE as i32 {
        return Vec::new();
    }
    // Signs a step apart, and spaces between them.
    let step = (2..=8).rev().find(|step| columns().all(|column| (column - left) % step == 0));
    let mut found = Vec::new();
    let mut add = |column: &dyn Fn(i32, i32) -> Option<i32>| {
        let mut cells = Cells::new();
        for (row, line) in (0..).zip(rows) {
            for &(at, sign) in line {
                let Some(column) = column(row, at) else { return };
                cells.push(((row, column), sign));
            }
        }
        let shift = cells.iter().map(|cell| cell.0.1).min().unwrap_or(0);
        for cell in &mut cells {
            cell.0.1 -= shift;
        }
        if cells.iter().all(|cell| cell.0.1 < MAX_SIDE as i32) {
            found.push(cells);
        }
    };
    add(&|_, at| Some(at - left));
    if let Some(step) = step {
        add(&|_, at| Some((at - left) / step));
    }
    if lattice == Lattice::Triangular {
        // The column of the first sign of the first row.
        let first = rows[0].first().map_or(0, |cell| cell.0 - left);
        for half in 1..=4 {
            add(&|row, at| {
                let column = at - left + row * half;
                (column.rem_euclid(2 * half) == first % (2 * half))
                    .then_some(column.div_euclid(2 * half))
            });
        }
    }
    found
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
