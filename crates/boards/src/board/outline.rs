//! Boards that are drawn in other signs than `o`: `#` for a hole and `.` for none, `1` and `0`, with frames or bars.
//!
//! Here no known shape tells the signs apart, so fewer drawings have one meaning than diagrams of positions. All holes
//! are drawn alike, unless blanks around them already show the shape, or there are three signs: then two of the signs may
//! draw holes, one with a peg and one without. A meaning in which no peg could ever jump counts only if all are like that.

use crate::board::lattice::{Directions, Lattice};
use crate::board::signs::{MOST_SIGNS, Signs, is_frame, is_list, is_rule, may};
use crate::board::{Board, BoardFault};
use soliter_base::wording::joined;

/// A drawing cut into rows of cells. A cell is its column and its sign.
type Rows = Vec<Vec<(usize, String)>>;

/// The boards that a drawing can show, each with the meanings of its signs.
pub(crate) fn boards(text: &str, lattice: Lattice, directions: Directions) -> Vec<(Signs, Board)> {
    let rows = cut(text);
    let mut distinct: Vec<&str> = rows.iter().flatten().map(|(_, sign)| sign.as_str()).collect();
    distinct.sort_unstable();
    distinct.dedup();
    let mut found: Vec<(Signs, Board)> = Vec::new();
    for signs in readings(&distinct, !fills_rectangle(&rows)) {
        if let Ok(board) = drawn(&rows, &signs, lattice, directions)
            && !found.iter().any(|(_, other)| *other == board)
        {
            found.push((signs, board));
        }
    }
    let has_jumps = |(_, board): &(Signs, Board)| !board.jumps().is_empty();
    if found.iter().any(has_jumps) {
        found.retain(has_jumps);
    }
    found
}

/// The meanings of the signs of a board in words: `# is a hole, . is none`.
pub(crate) fn phrase(signs: &Signs) -> String {
    let list = |signs: &[String]| joined(signs, " and ");
    let verb = |signs: &[String]| if signs.len() == 1 { "is" } else { "are" };
    let holes = [&signs.peg[..], &signs.empty[..]].concat();
    let what = if holes.len() == 1 { "a hole" } else { "holes" };
    let text = format!("{} {} {what}", list(&holes), verb(&holes));
    if signs.none.is_empty() {
        text
    } else {
        format!("{text}, {} {} none", list(&signs.none), verb(&signs.none))
    }
}

/// The board of a drawing whose signs are given. `None` if it has others.
pub(crate) fn with_signs(
    text: &str,
    signs: &Signs,
    lattice: Lattice,
    directions: Directions,
) -> Option<Result<Board, BoardFault>> {
    let rows = cut(text);
    let lists = [&signs.peg, &signs.empty, &signs.none];
    let is_known = |sign: &String| lists.iter().any(|list| list.contains(sign));
    let known = rows.iter().flatten().all(|(_, sign)| is_known(sign));
    known.then(|| drawn(&rows, signs, lattice, directions))
}

/// Cuts a drawing into words if it is a list of numbers, and else into characters without frames and bars.
fn cut(text: &str) -> Rows {
    let are_words = text.contains(is_list) || text.split_whitespace().any(|word| word == "-1");
    let framed = text.contains(is_frame);
    let row = |line: &str| -> Vec<(usize, String)> {
        if are_words {
            let words = line.split(|c: char| c.is_whitespace() || is_list(c));
            let words = words.filter(|word| !word.is_empty()).enumerate();
            return words.map(|(at, word)| (2 * at, word.to_owned())).collect();
        }
        let is_sign = |c: char| !(c.is_whitespace() || framed && is_frame(c));
        let signs = line.chars().enumerate().filter(|(_, c)| is_sign(*c));
        signs.map(|(at, c)| (at, c.to_string())).collect()
    };
    text.lines().filter(|line| !(framed && is_rule(line))).map(row).collect()
}

/// Whether the cells of all rows, without the spaces between columns, fill a rectangle.
fn fills_rectangle(rows: &Rows) -> bool {
    let mut counts = rows.iter().map(Vec::len).filter(|&count| count > 0);
    counts.next().is_some_and(|first| counts.all(|count| count == first))
}

/// The meanings that signs of a board can have. With `blanks`, blanks already show where there is no hole.
fn readings(signs: &[&str], blanks: bool) -> Vec<Signs> {
    if signs.is_empty() || signs.len() > MOST_SIGNS {
        return Vec::new();
    }
    let is_hole = |sign: &str| may(sign).peg || may(sign).empty;
    let mut found = Vec::new();
    let mut add = |peg: Option<&str>, empty: Option<&str>| {
        let holes = [peg, empty];
        let rest = signs.iter().filter(|sign| !holes.contains(&Some(**sign)));
        let none: Vec<String> = rest.map(|sign| (*sign).to_owned()).collect();
        let list = |sign: Option<&str>| sign.map(str::to_owned).into_iter().collect();
        if none.iter().all(|sign| may(sign).none) {
            found.push(Signs { peg: list(peg), empty: list(empty), none, open: Vec::new() });
        }
    };
    for &sign in signs.iter().filter(|sign| is_hole(sign)) {
        if may(sign).peg { add(Some(sign), None) } else { add(None, Some(sign)) }
    }
    if signs.len() > 2 || signs.len() == 2 && blanks {
        for &peg in signs.iter().filter(|sign| may(sign).peg) {
            for &empty in signs.iter().filter(|sign| **sign != peg && may(sign).empty) {
                add(Some(peg), Some(empty));
            }
        }
    }
    found
}

/// The board whose holes have the signs of pegs and empty holes.
fn drawn(
    rows: &Rows,
    signs: &Signs,
    lattice: Lattice,
    directions: Directions,
) -> Result<Board, BoardFault> {
    let cells = || rows.iter().flatten();
    let left = cells().map(|(column, _)| *column).min().unwrap_or(0);
    // Signs a step apart, and spaces or bars between them.
    let even = |step: &usize| cells().all(|(column, _)| (column - left) % step == 0);
    let step = if lattice == Lattice::Square { (2..=8).rev().find(even).unwrap_or(1) } else { 1 };
    let mut plain = String::new();
    for row in rows {
        let mut length = 0;
        for (column, sign) in row {
            if signs.peg.contains(sign) || signs.empty.contains(sign) {
                let at = (column - left) / step;
                plain.extend(std::iter::repeat_n(' ', at - length));
                plain.push('o');
                length = at + 1;
            }
        }
        plain.push('\n');
    }
    Board::from_drawing(&plain, lattice, directions)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: &str = "  ooo\n  ooo\nooooooo\nooooooo\nooooooo\n  ooo\n  ooo";

    fn board(text: &str, lattice: Lattice) -> Board {
        let directions =
            if lattice == Lattice::Square { Directions::Orthogonal } else { Directions::Lines };
        Board::from_drawing(text, lattice, directions).expect("a board")
    }

    fn english_with(hole: &str, none: &str, between: &str) -> String {
        let row = |row: &str| {
            let cells = format!("{row:<7}");
            let cells = cells.chars().map(|c| if c == 'o' { hole } else { none });
            cells.collect::<Vec<_>>().join(between)
        };
        ENGLISH.lines().map(row).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn boards_in_other_signs_have_one_meaning() {
        let english = board(ENGLISH, Lattice::Square);
        let mut drawings = Vec::new();
        for (hole, none) in [
            ("#", " "),
            ("*", " "),
            (".", " "),
            ("0", " "),
            ("x", " "),
            ("o", "."),
            ("o", "#"),
            ("o", "x"),
            ("*", "."),
            ("●", "-"),
            ("1", "0"),
            ("O", "_"),
            // With the meanings exchanged there are only corners, in which no peg can jump.
            ("#", "."),
            ("x", "."),
            ("X", "_"),
            ("a", "b"),
        ] {
            for between in ["", " ", "   "] {
                drawings.push(english_with(hole, none, between));
            }
        }
        drawings.push(english_with("1", "-1", " "));
        drawings.push(format!("[[{}]]", english_with("1", "0", ", ").replace('\n', "],\n [")));
        let framed = english_with("*", " ", "").replace('\n', "|\n|");
        drawings.push(format!("+-------+\n|{framed}|\n+-------+"));
        let barred = english_with("o", ".", "|").replace('\n', "|\n|");
        drawings.push(format!("|{barred}|"));
        for drawing in drawings {
            let found = boards(&drawing, Lattice::Square, Directions::Orthogonal);
            assert_eq!(found.len(), 1, "{drawing}\n{found:?}");
            assert_eq!(found[0].1, english, "{drawing}");
        }
        let triangle = board("o\noo\nooo\noooo\nooooo", Lattice::Triangular);
        for drawing in [
            "*\n**\n***\n****\n*****",
            "    x\n   x x\n  x x x\n x x x x\nx x x x x",
            "1\n11\n111\n1111\n11111",
        ] {
            let found = boards(drawing, Lattice::Triangular, Directions::Lines);
            assert_eq!(found.len(), 1, "{drawing}\n{found:?}");
            assert_eq!(found[0].1, triangle, "{drawing}");
        }
    }

    #[test]
    fn signs_with_two_meanings_are_asked_for() {
        for drawing in ["####...\n####...", "xxxx___\nxxxx___", "aaaabbb", "a a a a b b b"] {
            let found = boards(drawing, Lattice::Square, Directions::Orthogonal);
            assert_eq!(found.len(), 2, "{drawing}\n{found:?}");
            // Each of the offered lines decides.
            for (signs, board) in found {
                let read = with_signs(drawing, &signs, Lattice::Square, Directions::Orthogonal);
                assert_eq!(read, Some(Ok(board)), "{drawing}");
            }
        }
        // Blanks show the shape, so the point may be an empty hole, or a place without one.
        let drawing = "  ooo\n  ooo\nooooooo\nooo.ooo\nooooooo\n  ooo\n  ooo";
        let found = boards(drawing, Lattice::Square, Directions::Orthogonal);
        let holes: Vec<usize> = found.iter().map(|(_, board)| board.holes()).collect();
        assert_eq!(holes, [32, 33]);
        // Without a hole in the middle this board would have no jump.
        let drawing = "-1 1 -1\n1 0 1\n-1 1 -1";
        let found = boards(drawing, Lattice::Square, Directions::Orthogonal);
        assert!(matches!(&found[..], [(_, board)] if board.holes() == 5), "{found:?}");
        for nothing in ["", "-1 -1", "abcdefg", "+--+\n+--+"] {
            assert_eq!(boards(nothing, Lattice::Square, Directions::Orthogonal), [], "{nothing}");
        }
    }
}
