//! Reads the problems of Debian's peg-solitaire.
//!
//! A problem is four lines, between comments that `#` begins: its number, its kind (1 the ordinary game, 2 the
//! reverse game, 3 with diagonal jumps) and two numbers more; rows and columns, where no columns make a
//! triangle; a number for each cell; and the number of its title. A cell is -1 for no hole, 0 for an empty hole
//! and 1 for a peg; 10 and 11 are the same with a peg at the finish. Without them the finish is any one peg, and
//! in the reverse game any one empty hole.

use std::ops::Range;

use crate::board::lattice::{Directions, Lattice};
use crate::board::position::{Hole, Position};
use crate::board::{Board, BoardFault};
use crate::puzzle::Finish;
use crate::puzzle::setup::PuzzleSetup;
use soliter_base::diagnostic::TextFault;

/// One problem: its number, its title, and the place of its lines.
struct Problem {
    number: u32,
    title: String,
    lines: Vec<Range<usize>>,
}

/// Whether a text holds such problems: lines of whole numbers only, four for each.
pub fn is_problems(text: &str) -> bool {
    let numbers = |line: &str| line.split_whitespace().all(|word| word.parse::<i32>().is_ok());
    let mut lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let (Some(first), Some(size), Some(cells)) = (lines.next(), lines.next(), lines.next()) else {
        return false;
    };
    let words = |line: &str| line.split_whitespace().count();
    numbers(first)
        && words(first) == 4
        && numbers(size)
        && words(size) == 2
        && numbers(cells)
        && lines.next().is_some_and(|title| words(title) == 1 && numbers(title))
}

/// The numbers of all problems of a text.
pub fn numbers(text: &str) -> Vec<u32> {
    problems(text).iter().map(|problem| problem.number).collect()
}

/// The text of the problem with a number.
pub fn problem(text: &str, number: u32) -> Option<String> {
    let problem = problems(text).into_iter().find(|problem| problem.number == number)?;
    let lines = problem.lines.iter().map(|line| &text[line.clone()]);
    Some(format!("# {}\n{}\n", problem.title, lines.collect::<Vec<_>>().join("\n")))
}

fn problems(text: &str) -> Vec<Problem> {
    let (mut found, mut title, mut lines) = (Vec::new(), String::new(), Vec::new());
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let (start, trimmed) = (at, line.trim());
        at += line.len();
        if let Some(comment) = trimmed.strip_prefix('#') {
            comment.trim_start_matches('#').trim().clone_into(&mut title);
            continue;
        }
        if trimmed.is_empty() {
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        lines.push(start + indent..start + indent + trimmed.len());
        if lines.len() == 4 {
            let lines = std::mem::take(&mut lines);
            let first = text[lines[0].clone()].split_whitespace().next();
            let number = first.and_then(|word| word.parse().ok()).unwrap_or(0);
            found.push(Problem { number, title: std::mem::take(&mut title), lines });
        }
    }
    found
}

/// The puzzle of a text with one problem.
pub(super) fn setup(text: &str) -> Result<PuzzleSetup, TextFault> {
    let problems = problems(text);
    let [problem] = &problems[..] else {
        let message = format!("this file has {} problems", problems.len());
        let number = problems.first().map_or(1, |problem| problem.number);
        let help = format!("name one of them by its number, FILE#{number}, or solve them all");
        return Err(TextFault::at(0, message, help));
    };
    let line = |number: usize| &problem.lines[number];
    let words = |number: usize| -> Result<Vec<i32>, TextFault> {
        let words = text[line(number).clone()].split_whitespace().map(str::parse);
        words.collect::<Result<_, _>>().map_err(|_| {
            let help = "a problem is four lines of integers";
            TextFault::new(line(number).clone(), "this is not a line of integers", help)
        })
    };
    let fault = |number: usize, message: &str, help: &str| {
        TextFault::new(line(number).clone(), message, help)
    };
    let (head, size, cells) = (words(0)?, words(1)?, words(2)?);
    let &[_, kind, ..] = &head[..] else {
        return Err(fault(
            0,
            "the kind of the problem is missing",
            "write its number and its kind",
        ));
    };
    let &[rows, columns] = &size[..] else {
        return Err(fault(1, "two numbers are expected", "write rows and columns"));
    };
    let lattice = if columns == 0 { Lattice::Triangular } else { Lattice::Square };
    let directions = match (kind, lattice) {
        (1..=3, Lattice::Triangular) => Directions::Lines,
        (1 | 2, _) => Directions::Orthogonal,
        (3, _) => Directions::All,
        _ => return Err(fault(0, "this kind of problem is not known", "kinds are 1, 2 and 3")),
    };
    let reverse = kind == 2;
    if columns < 0 || columns > 0 && cells.len() > (rows.max(0) * columns) as usize {
        return Err(fault(2, "there are more cells than the rows have", "check rows and columns"));
    }
    let place = |cell: usize| -> (i32, i32) {
        if lattice == Lattice::Square {
            return (cell as i32 / columns, cell as i32 % columns);
        }
        let (mut row, mut first) = (0, 0);
        while first + row < cell {
            first += row + 1;
            row += 1;
        }
        (row as i32, (cell - first) as i32)
    };
    let mut places = Vec::new();
    let (mut start, mut finish, mut is_marked) = (Position::EMPTY, Position::EMPTY, false);
    for (cell, &value) in cells.iter().enumerate() {
        let hole = places.len().min(63) as Hole;
        match value {
            -1 => continue,
            0 | 1 | 10 | 11 => {}
            _ => return Err(fault(2, "a cell is -1, 0, 1, 10 or 11", "check the numbers")),
        }
        places.push(place(cell));
        if value % 10 == 1 {
            start = start.with(hole);
        }
        if value >= 10 {
            (finish, is_marked) = (finish.with(hole), true);
        }
    }
    let board = Board::of_places(&places, lattice, directions).map_err(|error| match error {
        BoardFault::TooManyHoles(_) => fault(2, &error.to_string(), "larger boards are not solved"),
        error => fault(2, &error.to_string(), "check the numbers"),
    })?;
    let finish = match (is_marked, reverse) {
        (true, _) => Finish::Exactly(finish),
        (false, false) => Finish::Pegs(1),
        (false, true) => Finish::Pegs(board.holes().saturating_sub(1)),
    };
    let title = if problem.title.is_empty() {
        format!("problem {}", problem.number)
    } else {
        problem.title.clone()
    };
    Ok(PuzzleSetup { title, reverse, ..PuzzleSetup::new(board, start, finish) })
}
